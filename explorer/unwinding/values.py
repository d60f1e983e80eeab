"""Values of the copies of a tree: known where it ends, backed up above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.solver.operator import GraphArrays, Ranks, approximate_ranks
from explorer.solver.retrograde import score_ranks
from explorer.unwinding.states import States

_BATCH = 1_000_000  # moves that are backed up in one array operation
_MOST = 100_000_000  # moves that are backed up in all, before the rest of the hidden copies go without a value


@dataclass(frozen=True)
class Worth:
    """Value of endless play, as a rank, for the ends of a tree that are no leaves.

    Kars scores it 0.  In general it is worth d to the player to move at the root, so after k moves that negate it is
    worth (-1)^k d to the player to move there: s^d_{n+1}(p) is the maximum of -s^{-d}_n over the successors of p.
    """

    at_root: int
    sign: int

    def after(self, moves: int) -> int:
        """Return the rank of endless play to the player to move after this many moves."""
        return self.at_root if moves % 2 == 0 else self.sign * self.at_root


def scores_after(arrays: GraphArrays, moves: int | None, worth: int) -> Ranks:
    """Return for each node the value of its tree of `moves` moves, s_moves; for None, of its infinite tree."""
    return score_ranks(arrays, worth) if moves is None else approximate_ranks(arrays, worth, moves)


def backed_up(
    parents: Sequence[int | None], senses: Sequence[int], sign: int, ends: Sequence[int | None]
) -> list[int | None]:
    """Return the rank of each copy, backed up from the ends of the tree.

    A copy of sense +1 takes the largest rank of its children, one of sense -1 the smallest, each times `sign`.

    Parameters
    ----------
    parents : for each copy the index of its parent, parents before children.
    senses : for each copy what it takes of its children; 0 where it has none and `ends` gives its rank.
    ends : the ranks where the tree ends, None elsewhere and where a rank is not known; what hangs on an unknown rank
        is unknown too.
    """
    ranks = list(ends)
    unknown = [sense == 0 and rank is None for sense, rank in zip(senses, ends, strict=True)]
    for index in range(len(ranks) - 1, 0, -1):
        parent = parents[index]
        if parent is None:
            continue
        rank, best = ranks[index], ranks[parent]
        if unknown[index] or rank is None:
            unknown[parent], ranks[parent] = True, None
        elif not unknown[parent]:
            seen = sign * rank
            better = best is None or senses[parent] * seen > senses[parent] * best
            ranks[parent] = seen if better else best
    return ranks


def values_below_paths(
    states: States, arrays: GraphArrays, worth: Worth, copies: Sequence[tuple[int, frozenset[int]]]
) -> list[int | None]:
    """Return the rank of each state's subtree, below its path, in the tree that is cut at recurrences.

    By Theorem 6.6 that subtree scores what the state scores in the graph whose nodes on the path are leaves worth
    endless play, so A is applied until it rests, for many paths at once; None where that became too much work.
    """
    rows = {path: row for row, path in enumerate(dict.fromkeys(path for _, path in copies))}
    paths = list(rows)
    found = _BarredSetsSolver(states, arrays, worth)
    size = max(1, _BATCH // max(1, len(found.indices)))
    values: list[Ranks] = []
    for start in range(0, len(paths), size):
        if found.work > _MOST:
            break
        values += list(found.scores(paths[start : start + size]))
    return [int(values[rows[path]][state]) if rows[path] < len(values) else None for state, path in copies]


class _BarredSetsSolver:
    """Solver for many barred sets: states that become leaves worth endless play."""

    def __init__(self, states: States, arrays: GraphArrays, worth: Worth) -> None:
        rows = states.successors
        degrees = np.array([len(row) for row in rows])
        self.indices = np.array([other for row in rows for other in row], np.intp)
        self.inner = np.flatnonzero(degrees)
        self.starts = (np.cumsum(degrees) - degrees)[self.inner]
        self.sense = np.repeat(arrays.orientation, states.sides)[self.inner].astype(np.int32)
        self.towards = np.repeat(self.sense, degrees[self.inner]) * np.int32(arrays.sign)
        sides = [worth.after(side) for side in range(states.sides)]
        self.start = np.tile(sides, len(arrays.orientation)).astype(np.int32)
        for side in range(states.sides):
            self.start[arrays.leaves * states.sides + side] = arrays.leaf_ranks
        self.work = 0

    def scores(self, barred: Sequence[frozenset[int]]) -> Ranks:
        """Return the ranks of all states for each barred set, in an array of shape (sets, states)."""
        ranks = np.tile(self.start, (len(barred), 1))
        free = self._are_free(barred)
        while len(self.inner):
            self.work += ranks.shape[0] * len(self.indices)
            best = np.maximum.reduceat(ranks[:, self.indices] * self.towards, self.starts, axis=1) * self.sense
            new = np.where(free, best, ranks[:, self.inner])
            if np.array_equal(new, ranks[:, self.inner]):
                break
            ranks[:, self.inner] = new
        return ranks

    def _are_free(self, barred: Sequence[frozenset[int]]) -> NDArray[np.bool_]:
        """Return whether each inner state is outside each barred set, shape (sets, inner states)."""
        free = np.ones((len(barred), len(self.start)), np.bool_)
        for row, indices in enumerate(barred):
            free[row, list(indices)] = False
        return free[:, self.inner]
