"""Exact bounds and best moves by retrograde analysis: from the leaves backwards, every move looked at once.

Lower bounds are the scores when endless play counts as -∞ (sources: Kars, section 5, started from -∞ instead of 0;
Loops, Part 1).  They are found from the largest leaf down: a node that takes the largest is settled by its first
settled successor, one that takes the smallest by its last; what is never settled is worth -∞.  This is the attractor
of the leaves with at least that score, grown score by score.

Upper bounds are lower bounds in the mirror, so the work is done on states (`explorer.solver.states`), and for both
conventions upper(p) = -lower(p in the mirrored view).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from explorer.solver.attractor import Attractor, attract
from explorer.solver.operator import GraphArrays, Ranks
from explorer.solver.states import doubled, waiting_in

Moves = NDArray[np.int64]


@dataclass(frozen=True)
class Retrograde:
    """What retrograde analysis finds; arrays have shape (2, nodes), the plain view in row 0, the mirrored in row 1.

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
        return np.asarray(self.floors[0], np.int32)

    @property
    def upper(self) -> Ranks:
        """The ranks of the upper bounds, in node order."""
        return np.asarray(-self.floors[1], np.int32)


def retrograde(
    arrays: GraphArrays, *, hopeful: bool = False, progress: Callable[[int], None] | None = None
) -> Retrograde:
    """The bounds of every node, in O(moves + leaves · log leaves).

    Parameters
    ----------
    hopeful : whether an open node counts as +∞ to the player who takes the largest, in either view, instead of -∞.
    progress : called with the number of states that are settled, every few thousand of them.
    """
    ranks, found = settled(arrays, hopeful=hopeful, progress=progress)
    floors = np.full(len(found.levels), -arrays.top, np.int32)
    floors[np.array(found.order, np.intp)] = np.repeat(ranks, np.diff([0, *found.ends]))
    levels = np.maximum(found.levels, 0)
    return Retrograde(floors.reshape(-1, 2).T, levels.reshape(-1, 2).T)


def settled(
    arrays: GraphArrays, *, hopeful: bool = False, progress: Callable[[int], None] | None = None
) -> tuple[list[int], Attractor]:
    """How the states, by number, are settled: the ranks from the best down, and the attractor with a round for each."""
    states = doubled(arrays)
    falling = np.argsort(-states.leaf_ranks, kind="stable")
    pairs = zip(states.leaf_ranks[falling].tolist(), states.leaves[falling].tolist(), strict=True)
    rounds = [(rank, [state for _, state in group]) for rank, group in groupby(pairs, key=itemgetter(0))]
    if hopeful:
        rounds.insert(0, (arrays.top, states.opens.tolist()))
    found = attract(*waiting_in(states), map(itemgetter(1), rounds), progress)
    return [rank for rank, _ in rounds], found


def best_moves(arrays: GraphArrays, found: Retrograde, endless: int) -> Moves:
    """For each inner node, in node order, the index in `arrays.indices` of an optimal move.

    Where the player to move does better than endless play (of rank `endless`), the move lowers the level on the way
    to the score, so that following such moves gets there; otherwise it keeps the score, and the play may go on for
    ever.  Ties go to the first in move order.
    """
    sources = np.repeat(arrays.inner, np.diff(arrays.indptr)[arrays.inner])
    view = np.where(arrays.orientation[sources] > 0, 0, 1)
    after = view if arrays.sign > 0 else 1 - view
    worth = np.where(view == 0, endless, -endless)
    here, there = (
        _scores(found, indices, views, worth) for indices, views in ((sources, view), (arrays.indices, after))
    )
    hurry = here > worth
    floors = found.floors
    good = np.where(hurry, floors[after, arrays.indices] == floors[view, sources], there == here)
    cost = np.where(good, np.where(hurry, found.levels[after, arrays.indices], 0), found.levels.size)
    return _cheapest(cost, arrays.indptr[arrays.inner])


def _scores(found: Retrograde, indices: Moves, views: Moves, worth: Moves) -> Moves:
    """The scores of states when endless play is worth this much to the player who takes the largest there."""
    return np.clip(worth, found.floors[views, indices], -found.floors[1 - views, indices])


def _cheapest(cost: Moves, starts: Moves) -> Moves:
    """For each row of moves, the first of the least cost."""
    if not len(starts):
        return np.empty(0, np.int64)
    keys = cost * len(cost) + np.arange(len(cost))
    return np.asarray(np.minimum.reduceat(keys, starts) % len(cost), np.int64)
