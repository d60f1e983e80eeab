"""Layered layouts: nothing overlaps, nothing that has a place moves, the shape fits a screen."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import complete_bipartite, game_graphs, long_path

from explorer.drawing.layering import distance_layers, keep_apart
from explorer.drawing.layout import Point, complete_positions, layered_positions, with_positions
from explorer.model.graph import GameGraph, Kind, Node

NODE = 48  # the diameter of a drawn node
POINTS = st.tuples(st.integers(-3, 3).map(lambda k: 150.0 * k), st.integers(-3, 3).map(lambda k: 150.0 * k))


def random_graph(size: int, seed: int) -> GameGraph:
    """Every fourth node a leaf, the others with two moves anywhere."""
    rng = np.random.default_rng(seed)
    nodes = [Node(str(k), Kind.LEAF, score=k) if k % 4 == 3 else Node(str(k), Kind.MAX) for k in range(size)]
    moves = [
        (node.id, str(other))
        for node in nodes
        if node.kind is Kind.MAX
        for other in {*rng.integers(size, size=2).tolist()}
    ]
    return GameGraph(tuple(nodes), tuple(moves), root="0")


def shape_of(points: dict[str, Point]) -> tuple[float, float]:
    xs, ys = zip(*points.values(), strict=True)
    return max(xs) - min(xs) + 130, max(ys) - min(ys) + 120


def closest(points: dict[str, Point]) -> float:
    return min((math.dist(one, other) for one, other in combinations(points.values(), 2)), default=math.inf)


@given(game_graphs(max_inner=12, max_leaves=8, max_open=1))
def test_every_node_has_a_place_and_none_overlap(graph: GameGraph) -> None:
    points = layered_positions(graph)
    assert list(points) == [node.id for node in graph.nodes]
    assert closest(points) > 1.5 * NODE


@given(game_graphs(max_inner=8, max_leaves=4))
def test_layers_are_distances_from_the_root(graph: GameGraph) -> None:
    layers = distance_layers(graph, [graph.root_index], sorted(graph.reachable))
    depth = {place: number for number, layer in enumerate(layers) for place in layer}
    assert set(depth) == graph.reachable
    assert depth[graph.root_index] == 0
    for place, at in depth.items():
        assert all(depth[other] <= at + 1 for other in graph.successors[place])
        if at:
            assert any(depth.get(before) == at - 1 for before in graph.predecessors[place])


@given(st.lists(st.floats(-500, 500), min_size=1, max_size=7), st.sampled_from([1.0, 60.0, 130.0]))
def test_separated_positions_keep_order_and_gap_and_stay_near(wanted: list[float], gap: float) -> None:
    found = list(keep_apart(wanted, gap))
    assert all(right - left >= gap - 1e-6 for left, right in pairwise(found))
    cost = sum((x - wish) ** 2 for x, wish in zip(found, wanted, strict=True))
    for k in range(len(found)):  # moving any end of the row outwards, or all of it, is no better
        for by in (-1.0, 1.0):
            moved = [x + by if (j >= k if by > 0 else j <= k) else x for j, x in enumerate(found)]
            assert sum((x - wish) ** 2 for x, wish in zip(moved, wanted, strict=True)) >= cost - 1e-6


@pytest.mark.parametrize("aspect", [0.5, 0.8, 1.3, 2.2])
@pytest.mark.parametrize("graph", [random_graph(60, 4), random_graph(200, 1), long_path(60), complete_bipartite(8)])
def test_a_drawing_comes_near_to_the_shape_of_the_canvas(graph: GameGraph, aspect: float) -> None:
    drawn = layered_positions(graph, aspect)
    width, height = shape_of(drawn)
    assert 0.8 < width / height / aspect < 1.25
    assert closest(drawn) > 1.5 * NODE
    assert {node.id: (node.x, node.y) for node in with_positions(graph, aspect).nodes} == drawn


@given(game_graphs(max_inner=8, max_open=1), st.data())
def test_given_positions_stay_and_new_ones_are_free(graph: GameGraph, data: st.DataObject) -> None:
    given_points = data.draw(st.lists(POINTS, max_size=len(graph.nodes), unique=True))
    placed = dict(zip(data.draw(st.permutations([node.id for node in graph.nodes])), given_points, strict=False))
    points = complete_positions(positioned(graph, placed))
    assert list(points) == [node.id for node in graph.nodes]
    assert {id: points[id] for id in placed} == placed
    assert closest(points) > 1.5 * NODE
    if not placed:
        assert points == layered_positions(graph)


def positioned(graph: GameGraph, points: dict[str, Point]) -> GameGraph:
    def node(old: Node) -> Node:
        x, y = points.get(old.id, (None, None))
        return Node(old.id, old.kind, old.score, x=x, y=y)

    return graph.replace(nodes=tuple(map(node, graph.nodes)))
