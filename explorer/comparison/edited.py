"""The effect of an edit: scores before and after it, and the first step in which two runs differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.model.check import check, errors_in
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_interval
from explorer.solver import solve
from explorer.trace import Trace

Interval = tuple[Score, Score]

_NAMED = 4  # nodes in the sentence
_AT_ONCE = 64  # steps that are compared at once
_MOST_CELLS = 20_000_000  # steps × nodes that are compared


@dataclass(frozen=True)
class Effect:
    """The changes that an edit of a graph causes in scores and in a run.

    Attributes
    ----------
    before, after : the graph before and after it.
    score_changes : for each node that was there before and has another score now, both scores, as intervals, since they
        may depend on open nodes.
    first : the first step in which the runs show different values of a node that both have; None if there is none, or
        no run to compare.
    """

    before: GameGraph
    after: GameGraph
    score_changes: Mapping[str, tuple[Interval, Interval]]
    first: int | None

    def __str__(self) -> str:
        """Return one line: "3 scores changed: a 1 → 0, …; first at step 2."."""
        if not self.score_changes:
            return "The last edit changed no score."
        listed = [
            f"{self.after.node(id).name} {format_interval(*old)} → {format_interval(*new)}"
            for id, (old, new) in list(self.score_changes.items())[:_NAMED]
        ]
        rest = ["…"] if len(self.score_changes) > _NAMED else []
        noun = "1 score" if len(self.score_changes) == 1 else f"{len(self.score_changes):,} scores"
        when = "" if self.first is None else f"; first at step {self.first:,}"
        return f"{noun} changed: {', '.join([*listed, *rest])}{when}."


def effect(
    before: GameGraph, after: GameGraph, *, endless: Score = 0, runs: tuple[Trace, Trace] | None = None
) -> Effect | None:
    """Return the changes that an edit of a graph causes; None if one of the graphs has errors.

    Parameters
    ----------
    runs : of one algorithm with the same options, on the graph before and after.
    """
    if any(errors_in(list(check(graph))) for graph in (before, after)):
        return None
    old, new = solve(before, endless=endless), solve(after, endless=endless)
    pairs = {id: (old.between_of(id), new.between_of(id)) for id in after.ids if id in before.index}
    score_changes = {id: (one, other) for id, (one, other) in pairs.items() if one != other}
    return Effect(before, after, score_changes, None if runs is None else first_difference(*runs))


def first_difference(one: Trace, other: Trace) -> int | None:
    """Return the first step in which two runs show different values of a common node; None if there is none."""
    nodes = [id for id in one.graph.ids if id in other.graph.index]
    steps = min(len(one), len(other))
    if steps * len(nodes) > _MOST_CELLS or one.has_bounds is not other.has_bounds:
        return None
    for start in range(0, steps, _AT_ONCE):
        listed = range(start, min(start + _AT_ONCE, steps))
        rows, others = ((run.bound_rows if run.has_bounds else run.score_rows)(listed, nodes) for run in (one, other))
        for step, row, its in zip(listed, rows, others, strict=True):
            if row != its:
                return step
    return None
