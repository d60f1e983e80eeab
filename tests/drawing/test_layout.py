"""Layered layouts and free places: nothing overlaps, nothing moves, the shape fits a screen, quickly."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import complete_bipartite, figure_1, game, game_graphs, long_path

from explorer.drawing.clearance import CLEAR, nudged
from explorer.drawing.layering import Layering, distance_layers, separated
from explorer.drawing.layout import ASPECT, Point, aspect_of, complete_positions, layered_positions, with_positions
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


@given(game_graphs(max_inner=8, max_open=1))
def test_an_unfinished_graph_has_a_layout(graph: GameGraph) -> None:
    assert closest(layered_positions(graph.replace(root=None))) > 1.5 * NODE


@given(game_graphs(max_inner=8))
def test_the_same_graph_has_the_same_layout(graph: GameGraph) -> None:
    assert layered_positions(graph) == layered_positions(graph.replace())


def test_an_empty_graph_has_an_empty_layout() -> None:
    empty = GameGraph((), ())
    assert layered_positions(empty) == complete_positions(empty) == {}


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


def test_play_goes_down_and_what_it_cannot_reach_is_below() -> None:
    graph = game("a", a="max b c", b=1, c="min d a", d=2, far="max farther", farther="min d far")
    points = layered_positions(graph)
    heights = {id: y for id, (_, y) in points.items()}
    assert heights["a"] < heights["b"] == heights["c"] < heights["d"] < heights["far"] < heights["farther"]


def test_without_a_root_layers_start_where_no_move_leads() -> None:
    points = layered_positions(game("a", a="max c", b="min c", c="max d a", d=1).replace(root=None))
    assert points["b"][1] < points["c"][1] < points["d"][1]


def test_ordering_uncrosses_moves() -> None:
    graph = game("r", r="max a b c", a="min z", b="min y", c="min x", x=1, y=2, z=3)
    layering = Layering(graph, [[0], [1, 2, 3], [4, 5, 6]])
    layering.order()
    names = [[graph.nodes[place].id for place in layer] for layer in layering.layers]
    assert ["".join(row) for row in names] in (["r", "abc", "zyx"], ["r", "cba", "xyz"])


@given(st.lists(st.floats(-500, 500), min_size=1, max_size=7), st.sampled_from([1.0, 60.0, 130.0]))
def test_separated_positions_keep_order_and_gap_and_stay_near(wanted: list[float], gap: float) -> None:
    found = list(separated(wanted, gap))
    assert all(right - left >= gap - 1e-6 for left, right in pairwise(found))
    cost = sum((x - wish) ** 2 for x, wish in zip(found, wanted, strict=True))
    for k in range(len(found)):  # moving any end of the row outwards, or all of it, is no better
        for by in (-1.0, 1.0):
            moved = [x + by if (j >= k if by > 0 else j <= k) else x for j, x in enumerate(found)]
            assert sum((x - wish) ** 2 for x, wish in zip(moved, wanted, strict=True)) >= cost - 1e-6


@pytest.mark.parametrize(
    "graph",
    [random_graph(200, 1), random_graph(1000, 2), long_path(60, back=True), long_path(1000), complete_bipartite(8)],
    ids=["200", "1000", "path", "long path", "complete"],
)
def test_a_drawing_has_about_the_shape_of_a_screen(graph: GameGraph) -> None:
    width, height = shape_of(layered_positions(graph))
    assert 0.7 < width / height < 3.2


@pytest.mark.parametrize("aspect", [0.5, 0.8, 1.3, 2.2])
@pytest.mark.parametrize("graph", [random_graph(60, 4), random_graph(200, 1), long_path(60), complete_bipartite(8)])
def test_a_drawing_comes_near_to_the_shape_of_the_canvas(graph: GameGraph, aspect: float) -> None:
    drawn = layered_positions(graph, aspect)
    width, height = shape_of(drawn)
    assert 0.8 < width / height / aspect < 1.25
    assert closest(drawn) > 1.5 * NODE
    assert {node.id: (node.x, node.y) for node in with_positions(graph, aspect).nodes} == drawn


@pytest.mark.parametrize(
    ("said", "aspect"),
    [("1.2", 1.2), (0.9, 0.9), ("0.01", 0.45), ("99", 2.4), *((odd, ASPECT) for odd in (None, "", "x", "nan", "inf"))],
)
def test_the_aspect_that_a_browser_says_is_kept_within_limits(said: object, aspect: float) -> None:
    assert aspect_of(said) == aspect


def test_wide_layers_are_wrapped_into_rows() -> None:
    fan = game("r", r="max " + " ".join(f"x{k}" for k in range(200)), **{f"x{k}": k for k in range(200)})
    width, height = shape_of(layered_positions(fan))
    assert width < 3_000
    assert 1.2 < width / height < 2.4


def test_a_move_back_does_not_run_through_the_nodes_it_passes() -> None:
    graph = game("a", a="max b", b="min c", c="max d", d="min a")
    points = layered_positions(graph)
    for id in "bc":
        assert distance_to_segment(points[id], points["d"], points["a"]) >= CLEAR - 0.2


def test_a_move_along_a_row_does_not_run_through_the_node_between() -> None:
    points = nudged(np.array([[0.0, 0.0], [130.0, 0.0], [260.0, 0.0]]), [(0, 2), (0, 1)])
    assert distance_to_segment(tuple(points[1]), tuple(points[0]), tuple(points[2])) >= CLEAR


@given(game_graphs(max_inner=10, max_leaves=4))
def test_nudging_never_makes_it_worse(graph: GameGraph) -> None:
    moves = [(place, other) for place, row in enumerate(graph.successors) for other in row]
    grid = np.array([[130.0 * (k % 4), 120.0 * (k // 4)] for k in range(len(graph.nodes))])
    assert passed_nodes(nudged(grid, moves), moves) <= passed_nodes(grid, moves)


def passed_nodes(points: np.ndarray[tuple[int, int], np.dtype[np.float64]], moves: list[tuple[int, int]]) -> int:
    return sum(
        distance_to_segment(tuple(points[k]), tuple(points[source]), tuple(points[target])) < CLEAR
        for source, target in moves
        if source != target
        for k in range(len(points))
        if k not in (source, target)
    )


def distance_to_segment(point: Point, start: Point, stop: Point) -> float:
    """Measured by walking along the segment."""
    steps = [k / 400 for k in range(401)]
    return min(
        math.dist(point, (start[0] + k * (stop[0] - start[0]), start[1] + k * (stop[1] - start[1]))) for k in steps
    )


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


def test_a_new_node_is_put_below_its_predecessor_or_above_its_successor() -> None:
    points = complete_positions(positioned(figure_1(), {"a": (0, 0), "b": (-130, 120), "d": (500, 500)}))
    assert points["c"] == (0, 120)
    points = complete_positions(positioned(game("a", a="max b", b=1), {"b": (40, 40)}))
    assert points["a"] == (40, -80)


def test_a_new_node_avoids_taken_places() -> None:
    points = complete_positions(positioned(game("a", a="max b c d", b=1, c=2, d=3), {"a": (0, 0), "b": (0, 120)}))
    assert points["c"][1] in (0, 120, 240)
    assert closest(points) >= 100
    assert all(math.dist(points["a"], points[id]) < 300 for id in "cd")


@pytest.mark.large
def test_large_graphs_have_a_layout() -> None:
    for graph in (random_graph(10_000, 5), long_path(30_000, back=True)):
        assert layered_positions(graph).keys() == graph.index.keys()


@pytest.mark.large
def test_large_graphs_can_be_completed() -> None:
    graph = random_graph(3_000, 6)
    most = {str(k): (150 * (k % 40), 150 * (k // 40)) for k in range(2_900)}
    for start in (
        positioned(graph, {"0": (0, 0)}),
        positioned(graph, most),
        positioned(long_path(20_000), {"v0": (0, 0)}),
    ):
        assert len(set(complete_positions(start).values())) == len(start.nodes)
