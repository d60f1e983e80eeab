"""Undirected graphs by name, as a list of edges, and from networkx."""

from __future__ import annotations

import networkx as nx
import pytest

from explorer.games.undirected import FAMILIES, UndirectedGraph, from_networkx, undirected_graph
from explorer.model.errors import OptionError


def simple(graph: UndirectedGraph) -> nx.Graph:
    built = nx.Graph()
    built.add_nodes_from(range(len(graph.vertices)))
    built.add_edges_from(graph.edges)
    return built


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("friendship-3", nx.windmill_graph(3, 3)),
        ("friendship-1", nx.cycle_graph(3)),
        ("path-4", nx.path_graph(4)),
        ("cycle-5", nx.cycle_graph(5)),
        ("star-4", nx.star_graph(4)),
        ("wheel-5", nx.wheel_graph(5)),
        ("complete-4", nx.complete_graph(4)),
        ("bipartite-2x3", nx.complete_bipartite_graph(2, 3)),
        ("grid-2x3", nx.grid_2d_graph(2, 3)),
        ("prism-3", nx.circular_ladder_graph(3)),
        ("hypercube-3", nx.cubical_graph()),
        ("cube", nx.cubical_graph()),
        ("petersen", nx.petersen_graph()),
        (" petersen ", nx.petersen_graph()),
        ("a-b b-c c-a", nx.cycle_graph(3)),
        ("a-b, b-c; c-a", nx.cycle_graph(3)),
        ("a–b", nx.path_graph(2)),
    ],
)
def test_a_text_is_the_graph_that_it_names_or_lists(text, expected):
    assert nx.is_isomorphic(simple(undirected_graph(text)), expected)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_name_builds_and_reads_back_from_its_edges(name):
    graph = undirected_graph(FAMILIES[name].example(name))
    again = undirected_graph(graph.text)
    assert [frozenset(pair.split("–")) for pair in again.edge_names] == [
        frozenset(pair.split("–")) for pair in graph.edge_names
    ]
    assert len(set(graph.edge_names)) == len(graph.edges) == simple(graph).number_of_edges()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("pentagram", "there is no graph 'pentagram'; give edges such as a-b b-c c-a or a name: friendship-3, "),
        ("cycle-2", "the graph 'cycle-2' must be written like cycle-3, each 3 or more"),
        ("complete-20", "complete-20 has 20 vertices and 190 edges; a sharing game has at most 40 and 60"),
        ("a-b-c", "graph: 'a-b-c' is no edge; write a-b, "),
        ("a-b c-c", "graph: the edge 'c-c' joins a vertex to itself; it needs two different ends"),
    ],
)
def test_what_is_no_graph_is_refused_in_one_sentence(text, sentence):
    with pytest.raises(OptionError, match=sentence):
        undirected_graph(text)


def test_a_directed_graph_with_moves_both_ways_has_one_edge_there_and_no_loops():
    graph = from_networkx(nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c"), ("c", "c")]))
    assert (graph.vertices, graph.edges) == (("a", "b", "c"), ((0, 1), (1, 2)))
