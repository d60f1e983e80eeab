"""Nodes look like the theme says: fill, ring, halo, outline."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import figure_1, game, thorough
from support.shown import shown

from explorer.drawing.exports import Shown
from explorer.drawing.picture.glyph import corners, glyph, reach
from explorer.drawing.picture.moment import Look, Looks, moment_of
from explorer.drawing.picture.primitives import Circle, Curve, Polygon, Text
from explorer.drawing.theme import ACTIVITY, DARK, FINALITY, LIGHT, SHAPES
from explorer.drawing.values import Values
from explorer.trace import Activity, Finality


def look(role: Finality = Finality.FINAL, **changes) -> Look:
    ring = FINALITY[role]
    return replace(Look("circle", "#123456", "#ffffff", "1", ring.left, ring.right), **changes)


@pytest.mark.parametrize("page", [LIGHT, DARK])
@pytest.mark.parametrize("role", Finality)
def test_the_ring_has_the_colours_and_dashes_of_its_finality(role: Finality, page):
    strokes = [shape.stroke for shape in glyph(look(role), page) if not isinstance(shape, Text) and shape.stroke]
    halves = dict.fromkeys((FINALITY[role].left, FINALITY[role].right))
    assert [(pen.colour, pen.width, pen.dash) for pen in strokes] == [
        (page.ring(ring), ring.width, ring.dash) for ring in halves
    ]


def test_lower_is_solid_at_the_left_and_upper_at_the_right():
    for role, side in ((Finality.LOWER, -1), (Finality.UPPER, 1)):
        solid = [shape for shape in glyph(look(role), LIGHT) if isinstance(shape, Curve) and not shape.stroke.dash]
        assert [math.copysign(1, half.bends[0][2][0]) for half in solid] == [side]


@thorough
@given(st.floats(1, 100), st.floats(-math.pi, math.pi))
def test_no_outline_is_farther_than_its_corners_nor_nearer_than_its_sides(radius: float, direction: float):
    assert reach("circle", radius, direction) == radius
    for shape, _ in SHAPES.values():
        if points := corners(shape, radius):
            assert 0.7 * radius < reach(shape, radius, direction) <= max(math.hypot(*point) for point in points) + 1e-6


def test_a_node_has_the_colour_of_its_score_on_the_scale_of_the_whole_trace():
    what = shown(figure_1(b=-1, d=2), step=1)
    looks, moment = Looks(what), moment_of(what, 1)
    expected = {value: Values.of_trace(what.trace).score(value) for value in what.trace.values}
    for node in what.graph.nodes:
        score = what.trace.scores_at(1)[node.id]
        assert looks.of(node, moment).fill == expected[score].fill
        assert looks.of(node, moment).text == expected[score].text


def test_what_is_done_to_a_node_is_a_halo_in_its_colour():
    what = shown(figure_1(), step=1)
    changed = what.trace[1].activity
    assert changed
    for node in what.graph.nodes:
        halo = Looks(what).of(node, moment_of(what, 1)).halo
        assert halo == (ACTIVITY[Activity.CHANGED][0] if node.id in changed else None)


def test_max_is_round_min_square_and_an_open_node_dashed():
    graph = game("a", a="max b q", b="min c", c=1, q="open")
    drawn = {node.id: glyph(Looks(Shown(graph)).of(node, moment_of(Shown(graph), 0)), LIGHT) for node in graph.nodes}
    assert isinstance(drawn["a"][0], Circle)
    assert [len(drawn[id][0].points) for id in "bcq" if isinstance(drawn[id][0], Polygon)] == [6, 4, 8]
    assert any(shape.stroke and shape.stroke.dash for shape in drawn["q"] if isinstance(shape, Polygon))
