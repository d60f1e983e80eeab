"""What a game graph is: nodes, moves, scores, boards and rules, what can be wrong with them, and other forms."""
