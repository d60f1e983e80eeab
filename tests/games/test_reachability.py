"""Alternating reachability against a direct recursion over the random graph."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.games import generate
from explorer.games.reachability import random_edges
from explorer.model.errors import OptionError
from explorer.model.graph import Kind
from explorer.solver import solve

graphs = {
    "nodes": st.integers(1, 14),
    "edges": st.integers(1, 4),
    "dead_ends": st.integers(0, 4),
    "seed": st.integers(0, 9),
}


@given(**graphs)
def test_white_wins_if_and_only_if_the_recursion_says_so(nodes: int, edges: int, dead_ends: int, seed: int):
    rows = random_edges(nodes, edges, dead_ends, seed)

    @cache
    def white_wins(node: int, *, white: bool) -> bool:
        outcomes = [white_wins(other, white=not white) for other in rows[node]]
        return node == nodes - 1 if not outcomes else any(outcomes) if white else all(outcomes)

    graph = generate("reachability", nodes=nodes, edges=edges, dead_ends=dead_ends, seed=seed)
    assert (solve(graph).score == 1) == white_wins(0, white=True)


@given(**graphs)
def test_edges_lead_on_and_only_the_last_nodes_have_none(nodes: int, edges: int, dead_ends: int, seed: int):
    rows = random_edges(nodes, edges, dead_ends, seed)
    ends = [node for node, row in enumerate(rows) if not row]
    assert ends == list(range(max(0, nodes - dead_ends - 1), nodes))
    for node, row in enumerate(rows):
        assert all(other > node for other in row)
        assert len(row) <= edges
        assert row == sorted(set(row))


def test_players_move_in_turn_and_only_the_goal_is_won():
    graph = generate("reachability", nodes=12)
    for source, target in graph.moves:
        assert source.split("/")[1] != target.split("/")[1]
    for node in graph.nodes:
        place, player = node.id.split("/")
        if node.kind is Kind.LEAF:
            assert node.score == (1 if place == "11" else -1)
        else:
            assert node.kind is {"white": Kind.MAX, "black": Kind.MIN}[player]


def test_another_seed_is_another_graph():
    assert generate("reachability", seed=1) != generate("reachability", seed=2)
    with pytest.raises(OptionError, match="nodes must lie between 1 and 10000"):
        generate("reachability", nodes=0)
