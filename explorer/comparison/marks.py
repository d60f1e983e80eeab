"""Kinds of fault that leave a mark on each value that does not follow from those of its successors.

- *A naive memo* (Kars, Example 7.1): the value is that of the successors if some on a common cycle, which can have been
  on the path, count as endless play.
- *A move that is never made*: the value is the best one over all successors but one.
- *A bound kept as a value*: the value is that of a successor although others are better, as if a cutoff had left them
  out.  (The bounds of a fail-hard search are ends of windows, which bear no mark.)
- *A sign at one ply*: at all nodes as far from the start the wrong player chooses, so that the value is the worst one
  of the successors; or, in a negamax graph, the sign is not changed.
- *A finished game that is gone on with*: the value is that of a leaf.

A right value, too, may not follow from wrong ones: then it must bear the mark as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np

from explorer.comparison.fault import Fault
from explorer.comparison.first_wrong import Difference, Mask, Numbers, Ranks, Rows, Sides, Wrong
from explorer.model.columns import LEAF
from explorer.solver.operator import rows_at
from explorer.solver.paths import fewest_moves

NAIVE_MEMO = "the values of a naive memo, which keeps what it found while a successor was on the path"
MISSING_MOVE = "a move that is never made"
KEPT_BOUND = "a bound kept as a value, as after a cutoff"
WRONG_PLAYER = "the wrong player choosing at one ply"
UNCHANGED_SIGN = "a sign that is not changed at one ply"
FINISHED_GAME = "a finished game that is gone on with"

_MOST_NODES, _MOST_SCORES = 20_000, 30  # that a probability is estimated from

Test: TypeAlias = Callable[[Difference, Rows], Mask]


class Mark(NamedTuple):
    """A test of the value of an inner node.

    Attributes
    ----------
    name : the kind of fault.
    applies : for each node, whether the fault can show there, whatever its value is.
    bears : for each node, whether its value bears the mark.
    """

    name: str
    applies: Test
    bears: Test


def marks(found: Difference) -> Iterator[Fault]:
    """Yield the kinds of which each value that does not follow from others bears the mark."""
    wrong = found.wrong[found.kinds == Wrong.ITSELF]
    if not len(wrong):
        return
    nodes = np.concatenate((wrong, _unsupported(found)))
    is_inner = found.graph.columns.orientation[nodes] != 0
    if not is_inner.any():
        yield from _finished_games(found, nodes)
    if not is_inner.all():
        return
    rows = found.moves_of(nodes)
    if not (rows.own.low == rows.own.high).all():
        return
    fitting = [mark for mark in _MARKS if _fits(found, mark, rows)]
    for mark in fitting:
        moves = _skipped(rows, len(wrong)) if mark.name == MISSING_MOVE else ()
        yield Fault(mark.name, len(wrong), partial(_share, found, mark), moves=moves)


def _fits(found: Difference, mark: Mark, rows: Rows) -> bool:
    """Return whether all these values bear the mark, and the others are consistent with it."""
    is_borne = (mark.applies(found, rows) & mark.bears(found, rows)).all()
    return bool(is_borne) and _allows_cycles(found, mark) and _is_everywhere(found, mark, rows)


def _unsupported(found: Difference) -> Numbers:
    """Return the inner nodes with a right value that does not follow from the values of their successors."""
    graph = found.graph
    indptr, indices = graph.links.backward
    flat, _ = rows_at(indptr, found.wrong)
    is_met = np.zeros(len(graph.nodes), bool)
    is_met[indices[flat]] = True
    is_met[found.wrong] = False
    nodes = np.flatnonzero(is_met & (found.claims.codes >= 0))
    rows = found.moves_of(nodes)
    return nodes[rows.own.excludes(rows.backed_up)]


def _finished_games(found: Difference, nodes: Numbers) -> Iterator[Fault]:
    """Yield the fault if all these nodes are leaves; values of ids that the graph does not have point to it, too."""
    kinds, has = found.graph.columns.kinds, found.claims.codes >= 0
    if found.count(Wrong.ON_CYCLE) or not (kinds[nodes] == LEAF).all():
        return
    share = float((kinds[has] == LEAF).mean())
    yield Fault(FINISHED_GAME, len(nodes) + len(found.claims.strangers), lambda: share)


def _share(found: Difference, mark: Mark) -> float:
    """Return p: how many pairs of a node where a test applies and a wrong score of it bear the mark.

    It is the geometric mean over the scores of the wrong values, for scores can differ much in that.  The successors
    count as what they are worth.  Of a large graph, nodes and scores at equal intervals are taken.
    """
    inner = np.flatnonzero(found.graph.columns.orientation)
    rows = found.moves_of(_spread(inner, _MOST_NODES), is_true=True)
    applies, up = mark.applies(found, rows), found.graph.columns.orientation[rows.nodes] > 0
    scores, times = np.unique(found.counted.low[found.wrong[found.kinds == Wrong.ITSELF]], return_counts=True)
    taken = _spread(np.arange(len(scores)), _MOST_SCORES)
    logs = np.empty(len(taken))
    for place, rank in enumerate(scores[taken].tolist()):
        own = np.where(up, rank, -rank).astype(np.int32)
        is_wrong = applies & ((own < rows.true.low) | (own > rows.true.high))
        passed = mark.bears(found, rows._replace(own=Sides(own, own))) & is_wrong
        logs[place] = np.log((passed.sum() + 1) / (is_wrong.sum() + 1))  # the wrong value itself is one that passes
    return float(np.exp(np.average(logs, weights=times[taken])))


def _spread(items: Numbers, most: int) -> Numbers:
    return items if len(items) <= most else items[np.linspace(0, len(items) - 1, most).astype(np.int64)]


# ---- the marks


def _forgets_paths(found: Difference, rows: Rows) -> Mask:
    """Return whether each value is that of the successors, some on a common cycle being endless play."""
    on_cycle = _is_on_cycle(found, rows)
    endless = found.rank(found.endless) * found.graph.columns.orientation[rows.nodes]
    least = np.where(on_cycle, np.minimum(rows.after.low, endless[rows.numbers]), rows.after.low)
    own = rows.own.low
    taken = rows.any(_is_own(rows)) | (rows.any(on_cycle) & (own == endless))
    return np.asarray(taken & (own >= np.maximum.reduceat(least, rows.starts)))


def _is_on_cycle(found: Difference, rows: Rows) -> Mask:
    """Return for each move whether it is on a cycle."""
    circles = found.components
    return np.asarray(circles[rows.nodes][rows.numbers] == circles[rows.targets])


def _lacks_a_move(found: Difference, rows: Rows) -> Mask:
    """Return whether each value is the best over all successors but one; without its only move, a loss or a draw."""
    others = rows.any(_is_own(rows)) & (np.bincount(rows.numbers[_is_better(rows)], minlength=len(rows.nodes)) == 1)
    draw = found.rank(found.endless) * found.graph.columns.orientation[rows.nodes]
    is_end = (rows.own.low <= _worst(found)[rows.nodes]) | (rows.own.low == draw)
    return np.asarray(others | (is_end & (_degrees(rows) == 1)))


def _is_worst(_found: Difference, rows: Rows) -> Mask:
    """Return whether each value is the worst one of the successors."""
    return np.asarray(_worst_after(rows) == rows.own.low)


def _keeps_sign(_found: Difference, rows: Rows) -> Mask:
    """Return whether each value is the best one of the successors if no move changes the sign."""
    return np.asarray(-_worst_after(rows) == rows.own.low)


def _worst_after(rows: Rows) -> Ranks:
    return np.asarray(np.minimum.reduceat(rows.after.high, rows.starts), np.int32)


def _worst(found: Difference) -> Ranks:
    """Return for each node the worst score of a leaf for the player who moves there."""
    columns = found.graph.columns
    ranks = [found.rank(score) for score in columns.scale] or [0]
    low, high = (min(ranks), -max(ranks)) if found.graph.sign > 0 else (min(*ranks, -max(ranks)),) * 2
    return np.where(columns.orientation > 0, low, high)


def _is_cut(_found: Difference, rows: Rows) -> Mask:
    """Return whether each value is that of a successor, and others are better."""
    return np.asarray(rows.any(_is_own(rows)) & (rows.own.high < rows.backed_up.low))


def _is_own(rows: Rows) -> Mask:
    """Return for each move whether the successor has the value of its node."""
    own = rows.own.low[rows.numbers]
    return np.asarray((rows.after.low <= own) & (own <= rows.after.high))


def _is_better(rows: Rows) -> Mask:
    """Return for each move whether the successor is better than the value of its node."""
    return np.asarray(rows.after.low > rows.own.high[rows.numbers])


def _degrees(rows: Rows) -> Numbers:
    return np.bincount(rows.numbers, minlength=len(rows.nodes))


def _skipped(rows: Rows, count: int) -> tuple[tuple[int, int], ...]:
    """Return the moves that would have been better at the first nodes, of which there are `count`."""
    moves = np.flatnonzero(_is_better(rows) & (rows.numbers < count))
    return tuple(zip(rows.nodes[rows.numbers[moves]].tolist(), rows.targets[moves].tolist(), strict=True))


def _is_everywhere(found: Difference, mark: Mark, rows: Rows) -> bool:
    """Return whether the mark, where it is one of a ply, is borne by all nodes as far from the start as these."""
    if mark not in _OF_A_PLY:
        return True
    plies = fewest_moves(found.graph.links.forward, np.array([found.graph.root_index]))
    is_inner = (found.graph.columns.orientation != 0) & (found.claims.codes >= 0)
    nodes = np.flatnonzero(is_inner & (plies == plies[rows.nodes[0]]))
    return bool((plies[rows.nodes] == plies[rows.nodes[0]]).all() and mark.bears(found, found.moves_of(nodes)).all())


def _allows_cycles(found: Difference, mark: Mark) -> bool:
    """Return whether the mark is consistent with the values that only a cycle decides.

    Searches leave none.  A move that is never made does where it would have kept the play on the cycle: somewhere on it
    the value remains without a move.
    """
    places = np.flatnonzero(found.kinds == Wrong.ON_CYCLE)
    if not len(places) or mark.name != MISSING_MOVE:
        return not len(places) or mark in _OF_A_PLY
    rows = found.moves_of(found.wrong[places])
    has_other = np.bincount(rows.numbers[_is_own(rows)], minlength=len(places)) > 1
    return bool(np.isin(found.circles[places], found.circles[places][has_other]).all())


def _has_moves(_found: Difference, rows: Rows) -> Mask:
    return _degrees(rows) > 0


def _has_choice(_found: Difference, rows: Rows) -> Mask:
    return _degrees(rows) > 1


_OF_A_PLY = (
    Mark(WRONG_PLAYER, _has_moves, _is_worst),
    Mark(UNCHANGED_SIGN, lambda found, rows: _has_moves(found, rows) & (found.graph.sign < 0), _keeps_sign),
)
_MARKS = (
    Mark(NAIVE_MEMO, lambda found, rows: rows.any(_is_on_cycle(found, rows)), _forgets_paths),
    Mark(MISSING_MOVE, _has_moves, _lacks_a_move),
    Mark(KEPT_BOUND, _has_choice, _is_cut),
    *_OF_A_PLY,
)
