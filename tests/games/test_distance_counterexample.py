"""The family that refutes the conjecture on distances has the shape that is claimed of it."""

from __future__ import annotations

import networkx as nx
import pytest

from explorer.games import generate
from explorer.model.check import check
from explorer.model.graph import Kind


@pytest.mark.parametrize("length", [1, 2, 3, 8, 17])
def test_it_is_bipartite_and_no_node_is_more_than_4_moves_from_the_root(length: int):
    graph = generate("distance-counterexample", length=length)
    drawn = nx.DiGraph(graph.moves)
    assert not check(graph)
    assert nx.is_bipartite(drawn.to_undirected())
    distances = nx.single_source_shortest_path_length(drawn, "r")
    assert len(distances) == len(graph.nodes) == length + 5
    assert max(distance for id, distance in distances.items() if id != "won") <= 3
    assert max(distances.values()) == (2 if length == 1 else 3 + length % 2)


def test_its_moves_are_those_of_the_family():
    graph = generate("distance-counterexample", length=4)
    assert {node.id for node in graph.nodes if node.kind is Kind.MAX} == {"r", "m", "v2", "v4"}
    assert {node.id: node.score for node in graph.nodes if node.kind is Kind.LEAF} == {"lost": -1, "won": 1}
    moves = "r v1, r h, h lost, h m, h v2, h v4, m v1, m v3, v1 v2, v2 v3, v3 v4, v4 won"
    assert set(graph.moves) == {tuple(move.split()) for move in moves.split(", ")}
