"""How many moves apart nodes are, whoever moves: breadth-first, as an attractor in which one successor is enough."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import Csr
from explorer.solver.attractor import BEGIN, OUTSIDE, Found, Settled, TargetGame, Work, settle, unpack_ranks
from explorer.solver.kernels import run


def fewest_moves(rows: Csr, starts: NDArray[Any]) -> NDArray[np.int32]:
    """For each node the length of a shortest path along rows from one of the starts; `OUTSIDE` where none leads.

    Along successors these are distances from the starts, along predecessors distances to them.

    Examples
    --------
    >>> fewest_moves(Csr(np.array([0, 2, 3, 3, 3], np.int32), np.array([1, 2, 2], np.int32)), np.array([0])).tolist()
    [0, 1, 1, -1]
    """
    nodes, size = len(rows.indptr) - 1, len(rows.indices)
    met = np.bincount(rows.indices, minlength=1)
    waits = np.ones(nodes, np.min_scalar_type(-1 - int(met.max())))
    order, ends = np.empty(nodes + 1, np.int32), np.zeros(2, np.int32)
    game = TargetGame(*rows, np.asarray(starts, np.int32), np.array([0, len(starts)], np.int32), 0)
    run(settle, game, Work(waits, np.empty(0, np.int32), order, ends, np.array(BEGIN)), nodes + 1, 0, size=size)
    levels = np.full(nodes, OUTSIDE, np.int32)
    run(unpack_ranks, Settled(order, ends, np.zeros(1, np.int32)), Found(np.zeros_like(levels), levels), size=size)
    return levels
