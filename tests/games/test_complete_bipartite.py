"""The complete bipartite game graph has the shape that is claimed of it."""

from __future__ import annotations

import pytest
from support.graphs import complete_bipartite
from support.textbook import algorithm_7_2

from explorer.games import generate
from explorer.model.check import check
from explorer.model.graph import Kind


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_every_max_node_moves_to_every_min_node_and_back_and_to_a_leaf_of_its_own(size: int):
    graph = generate("complete-bipartite", size=size)
    maxes, mins, leaves = (
        {node.id for node in graph.nodes if node.kind is kind} for kind in (Kind.MAX, Kind.MIN, Kind.LEAF)
    )
    assert (len(maxes), len(mins), len(leaves)) == (size, size, 2 * size)
    between = {(one, other) for one in maxes for other in mins}
    own = {(id, f"{id}-leaf") for id in maxes | mins}
    assert set(graph.moves) == between | {(other, one) for one, other in between} | own
    assert not check(graph)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_algorithm_7_2_makes_the_calls_that_are_published(size: int):
    graph = generate("complete-bipartite", size=size)
    assert algorithm_7_2(graph).visits == (5, 19, 81, 341)[size - 1] == algorithm_7_2(complete_bipartite(size)).visits
