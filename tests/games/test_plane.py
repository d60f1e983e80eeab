"""Planar graphs in the plane: faces, the outer one, and drawings in which no edges cross."""

from __future__ import annotations

from itertools import combinations, pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.games.plane import OUTER, Plane, plane
from explorer.games.undirected import Undirected, undirected
from explorer.model.errors import GraphError, OptionError

NAMED = [
    "friendship-3", "path-2", "path-5", "cycle-3", "star-5", "wheel-6", "complete-4", "bipartite-2x4", "grid-3x3",
    "ladder-4", "prism-5", "tree-2x3", "cube", "octahedron", "icosahedron", "dodecahedron", "a-b a-b a-b b-c",
    "a-b b-c c-a c-d a-e", "a-b b-c c-a d-e e-f f-d g", "a b",
]  # fmt: skip


@st.composite
def planar_graphs(draw: st.DrawFn, *, multiple: bool = True) -> Undirected:
    """Planar graphs of a few vertices, connected or not, with parallel edges or without."""
    size = draw(st.integers(1, 7))
    pairs = list(combinations(range(size), 2))
    kept: list[tuple[int, int]] = []
    for pair in draw(st.lists(st.sampled_from(pairs), max_size=12, unique=not multiple)) if pairs else []:
        if nx.check_planarity(nx.Graph([*kept, pair]))[0]:
            kept.append(pair)
    return Undirected("drawn", tuple(f"v{place}" for place in range(size)), tuple(kept))


def parts(graph: Undirected) -> int:
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


def is_bridge(graph: Undirected, place: int) -> bool:
    kept = graph.edges[:place] + graph.edges[place + 1 :]
    return parts(Undirected("", graph.vertices, kept)) > parts(graph)


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
    drawn = plane(undirected(text))
    check_faces(drawn)
    check_no_edges_cross(drawn)


@given(planar_graphs())
def test_faces_keep_to_euler_and_no_edges_cross(graph):
    drawn = plane(graph)
    check_faces(drawn)
    check_no_edges_cross(drawn)


def test_the_outer_face_is_the_one_with_the_longest_boundary():
    drawn = plane(undirected("friendship-3"))
    assert [len(face.edges) for face in drawn.faces] == [3, 3, 3, 9]


@pytest.mark.parametrize("vertices", ["v0 v1 v2", "v5, v0", "v1"])
def test_the_outer_face_can_be_chosen_by_its_vertices(vertices):
    graph = undirected("prism-3")
    outer = plane(graph, vertices).faces[-1]
    named = [graph.vertices[place] for place in outer.vertices]
    assert outer.name == OUTER
    assert set(vertices.replace(",", "").split()) <= set(named)


def test_the_faces_are_the_same_whichever_is_the_outer_one():
    graph = undirected("prism-3")
    one, other = (sorted(face.edges for face in plane(graph, outer).faces) for outer in ("largest", "v0 v1 v2"))
    assert one == other


def test_two_edges_between_two_vertices_have_a_face_between_them():
    assert [face.edges for face in plane(undirected("a-b a-b")).faces] == [(0, 1), (0, 1)]


def test_the_outer_face_has_all_parts_of_a_graph_on_its_boundary():
    drawn = plane(undirected("a-b b-c c-a d-e e-f f-d g"))
    assert drawn.faces[-1].vertices == tuple(range(7))
    assert [face.vertices for face in drawn.faces[:-1]] == [(0, 1, 2), (3, 4, 5)]
    assert plane(undirected("a-b b-c c-a d-e e-f f-d"), "a d").faces[-1].vertices == tuple(range(6))


@pytest.mark.parametrize("text", ["petersen", "complete-5", "bipartite-3x3"])
def test_a_graph_that_is_not_planar_has_no_faces_and_says_so(text):
    with pytest.raises(GraphError, match=f"{text} is not planar, so it has no faces"):
        plane(undirected(text))


@pytest.mark.parametrize(
    ("outer", "sentence"),
    [
        ("x", "outer must be largest or vertices of cube such as v0, got 'x'"),
        ("v0 v6 v7 v1 v3", "no face of cube has v0 v6 v7 v1 v3 on its boundary; choose vertices of one face"),
    ],
)
def test_an_outer_face_that_is_none_is_refused(outer, sentence):
    with pytest.raises(OptionError, match=sentence):
        plane(undirected("cube"), outer)
