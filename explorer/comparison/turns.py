"""Whose turn it is at each node, as far as the graph tells: from whose view a value can be meant."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer.model.graph import GameGraph
from explorer.solver.paths import fewest_moves


def turns(graph: GameGraph) -> NDArray[np.int8]:
    """Return +1 where Max is to move, -1 where Min is, and 0 where the graph does not tell.

    In a negamax graph Max is who begins; it tells no turn at all if an even and an odd number of moves lead to a node.
    At a leaf it is the turn of the player who has not just moved, if all moves to it are those of one player.
    """
    return _turns_by_plies(graph) if graph.sign < 0 else _turns_by_players(graph)


def _turns_by_plies(graph: GameGraph) -> NDArray[np.int8]:
    indptr, indices = graph.links.forward
    plies = fewest_moves(graph.links.forward, np.array([graph.root_index]))
    found = np.where(plies < 0, 0, 1 - 2 * (plies % 2)).astype(np.int8)
    sources = np.repeat(np.arange(len(plies)), np.diff(indptr))
    is_same = (found[sources] == found[indices]) & (found[sources] != 0)
    return np.zeros_like(found) if is_same.any() else found


def _turns_by_players(graph: GameGraph) -> NDArray[np.int8]:
    orientation = graph.columns.orientation
    indptr, indices = graph.links.forward
    movers = np.repeat(orientation, np.diff(indptr))
    from_max, from_min = (np.bincount(indices[movers == side], minlength=len(orientation)) > 0 for side in (1, -1))
    other = from_min.astype(np.int8) - from_max.astype(np.int8)
    return np.where(orientation != 0, orientation, other)
