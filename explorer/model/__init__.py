"""What a game graph is: nodes, moves, scores, boards and rules, what can be wrong with them, and other forms."""

from explorer.model import assemble, convert

__all__ = ["assemble", "convert"]  # which provide the conversions of `GameGraph`
