"""Scores and bounds have their colours on one scale."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, scores, thorough, worths

from explorer import algorithms
from explorer.drawing.node_colours import fill, fills
from explorer.drawing.values import UNKNOWN, Values
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_bounds


@given(st.lists(scores, min_size=1), worths, st.data())
def test_bounds_have_the_colour_of_the_score_between_them(listed: list[Score], endless: Score, data: st.DataObject):
    values = Values([*listed, endless], endless)
    lower, upper = sorted(data.draw(st.lists(st.sampled_from(listed), min_size=2, max_size=2)))
    look, score = values.bounds((lower, upper)), sorted([lower, endless, upper])[1]
    colours = values.score(score)
    assert values.settled((lower, upper)) == score
    assert look.text == format_bounds(lower, upper)
    assert (look.fill, look.ink) == (colours.fill, colours.ink)


def test_what_is_not_known_is_a_question_mark_without_colour():
    values = Values([1])
    assert values.score(None) == values.bounds(None) == UNKNOWN == fill(None, 1.0)


@thorough
@given(game_graphs(max_open=1), worths)
def test_the_scale_of_a_trace_reaches_to_its_largest_number(graph: GameGraph, endless: Score):
    scored = algorithms.trace(graph, "score-iteration", endless=endless)
    assert [Values.of_trace(scored).score(value) for value in scored.values] == fills(scored.values)
    bounded = algorithms.trace(graph, "bounds", endless=endless)
    values = Values.of_trace(bounded)
    assert values.endless == endless
    assert values.bounds((-math.inf, math.inf)).fill == values.score(endless).fill
