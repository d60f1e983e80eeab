from __future__ import annotations

import operator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, scores, thorough

from explorer.algorithms.searches.alpha_beta import is_answer_for
from explorer.algorithms.searches.calls import Answer, Line
from explorer.algorithms.searches.windows import Scale, Window
from explorer.model.graph import GameGraph
from explorer.trace import Relation

numbers = st.integers(-5, 5)


@given(numbers, st.integers(6, 9), numbers, st.sampled_from([1, -1]))
def test_a_window_means_the_same_on_the_other_side_of_a_move_that_negates(
    alpha: int, beta: int, value: int, sense: int
):
    window = Window(alpha, beta, 1, 2)
    seen = window.times(-1)
    assert seen.times(-1) == window
    assert (seen.own(-sense), seen.limit(-sense)) == (-window.own(sense), -window.limit(sense))
    assert window.is_left_by(sense, value) == seen.is_left_by(-sense, -value)
    assert window.is_improved_by(sense, value) == seen.is_improved_by(-sense, -value)
    assert window.limit_at(sense) == seen.limit_at(-sense)
    assert window.bound(value).times(-1) is seen.bound(-value)


@pytest.mark.parametrize("bound", [Relation.EXACT, Relation.AT_LEAST, Relation.AT_MOST])
def test_an_entry_decides_if_no_score_that_it_allows_lies_inside_the_window(bound: Relation):
    allows = {Relation.EXACT: operator.eq, Relation.AT_LEAST: operator.ge, Relation.AT_MOST: operator.le}[bound]
    for alpha, beta, score in product(range(4), range(4), range(-1, 5)):
        between = [x / 4 for x in range(-8, 24) if alpha < x / 4 < beta and allows(x / 4, score)]
        if alpha < beta:
            is_decided = is_answer_for(Answer(score, Line(0), bound), Window(alpha, beta))
            assert is_decided is (bound is Relation.EXACT or not between)


@thorough
@given(game_graphs(), scores, scores)
def test_between_a_score_and_the_next_there_is_none(graph: GameGraph, endless: int, score: int):
    scale = Scale(graph, endless)
    assert scale.scores == sorted(set(scale.scores))
    assert not [other for other in scale.scores if score < other < scale.above(score)]
    assert not [other for other in scale.scores if scale.below(score) < other < score]
    assert scale.is_null(scale.null_window(1, score, 0))
    assert scale.is_null(scale.null_window(-1, score, 0))
