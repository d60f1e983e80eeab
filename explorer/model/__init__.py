"""What a game graph is: nodes, moves, scores, boards and rules, what can be wrong with them, and other forms."""

from explorer.model import arrays, assemble, convert, tables

__all__ = ["arrays", "assemble", "convert", "tables"]  # which provide the conversions of `GameGraph`
