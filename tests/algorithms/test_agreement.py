"""Scores against the theorem: with endless play worth d, a score is median(lower, d, upper)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import BOTH, game_graphs, thorough, worths
from support.oracle import median, scores_by_strategies, scores_of

from explorer.algorithms import trace
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score
from explorer.solver.retrograde import limit_scores

with_open_nodes = game_graphs(max_open=2)


@pytest.mark.parametrize("convention", BOTH)
@thorough
@given(st.data())
def test_the_oracle_agrees_with_every_pair_of_positional_strategies(convention: Convention, data: st.DataObject):
    shape = {"max_inner": 4, "max_degree": 2} if convention is Convention.MINIMAX else {"max_inner": 3, "max_degree": 2}
    graph = data.draw(game_graphs(conventions=(convention,), max_open=1, **shape))
    endless = data.draw(worths)
    assert scores_of(graph, endless) == scores_by_strategies(graph, endless)


@thorough
@given(with_open_nodes, worths)
def test_scores_are_the_median_of_lower_bound_worth_of_endless_play_and_upper_bound(graph: GameGraph, endless: Score):
    lower, upper = scores_of(graph, -math.inf), scores_of(graph, math.inf)
    medians = {id: median(lower[id], endless, upper[id]) for id in lower}
    assert medians == scores_of(graph, endless)


@thorough
@given(with_open_nodes, worths)
def test_score_iteration_and_limit_scores_equal_the_oracle_at_every_node(graph: GameGraph, endless: Score):
    truth = scores_of(graph, endless)
    assert trace(graph, "score-iteration", endless=endless).result["scores"] == truth
    assert limit_scores(graph, endless) == list(truth.values())


@pytest.mark.parametrize("convention", BOTH)
@thorough
@given(data=st.data())
def test_the_memo_is_right_on_larger_graphs_too(convention: Convention, data: st.DataObject):
    graph = data.draw(game_graphs(conventions=(convention,), max_inner=8, max_leaves=5, max_degree=3))
    assert trace(graph, "memoised").result["value"] == scores_of(graph)[str(graph.root)]
