"""Alternating reachability against a direct recursion over the random graph."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from explorer.games import generate
from explorer.games.reachability import random_edges
from explorer.model.graph import Kind
from explorer.solver import solve

graphs = st.builds(
    lambda dead_ends, more, **others: {"nodes": dead_ends + more, "dead_ends": dead_ends, **others},
    dead_ends=st.integers(0, 4),
    more=st.integers(2, 10),  # the start and the goal at least
    edges=st.integers(1, 4),
    seed=st.integers(0, 9),
) | st.just({"nodes": 1, "edges": 1, "dead_ends": 0, "seed": 0})


@given(graphs)
def test_white_wins_if_and_only_if_the_recursion_says_so(drawn: dict[str, int]):
    rows, nodes = random_edges(**drawn), drawn["nodes"]

    @cache
    def white_wins(node: int, *, white: bool) -> bool:
        outcomes = [white_wins(other, white=not white) for other in rows[node]]
        return node == nodes - 1 if not outcomes else any(outcomes) if white else all(outcomes)

    graph = generate("reachability", **drawn)
    assert (solve(graph).score == 1) == white_wins(0, white=True)


@given(graphs)
def test_edges_lead_on_and_only_the_last_nodes_have_none(drawn: dict[str, int]):
    rows, nodes = random_edges(**drawn), drawn["nodes"]
    ends = [node for node, row in enumerate(rows) if not row]
    assert ends == list(range(nodes - drawn["dead_ends"] - 1, nodes))
    for node, row in enumerate(rows):
        assert all(other > node for other in row)
        assert len(row) <= drawn["edges"]
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
