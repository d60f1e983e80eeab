from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, thorough, worths
from support.oracle import tree_value

from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.operator import Iteration, Start, arrays_of, bounds_iteration


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
@given(game_graphs(max_open=2), st.integers(-2, 2), st.integers(-3, 3))
def test_a_start_for_open_nodes_is_what_leaves_in_their_place_would_give(graph: GameGraph, endless: int, worth: int):
    """In a negamax graph an open node is worth the same to whoever is at the top, however many moves away."""
    arrays = arrays_of(graph, extra=(endless, worth))
    start = Start(arrays.rank(endless), arrays.rank(worth))
    run = Iteration(arrays, start, Start(-start.fresh, -start.open))
    for n in range(4):
        if n:
            run.advance()
        found = [arrays.score(rank) for rank in run.ranks[0].tolist()]
        assert found == [_value(graph, node.id, n, endless, worth) for node in graph.nodes]


def _value(graph: GameGraph, id: str, depth: int, fresh: Score, worth: Score) -> Score:
    node = graph.node(id)
    if not graph.successors_of(id) and node.score is None:
        return worth
    if depth == 0:
        return fresh
    if node.score is not None:
        return node.score
    sign = graph.sign
    values = [
        sign * _value(graph, other.id, depth - 1, sign * fresh, sign * worth) for other in graph.successors_of(id)
    ]
    return max(values) if graph.orientation[graph.index[id]] > 0 else min(values)
