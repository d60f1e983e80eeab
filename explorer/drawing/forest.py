"""Layouts along a tree of the graph: tidy trees, and a circle in the order of a walk through the tree."""

from __future__ import annotations

import math
from collections.abc import Iterator

from explorer.drawing.layout import ASPECT, stretched_to
from explorer.drawing.packing import packed
from explorer.drawing.tree_layout import GAP, tidy_tree
from explorer.model.board import Point
from explorer.model.graph import GameGraph


def forest(graph: GameGraph, aspect: float = ASPECT) -> dict[str, Point]:
    """Return a position for every node, by id: a tidy tree of shortest ways from the root, and beside it trees of
    the rest."""
    blocks = []
    for order, parents in _breadth_first_trees(graph):
        ids = [graph.ids[index] for index in order]
        blocks.append(dict(zip(ids, tidy_tree(parents), strict=True)))
    return stretched_to(packed(blocks, gap=1.5 * GAP, aspect=aspect), aspect)


def circle(graph: GameGraph) -> dict[str, Point]:
    """Return a position for every node, by id: on a circle, clockwise from the top in the order of a depth-first
    walk."""
    order = _depth_first_order(graph)
    radius = GAP / (2 * math.sin(math.pi / len(order))) if len(order) > 1 else 0.0
    angles = (2 * math.pi * k / len(order) for k in range(len(order)))
    indices = [(radius * math.sin(angle), -radius * math.cos(angle)) for angle in angles]
    return dict(zip((graph.ids[index] for index in order), indices, strict=True))


def _start_nodes(graph: GameGraph) -> Iterator[int]:
    """Yield the nodes where trees may start: the root, nodes that no move leads to, any."""
    if graph.root is not None:
        yield graph.root_index
    yield from (index for index, before in enumerate(graph.predecessors) if not before)
    yield from range(len(graph.nodes))


def _breadth_first_trees(graph: GameGraph) -> Iterator[tuple[list[int], list[int | None]]]:
    """Yield trees that hold every node once: the nodes of each, breadth first, and for each node the number of its
    parent."""
    left = dict.fromkeys(range(len(graph.nodes)))
    for start in _start_nodes(graph):
        if start not in left:
            continue
        del left[start]
        order, parents = [start], list[int | None]([None])
        for number, index in enumerate(order):  # grows while it is walked
            found = [other for other in graph.successors[index] if other in left]
            for other in found:
                del left[other]
            order += found
            parents += [number] * len(found)
        yield order, parents


def _depth_first_order(graph: GameGraph) -> list[int]:
    """Return all nodes in the order of a depth-first walk."""
    order: dict[int, None] = {}
    for start in _start_nodes(graph):
        waiting = [start]
        while waiting:
            index = waiting.pop()
            if index not in order:
                order[index] = None
                waiting += reversed(graph.successors[index])
    return list(order)
