"""The ladder is what Kars, Example 7.4, says of it."""

from __future__ import annotations

import networkx as nx
import pytest
from support.textbook import algorithm_6_7, algorithm_7_2

from explorer.games import generate
from explorer.model.graph import Kind


@pytest.mark.parametrize("layers", range(1, 13))
def test_it_has_4n_plus_2_nodes_half_of_them_leaves_one_at_every_other_node(layers):
    graph = generate("ladder", layers=layers)
    leaves = {node.id for node in graph.nodes if node.kind is Kind.LEAF}
    assert (len(graph.nodes), len(leaves)) == (4 * layers + 2, 2 * layers + 1)
    assert sorted(source for source, target in graph.moves if target in leaves) == sorted(
        node.id for node in graph.nodes if node.id not in leaves
    )


@pytest.mark.parametrize("layers", range(1, 7))
def test_it_has_cycles_and_is_bipartite_for_an_even_number_of_layers(layers):
    graph = nx.DiGraph(generate("ladder", layers=layers).moves)
    assert not nx.is_directed_acyclic_graph(graph)
    assert nx.is_bipartite(graph.to_undirected()) == (layers % 2 == 0)


@pytest.mark.parametrize("n", range(2, 8))
def test_visits_are_those_of_the_paper_from_two_layers_on(n):
    graph = generate("ladder", layers=n)
    assert algorithm_6_7(graph).visits == (3 * n + 9) * 2 ** (n - 1) - 2
    assert 2 * algorithm_7_2(graph).visits == 9 * n * n - 5 * n + 16


@pytest.mark.parametrize("layers", [1, 2, 3, 6, 12])
def test_it_is_drawn_as_a_ladder(layers):
    graph = generate("ladder", layers=layers)
    places = {node.id: (node.x, node.y) for node in graph.nodes}
    assert len(set(places.values())) == len(graph.nodes)
    middle = places["t"][0]
    for layer in range(1, layers + 1):
        (left, y), (right, same) = places[f"l{layer}"], places[f"r{layer}"]
        assert y == same
        assert middle - left == right - middle > 0
