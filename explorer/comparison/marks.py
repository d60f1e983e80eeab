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

from explorer.comparison.fault import FaultKind
from explorer.comparison.first_wrong import Flags, MoveRows, RankIntervals, ValueDifference, WrongKind
from explorer.model.columns import LEAF
from explorer.solver.operator import Ranks, rows_at
from explorer.solver.paths import fewest_moves
from explorer.trace.changes import Numbers

NAIVE_MEMO = "the values of a naive memo, which keeps what it found while a successor was on the path"
MISSING_MOVE = "a move that is never made"
KEPT_BOUND = "a bound kept as a value, as after a cutoff"
WRONG_PLAYER = "the wrong player choosing at one ply"
UNCHANGED_SIGN = "a sign that is not changed at one ply"
FINISHED_GAME = "a finished game that is gone on with"

_MOST_NODES, _MOST_SCORES = 20_000, 30  # that a probability is estimated from

MarkTest: TypeAlias = Callable[[ValueDifference, MoveRows], Flags]


class FaultMark(NamedTuple):
    """A test of the value of an inner node for the mark of a fault.

    Attributes
    ----------
    name : the kind of fault.
    applies : tells for each node whether the fault can show there, whatever its value is.
    bears : tells for each node whether its value bears the mark.
    """

    name: str
    applies: MarkTest
    bears: MarkTest


def marks(difference: ValueDifference) -> Iterator[FaultKind]:
    """Yield the kinds of which each value that does not follow from others bears the mark."""
    wrong = difference.wrong[difference.kinds == WrongKind.ITSELF]
    if not len(wrong):
        return
    nodes = np.concatenate((wrong, _unsupported_nodes(difference)))
    is_inner = difference.graph.columns.orientation[nodes] != 0
    if not is_inner.any():
        yield from _finished_game_fault(difference, nodes)
    if not is_inner.all():
        return
    rows = difference.moves_of(nodes)
    if not (rows.own.low == rows.own.high).all():
        return
    fitting = [mark for mark in _MARKS if _all_bear_mark(difference, mark, rows)]
    for mark in fitting:
        moves = _skipped_moves(rows, len(wrong)) if mark.name == MISSING_MOVE else ()
        yield FaultKind(mark.name, len(wrong), partial(_chance_of_mark, difference, mark), moves=moves)


def _all_bear_mark(difference: ValueDifference, mark: FaultMark, rows: MoveRows) -> bool:
    """Return whether all first wrong values bear a fault's mark, and the others are consistent with it."""
    is_borne = (mark.applies(difference, rows) & mark.bears(difference, rows)).all()
    return bool(is_borne) and _allows_cycles(difference, mark) and _is_on_whole_ply(difference, mark, rows)


def _unsupported_nodes(difference: ValueDifference) -> Numbers:
    """Return the inner nodes with a right value that does not follow from the values of their successors."""
    graph = difference.graph
    indptr, indices = graph.links.backward
    flat, _ = rows_at(indptr, difference.wrong)
    is_before = np.zeros(len(graph.nodes), bool)
    is_before[indices[flat]] = True
    is_before[difference.wrong] = False
    nodes = np.flatnonzero(is_before & (difference.claims.codes >= 0))
    rows = difference.moves_of(nodes)
    return nodes[rows.own.excludes(rows.backed_up)]


def _finished_game_fault(difference: ValueDifference, nodes: Numbers) -> Iterator[FaultKind]:
    """Yield the fault if all these nodes are leaves; values of ids that the graph does not have point to it, too."""
    kinds, has = difference.graph.columns.kinds, difference.claims.codes >= 0
    if difference.count(WrongKind.ON_CYCLE) or not (kinds[nodes] == LEAF).all():
        return
    share = float((kinds[has] == LEAF).mean())
    yield FaultKind(FINISHED_GAME, len(nodes) + len(difference.claims.strangers), lambda: share)


def _chance_of_mark(difference: ValueDifference, mark: FaultMark) -> float:
    """Return the probability p that a random wrong score bears the mark at a node to which the test applies.

    It is the geometric mean over the scores of the wrong values, for scores can differ much in that.  The successors
    count as what they are worth.  Of a large graph, nodes and scores at equal intervals are taken.
    """
    inner = np.flatnonzero(difference.graph.columns.orientation)
    rows = difference.moves_of(_evenly_sampled(inner, _MOST_NODES), is_true=True)
    applies, up = mark.applies(difference, rows), difference.graph.columns.orientation[rows.nodes] > 0
    scores, times = np.unique(
        difference.counted.low[difference.wrong[difference.kinds == WrongKind.ITSELF]], return_counts=True
    )
    taken = _evenly_sampled(np.arange(len(scores)), _MOST_SCORES)
    logs = np.empty(len(taken))
    for place, rank in enumerate(scores[taken].tolist()):
        own = np.where(up, rank, -rank).astype(np.int32)
        is_wrong = applies & ((own < rows.true.low) | (own > rows.true.high))
        passed = mark.bears(difference, rows._replace(own=RankIntervals(own, own))) & is_wrong
        logs[place] = np.log((passed.sum() + 1) / (is_wrong.sum() + 1))  # the wrong value itself is one that passes
    return float(np.exp(np.average(logs, weights=times[taken])))


def _evenly_sampled(items: Numbers, most: int) -> Numbers:
    return items if len(items) <= most else items[np.linspace(0, len(items) - 1, most).astype(np.int64)]


# ---- the marks


def _forgets_paths(difference: ValueDifference, rows: MoveRows) -> Flags:
    """Return whether each value is that of the successors, some on a common cycle being endless play."""
    on_cycle = _is_on_cycle(difference, rows)
    endless = difference.rank(difference.endless) * difference.graph.columns.orientation[rows.nodes]
    least = np.where(on_cycle, np.minimum(rows.after.low, endless[rows.numbers]), rows.after.low)
    own = rows.own.low
    taken = rows.any(_moves_keeping_value(rows)) | (rows.any(on_cycle) & (own == endless))
    return np.asarray(taken & (own >= np.maximum.reduceat(least, rows.starts)))


def _is_on_cycle(difference: ValueDifference, rows: MoveRows) -> Flags:
    """Return for each move whether it is on a cycle."""
    circles = difference.components
    return np.asarray(circles[rows.nodes][rows.numbers] == circles[rows.targets])


def _lacks_a_move(difference: ValueDifference, rows: MoveRows) -> Flags:
    """Return whether each value is the best over all successors but one; without its only move, a loss or a draw."""
    others = rows.any(_moves_keeping_value(rows)) & (
        np.bincount(rows.numbers[_better_moves(rows)], minlength=len(rows.nodes)) == 1
    )
    draw = difference.rank(difference.endless) * difference.graph.columns.orientation[rows.nodes]
    is_end = (rows.own.low <= _worst_leaf_ranks(difference)[rows.nodes]) | (rows.own.low == draw)
    return np.asarray(others | (is_end & (_move_counts(rows) == 1)))


def _takes_worst_move(_difference: ValueDifference, rows: MoveRows) -> Flags:
    """Return whether each value is the worst one of the successors."""
    return np.asarray(_worst_successor_ranks(rows) == rows.own.low)


def _ignores_sign_change(_difference: ValueDifference, rows: MoveRows) -> Flags:
    """Return whether each value is the best one of the successors if no move changes the sign."""
    return np.asarray(-_worst_successor_ranks(rows) == rows.own.low)


def _worst_successor_ranks(rows: MoveRows) -> Ranks:
    return np.asarray(np.minimum.reduceat(rows.after.high, rows.starts), np.int32)


def _worst_leaf_ranks(difference: ValueDifference) -> Ranks:
    """Return for each node the worst score of a leaf for the player who moves there."""
    columns = difference.graph.columns
    ranks = [difference.rank(score) for score in columns.scale] or [0]
    low, high = (min(ranks), -max(ranks)) if difference.graph.sign > 0 else (min(*ranks, -max(ranks)),) * 2
    return np.where(columns.orientation > 0, low, high)


def _misses_better_moves(_difference: ValueDifference, rows: MoveRows) -> Flags:
    """Return whether each value is that of a successor, and others are better."""
    return np.asarray(rows.any(_moves_keeping_value(rows)) & (rows.own.high < rows.backed_up.low))


def _moves_keeping_value(rows: MoveRows) -> Flags:
    """Return for each move whether the successor has the value of its node."""
    own = rows.own.low[rows.numbers]
    return np.asarray((rows.after.low <= own) & (own <= rows.after.high))


def _better_moves(rows: MoveRows) -> Flags:
    """Return for each move whether the successor is better than the value of its node."""
    return np.asarray(rows.after.low > rows.own.high[rows.numbers])


def _move_counts(rows: MoveRows) -> Numbers:
    return np.bincount(rows.numbers, minlength=len(rows.nodes))


def _skipped_moves(rows: MoveRows, count: int) -> tuple[tuple[int, int], ...]:
    """Return the moves that would have been better at the first nodes, of which there are `count`."""
    moves = np.flatnonzero(_better_moves(rows) & (rows.numbers < count))
    return tuple(zip(rows.nodes[rows.numbers[moves]].tolist(), rows.targets[moves].tolist(), strict=True))


def _is_on_whole_ply(difference: ValueDifference, mark: FaultMark, rows: MoveRows) -> bool:
    """Return whether all nodes of a ply bear a fault's mark; true for faults of single nodes."""
    if mark not in _OF_A_PLY:
        return True
    plies = fewest_moves(difference.graph.links.forward, np.array([difference.graph.root_index]))
    is_inner = (difference.graph.columns.orientation != 0) & (difference.claims.codes >= 0)
    nodes = np.flatnonzero(is_inner & (plies == plies[rows.nodes[0]]))
    return bool(
        (plies[rows.nodes] == plies[rows.nodes[0]]).all() and mark.bears(difference, difference.moves_of(nodes)).all()
    )


def _allows_cycles(difference: ValueDifference, mark: FaultMark) -> bool:
    """Return whether the mark is consistent with the values that only a cycle decides.

    Searches leave none.  A move that is never made does where it would have kept the play on the cycle: somewhere on it
    the value remains without a move.
    """
    places = np.flatnonzero(difference.kinds == WrongKind.ON_CYCLE)
    if not len(places) or mark.name != MISSING_MOVE:
        return not len(places) or mark in _OF_A_PLY
    rows = difference.moves_of(difference.wrong[places])
    has_other = np.bincount(rows.numbers[_moves_keeping_value(rows)], minlength=len(places)) > 1
    return bool(np.isin(difference.circles[places], difference.circles[places][has_other]).all())


def _has_moves(_difference: ValueDifference, rows: MoveRows) -> Flags:
    return _move_counts(rows) > 0


def _has_choice(_difference: ValueDifference, rows: MoveRows) -> Flags:
    return _move_counts(rows) > 1


_OF_A_PLY = (
    FaultMark(WRONG_PLAYER, _has_moves, _takes_worst_move),
    FaultMark(
        UNCHANGED_SIGN,
        lambda difference, rows: _has_moves(difference, rows) & (difference.graph.sign < 0),
        _ignores_sign_change,
    ),
)
_MARKS = (
    FaultMark(NAIVE_MEMO, lambda difference, rows: rows.any(_is_on_cycle(difference, rows)), _forgets_paths),
    FaultMark(MISSING_MOVE, _has_moves, _lacks_a_move),
    FaultMark(KEPT_BOUND, _has_choice, _misses_better_moves),
    *_OF_A_PLY,
)
