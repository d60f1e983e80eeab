"""Exact bounds and best moves by retrograde analysis: from the leaves backwards, every move looked at once.

Lower bounds are the scores when endless play counts as -∞ (sources: Kars, section 5, started from -∞ instead of 0;
Loops, Part 1).  They are found from the largest leaf down: a node that takes the largest is settled by its first
settled successor, one that takes the smallest by its last; what is never settled is worth -∞.  This is the attractor
of the leaves with at least that score, grown score by score.

Upper bounds are lower bounds in the mirror, so the work is done on *states*: a node in one of two views.  In the plain
view scores are as they stand, in the mirrored view they are negated and the players change places.  A move of a minimax
graph stays in its view, a move of a negamax graph goes to the other one.  Then, for both conventions,
upper(p) = -lower(p in the mirrored view).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from explorer.solver.operator import GraphArrays, Ranks

PLAIN, MIRRORED = 0, 1

_BETWEEN_WORDS = 4_096  # states

Moves = NDArray[np.int64]


@dataclass(frozen=True)
class Retrograde:
    """What retrograde analysis finds; both arrays have shape (2, nodes), a row a view.

    Attributes
    ----------
    floors : the rank that the player who takes the largest in this view can force in finitely many moves, -∞ if none.
    levels : in how many moves, as long as play stays among states of this floor; every state with a floor above -∞
        that is no leaf has a successor of the same floor and a smaller level, and where the other player moves, no
        successor is worse: of a lower floor, or of the same floor and a level as large.
    """

    floors: Ranks
    levels: NDArray[np.int64]

    @property
    def lower(self) -> Ranks:
        """The ranks of the lower bounds, in node order."""
        return np.asarray(self.floors[PLAIN], np.int32)

    @property
    def upper(self) -> Ranks:
        """The ranks of the upper bounds, in node order."""
        return np.asarray(-self.floors[MIRRORED], np.int32)


def retrograde(
    arrays: GraphArrays, *, hopeful: bool = False, progress: Callable[[int], None] | None = None
) -> Retrograde:
    """The bounds of every node, in O(moves + leaves · log leaves).

    A state is the place of its node, plus the number of nodes if it is mirrored.

    Parameters
    ----------
    hopeful : whether an open node counts as +∞ to the player who takes the largest, in either view, instead of -∞.
    progress : called with the number of states that are settled, every few thousand of them.
    """
    nodes = len(arrays.orientation)
    settled = _Settling(arrays, progress)
    if hopeful:
        settled.attract(arrays.top, [*arrays.opens.tolist(), *(arrays.opens + nodes).tolist()])
    states = np.concatenate((arrays.leaves, arrays.leaves + nodes))
    ranks = np.concatenate((arrays.leaf_ranks, -arrays.leaf_ranks))
    falling = np.argsort(-ranks, kind="stable")
    pairs = zip(ranks[falling].tolist(), states[falling].tolist(), strict=True)
    for rank, group in groupby(pairs, key=lambda pair: pair[0]):
        settled.attract(rank, [state for _, state in group])
    return Retrograde(
        np.array(settled.floors, np.int32).reshape(2, nodes), np.array(settled.levels, np.int64).reshape(2, nodes)
    )


class _Settling:
    """The states settled so far, and how many successors each of the others still waits for."""

    def __init__(self, arrays: GraphArrays, progress: Callable[[int], None] | None) -> None:
        nodes = len(arrays.orientation)
        self._progress = progress
        self._settled = 0
        degrees = np.diff(arrays.indptr)
        orders = (arrays.orientation, -arrays.orientation)
        self._waits: list[int] = np.concatenate([np.where(order > 0, 1, degrees) for order in orders]).tolist()
        starts, sources = arrays.predecessors
        self._starts: list[int] = starts.tolist()
        self._sources: list[int] = sources.tolist()
        self._nodes = nodes
        self._stays = arrays.sign > 0
        self.floors: list[int] = [-arrays.top] * (2 * nodes)
        self.levels: list[int] = [0] * (2 * nodes)

    def attract(self, rank: int, queue: list[int]) -> None:
        """Settle with this rank the states of a queue and all that they attract, nearest first."""
        nodes, starts, sources, waits = self._nodes, self._starts, self._sources, self._waits
        for state in queue:  # grows while it is walked
            self._settled += 1
            if self._progress is not None and not self._settled % _BETWEEN_WORDS:
                self._progress(self._settled)
            self.floors[state] = rank
            mirrored = state >= nodes
            place = state - nodes if mirrored else state
            shift = nodes if mirrored == self._stays else 0
            for source in sources[starts[place] : starts[place + 1]]:
                before = source + shift
                waits[before] -= 1
                if not waits[before]:
                    self.levels[before] = self.levels[state] + 1
                    queue.append(before)


def best_moves(arrays: GraphArrays, found: Retrograde, endless: int) -> Moves:
    """For each inner node, in node order, the place in `arrays.indices` of an optimal move.

    Where the player to move does better than endless play (of rank `endless`), the move lowers the level on the way
    to the score, so that following such moves gets there; otherwise it keeps the score, and the play may go on for
    ever.  Ties go to the first in move order.
    """
    sources = np.repeat(arrays.inner, np.diff(arrays.indptr)[arrays.inner])
    view = np.where(arrays.orientation[sources] > 0, PLAIN, MIRRORED)
    after = view if arrays.sign > 0 else 1 - view
    worth = np.where(view == PLAIN, endless, -endless)
    here, there = (_scores(found, places, views, worth) for places, views in ((sources, view), (arrays.indices, after)))
    hurry = here > worth
    floors = found.floors
    good = np.where(hurry, floors[after, arrays.indices] == floors[view, sources], there == here)
    cost = np.where(good, np.where(hurry, found.levels[after, arrays.indices], 0), found.levels.size)
    return _cheapest(cost, arrays.indptr[arrays.inner])


def _scores(found: Retrograde, places: Moves, views: Moves, worth: Moves) -> Moves:
    """The scores of states when endless play is worth this much to the player who takes the largest there."""
    return np.clip(worth, found.floors[views, places], -found.floors[1 - views, places])


def _cheapest(cost: Moves, starts: Moves) -> Moves:
    """For each row of moves, the first of the least cost."""
    if not len(starts):
        return np.empty(0, np.int64)
    keys = cost * len(cost) + np.arange(len(cost))
    return np.asarray(np.minimum.reduceat(keys, starts) % len(cost), np.int64)
