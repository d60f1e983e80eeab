"""The words for values, windows and cuts that the searches with windows share."""

from __future__ import annotations

import math

from explorer.algorithms.searches.calls import Answer, Bound
from explorer.algorithms.searches.search_frame import Frame
from explorer.algorithms.searches.windows import Window
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score


def returned(answer: Answer) -> str:
    """The score of an answer: "3", "at least 3", "at most 3"."""
    return bounded(answer.score, answer.bound)


def bounded(score: Score, bound: Bound) -> str:
    """A score of which that is known: "3", "at least 3", "at most 3"."""
    return format_score(score) if bound is Bound.EXACT else f"{bound} {format_score(score)}"


def value_words(name: str, value: Score, bound: Bound, sign: int) -> str:
    """What a move is worth to its player: "b gives at least 2", or "b gives −b = 2" where a move negates."""
    return f"{name} gives {f'−{name} = ' if sign < 0 else ''}{bounded(value, bound.seen(sign))}"


def compared(before: Window, sense: int, value: Score) -> str:
    """How a value compares with what the player to move has already, and what becomes of the window."""
    letter, own = "α" if sense > 0 else "β", format_score(before.own(sense))
    word = "more" if sense > 0 else "less"
    if before.improved(sense, value):
        return f"{word} than {letter} = {own}: {letter} becomes {format_score(value)}"
    return f"no {word} than {letter} = {own}, which stays"


def cut_words(graph: GameGraph, frame: Frame, skipped: str, count: int) -> str:
    """Which bound cut, why, and what is not looked at."""
    letter, sign = ("β", "≥") if frame.sense > 0 else ("α", "≤")
    limit = format_score(frame.window.limit(frame.sense))
    left = f"{skipped} {'is' if count == 1 else 'are'} not looked at" if count else "there was no move left to skip"
    return (
        f"{letter} cut at {graph.nodes[frame.place].name}: {format_score(frame.best)} {sign} {letter} = {limit}, "
        f"{_why(graph, frame)}; {left}"
    )


def researched(graph: GameGraph, frame: Frame, target: int, value: Score) -> str:
    """Why a move that was only tested is searched again."""
    word = "at least" if frame.sense > 0 else "at most"
    name = graph.nodes[target].name
    seen = f"{'−' if graph.sign < 0 else ''}{name} is {word} {format_score(value)}"
    return f"{graph.nodes[frame.place].name}: {name} passes the test, {seen}: search it again."


def _why(graph: GameGraph, frame: Frame) -> str:
    holder = frame.window.limit_at(frame.sense)
    if holder is None:
        return (
            "and nothing can be better"
            if math.isinf(frame.window.limit(frame.sense))
            else "which is all that was asked"
        )
    who = "the other player" if graph.sign < 0 else "Min" if frame.sense > 0 else "Max"
    return f"so {who} will not let play come here from {graph.nodes[holder].name}"
