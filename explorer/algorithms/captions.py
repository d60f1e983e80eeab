"""Words that the captions of several algorithms share."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score, format_bounds, format_score

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def s(n: int) -> str:
    """s with a subscript: s₁₂."""
    return "s" + str(n).translate(_SUBSCRIPTS)


def counted(number: int, noun: str) -> str:
    """The number and the noun: "1 step", "2 steps"."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def superlative(graph: GameGraph, place: int) -> str:
    """What an inner node takes of its successors: "the largest of" or "the smallest of"."""
    return "the smallest of" if graph.orientation[place] < 0 else "the largest of"


def seen(graph: GameGraph, place: int, score: Score) -> str:
    """A successor's score as its predecessor sees it: "b = −1", or "−b = 1" where a move negates.

    `score` is the number after the move's sign was applied.
    """
    minus = "−" if graph.convention is Convention.NEGAMAX else ""
    return f"{minus}{graph.nodes[place].name} = {format_score(score)}"


def interval(lower: Score, upper: Score) -> str:
    """Bounds in a sentence: "[−1, 2]", or one number where they are equal."""
    text = format_bounds(lower, upper)
    return text if lower == upper else f"[{text}]"


def listed(words: Iterable[str], most: int) -> str:
    """The words with commas, the first `most` of them; "…" stands for the rest."""
    items = list(words)
    return ", ".join([*items[:most], *(["…"] if len(items) > most else [])])
