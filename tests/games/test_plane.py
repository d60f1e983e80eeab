"""Planar graphs in the plane: faces, the outer one, and drawings in which no edges cross."""

from __future__ import annotations

from itertools import combinations, pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.games.plane import OUTER, Plane, plane
from explorer.games.undirected import UndirectedGraph, undirected_graph
from explorer.model.errors import GraphError

NAMED = [
    "friendship-3", "path-2", "path-5", "cycle-3", "star-5", "wheel-6", "complete-4", "bipartite-2x4", "grid-3x3",
    "ladder-4", "prism-5", "tree-2x3", "cube", "octahedron", "icosahedron", "dodecahedron", "a-b a-b a-b b-c",
    "a-b b-c c-a c-d a-e", "a-b b-c c-a d-e e-f f-d g", "a b",
]  # fmt: skip


@st.composite
def planar_graphs(draw: st.DrawFn, *, multiple: bool = True) -> UndirectedGraph:
    """Planar graphs of a few vertices, connected or not, with parallel edges or without."""
    size = draw(st.integers(1, 7))
    pairs = list(combinations(range(size), 2))
    kept: list[tuple[int, int]] = []
    for pair in draw(st.lists(st.sampled_from(pairs), max_size=12, unique=not multiple)) if pairs else []:
        if nx.check_planarity(nx.Graph([*kept, pair]))[0]:
            kept.append(pair)
    return UndirectedGraph("drawn", tuple(f"v{place}" for place in range(size)), tuple(kept))


def parts(graph: UndirectedGraph) -> int:
    built = nx.MultiGraph(graph.edges)
    built.add_nodes_from(range(len(graph.vertices)))
    return nx.number_connected_components(built)


def check_faces(drawn: Plane) -> None:
    graph = drawn.graph
    assert len(graph.vertices) - len(graph.edges) + len(drawn.faces) == 1 + parts(graph)
    assert [face.name for face in drawn.faces] == [*(f"R{at}" for at in range(1, len(drawn.faces))), OUTER]
    sides = [edge for face in drawn.faces for edge in face.edges]
    bridges = {place for place in range(len(graph.edges)) if is_bridge(graph, place)}
    for place, (one, other) in enumerate(graph.edges):
        assert sides.count(place) == (1 if place in bridges else 2)
        at = [face for face in drawn.faces if place in face.edges]
        assert all({one, other} <= set(face.vertices) for face in at)
    assert {vertex for face in drawn.faces for vertex in face.vertices} == set(range(len(graph.vertices)))


def is_bridge(graph: UndirectedGraph, place: int) -> bool:
    kept = graph.edges[:place] + graph.edges[place + 1 :]
    return parts(UndirectedGraph("", graph.vertices, kept)) > parts(graph)


def turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def check_no_edges_cross(drawn: Plane) -> None:
    segments = [pair for edge in range(len(drawn.graph.edges)) for pair in pairwise(drawn.line(edge))]
    for (a, b), (c, d) in combinations(segments, 2):
        if not {a, b} & {c, d}:
            assert not (turn(a, b, c) * turn(a, b, d) < -1e-9 and turn(c, d, a) * turn(c, d, b) < -1e-9)
    assert len(set(drawn.points)) == len(drawn.points)


@pytest.mark.parametrize("text", NAMED)
def test_named_graphs_have_their_faces_and_are_drawn_without_crossings(text):
    drawn = plane(undirected_graph(text))
    check_faces(drawn)
    check_no_edges_cross(drawn)


@given(planar_graphs())
def test_faces_keep_to_euler_and_no_edges_cross(graph):
    drawn = plane(graph)
    check_faces(drawn)
    check_no_edges_cross(drawn)


@pytest.mark.parametrize("text", ["petersen", "complete-5", "bipartite-3x3"])
def test_a_graph_that_is_not_planar_has_no_faces_and_says_so(text):
    with pytest.raises(GraphError, match=f"{text} is not planar, so it has no faces"):
        plane(undirected_graph(text))


@pytest.mark.parametrize("vertices", ["v0 v1 v2", "v5, v0", "v1"])
def test_the_outer_face_can_be_chosen_by_its_vertices(vertices):
    graph = undirected_graph("prism-3")
    outer = plane(graph, vertices).faces[-1]
    named = [graph.vertices[place] for place in outer.vertices]
    assert outer.name == OUTER
    assert set(vertices.replace(",", "").split()) <= set(named)
