"""A cycle goes round."""

from __future__ import annotations

import math
from itertools import combinations

import networkx as nx
import pytest

from explorer.games import find, generate
from explorer.model.check import check, errors_in
from explorer.model.graph import Convention, Kind
from explorer.solver import solve


@pytest.mark.parametrize("leaves", ["yes", "no"])
@pytest.mark.parametrize("length", [1, 2, 3, 8, 100])
def test_the_inner_nodes_are_one_cycle_and_a_leaf_hangs_from_each(length, leaves):
    graph = generate("cycle", length=length, leaves=leaves)
    assert not errors_in(check(graph))
    inner = graph.to_networkx().subgraph(node.id for node in graph.nodes if node.kind.is_inner)
    (ring,) = nx.simple_cycles(inner)
    assert len(ring) == length
    assert len(graph.nodes) == find("cycle").count(length=length, leaves=leaves == "yes")
    for node in graph.nodes:
        hanging = [other.kind for other in graph.successors_of(node.id)].count(Kind.LEAF)
        assert hanging == (node.kind.is_inner and leaves == "yes")


@pytest.mark.parametrize(
    ("players", "kinds"), [("alternating", "max min max"), ("max", "max " * 3), ("min", "min " * 3)]
)
def test_players_are_those_asked_for(players, kinds):
    graph = generate("cycle", length=3, players=players, leaves="no")
    assert [node.kind for node in graph.nodes] == kinds.split()


def test_a_negamax_cycle_names_no_players():
    graph = generate("cycle", players="mover")
    assert graph.convention is Convention.NEGAMAX
    assert not errors_in(check(graph))


@pytest.mark.parametrize(("scores", "value"), [("-2..-1", 0), ("1", 1), ("-2", 0)])
def test_max_alone_ends_the_game_only_for_a_gain(scores, value):
    assert solve(generate("cycle", players="max", scores=scores)).score == value


def test_scores_go_round_in_turn():
    graph = generate("cycle", length=4, scores="5, 1/2, -1")
    assert [str(node.score) for node in graph.nodes if node.kind is Kind.LEAF] == ["5", "1/2", "-1", "5"]


@pytest.mark.parametrize("length", [1, 2, 3, 7, 50])
def test_it_is_drawn_as_a_ring_on_which_no_nodes_touch(length):
    graph = generate("cycle", length=length)
    places = {node.id: (node.x, node.y) for node in graph.nodes}
    assert min(math.dist(*pair) for pair in combinations(places.values(), 2)) > 100
    assert len({round(math.hypot(*places[f"c{k}"])) for k in range(1, length + 1)}) == 1
