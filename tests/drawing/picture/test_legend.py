"""The legend explains exactly what is on the picture."""

from __future__ import annotations

from support.graphs import figure_1
from support.shown import shown

from explorer.drawing.exports import GraphView, Style
from explorer.drawing.picture import picture_of
from explorer.drawing.theme import ACTIVITY, MARKS, MEANINGS, SHAPES, finality_words
from explorer.model.graph import Kind
from explorer.trace import Activity, Finality


def meanings(what: GraphView) -> list[str]:
    return [group.name for group in picture_of(what, Style()).groups if group.part == "legend"]


def test_a_bare_graph_needs_its_kinds_and_the_scale():
    kinds = [SHAPES[kind][1] for kind in (Kind.MAX, Kind.MIN, Kind.LEAF)]
    assert meanings(GraphView(figure_1())) == [*kinds, MEANINGS["root"], "fill: score for Max, low (−1) to high (2)"]


def test_a_step_needs_what_can_be_seen_at_it():
    what = shown(figure_1(b=1, d=2), step=2)
    roles = set(what.trace.finality_at(2).values())
    found = meanings(what)
    assert {role for role in Finality if any(each.endswith(f"ring: {finality_words(role)}") for each in found)} == roles
    assert [text for _, text in ACTIVITY.values() if text in found] == [ACTIVITY[Activity.CHANGED][1]]
    assert not {text for _, text in MARKS.values()} & set(found)
