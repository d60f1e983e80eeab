"""Game graphs as graphs of igraph."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

from explorer.model.graph import GameGraph
from explorer.model.libraries import needed_for

if TYPE_CHECKING:
    from igraph import Graph

_RANDOM = Lock()


def igraph_of(graph: GameGraph) -> Graph:
    """Return the directed igraph graph; a vertex has the number of the node's index, self-loops are left out."""
    return igraph_of_edges(
        len(graph.nodes), ((index, other) for index, row in enumerate(graph.successors) for other in row)
    )


def igraph_of_edges(size: int, edges: Iterable[tuple[int, int]]) -> Graph:
    """Return the directed igraph graph with these edges, without loops and repeats."""
    igraph = _igraph()

    return igraph.Graph(size, list(dict.fromkeys(edge for edge in edges if edge[0] != edge[1])), directed=True)


def _igraph() -> Any:
    """Import and return the library, which takes long."""
    with needed_for("layouts"):
        import igraph
    return igraph


@contextmanager
def fixed_seed(seed: int) -> Iterator[None]:
    """Have igraph draw its random numbers from a seed; one thread at a time, since igraph has one generator."""
    igraph = _igraph()
    with _RANDOM:
        igraph.set_random_number_generator(random.Random(seed))
        try:
            yield
        finally:
            igraph.set_random_number_generator(random)
