"""A planar graph in the plane: its faces, the outer one among them, and a drawing with straight lines.

Which faces there are may depend on the embedding; it is the one that networkx finds.  The outer face is a choice of
the drawing: every face can be it.  The parts of a graph that is not connected lie beside each other, in one outer face.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import cast

import numpy as np

from explorer.games.undirected import UndirectedGraph
from explorer.model.board import Point
from explorer.model.errors import GraphError, OptionError, quoted
from explorer.model.late_networkx import nx

FrameNode = int | tuple[int, int]  # of the graph, or the corner of a ring
FaceWalk = tuple[int, ...]  # the nodes round a face, the face at one hand all the way

OUTER = "outer face"
LARGEST = "largest"
_GAP = 1.0  # between the parts of a graph, whose edges are about as long
_NO_LEAN = 1e-6  # of a drawing that looks the same turned by a third, say
_STANDING = 1.01  # times as high as wide


@dataclass(frozen=True)
class Face:
    """A region of the plane: the indices of its edges and vertices in order, and the walks round it."""

    name: str
    edges: tuple[int, ...]
    vertices: tuple[int, ...]
    walks: tuple[FaceWalk, ...]


@dataclass(frozen=True)
class Plane:
    """A planar graph with its faces.

    Attributes
    ----------
    faces : the inner ones, by their first edges, and the outer face last.
    points : y downwards; the vertices first, then for each edge that runs beside another one
        between the same two vertices a point that it goes through.
    bends : the index in `points` of the point that an edge goes through, by edge.
    """

    graph: UndirectedGraph
    faces: tuple[Face, ...]
    points: tuple[Point, ...]
    bends: Mapping[int, int]

    def line(self, edge: int) -> tuple[Point, ...]:
        """Return the points of an edge."""
        one, other = self.graph.edges[edge]
        between = [self.bends[edge]] if edge in self.bends else []
        return tuple(self.points[index] for index in (one, *between, other))


def plane(graph: UndirectedGraph, outer: str = LARGEST) -> Plane:
    """Return a planar graph with its faces and a drawing.

    Parameters
    ----------
    outer : vertices on the boundary of the outer face, such as "a b c"; or "largest": the face with the longest
        boundary.

    Raises
    ------
    GraphError
        If the graph is not planar.
    OptionError
        If no face has all vertices of `outer` on its boundary.

    Examples
    --------
    >>> from explorer.games.undirected import undirected_graph
    >>> [face.name for face in plane(undirected_graph("friendship-3")).faces]
    ['R1', 'R2', 'R3', 'outer face']
    """
    simple, on_edge, bends = _without_parallel_edges(graph)
    is_planar, embedding = nx.check_planarity(simple)
    if not is_planar:
        raise GraphError(
            f"{graph.name} is not planar, so it has no faces; share and colour only its vertices and edges"
        )
    wanted = _outer_vertices(graph, outer)
    inner: list[FaceWalk] = []
    around: list[FaceWalk] = []
    found = True
    for part in nx.connected_components(simple):
        walks = _face_walks(cast("nx.PlanarEmbedding[int]", embedding), part)
        here = wanted & part
        fitting = [walk for walk in walks if here <= set(walk)]
        found &= bool(fitting)
        chosen = max(fitting or walks, key=len)
        around.append(chosen)
        inner += [walk for walk in walks if walk is not chosen]
    if not found:
        raise OptionError(f"outer: no face of {graph.name} has {outer} on its boundary; choose vertices of one face")
    named = sorted(
        (_face_of_walks(graph, "", [walk], on_edge) for walk in inner), key=lambda face: (face.edges, face.vertices)
    )
    faces = [Face(f"R{at}", face.edges, face.vertices, face.walks) for at, face in enumerate(named, 1)]
    points = _place_nodes(simple, inner, around)
    return Plane(graph, (*faces, _face_of_walks(graph, OUTER, around, on_edge)), points, bends)


def _without_parallel_edges(graph: UndirectedGraph) -> tuple[nx.Graph[int], dict[frozenset[int], int], dict[int, int]]:
    """Return the graph without parallel edges, each further one going through a node of its own.

    Also the edge between each two nodes, and the further node of each edge that has one.
    """
    simple: nx.Graph[int] = nx.Graph()
    simple.add_nodes_from(range(len(graph.vertices)))
    on_edge: dict[frozenset[int], int] = {}
    bends: dict[int, int] = {}
    for index, (one, other) in enumerate(graph.edges):
        path = [one, other]
        if frozenset(path) in on_edge:
            bends[index] = len(simple)
            path.insert(1, len(simple))
        nx.add_path(simple, path)
        on_edge |= {frozenset(pair): index for pair in pairwise(path)}
    return simple, on_edge, bends


def _outer_vertices(graph: UndirectedGraph, outer: str) -> set[int]:
    """Return the vertices that the user wants on the outer face; none for the largest face."""
    if outer.strip() in ("", LARGEST):
        return set()
    names = outer.replace(",", " ").split()
    unknown = [name for name in names if name not in graph.vertices]
    if unknown:
        raise OptionError(
            f"outer must be {LARGEST} or vertices of {graph.name} such as {graph.vertices[0]}, got {quoted(unknown[0])}"
        )
    return {graph.vertices.index(name) for name in names}


def _face_walks(embedding: nx.PlanarEmbedding[int], part: Iterable[int]) -> list[FaceWalk]:
    """Return the walks round each face of one part of the graph."""
    marked: set[tuple[int, int]] = set()
    walks: list[FaceWalk] = []
    nodes = sorted(part)
    for node in nodes:
        for other in embedding.neighbors_cw_order(node):
            if (node, other) not in marked:
                walks.append(tuple(embedding.traverse_face(node, other, marked)))
    return walks or [(nodes[0],)]  # a vertex alone


def _steps_of_walk(walk: FaceWalk) -> list[tuple[int, int]]:
    """Return the pairs of successive nodes of a walk, back to its start."""
    return list(zip(walk, (*walk[1:], walk[0]), strict=True))


def _face_of_walks(
    graph: UndirectedGraph, name: str, walks: Sequence[FaceWalk], on_edge: Mapping[frozenset[int], int]
) -> Face:
    """Return the face with these walks round it, with its edges and vertices."""
    steps = chain.from_iterable(_steps_of_walk(walk) for walk in walks if len(walk) > 1)
    edges = sorted({on_edge[frozenset(step)] for step in steps})
    vertices = sorted({node for walk in walks for node in walk if node < len(graph.vertices)})
    return Face(name, tuple(edges), tuple(vertices), tuple(walks))


# ---- the drawing


def _place_nodes(simple: nx.Graph[int], inner: Sequence[FaceWalk], around: Sequence[FaceWalk]) -> tuple[Point, ...]:
    """Return the points of the nodes, parts of the graph side by side, edges about 1 long."""
    points: dict[int, complex] = {}
    right = 0.0
    for walk in around:
        part = nx.node_connected_component(simple, walk[0])
        balanced = _tutte_points(simple.subgraph(part), [each for each in inner if each[0] in part], walk)
        drawn = _align_with_axes(balanced, list(simple.subgraph(part).edges))
        left = min(point.real for point in drawn.values())
        points |= {node: point - left + right for node, point in drawn.items()}
        right = max(point.real for point in points.values()) + _GAP
    return tuple((points[node].real, points[node].imag) for node in sorted(points))


def _align_with_axes(points: Mapping[int, complex], edges: Sequence[tuple[int, int]]) -> dict[int, complex]:
    """Return the points of a drawing turned so that most edges lie along the axes and it is wide."""
    if not edges:
        return dict(points)
    steps = np.array([points[other] - points[one] for one, other in edges])
    lean = ((steps / abs(steps)) ** 4).sum()
    turn = np.exp(-1j * np.angle(lean) / 4) if abs(lean) > _NO_LEAN else 1
    turned = np.array(list(points.values())) * turn / abs(steps).mean()
    if np.ptp(turned.imag) > np.ptp(turned.real) * _STANDING:
        turned = turned * -1j
    return dict(zip(points, turned.tolist(), strict=True))


def _tutte_points(part: nx.Graph[int], inner: Sequence[FaceWalk], outer: FaceWalk) -> dict[int, complex]:
    """Return points with each node amid its neighbours, in a fixed circle (W. T. Tutte, How to draw a graph, 1963).

    Tutte's drawing is a plane one if the graph is 3-connected.  So every face gets a ring of further nodes along its
    walk, two for each corner, and an inner one a hub in its ring; the ring of the outer face is the circle.
    """
    if len(part) == 1:
        return {outer[0]: 0j}
    frame: nx.Graph[FrameNode] = nx.Graph(part.edges)
    for face, walk in enumerate((outer, *inner)):
        _add_ring(frame, face, walk, hub=face > 0)
    circle: list[FrameNode] = [(0, corner) for corner in range(2 * len(outer))]
    fixed = np.exp(1j * np.pi * (2 * np.arange(len(circle)) / len(circle) - 0.5))
    free = [node for node in frame if node not in set(circle)]
    adjacency = nx.to_numpy_array(frame, [*free, *circle])
    laplacian = np.diag(adjacency.sum(axis=1)) - adjacency
    inside, border = laplacian[: len(free), : len(free)], laplacian[: len(free), len(free) :]
    indices = dict(zip(free, np.linalg.solve(inside, -border @ fixed).tolist(), strict=True))
    return {node: indices[node] for node in part}


def _add_ring(frame: nx.Graph[FrameNode], face: int, walk: FaceWalk, *, hub: bool) -> None:
    """Put a ring of nodes along a walk, two for each corner, and a hub in it if `hub`."""
    size = 2 * len(walk)
    for corner in range(size):
        here = (face, corner)
        frame.add_edge(here, (face, (corner + 1) % size))
        frame.add_edge(here, walk[corner // 2])
        if corner % 2:
            frame.add_edge(here, walk[(corner + 1) // 2 % len(walk)])
        if hub:
            frame.add_edge(here, (face, -1))
