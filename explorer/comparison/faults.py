"""The three faults that wrong values are looked at for, each of which leaves its mark on all of them.

- *Draws counted as losses*: every wrong value is what the node would be worth if endless play were worth the least
  score that there is, or the greatest.
- *A naive memo* (Kars, Example 7.1): every value that is wrong by itself is that of its successors if some on a
  common cycle, which can have been on the path, count as endless play.
- *A bound kept as a value*: every value that is wrong by itself is that of a successor although others are better, as
  if a cutoff had left them out; failing that, it may be that of a predecessor, as the end of a window is.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from explorer.comparison.first_wrong import Difference, Mask, Numbers, Rows, Wrong
from explorer.model.graph import Convention
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY
from explorer.solver.components import components
from explorer.solver.operator import rows_at


def consistent_with(found: Difference) -> list[str]:
    """The faults with which all wrong values are consistent; more than one if they do not tell them apart."""
    if not len(found.wrong):
        return []
    fitting = [*dict.fromkeys(_lost_draws(found)), *_searches(found)]
    return fitting or [*_searches(found, is_hard=True)]


def _lost_draws(found: Difference) -> Iterator[str]:
    """Draws counted as losses, and for whom."""
    up = found.graph.columns.orientation[found.wrong] > 0
    for least, most in _losses(found):
        sides: dict[str, Numbers | int] = {"Max": least, "Min": most, "the player to move": np.where(up, least, most)}
        if found.graph.convention is Convention.NEGAMAX:
            sides = {"the player to move": least, "the player who has just moved": most}
        yield from (f"draws counted as losses for {name}" for name, worth in sides.items() if _fits(found, worth))


def _losses(found: Difference) -> Iterator[tuple[int, int]]:
    """The ranks of a loss for one player and for the other: the worst scores of leaves, and infinite ones."""
    leaves = found.graph.columns.scale
    scores = [*leaves, *(-score for score in leaves)] if found.graph.sign < 0 else leaves
    ends = found.graph.score_range or (min(scores, default=0), max(scores, default=0))
    if all(end in found.scale for end in ends):
        least, most = map(found.rank, ends)
        yield least, most
    yield found.rank(NEGATIVE_INFINITY), found.rank(POSITIVE_INFINITY)


def _fits(found: Difference, worth: Numbers | int) -> bool:
    """Whether all wrong claims are what the nodes are worth if endless play is worth this rank."""
    nodes, solution = found.wrong, found.solution
    ranks = np.array([*map(found.rank, solution.lower.scale)], np.int32)
    lower, upper = (ranks[side.codes[nodes]] for side in (solution.lower, solution.upper))
    ought = np.minimum(np.maximum(worth, lower), upper)
    return all(bool((side[nodes] == ought).all()) for side in found.counted)


def _searches(found: Difference, *, is_hard: bool = False) -> Iterator[str]:
    """The faults of searches, of which each first wrong value bears the mark.

    The values of a fail-hard search are often an end of its window.  Others fit that by chance, so it is asked last.
    """
    nodes = found.wrong[found.kinds == Wrong.ITSELF]
    if found.count(Wrong.ON_CYCLE) or not (found.graph.columns.orientation[nodes] != 0).all():
        return
    rows = found.moves_of(nodes)
    if not (rows.own.low == rows.own.high).all():
        return
    if _forgets_paths(found, rows).all():
        yield "the values of a naive memo, which keeps what it found while a successor was on the path"
    is_bound = _is_cut(rows)
    if is_bound.all() or (is_hard and (is_bound | _is_limit(found, rows)).all()):
        yield "a bound kept as a value, as after a cutoff"


def _forgets_paths(found: Difference, rows: Rows) -> Mask:
    """For each node, whether its value is that of its successors, some on a common cycle being endless play."""
    circles = components(*found.graph.links.forward)
    on_cycle = circles[rows.nodes][rows.numbers] == circles[rows.targets]
    endless = found.rank(found.endless) * found.graph.columns.orientation[rows.nodes]
    least = np.where(on_cycle, np.minimum(rows.after.low, endless[rows.numbers]), rows.after.low)
    own = rows.own.low
    taken = rows.any(_is_own(rows)) | (rows.any(on_cycle) & (own == endless))
    return np.asarray(taken & (own >= np.maximum.reduceat(least, rows.starts)))


def _is_cut(rows: Rows) -> Mask:
    """For each node, whether its value is that of a successor, and others are better."""
    return np.asarray(rows.any(_is_own(rows)) & (rows.own.high < rows.backed_up.low))


def _is_limit(found: Difference, rows: Rows) -> Mask:
    """For each node, whether a predecessor has its value, too: the end of a window, as a fail-hard search gives it."""
    graph = found.graph
    indptr, indices = graph.links.backward
    flat, _ = rows_at(indptr, rows.nodes)
    numbers = np.repeat(np.arange(len(rows.nodes)), indptr[rows.nodes + 1] - indptr[rows.nodes])
    low, high = (side[indices[flat]] for side in found.counted)
    own = graph.sign * found.counted.low[rows.nodes[numbers]]
    return np.bincount(numbers[(low <= own) & (own <= high)], minlength=len(rows.nodes)) > 0


def _is_own(rows: Rows) -> Mask:
    """For each move, whether the successor has the value of its node."""
    own = rows.own.low[rows.numbers]
    return np.asarray((rows.after.low <= own) & (own <= rows.after.high))
