"""Layouts on demand: every chosen node gets a place, pinned ones stay, none overlap, and it is the same every time."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, game_trees, thorough

from explorer.drawing.arrange import APART, LAYOUTS, arrange
from explorer.drawing.sugiyama import sugiyama
from explorer.games import generate
from explorer.model.board import Point
from explorer.model.graph import GameGraph

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


def middle(points: Iterable[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


@pytest.mark.parametrize("length", [5, 12, 40, 400])
def test_springs_open_a_cycle_into_a_ring(length: int) -> None:
    points = arrange(generate("cycle", length=length, leaves="no"), "force")
    x, y = middle(points.values())
    radii = [math.dist((x, y), point) for point in points.values()]
    assert min(radii) > 0.7 * max(radii)
