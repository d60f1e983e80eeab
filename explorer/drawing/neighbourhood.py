"""The part of a large graph that a canvas can show."""

from __future__ import annotations

from collections import deque

import numpy as np

from explorer.drawing.excerpt import excerpt_around
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.model.graph import GameGraph


def drawn_part(graph: GameGraph, centre: str) -> GameGraph:
    """What a canvas of half a screen shows: the graph, or of one that is too large to draw a part around a node that
    can be read.

    Raises
    ------
    GraphError
        If there is no such node.
    """
    return graph if len(graph.nodes) <= LARGEST_DRAWN else excerpt_around(graph, centre).graph


def neighbourhood(graph: GameGraph, centre: str, most: int) -> GameGraph:
    """The graph of at most `most` nodes nearest to a node, along moves in either direction, in the order of the graph.

    Moves between them are kept; the root is kept if it is among them.

    Raises
    ------
    GraphError
        If there is no such node.
    """
    start = graph.index_of(centre)
    seen, waiting = {start}, deque([start])
    while waiting and len(seen) < most:
        index = waiting.popleft()
        for other in (*graph.successors[index], *graph.predecessors[index]):
            if other not in seen and len(seen) < most:
                seen.add(other)
                waiting.append(other)
    is_near = np.zeros(len(graph.nodes), np.bool_)
    is_near[[*seen]] = True
    nodes = tuple(graph.nodes[index] for index in np.flatnonzero(is_near).tolist())
    between = np.flatnonzero(is_near[graph.links.sources] & is_near[graph.links.targets])
    moves = tuple(graph.moves[index] for index in between.tolist())
    ids = {node.id for node in nodes}
    return graph.replace(nodes=nodes, moves=moves, root=graph.root if graph.root in ids else None)
