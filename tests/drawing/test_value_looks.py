"""Scores and bounds have their colours on one scale."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, scores, thorough, worths

from explorer import algorithms
from explorer.drawing.node_colours import ColourScale, ValueLooks
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_bounds


@given(st.lists(scores, min_size=1), worths, st.data())
def test_bounds_have_the_colour_of_the_score_between_them(listed: list[Score], endless: Score, data: st.DataObject):
    values = ValueLooks(ColourScale(listed), endless)
    lower, upper = sorted(data.draw(st.lists(st.sampled_from(listed), min_size=2, max_size=2)))
    look, score = values.bounds((lower, upper)), sorted([lower, endless, upper])[1]
    colours = values.score(score)
    assert values.score_from((lower, upper)) == score
    assert look.text == format_bounds(lower, upper)
    assert (look.fill, look.ink) == (colours.fill, colours.ink)


@thorough
@given(game_graphs(max_open=1), worths, worths)
def test_what_endless_play_is_worth_recolours_no_score(graph: GameGraph, endless: Score, other: Score):
    """In no run on a graph, whatever its algorithm."""
    leaves = graph.columns.scale
    runs = [
        algorithms.trace(graph, name, endless=worth)
        for name in ("score-iteration", "bounds")
        for worth in (endless, other)
    ]
    looks = [[ValueLooks.of_trace(run).score(score) for score in leaves] for run in runs]
    assert all(each == looks[0] for each in looks)
    values = ValueLooks.of_trace(runs[2])
    assert values.endless == endless
    assert values.bounds((-math.inf, math.inf)).fill == values.score(endless).fill


def test_values_that_are_no_scores_of_the_game_have_a_scale_of_their_own():
    graph = load_sample("nim-1-2-3")
    run = algorithms.trace(graph, "kernel")
    assert ValueLooks.of_trace(run).meaning == algorithms.find("kernel").fills
    assert ValueLooks.of_trace(run).scale.ends == (0, max(run.values))
