"""What a game graph is: nodes, moves, scores, boards and rules, what is wrong with one, and other forms of it."""
