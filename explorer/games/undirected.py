"""Undirected graphs to play on: by name, as a list of edges, or from networkx.

Vertices and edges are in order and have names, and two vertices may be joined by several edges.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from explorer.model.errors import OptionError, quoted
from explorer.model.late_networkx import nx

MAX_VERTICES, MAX_EDGES = 40, 60
MAX_NAME = 20  # characters of a vertex

_JOIN = "–"
_SEPARATORS, _DASHES = re.compile(r"[,;\s]+"), re.compile(r"[-–]")
_SIZES = re.compile(r"\d{1,3}(x\d{1,3})*")


@dataclass(frozen=True)
class UndirectedGraph:
    """An undirected graph; several edges may join two vertices, none joins a vertex to itself.

    Attributes
    ----------
    name : how a sentence names it.
    vertices : their names.
    edges : pairs of indices in `vertices`.
    """

    name: str
    vertices: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]

    @cached_property
    def edge_names(self) -> tuple[str, ...]:
        """The name of each edge, "a–b"; further ones between the same two are "a–b (2)" and so on."""
        seen: Counter[frozenset[int]] = Counter()
        names = []
        for edge in self.edges:
            seen[frozenset(edge)] += 1
            copy = seen[frozenset(edge)]
            name = _JOIN.join(self.vertices[end] for end in edge)
            names.append(name if copy == 1 else f"{name} ({copy})")
        return tuple(names)

    @property
    def text(self) -> str:
        """The graph as a list of edges that `undirected_graph` reads."""
        ends = {end for edge in self.edges for end in edge}
        lone = [name for index, name in enumerate(self.vertices) if index not in ends]
        return " ".join([f"{self.vertices[one]}-{self.vertices[other]}" for one, other in self.edges] + lone)


@dataclass(frozen=True)
class SizedFamily:
    """Graphs whose names consist of a word and sizes.

    Attributes
    ----------
    sizes : the number of sizes in the name.
    least : the smallest that each of them may be.
    build : a function of the sizes that builds the graph, or its name in networkx.
    """

    sizes: int
    least: int
    build: str | Callable[[int], nx.Graph[Any]]

    def example(self, name: str) -> str:
        """Return a name with possible sizes: "grid-3x3"."""
        return name + ("-" + "x".join([str(max(3, self.least))] * self.sizes) if self.sizes else "")


def _friendship(triangles: int) -> nx.Graph[Any]:
    """Return triangles that share one vertex (e-Valuate, Figure 2)."""
    firsts = range(1, 2 * triangles, 2)
    return nx.Graph([edge for at in firsts for edge in ((0, at), (0, at + 1), (at, at + 1))])


FAMILIES: Mapping[str, SizedFamily] = {
    "friendship": SizedFamily(1, 1, _friendship),
    "path": SizedFamily(1, 2, "path_graph"),
    "cycle": SizedFamily(1, 3, "cycle_graph"),
    "star": SizedFamily(1, 1, "star_graph"),
    "wheel": SizedFamily(1, 4, "wheel_graph"),
    "complete": SizedFamily(1, 2, "complete_graph"),
    "bipartite": SizedFamily(2, 1, "complete_bipartite_graph"),
    "grid": SizedFamily(2, 1, "grid_2d_graph"),
    "ladder": SizedFamily(1, 2, "ladder_graph"),
    "prism": SizedFamily(1, 3, "circular_ladder_graph"),
    "hypercube": SizedFamily(1, 1, "hypercube_graph"),
    "tree": SizedFamily(2, 1, "balanced_tree"),
    "barbell": SizedFamily(2, 2, "barbell_graph"),
    "lollipop": SizedFamily(2, 2, "lollipop_graph"),
    "diamond": SizedFamily(0, 0, "diamond_graph"),
    "bull": SizedFamily(0, 0, "bull_graph"),
    "house": SizedFamily(0, 0, "house_graph"),
    "tetrahedron": SizedFamily(0, 0, "tetrahedral_graph"),
    "cube": SizedFamily(0, 0, "cubical_graph"),
    "octahedron": SizedFamily(0, 0, "octahedral_graph"),
    "icosahedron": SizedFamily(0, 0, "icosahedral_graph"),
    "dodecahedron": SizedFamily(0, 0, "dodecahedral_graph"),
    "petersen": SizedFamily(0, 0, "petersen_graph"),
    "frucht": SizedFamily(0, 0, "frucht_graph"),
    "heawood": SizedFamily(0, 0, "heawood_graph"),
}
"""Graphs by name; those of networkx have its sizes: `star-4` has a centre and 4 others, `wheel-5` 5 vertices in all."""

NAMES = ", ".join(family.example(name) for name, family in FAMILIES.items())


def undirected_graph(text: str) -> UndirectedGraph:
    """Return the graph that a text names, "friendship-3", or lists edge by edge: "a-b b-c c-a".

    In a list a name without a dash is a vertex without edges, and an edge that is given twice is two edges.

    Raises
    ------
    OptionError
        If it is neither, if an edge joins a vertex to itself, or if the graph is too large.

    Examples
    --------
    >>> undirected_graph("friendship-2").edge_names
    ('v0–v1', 'v0–v2', 'v0–v3', 'v0–v4', 'v1–v2', 'v3–v4')
    >>> undirected_graph("a-b, b-c, d").vertices
    ('a', 'b', 'c', 'd')
    """
    parts = [part for part in _SEPARATORS.split(text.strip()) if part]
    if not parts:
        raise OptionError(f"graph must be a name such as friendship-3 or edges such as a-b b-c c-a; names: {NAMES}")
    name, _, sizes = parts[0].lower().replace("×", "x").partition("-")
    if len(parts) == 1 and name in FAMILIES:
        if sizes and not _SIZES.fullmatch(sizes):
            example = FAMILIES[name].example(name)
            raise OptionError(f"graph must be written like {example}, with small sizes; got {quoted(parts[0])}")
        return _from_family(parts[0], name, [int(size) for size in sizes.split("x") if size])
    if len(parts) == 1 and not _DASHES.search(text):
        raise OptionError(f"there is no graph {text.strip()!r:.40}; give edges such as a-b b-c c-a or a name: {NAMES}")
    return _within_limits(_from_edges(parts))


def from_networkx(graph: nx.Graph[Any]) -> UndirectedGraph:
    """Return a graph of networkx, directed or not, with parallel edges or without; loops are left out.

    A directed graph counts as undirected: moves both ways between two nodes are one edge, unless it is a multigraph.

    Raises
    ------
    OptionError
        If it is too large, or two of its nodes have the same name.
    """
    plain = graph.to_undirected() if graph.is_directed() and not graph.is_multigraph() else graph
    indices = {node: index for index, node in enumerate(plain)}
    vertices = tuple(_DASHES.sub("_", _SEPARATORS.sub("_", str(node)))[:MAX_NAME] for node in plain)
    if len(set(vertices)) != len(vertices):
        raise OptionError(f"two vertices of the graph are called {Counter(vertices).most_common(1)[0][0]}; rename one")
    edges = tuple((indices[one], indices[other]) for one, other in plain.edges() if one != other)
    return _within_limits(UndirectedGraph("the graph", vertices, edges))


def _from_family(text: str, name: str, sizes: list[int]) -> UndirectedGraph:
    """Return the graph of a family with these sizes; raise OptionError if they do not fit."""
    family = FAMILIES[name]
    example = family.example(name)
    if len(sizes) != family.sizes or any(size < family.least for size in sizes):
        limits = f", each {family.least} or more" if family.sizes else ""
        raise OptionError(f"the graph {text!r:.40} must be written like {example}{limits}")
    if max(sizes, default=0) > MAX_VERTICES or (name in ("hypercube", "tree") and max(sizes) > 5):
        raise OptionError(f"the graph {text!r:.40} is too large; choose smaller numbers")
    build = getattr(nx, family.build) if isinstance(family.build, str) else family.build
    built = nx.convert_node_labels_to_integers(build(*sizes))
    vertices = tuple(f"v{index}" for index in range(built.number_of_nodes()))
    edges = sorted((min(edge), max(edge)) for edge in built.edges())
    return _within_limits(UndirectedGraph(text, vertices, tuple(edges)))


def _from_edges(parts: list[str]) -> UndirectedGraph:
    """Return the graph of a list of edges and of single vertices."""
    indices: dict[str, int] = {}
    edges = []
    for part in parts:
        ends = _DASHES.split(part)
        if len(ends) > 2 or not all(0 < len(end) <= MAX_NAME for end in ends):
            raise OptionError(
                f"graph: {quoted(part)} is no edge; write a-b, with names of 1 to {MAX_NAME} characters without dashes"
            )
        if len(ends) == 2 and ends[0] == ends[1]:
            raise OptionError(f"graph: the edge {quoted(part)} joins a vertex to itself; it needs two different ends")
        at = [indices.setdefault(end, len(indices)) for end in ends]
        if len(at) == 2:
            edges.append((at[0], at[1]))
    return UndirectedGraph("the graph " + " ".join(parts), tuple(indices), tuple(edges))


def _within_limits(graph: UndirectedGraph) -> UndirectedGraph:
    """Return the graph; raise OptionError if it is too large."""
    if len(graph.vertices) > MAX_VERTICES or len(graph.edges) > MAX_EDGES:
        raise OptionError(
            f"{graph.name:.60} has {len(graph.vertices)} vertices and {len(graph.edges)} edges; a sharing game has at "
            f"most {MAX_VERTICES} and {MAX_EDGES}"
        )
    return graph
