"""Random graphs as arrays, many of them or large ones, made without a `GameGraph`; and their scores by plain sweeps."""

from __future__ import annotations

import math

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from explorer.solver.operator import GraphArrays


def random_arrays(
    rng: Generator,
    nodes: int,
    *,
    sign: int = 1,
    leaves: float = 0.3,
    most: int = 3,
    scores: int = 3,
    opens: float = 0,
    width: type[np.signedinteger] = np.int32,
) -> GraphArrays:
    """A graph whose moves go anywhere, to the node itself as well; inner nodes have 1 to `most` moves.

    Parameters
    ----------
    leaves, opens : the share of nodes of that kind, on average.
    scores : leaves score from -scores to scores.
    width : of the numbers of nodes and moves; a graph that is read has 32 bits.
    """
    chance = rng.random(nodes)
    inner = chance >= leaves + opens
    players = np.where((rng.random(nodes) < 0.5) | (sign < 0), 1, -1)
    degrees = np.where(inner, rng.integers(1, most + 1, nodes), 0)
    at = np.flatnonzero(chance < leaves)
    return GraphArrays(
        indptr=np.concatenate(([0], np.cumsum(degrees))).astype(width),
        indices=rng.integers(0, nodes, degrees.sum()).astype(width),
        orientation=np.where(inner, players, 0).astype(np.int8),
        sign=sign,
        leaves=at.astype(width),
        leaf_ranks=rng.integers(-scores, scores + 1, len(at)).astype(np.int32),
        opens=np.flatnonzero((chance >= leaves) & ~inner).astype(width),
        scale=(-math.inf, *range(-scores, scores + 1), math.inf),
    )


def sweeps(arrays: GraphArrays, endless: int, most: int | None = None) -> list[list[int]]:
    """s_0, s_1, … of all nodes until nothing changes, or s_most: plain sweeps over all states, both views together."""
    nodes = len(arrays.orientation)
    leaf = dict(zip(arrays.leaves.tolist(), arrays.leaf_ranks.tolist(), strict=True))
    rows = [arrays.indices[arrays.indptr[v] : arrays.indptr[v + 1]].tolist() for v in range(nodes)]
    senses = arrays.orientation.tolist()
    now = {(node, view): endless for node in range(nodes) for view in (1, -1)}
    found = [[now[node, 1] for node in range(nodes)]]
    while most is None or len(found) <= most:
        new = {}
        for node, view in now:
            values = [now[other, view * arrays.sign] for other in rows[node]]
            if node in leaf:
                new[node, view] = view * leaf[node]
            elif not values:
                new[node, view] = endless
            else:
                new[node, view] = max(values) if senses[node] * view > 0 else min(values)
        if new == now and most is None:
            break
        now = new
        found.append([now[node, 1] for node in range(nodes)])
    return found


def rank_rows(arrays: GraphArrays) -> NDArray[np.int32]:
    """The limits of the sweeps from -∞ and from +∞."""
    return np.array([sweeps(arrays, worth)[-1] for worth in (-arrays.top, arrays.top)], np.int32)
