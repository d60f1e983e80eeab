from __future__ import annotations

import math

from hypothesis import given
from support.graphs import game_graphs, thorough, worths
from support.oracle import tree_value

from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.operator import approximation, arrays_of, bounds_iteration


@thorough
@given(game_graphs(max_open=1), worths)
def test_ranks_keep_the_order_of_scores_and_their_negations(graph: GameGraph, endless: Score):
    arrays = arrays_of(graph, extra=(endless,))
    assert list(arrays.scale) == sorted(arrays.scale)
    assert arrays.rank(0) == 0
    for score in arrays.scale:
        assert arrays.score(arrays.rank(score)) == score
        assert arrays.rank(-score) == -arrays.rank(score)


@thorough
@given(game_graphs(max_open=1, max_inner=4, max_degree=3))
def test_the_rows_at_n_are_the_extremes_of_the_tree_of_depth_n(graph: GameGraph):
    arrays = arrays_of(graph)
    run = bounds_iteration(arrays)
    for n in range(4):
        for row, end in zip(run.ranks, (-math.inf, math.inf), strict=True):
            expected = [tree_value(graph, node.id, n, lambda end=end: end) for node in graph.nodes]
            assert [arrays.score(rank) for rank in row.tolist()] == expected
        run.advance()


@thorough
@given(game_graphs(max_open=1, max_inner=4, max_degree=3), worths)
def test_the_n_th_approximation_is_the_value_of_the_tree_of_depth_n(graph: GameGraph, endless: Score):
    for n in range(4):
        expected = [tree_value(graph, node.id, n, lambda: endless) for node in graph.nodes]
        assert approximation(graph, n, endless) == expected
