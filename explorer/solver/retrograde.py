"""Exact bounds and best moves by retrograde analysis: from the leaves backwards, every move looked at once.

Lower bounds are the scores when endless play counts as -∞ (sources: Kars, section 5, started from -∞ instead of 0;
Loops, Part 1).  They are found from the largest leaf down: a node that takes the largest is settled by its first
settled successor, one that takes the smallest by its last; the others are worth -∞.  This is the attractor of
the leaves with at least that score, grown score by score.

Upper bounds are lower bounds in the mirror, so the work is done on states (`explorer.solver.states`), and for both
conventions upper(p) = -lower(p in the mirrored view).  In a minimax graph the two views have nothing to do with each
other, so that large ones are settled at the same time; in a negamax graph they are settled together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.attractor import (
    BEGIN,
    HEAD,
    AttractorWork,
    RanksAndLevels,
    SettledStates,
    TargetGame,
    settle,
    unpack_ranks,
)
from explorer.solver.kernels import Integers, MutableRow, NumberRow, halves, rows_for, run
from explorer.solver.operator import GraphArrays, Ranks, arrays_of
from explorer.solver.solution import ENDLESS
from explorer.trace.run import Progress

_BETWEEN_WORDS = 16_384  # states
_FAR = 200_000  # nodes from which on memory is so slow that fetching ahead pays
_AHEAD = 8
_MANY = 2_000  # targets from which on it pays to look for a faster way to sort them
_VIEWS = (1, -1)  # factors of scores in the plain view and in the mirrored one


@dataclass(frozen=True)
class Retrograde:
    """Results of retrograde analysis, of shape (2, nodes): the plain view in row 0, the mirrored in row 1.

    Attributes
    ----------
    floors : the rank that the player who takes the largest in this view can force in finitely many moves, -∞ if none.
    levels : the number of these moves, as long as play stays among states of this floor; every state with a floor
        above -∞ that is no leaf has a successor of the same floor and a smaller level, and where the other player
        moves, no successor is worse: of a lower floor, or of the same floor and a level as large.
    """

    floors: Ranks
    levels: NDArray[np.int32]

    @property
    def lower(self) -> Ranks:
        """The ranks of the lower bounds, in node order."""
        return np.asarray(self.floors[0])

    @property
    def upper(self) -> Ranks:
        """The ranks of the upper bounds, in node order."""
        return np.asarray(-self.floors[1])


def retrograde(
    arrays: GraphArrays, *, hopeful: bool = False, above: int | None = None, progress: Progress | None = None
) -> Retrograde:
    """Return the bounds of every node, in O(moves + leaves · log leaves).

    Parameters
    ----------
    hopeful : whether an open node counts as +∞ to the player who takes the largest, in either view, instead of -∞.
    above : if given, a rank: only floors above it in the plain view, and above its negation in the mirrored one, are
        found, which is all that the score needs where endless play is worth this rank.
    progress : called with the number of settled states, every now and then.
    """
    nodes, size = len(arrays.orientation), len(arrays.indices)
    settled = _settle_views(arrays, hopeful, above, progress)
    floors, levels = np.full((2, nodes), -arrays.top, np.int32), np.zeros((2, nodes), np.int32)
    found = [*map(RanksAndLevels, floors.reshape(len(settled), -1), levels.reshape(len(settled), -1))]

    def spread_view(side: int, _: Progress | None) -> None:
        run(unpack_ranks, settled[side], found[side], size=size)

    if len(settled) > 1:
        halves(spread_view, size=size)
    else:
        spread_view(0, None)
    return Retrograde(floors, levels)


def _settle_views(
    arrays: GraphArrays, hopeful: bool, above: int | None, progress: Progress | None
) -> list[SettledStates]:
    """Settle the states of each view and return them; in a negamax graph, those of both together."""
    moves = arrays.predecessors  # first, since finding them takes memory that is free again afterwards
    nodes, lengths = len(arrays.orientation), arrays.indptr[1:] - arrays.indptr[:-1]
    narrowest = np.min_scalar_type(-1 - int(lengths.max(initial=0)))  # so that those of all nodes fit into a cache
    waits = np.ones((2, nodes), narrowest)

    def prepare(side: int) -> _Targets:
        np.copyto(waits[side], lengths, where=arrays.orientation == -_VIEWS[side], casting="unsafe")
        return _targets_in_view(arrays, _VIEWS[side], hopeful, above)

    def settle_view(side: int, progress: Progress | None) -> SettledStates:
        return _settle_waiting(moves, _targets_by_rank(prepare(side)), waits[side], progress)

    if arrays.sign > 0:
        return halves(settle_view, size=len(arrays.indices), progress=progress)
    return [
        _settle_waiting(
            moves, _targets_by_rank(_targets_in_both_views([prepare(0), prepare(1)], nodes)), waits.ravel(), progress
        )
    ]


def moves_to_end(bounds: Retrograde, endless: int, top: int) -> NDArray[np.int32]:
    """Return the number of moves to the end, from the levels of the player who can force the score.

    `ENDLESS` where nobody can; `endless` is the rank of endless play, and `top` that of +∞, whose end nobody can force.
    """
    forced = (bounds.lower >= endless) & (bounds.lower > -top), (bounds.upper <= endless) & (bounds.upper < top)
    never = np.iinfo(np.int32).max
    levels = [np.where(can, level, never) for can, level in zip(forced, bounds.levels, strict=True)]
    better, worse = bounds.lower > endless, bounds.upper < endless
    moves = np.where(better, levels[0], np.where(worse, levels[1], np.minimum(*levels)))
    return np.where(moves == never, ENDLESS, moves).astype(np.int32)


def score_ranks(arrays: GraphArrays, endless: int) -> Ranks:
    """Return the rank of the score of every node, in node order, where endless play is worth this rank.

    In a negamax graph it is worth that to the player to move at the node in question.
    """
    found = retrograde(arrays, above=endless)
    return np.asarray(np.clip(endless, found.lower, found.upper), np.int32)


def limit_scores(graph: GameGraph, endless: Score = 0) -> list[Score]:
    """Return the score of every node, in node order: the limit of s_n, with endless play worth `endless`.

    In a negamax graph `endless` is what endless play is worth to the player to move at the node in question.  An
    open node counts as endless play.
    """
    arrays = arrays_of(graph, extra=(endless,))
    return [arrays.score(rank) for rank in score_ranks(arrays, arrays.rank(endless)).tolist()]


class _Targets(NamedTuple):
    """Leaves and other states whose score is known, with the ranks of the scores."""

    states: Integers
    ranks: Integers


class _Rounds(NamedTuple):
    """Targets, the best first: the states, where in them each rank begins, and one more, and the ranks."""

    states: Integers
    firsts: Integers
    ranks: Integers


def _targets_in_view(arrays: GraphArrays, view: int, hopeful: bool, above: int | None) -> _Targets:
    """Return the targets in one view, by node."""
    states, ranks = arrays.leaves.astype(np.int32, copy=False), view * arrays.leaf_ranks
    if hopeful:
        states = np.concatenate((states, arrays.opens))
        ranks = np.concatenate((ranks, np.full(len(arrays.opens), arrays.top, np.int32)))
    if above is not None:
        least = view * above if arrays.sign > 0 else -abs(above)
        states, ranks = states[ranks > least], ranks[ranks > least]
    return _Targets(states, ranks)


def _targets_in_both_views(views: Sequence[_Targets], nodes: int) -> _Targets:
    """Return the targets in both views, by state: the mirrored view follows the plain one."""
    states = np.concatenate([targets.states + side * nodes for side, targets in enumerate(views)])
    return _Targets(states, np.concatenate([targets.ranks for targets in views]))


def _targets_by_rank(targets: _Targets) -> _Rounds:
    keys = -targets.ranks
    if len(keys) >= _MANY and np.abs(keys).max() < 2**15:
        keys = keys.astype(np.int16)  # which numpy sorts by their digits, several times as fast
    descending = np.argsort(keys, kind="stable")
    ranks = targets.ranks[descending]
    begins = np.ones(len(ranks) + 1, np.bool_)
    begins[1:-1] = ranks[1:] != ranks[:-1]
    firsts = begins.nonzero()[0].astype(np.int32)
    return _Rounds(targets.states[descending], firsts, ranks[firsts[:-1]])


def _settle_waiting(
    moves: tuple[Integers, Integers], rounds: _Rounds, waits: Integers, progress: Progress | None
) -> SettledStates:
    """Settle the states that wait for so many successors, which are counted down.

    `moves` are those backwards, between nodes; if there are more states, they are those of a negamax graph.
    """
    starts, sources = moves
    crossing = len(waits) - (len(starts) - 1)
    game = TargetGame(starts, sources, rounds.states, rounds.firsts, crossing)
    order, ends, at = np.empty(len(waits) + 1, np.int32), np.zeros(len(rounds.firsts), np.int32), np.array(BEGIN)
    size, ahead = len(sources), _AHEAD if len(waits) >= _FAR else 0
    game, work = rows_for(settle, game, AttractorWork(waits, np.empty(0, np.int32), order, ends, at), size=size)
    while run(settle, game, work, int(work.at[HEAD]) + _BETWEEN_WORDS, ahead, size=size):
        if progress is not None:
            progress(int(work.at[HEAD]))
    return SettledStates(np.asarray(work.order, np.int32), np.asarray(work.ends, np.int32), rounds.ranks)


class MovesWithBounds(NamedTuple):
    """Moves of inner nodes, and the bounds of all nodes in both views, one view after the other."""

    indptr: NumberRow
    indices: NumberRow
    orientation: NumberRow
    inner: NumberRow
    floors: NumberRow
    levels: NumberRow


class ChosenMoves(NamedTuple):
    """For each inner node, the place of its move in `indices`."""

    moves: MutableRow


def best_moves(arrays: GraphArrays, bounds: Retrograde, endless: int) -> NDArray[np.int32]:
    """Return for each inner node, in node order, the index in `arrays.indices` of an optimal move.

    Where the player to move does better than endless play (of rank `endless`), the move lowers the level on the way
    to the score, so that following such moves gets there; otherwise it keeps the score, and the play may go on for
    ever.  Ties go to the first in move order.
    """
    chosen = np.empty(len(arrays.inner), np.int32)
    moves = MovesWithBounds(
        arrays.indptr,
        arrays.indices,
        arrays.orientation,
        arrays.inner,
        np.ascontiguousarray(bounds.floors).ravel(),
        np.ascontiguousarray(bounds.levels).ravel(),
    )
    run(choose_best_moves, moves, ChosenMoves(chosen), endless, int(arrays.sign < 0), size=len(arrays.indices))
    return chosen


def choose_best_moves(inputs: MovesWithBounds, outputs: ChosenMoves, endless: int, crossing: int) -> int:
    """Choose the best moves; `crossing` is 1 where a move leads to the other view."""
    indptr, indices, orientation, inner, floors, levels = inputs
    (moves,) = outputs
    nodes = len(orientation)
    for number in range(len(inner)):
        node = inner[number]
        is_plain = orientation[node] > 0
        own, other = (0, nodes) if is_plain else (nodes, 0)
        after, behind = (other, own) if crossing else (own, other)
        worth = endless if is_plain else -endless
        floor = floors[own + node]
        best = indptr[node]
        if floor > worth:  # better than endless play: hurry
            least = len(floors)
            for move in range(indptr[node], indptr[node + 1]):
                target = after + indices[move]
                if floors[target] == floor and levels[target] < least:
                    least, best = levels[target], move
        else:
            score = min(worth, -floors[other + node])
            for move in range(indptr[node], indptr[node + 1]):
                target = indices[move]
                if max(floors[after + target], min(worth, -floors[behind + target])) == score:
                    best = move
                    break
        moves[number] = best
    return 0
