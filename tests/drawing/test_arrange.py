"""Layouts on demand: every chosen node gets a place, pinned ones stay, none overlap, and it is the same every time."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import figure_1, game, game_graphs, game_trees, long_path, thorough

from explorer.drawing.arrange import APART, GRID, LAYOUTS, arrange
from explorer.drawing.free_positions import Point
from explorer.drawing.layout import layered_positions
from explorer.drawing.sugiyama import sugiyama
from explorer.games import generate
from explorer.model.errors import GraphError, UnknownNameError
from explorer.model.graph import GameGraph, Kind, Node

NODE = 48  # the diameter of a drawn node

every_layout = pytest.mark.parametrize("layout", LAYOUTS)
graphs = game_graphs(max_inner=10, max_leaves=6, max_open=2)
places: st.SearchStrategy[tuple[int | None, int | None]] = st.just((None, None)) | st.tuples(
    st.integers(-400, 400), st.integers(-300, 300)
)
whether = st.booleans()


@st.composite
def drawn_graphs(draw: st.DrawFn) -> GameGraph:
    """Graphs with all, some or no positions, also on top of each other; with or without a root."""
    graph = draw(graphs)
    nodes = []
    for node in graph.nodes:
        x, y = draw(places)
        nodes.append(replace(node, x=x, y=y))
    return graph.replace(nodes=tuple(nodes), root=graph.root if draw(whether) else None)


def closest(points: Iterable[Point]) -> float:
    return min((math.dist(one, other) for one, other in combinations(points, 2)), default=math.inf)


def middle(points: Iterable[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def at(graph: GameGraph) -> dict[str, Point]:
    """The positions of the nodes that have one."""
    return {node.id: (node.x, node.y) for node in graph.nodes if node.has_position}


@every_layout
@thorough
@given(graph=drawn_graphs())
def test_every_node_has_a_place_and_none_overlap(layout: str, graph: GameGraph) -> None:
    points = arrange(graph, layout)
    assert list(points) == [node.id for node in graph.nodes]
    assert closest(points.values()) >= APART > NODE
    assert all(value == round(value, 1) for point in points.values() for value in point)


@every_layout
@thorough
@given(graph=drawn_graphs(), data=st.data())
def test_pinned_nodes_and_those_not_chosen_stay_and_the_others_keep_clear_of_them(
    layout: str, graph: GameGraph, data: st.DataObject
) -> None:
    ids = st.lists(st.sampled_from([node.id for node in graph.nodes]), unique=True)
    chosen, pinned = data.draw(ids), data.draw(ids)
    points = arrange(graph, layout, ids=chosen, pinned=pinned)
    assert set(points) == set(chosen)
    old = at(graph)
    held = {id: point for id, point in old.items() if id not in chosen or id in pinned}
    assert all(points[id] == held[id] for id in chosen if id in held)
    moved = [id for id in chosen if id not in pinned]
    assert closest(points[id] for id in moved) >= APART
    assert all(math.dist(points[id], point) >= APART for id in moved for point in held.values())


@every_layout
@thorough
@given(graph=drawn_graphs())
def test_the_same_graph_is_arranged_the_same_whatever_else_draws_random_numbers(layout: str, graph: GameGraph) -> None:
    first = arrange(graph, layout)
    random.random()
    assert arrange(graph, layout) == first


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name != "grid"])
@thorough
@given(graph=graphs)
def test_the_middle_of_the_drawing_stays(layout: str, graph: GameGraph) -> None:
    nodes = (replace(node, x=500 + 70 * place, y=-40 * place) for place, node in enumerate(graph.nodes))
    placed = graph.replace(nodes=tuple(nodes))
    before, after = middle(at(placed).values()), middle(arrange(placed, layout).values())
    assert math.dist(before, after) < 1


@pytest.mark.large
@every_layout
def test_larger_graphs_do_not_overlap_either(layout: str) -> None:
    graph = generate("random", nodes=600, degree=2, seed=1)
    points = arrange(graph, layout)
    assert closest(points.values()) >= APART
    assert points == arrange(graph, layout)


@every_layout
def test_the_smallest_graphs_have_every_layout(layout: str) -> None:
    assert arrange(GameGraph((), ()), layout) == {}
    one = GameGraph((Node("a", Kind.MAX, x=7.0, y=-3.0),), (("a", "a"),), root="a")
    assert list(arrange(one, layout)) == ["a"]
    assert arrange(one, layout, ids=[]) == {}
    twins = GameGraph((Node("a", Kind.OPEN, x=1, y=1), Node("b", Kind.OPEN, x=1, y=1)), ())
    assert closest(arrange(twins, layout).values()) >= APART


@every_layout
def test_parts_that_no_move_joins_lie_apart(layout: str) -> None:
    nodes = [Node(f"{part}{k}", Kind.MAX) for part in "abc" for k in range(40)]
    moves = [(one.id, other.id) for one, other in pairwise(nodes) if one.id[0] == other.id[0]]
    points = arrange(GameGraph(tuple(nodes), tuple(moves), root="a0"), layout)
    assert closest(points.values()) >= APART


def test_an_unknown_layout_is_named_with_those_that_exist() -> None:
    with pytest.raises(UnknownNameError, match="no layout 'spiral'; choose one of layered, distance, tree"):
        arrange(figure_1(), "spiral")


def test_an_unknown_node_is_named() -> None:
    with pytest.raises(GraphError, match="no node 'z'"):
        arrange(figure_1(), "circle", ids=["a", "z"])


@thorough
@given(game_trees())
def test_in_layers_and_trees_moves_of_a_tree_lead_down(graph: GameGraph) -> None:
    for layout in ("layered", "tree"):
        points = arrange(graph, layout)
        assert all(points[source][1] < points[target][1] for source, target in graph.moves)


@thorough
@given(game_graphs(max_inner=8, max_leaves=4, acyclic=True))
def test_without_cycles_all_moves_of_layers_lead_down(graph: GameGraph) -> None:
    points = sugiyama(graph)
    assert all(points[source][1] < points[target][1] for source, target in graph.moves)


@thorough
@given(graphs)
def test_in_layers_nothing_that_play_can_reach_lies_above_the_root(graph: GameGraph) -> None:
    points = sugiyama(graph)
    root = points[str(graph.root)][1]
    assert all(points[graph.nodes[place].id][1] > root for place in graph.reachable - {graph.root_index})


def test_layers_have_no_crossing_where_there_need_be_none() -> None:
    graph = game("r", r="max a b c", a="min z", b="min y", c="min x", x=1, y=2, z=3)
    points = sugiyama(graph)
    upper, lower = (sorted(row, key=lambda id: points[id][0]) for row in ("abc", "zyx"))
    assert ["zyx"["abc".index(id)] for id in upper] == lower


@pytest.mark.parametrize(
    "graph", [long_path(200), generate("tree", branching=10, depth=3), generate("random", nodes=2_000)]
)
def test_layers_that_would_be_huge_are_wrapped_by_distance(graph: GameGraph) -> None:
    assert sugiyama(graph) == layered_positions(graph)


@pytest.mark.parametrize("length", [2, 3, 10, 60])
def test_a_cycle_lies_round_the_circle_in_order(length: int) -> None:
    graph = generate("cycle", length=length, leaves="no")
    points = arrange(graph, "circle")
    assert points["c1"][1] == min(y for _, y in points.values())
    sides = [math.dist(points[source], points[target]) for source, target in graph.moves]
    assert sides == pytest.approx([sides[0]] * length, rel=0.01)


@pytest.mark.parametrize("length", [5, 12, 40, 400])
def test_springs_open_a_cycle_into_a_ring(length: int) -> None:
    points = arrange(generate("cycle", length=length, leaves="no"), "force")
    x, y = middle(points.values())
    radii = [math.dist((x, y), point) for point in points.values()]
    assert min(radii) > 0.7 * max(radii)


@pytest.mark.parametrize("aspect", [0.6, 2.0])
def test_springs_lie_along_the_longer_side_of_the_canvas(aspect: float) -> None:
    xs, ys = zip(*arrange(long_path(12), "force", aspect=aspect).values(), strict=True)
    assert (max(xs) - min(xs) > max(ys) - min(ys)) == (aspect > 1)


@pytest.mark.parametrize("length", [10, 600])
def test_springs_stretch_a_path(length: int) -> None:
    points = arrange(long_path(length), "force")
    ends = math.dist(points["v0"], points["end"])
    steps = [math.dist(points[f"v{k}"], points[f"v{k + 1}"]) for k in range(length - 1)]
    assert ends > 0.4 * sum(steps)


def test_snapping_takes_the_nearest_free_point_of_the_grid() -> None:
    graph = game("a", a="max b c", b=1, c=2)
    spots = {"a": (3.0, 4.0), "b": (-5.0, 9.0), "c": (200.0, 130.0)}
    nodes = tuple(replace(node, x=spots[node.id][0], y=spots[node.id][1]) for node in graph.nodes)
    points = arrange(graph.replace(nodes=nodes), "grid")
    assert points["a"] == (0, 0)
    assert points["b"] in [(0, GRID[1]), (0, -GRID[1])]
    assert points["c"] == (3 * GRID[0], 2 * GRID[1])


@thorough
@given(graph=drawn_graphs())
def test_snapping_what_is_snapped_changes_nothing(graph: GameGraph) -> None:
    points = arrange(graph, "grid")
    assert all(x % GRID[0] == y % GRID[1] == 0 for x, y in points.values())
    snapped = graph.replace(nodes=tuple(replace(n, x=points[n.id][0], y=points[n.id][1]) for n in graph.nodes))
    assert arrange(snapped, "grid") == points


def test_a_tree_hangs_from_its_pinned_root() -> None:
    graph = generate("tree", branching=2, depth=3)
    loose = arrange(graph, "tree")
    nodes = (replace(node, x=loose[node.id][0] + 40, y=900 - loose[node.id][1]) for node in graph.nodes)
    points = arrange(graph.replace(nodes=tuple(nodes)), "tree", pinned=["r"])
    dx, dy = points["r"][0] - loose["r"][0], points["r"][1] - loose["r"][1]
    assert all(math.dist(points[id], (x + dx, y + dy)) < 0.3 for id, (x, y) in loose.items())


def test_some_nodes_are_moved_aside_together_where_another_is_in_the_way() -> None:
    ring = generate("cycle", length=8, leaves="no")
    alone = arrange(ring, "circle")
    stranger = Node("s", Kind.OPEN, x=alone["c1"][0], y=alone["c1"][1])
    points = arrange(ring.replace(nodes=(*ring.nodes, stranger)), "circle", ids=list(alone))
    shifts = {(round(points[id][0] - x), round(points[id][1] - y)) for id, (x, y) in alone.items()}
    assert len(shifts) == 1
    assert 0 < math.hypot(*shifts.pop()) < 200


@pytest.mark.large
@every_layout
def test_three_thousand_nodes_have_a_layout(layout: str) -> None:
    graph = generate("random", nodes=3_000, degree=1.6)
    points = arrange(graph, layout)
    assert len(points) == 3_000


@pytest.mark.large
@pytest.mark.parametrize("layout", ["tree", "circle"])
def test_a_long_path_has_a_layout(layout: str) -> None:
    graph = long_path(5_000, back=True)
    nodes = tuple(replace(node, x=100.0 * place, y=0.0) for place, node in enumerate(graph.nodes))
    assert len(arrange(graph.replace(nodes=nodes), layout)) == 5_001


@pytest.mark.large
def test_layers_of_a_long_path_are_found_without_recursion() -> None:
    assert len(sugiyama(long_path(5_000, back=True))) == 5_001
