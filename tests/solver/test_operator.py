from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import distant_win, game, game_graphs, thorough, worths
from support.oracle import scores_of, tree_value

from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.operator import Iteration, Start, arrays_of, bounds_iteration, limit_scores


@thorough
@given(game_graphs(max_open=1), worths)
def test_ranks_keep_the_order_of_scores_and_their_negations(graph: GameGraph, endless: Score):
    arrays = arrays_of(graph, extra=(endless,))
    assert list(arrays.scale) == sorted(arrays.scale)
    assert arrays.rank(0) == 0
    for score in arrays.scale:
        assert arrays.score(arrays.rank(score)) == score
        assert arrays.rank(-score) == -arrays.rank(score)


def test_a_score_comes_back_as_it_was_written():
    graph = game("a", a="max b c d", b=0.5, c=Fraction(16, 3), d=-2)
    scores = limit_scores(graph)
    assert [(type(score), score) for score in scores[1:]] == [(float, 0.5), (Fraction, Fraction(16, 3)), (int, -2)]


@thorough
@given(game_graphs(max_open=1))
def test_rows_are_the_successors_in_move_order(graph: GameGraph):
    arrays = arrays_of(graph)
    rows = [arrays.indices[arrays.indptr[v] : arrays.indptr[v + 1]].tolist() for v in range(len(graph.nodes))]
    assert rows == [list(row) for row in graph.successors]
    indptr, indices = arrays.predecessors
    backwards = [sorted(indices[indptr[v] : indptr[v + 1]].tolist()) for v in range(len(graph.nodes))]
    assert backwards == [sorted(row) for row in graph.predecessors]


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
@given(game_graphs(max_open=1))
def test_the_lower_bound_never_falls_and_the_upper_never_rises(graph: GameGraph):
    run = bounds_iteration(arrays_of(graph))
    moved = True
    while moved:
        lower, upper = run.ranks.copy()
        moved = len(run.advance()) > 0
        assert (run.ranks[0] >= lower).all()
        assert (run.ranks[1] <= upper).all()
        assert (run.ranks[0] <= run.ranks[1]).all()


@thorough
@given(game_graphs(max_open=1))
def test_advance_names_exactly_the_places_that_change(graph: GameGraph):
    run = bounds_iteration(arrays_of(graph))
    for n in range(1, 6):
        before = run.ranks.copy()
        moved = run.advance()
        assert run.n == n
        assert sorted(moved.tolist()) == np.flatnonzero((before != run.ranks).any(axis=0)).tolist()


@thorough
@given(game_graphs(), worths)
def test_limit_scores_satisfy_the_minimax_rule(graph: GameGraph, endless: Score):
    """Kars (MM); in a negamax graph the successors are scored with endless play worth −d to their players."""
    here = limit_scores(graph, endless)
    after = limit_scores(graph, graph.sign * endless)
    for place, successors in enumerate(graph.successors):
        if successors:
            values = [graph.sign * after[other] for other in successors]
            assert here[place] == (max(values) if graph.orientation[place] > 0 else min(values))


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


def test_limit_scores_of_a_graph_that_converges_slowly():
    graph = distant_win(30)
    assert limit_scores(graph) == list(scores_of(graph).values())


def test_a_graph_of_leaves_and_open_nodes_alone():
    assert limit_scores(game("b", b=3, q="open"), -1) == [3, -1]
