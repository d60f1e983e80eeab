"""Layers in which moves lead down as far as they can, with few crossings.

Sugiyama, Tagawa and Toda, Methods for visual understanding of hierarchical system structures, 1981.  Cycles are broken
where a move leads back towards the root, so the root is always on top; layers are longest paths; a move that passes
layers has an index in each of them.  igraph breaks the graph into its parts and sorts it; its own Sugiyama layout of
the same layers has more crossings in most graphs, some in trees too, and is up to seven times as wide; it has crashed
the process as well (igraph 1.0.0, when Python collected garbage during the call).
"""

from __future__ import annotations

from itertools import pairwise

from explorer.drawing.igraphs import igraph_of, igraph_of_edges
from explorer.drawing.layering import Layering, NodeLayer, distance_layers, keep_apart
from explorer.drawing.layout import ASPECT, ROW, layered_positions, stretched_to
from explorer.model.board import Point
from explorer.model.graph import GameGraph, Kind, Node

GAP = 90.0  # between neighbours in a layer
PASSING = 40.0  # room for a move that passes through a layer

_MOST = 4_000  # nodes, and positions where moves pass layers
_LARGEST = 8_000.0  # pixels, across or down

Edge = tuple[int, int]  # indices of nodes


def sugiyama(graph: GameGraph, aspect: float = ASPECT) -> dict[str, Point]:
    """Return a position for every node, by id, in layers in which most moves lead down.

    A drawing that would be larger than some screens across or down, or take long, is made by `layered_positions`
    instead, which wraps wide layers and folds tall drawings.
    """
    edges = _acyclic_edges(graph)
    ranks = _longest_path_ranks(len(graph.nodes), edges)
    passings = sum(ranks[target] - ranks[source] - 1 for source, target in edges)
    if not graph.nodes or len(graph.nodes) + passings > _MOST or ROW * max(ranks) > _LARGEST:
        return layered_positions(graph, aspect)
    xs = _x_of_nodes(ranks, edges)
    if max(xs) - min(xs) > _LARGEST:
        return layered_positions(graph, aspect)
    points = {node.id: (xs[index], ROW * ranks[index]) for index, node in enumerate(graph.nodes)}
    return stretched_to(points, aspect)


def _x_of_nodes(ranks: list[int], edges: list[Edge]) -> list[float]:
    """Return the x of every node: in each layer in an order with few crossings, near the middle of its neighbours."""
    proper, layers = _with_passing_nodes(ranks, edges)
    layering = Layering(proper, layers)
    layering.order()
    wishes = layering.x_positions([PASSING] * len(layers))
    xs = [0.0] * len(ranks)
    for layer in layering.layers:
        own = [index for index in layer if index < len(ranks)]
        for index, x in zip(own, keep_apart([wishes[index] for index in own], GAP), strict=True):
            xs[index] = x
    return xs


def _with_passing_nodes(ranks: list[int], edges: list[Edge]) -> tuple[GameGraph, list[NodeLayer]]:
    """Return the graph with a further node in each layer that a move passes, after the others, and its layers."""
    layers: list[NodeLayer] = [[] for _ in range(max(ranks) + 1)]
    for index, rank in enumerate(ranks):
        layers[rank].append(index)
    size = len(ranks)
    moves: dict[tuple[str, str], None] = {}
    for source, target in edges:
        way = [source, *range(size, size + ranks[target] - ranks[source] - 1), target]
        for rank, index in enumerate(way[1:-1], ranks[source] + 1):
            layers[rank].append(index)
        size += len(way) - 2
        moves |= {(str(one), str(other)): None for one, other in pairwise(way)}
    return GameGraph(tuple(Node(str(index), Kind.MAX) for index in range(size)), tuple(moves)), layers


def _acyclic_edges(graph: GameGraph) -> list[Edge]:
    """Return the moves as an acyclic graph: those that go back within a cycle are turned round.

    Back is nearer to the root or, at equal distance, earlier in node order.
    """
    sources = [index for index, before in enumerate(graph.predecessors) if not before]
    seeds = sources if graph.root is None else [graph.root_index]
    layers = distance_layers(graph, seeds, range(len(graph.nodes)))
    key = {index: (depth, index) for depth, layer in enumerate(layers) for index in layer}
    part = igraph_of(graph).connected_components(mode="strong").membership
    edges = ((index, other) for index, row in enumerate(graph.successors) for other in row if other != index)
    return [(b, a) if part[a] == part[b] and key[b] < key[a] else (a, b) for a, b in edges]


def _longest_path_ranks(size: int, edges: list[Edge]) -> list[int]:
    """Return for each node of an acyclic graph the length of the longest path to it."""
    acyclic = igraph_of_edges(size, edges)
    ranks = [0] * size
    for index in acyclic.topological_sorting():
        for other in acyclic.successors(index):
            ranks[other] = max(ranks[other], ranks[index] + 1)
    return ranks
