from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game, game_graphs, long_path, thorough
from support.oracle import scores_of
from support.partly_open import BOUNDS, is_final

from explorer.expansion.bound_game import bound_game, bound_of, can_change
from explorer.model.errors import GraphError, OptionError
from explorer.model.graph import GameGraph


@thorough
@given(game_graphs(max_open=2))
def test_bounds_are_those_of_the_oracle(graph: GameGraph):
    lower, upper = scores_of(graph, -math.inf), scores_of(graph, math.inf)
    for id in lower:
        assert (bound_of(graph, id, "lower"), bound_of(graph, id, "upper")) == (lower[id], upper[id])


@thorough
@given(game_graphs(max_open=3), st.sampled_from(BOUNDS))
def test_a_bound_can_change_unless_it_is_the_same_with_open_nodes_at_their_worst_and_best(graph: GameGraph, bound: str):
    for node in graph.nodes:
        assert can_change(bound_game(graph, node.id, bound)) is not is_final(graph, node.id, bound)


@pytest.mark.large
def test_a_long_path_is_no_problem():
    graph = long_path(20_000, back=True)
    assert (bound_of(graph, "v0", "lower"), bound_of(graph, "v0", "upper")) == (
        -math.inf,
        1,
    )  # Min, who is last, can go round for ever


def test_an_unknown_node_or_bound_is_named():
    graph = game("a", a="max b", b=1)
    with pytest.raises(GraphError, match="no node 'z'"):
        bound_game(graph, "z", "lower")
    with pytest.raises(OptionError, match="bound must be"):
        bound_game(graph, "a", "middle")
