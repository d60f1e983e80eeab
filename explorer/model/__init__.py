"""Game graphs: nodes, moves, scores, boards and rules, their problems, and other forms of them."""

from explorer.model import arrays, assemble, convert, tables

__all__ = ["arrays", "assemble", "convert", "tables"]  # which provide the conversions of `GameGraph`
