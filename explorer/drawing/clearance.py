"""Small moves of nodes out of the way of straight moves that would run through them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import Points

CLEAR = 34.0  # between a move and the middle of a node that it only passes
APART = 88.0  # between the middles of two nodes
_PASSES = 3
_NUDGES: Points = np.array(
    [(reach * dx, reach * dy) for reach in (1, 1.7) for dx, dy in ((46, 0), (-46, 0), (0, 38), (0, -38))]
)


def nudged(points: Points, moves: Sequence[tuple[int, int]], *, apart: float = APART) -> Points:
    """Return the points, some moved a little so that fewer moves run through nodes that are not their ends.

    Parameters
    ----------
    points : the middles of the nodes, shape (nodes, 2).
    moves : pairs of rows of `points`.
    apart : from any other, a node that is moved.
    """
    ends = np.array([move for move in moves if move[0] != move[1]], np.intp).reshape(-1, 2)
    placed = points.copy()
    for _ in range(_PASSES):
        hits = _passes_too_close(placed[ends[:, 0]], placed[ends[:, 1]], placed)
        hits[np.arange(len(ends))[:, None], ends] = False
        crowded = np.flatnonzero(hits.sum(axis=0))
        if not sum([_nudge_node(int(node), placed, ends, apart) for node in crowded]):
            break
    return placed


def _nudge_node(node: int, points: Points, ends: NDArray[np.intp], apart: float) -> bool:
    """Move a node to the best of its candidate positions, if that is better than where it is."""
    candidates = np.concatenate(([points[node]], points[node] + _NUDGES))
    costs = _position_costs(node, candidates, points, ends, apart)
    best = int(np.argmin(costs))
    points[node] = candidates[best]
    return best != 0


def _position_costs(
    node: int, candidates: Points, points: Points, ends: NDArray[np.intp], apart: float
) -> NDArray[np.float64]:
    """Return the cost of each candidate position: moves through the node, nodes on its own moves, and crowding,
    which counts most."""
    own = (ends == node).any(axis=1)
    through = _passes_too_close(points[ends[~own, 0]], points[ends[~own, 1]], candidates).sum(axis=0)
    partners = ends[own].sum(axis=1) - node
    rest = np.delete(np.arange(len(points)), node)
    on_own = _nodes_on_own_moves(candidates, partners, points, rest)
    distances = ((candidates[:, None] - points[rest][None]) ** 2).sum(axis=2)
    crowding = (distances < apart**2).sum(axis=1)
    crowding[0] = 0
    return np.asarray(through + on_own + 1000.0 * crowding, np.float64)


def _nodes_on_own_moves(
    candidates: Points, partners: NDArray[np.intp], points: Points, rest: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Return for each candidate position of a node how many others lie on its moves to its partners."""
    starts = np.repeat(candidates, len(partners), axis=0)
    stops = np.tile(points[partners], (len(candidates), 1))
    passed = _passes_too_close(starts, stops, points[rest]).reshape(len(candidates), len(partners), len(rest))
    return np.asarray((passed & (partners[:, None] != rest)).sum(axis=(1, 2)), np.intp)


def _passes_too_close(starts: Points, stops: Points, points: Points) -> NDArray[np.bool_]:
    """Return whether each segment passes too close to each point, shape (segments, points)."""
    dx, dy = (stops - starts).T[:, :, None]
    x, y = points.T[:, None] - starts.T[:, :, None]
    share = np.clip((x * dx + y * dy) / np.maximum(dx**2 + dy**2, 1e-9), 0, 1)
    return np.asarray((x - share * dx) ** 2 + (y - share * dy) ** 2 < CLEAR**2, np.bool_)
