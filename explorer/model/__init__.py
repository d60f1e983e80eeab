"""Game graphs: nodes, moves, scores, boards and rules, their problems, and other forms of them."""
