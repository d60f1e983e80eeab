"""Operator A: one synchronous step of backing up scores, for both conventions.

Kars, Definition 4.1: s_{n+1} = A s_n, where A gives a leaf its score and an inner node the largest (Max) or the
smallest (Min) of its successors.  The value that A^n gives a node is the value of its tree of depth n, and as a
function of the worth of fresh leaves that tree is a clamp: with lower(n) = A^n from -∞ and upper(n) = A^n from +∞,
A^n from d is median(lower(n), d, upper(n)).  So this module steps lower and upper together, and every s_n, whatever
endless play is worth, is read off them.

In a negamax graph a move negates: lower(n+1) = max of -upper(n) and upper(n+1) = max of -lower(n) (Loops, Part 1).
Scores are held as signed ranks: the scores, their negations, 0 and ±∞ sorted, with rank 0 for score 0, so that any
ordered K works, arrays see only integers, and negating a score negates its rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import LEAF, NO_SCORE, OPEN, Csr
from explorer.model.graph import GameGraph
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, UNLIMITED, Range, Score
from explorer.solver.backwards import predecessor_arrays
from explorer.solver.kernels import Integers

Ranks = NDArray[np.int32]


@dataclass(frozen=True)
class GraphArrays:
    """Graph as arrays: moves in compressed rows (CSR), scores as signed ranks.

    Attributes
    ----------
    indptr, indices : the successors of node v are `indices[indptr[v]:indptr[v + 1]]`, in move order.
    orientation : +1 takes the largest, -1 the smallest, 0 leaf or open.
    sign : the factor of a rank in a move, +1 or -1.
    leaves, leaf_ranks : indices of the leaves and the ranks of their scores.
    opens : indices of the open nodes.
    scale : every score, ascending; rank r stands for `scale[r + len(scale) // 2]`.
    """

    indptr: Integers
    indices: Integers
    orientation: NDArray[np.int8]
    sign: int
    leaves: Integers
    leaf_ranks: Ranks
    opens: Integers
    scale: tuple[Score, ...]

    @property
    def top(self) -> int:
        """The rank of +∞; that of -∞ is its negation."""
        return len(self.scale) // 2

    def score(self, rank: int) -> Score:
        """Return the score of a signed rank."""
        return self.scale[rank + self.top]

    @cached_property
    def _rank_of(self) -> dict[Score, int]:
        return {score: index - self.top for index, score in enumerate(self.scale)}

    def rank(self, score: Score) -> int:
        """Return the signed rank of a score on the scale."""
        return self._rank_of[score]

    @cached_property
    def inner(self) -> Integers:
        """Indices of the inner nodes, which have moves."""
        return np.flatnonzero(self.orientation)

    @cached_property
    def predecessors(self) -> Csr:
        """`indptr` and `indices` of the moves backwards."""
        return Csr(*predecessor_arrays(self.indptr, self.indices))


def arrays_of(graph: GameGraph, *, extra: tuple[Score, ...] = ()) -> GraphArrays:
    """Return the arrays of a graph; its range and `extra` scores, which endless play can be worth, get ranks too."""
    columns, rows = graph.columns, graph.links.forward
    scale = scale_of([*columns.scale, *(graph.score_range or ()), *extra])
    middle = {score: index - len(scale) // 2 for index, score in enumerate(scale)}
    leaves = np.flatnonzero((columns.kinds == LEAF) & (columns.ranks != NO_SCORE))
    ranks = np.array([middle[score] for score in columns.scale], np.int32)
    return GraphArrays(
        indptr=rows.indptr,
        indices=rows.indices,
        orientation=columns.orientation,
        sign=graph.sign,
        leaves=leaves.astype(np.int32),
        leaf_ranks=ranks[columns.ranks[leaves]],
        opens=np.flatnonzero(columns.kinds == OPEN).astype(np.int32),
        scale=scale,
    )


def scale_of(scores: Sequence[Score]) -> tuple[Score, ...]:
    """Return scores, their negations, 0 and ±∞, ascending; an equal one stands as it is written last."""
    wanted: list[Score] = [0, *scores]
    known = {score: score for score in [*wanted, *(-score for score in wanted), NEGATIVE_INFINITY, POSITIVE_INFINITY]}
    known |= {score: score for score in wanted}  # the way the user wrote a number, not its negation's negation
    return tuple(known[score] for score in sorted(known))


def between_ranks(graph: GameGraph, arrays: GraphArrays, endless: Score) -> tuple[int, int]:
    """Return the least and largest rank of a node, counting endless play as worth `endless` there."""
    least, most = graph.hull()
    return arrays.rank(min(least, endless)), arrays.rank(max(most, endless))


class Iteration:
    """Repeated application of A to two starts at once, one in each row of `ranks`.

    A start is the rank that all nodes begin with, and that open nodes keep.
    In a negamax graph each row is computed from the other, so the second start must be the first negated.
    `advance` touches only nodes with a changed successor, yet the rows are exactly A^n of the starts.

    Attributes
    ----------
    touched : the indices where the last application changed either row, ascending.
    old : shape (2, touched), the ranks that stood there.
    """

    def __init__(self, arrays: GraphArrays, first: int, second: int) -> None:
        self.arrays = arrays
        self.n = 0
        self.ranks: Ranks = np.empty((2, len(arrays.orientation)), np.int32)
        self.ranks[:] = [[first], [second]]
        self.touched: Integers = np.empty(0, np.intp)
        self.old: Ranks = self.ranks[:, :0]

    def advance(self) -> Integers:
        """Apply A once; return the indices where either row changed."""
        if self.n:
            indices = self._predecessors_of(self.touched)
            after = self._backed_up_ranks(indices)
        else:
            indices, after = self._first_application()
        before = self.ranks[:, indices]
        moved = (before != after).any(axis=0)
        self.ranks[:, indices] = after
        self.touched, self.old = indices[moved], before[:, moved]
        self.n += 1
        return self.touched

    def before(self, index: int) -> list[int]:
        """Return the ranks of a node before the last application, both rows."""
        at = int(np.searchsorted(self.touched, index))
        is_touched = at < len(self.touched) and self.touched[at] == index
        found: list[int] = (self.old[:, at] if is_touched else self.ranks[:, index]).tolist()
        return found

    def _first_application(self) -> tuple[Integers, Ranks]:
        """Return all nodes but open ones, and their ranks after the first application of A."""
        arrays = self.arrays
        indices = np.concatenate((arrays.inner, arrays.leaves))
        after = np.concatenate((self._backed_up_ranks(arrays.inner), [arrays.leaf_ranks] * 2), axis=1, dtype=np.int32)
        order = np.argsort(indices)
        return indices[order], after[:, order]

    def _predecessors_of(self, changed: Integers) -> Integers:
        indptr, indices = self.arrays.predecessors
        flat, _ = rows_at(indptr, changed)
        return np.unique(indices[flat])

    def _backed_up_ranks(self, indices: Integers) -> Ranks:
        if not len(indices):
            return np.empty((2, 0), np.int32)
        arrays = self.arrays
        flat, starts = rows_at(arrays.indptr, indices)
        view: Ranks = self.ranks if arrays.sign > 0 else -self.ranks[::-1]
        sense = arrays.orientation[indices].astype(np.int32)
        degrees = arrays.indptr[indices + 1] - arrays.indptr[indices]
        towards = np.repeat(sense, degrees) * view[:, arrays.indices[flat]]
        return np.asarray(sense * np.maximum.reduceat(towards, starts, axis=1), np.int32)


def bounds_iteration(arrays: GraphArrays, hull: Range = UNLIMITED) -> Iteration:
    """Return the iteration whose rows are lower(n) and upper(n); open nodes may have any worth in the hull.

    In a negamax graph the ends of the hull are each other's negation.
    """
    low, high = map(arrays.rank, hull)
    return Iteration(arrays, low, high)


def approximate_ranks(arrays: GraphArrays, endless: int, n: int) -> Ranks:
    """Return the rank of s_n of every node, in node order, with endless play worth this rank to the mover.

    An open node counts as endless play.
    """
    bounds = Iteration(arrays, -arrays.top, arrays.top)
    while bounds.n < n and len(bounds.advance()):
        pass
    return np.asarray(np.clip(endless, *bounds.ranks), np.int32)


def approximation(graph: GameGraph, n: int, endless: Score = 0) -> list[Score]:
    """Return s_n of every node, in node order (Kars, Definition 4.1); its limit is the score."""
    arrays = arrays_of(graph, extra=(endless,))
    return [arrays.score(rank) for rank in approximate_ranks(arrays, arrays.rank(endless), n).tolist()]


def rows_at(indptr: Integers, indices: Integers) -> tuple[Integers, Integers]:
    """Return the positions in `indices` of the rows of nodes, one after the other, and the start of each row."""
    lengths = indptr[indices + 1] - indptr[indices]
    ends = np.cumsum(lengths)
    starts = ends - lengths
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(indptr[indices] - starts, lengths) + np.arange(total), starts
