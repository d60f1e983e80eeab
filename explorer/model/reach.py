"""Search for reachable nodes level by level: large levels as arrays, small ones node by node."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import Csr, Indices

Marks = NDArray[np.int8]  # of each node, by index; 0 for none yet

_FEW = 64  # nodes up to which a level is walked one by one; long paths have nothing but such levels


def mark_reached(rows: Sequence[Csr], marks: Marks, waiting: Indices, *, turn: int = 1) -> None:
    """Mark, in place, all nodes that rows lead to from the waiting nodes, which have a mark.

    A node gets the mark of the node before it times `turn`.
    """
    stamps = np.empty(len(marks), np.int32)
    while len(waiting):
        if len(waiting) <= _FEW:
            waiting = _mark_node_by_node(rows, marks, waiting.tolist(), turn)
        else:
            levels = [_next_level(row, marks, waiting, stamps, turn) for row in rows]
            waiting = levels[0] if len(levels) == 1 else np.concatenate(levels)


def _next_level(row: Csr, marks: Marks, waiting: Indices, stamps: Indices, turn: int) -> Indices:
    """Mark all unmarked successors of these nodes, and return each of them once."""
    begins = row.indptr[waiting]
    lengths = row.indptr[waiting + 1] - begins
    ends = np.cumsum(lengths)
    others = row.indices[np.repeat(begins - ends + lengths, lengths) + np.arange(ends[-1], dtype=np.int32)]
    fresh = marks[others] == 0
    others = others[fresh]
    marks[others] = turn * np.repeat(marks[waiting], lengths)[fresh]
    numbers = np.arange(len(others), dtype=np.int32)
    stamps[others] = numbers
    return np.asarray(others[stamps[others] == numbers], np.int32)


def _mark_node_by_node(rows: Sequence[Csr], marks: Marks, waiting: list[int], turn: int) -> Indices:
    """Mark small levels node by node; return the next level when it is large or empty."""
    seen = marks.data
    views = [(row.indptr.data, row.indices.data) for row in rows]
    while waiting and len(waiting) <= 4 * _FEW:
        after: list[int] = []
        for node in waiting:
            mark = turn * seen[node]
            for indptr, indices in views:
                for other in indices[indptr[node] : indptr[node + 1]]:
                    if not seen[other]:
                        seen[other] = mark
                        after.append(other)
        waiting = after
    return np.array(waiting, np.int32)
