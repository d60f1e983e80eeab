"""The ladder is what Kars, Example 7.4, says of it."""

from __future__ import annotations

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


@pytest.mark.parametrize("n", range(2, 8))
def test_visits_are_those_of_the_paper_from_two_layers_on(n):
    graph = generate("ladder", layers=n)
    assert algorithm_6_7(graph).visits == (3 * n + 9) * 2 ** (n - 1) - 2
    assert 2 * algorithm_7_2(graph).visits == 9 * n * n - 5 * n + 16
