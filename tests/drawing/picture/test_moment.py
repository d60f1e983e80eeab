"""What a step makes visible: bounds, and as much of a growing graph as there is."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from support.shown import shown
from support.stepped import ENTRY, growing

from explorer import why
from explorer.drawing.exports import GraphView, Style
from explorer.drawing.layout import complete_positions
from explorer.drawing.picture import picture_of, pictures_of
from explorer.drawing.picture.lettering import printable
from explorer.drawing.picture.primitives import ShapeGroup, Text
from explorer.drawing.theme import MARKS, MEANINGS, SIGNS
from explorer.drawing.why_data import highlight_of
from explorer.games.samples import load_sample
from explorer.model.graph import Kind
from explorer.model.scores import format_score

STYLE = Style(title=False, legend=False, caption=False)


def half_final() -> GraphView:
    return shown(load_sample("negamax-half-final"), "finality", step=-1)


def groups(what: GraphView, part: str) -> list[str]:
    return [group.name for group in picture_of(what, Style()).groups if group.part == part]


def node_of(what: GraphView, id: str) -> ShapeGroup:
    """A node of the picture, by its id."""
    at, name = complete_positions(what.graph), first_name(what)
    found = [group for group in picture_of(what, STYLE).groups if group.part == "node"]
    (x, y), (fx, fy) = (
        at[id],
        next((group.x, group.y) for group in found if group.name.startswith(f"{name} ·")),
    )
    first = at[first_name(what)]
    return min(found, key=lambda group: math.dist((group.x - fx, group.y - fy), (x - first[0], y - first[1])))


def first_name(what: GraphView) -> str:
    return next(node.name for node in what.graph.nodes)


def texts(what: GraphView, id: str) -> list[str]:
    """What stands in and on a node, without its name and signs."""
    return [each.text for each in letters(what, id)]


def letters(what: GraphView, id: str) -> list[Text]:
    signs = set(SIGNS.values())
    return [
        shape
        for shape in node_of(what, id).shapes
        if isinstance(shape, Text) and shape.outline is None and shape.text not in signs
    ]


def test_bounds_that_lie_apart_stand_at_their_sides_with_the_sign_of_endless_play():
    what = half_final()
    assert texts(what, "A") == ["1", "2"]
    assert texts(what, "C") == ["−2", "∞"]
    lower, upper = letters(what, "A")
    assert lower.y > upper.y
    assert lower.x < upper.x
    (mark,) = [each for each in node_of(what, "A").shapes if getattr(each, "fill", None) == MARKS["endless"][0]]
    assert mark.x < -15 < 15 < mark.y


def test_a_picture_of_an_explanation_lights_it_and_says_it_instead_of_the_step():
    what = replace(
        shown(load_sample("figure-1"), "depth-first", step=3), highlight=highlight_of(why("sample:figure-1", "a"))
    )
    chain = MARKS["chain"][0]
    nodes = [group for group in picture_of(what, Style()).groups if group.part == "node"]
    assert [any(getattr(each, "fill", None) == chain for each in group.shapes) for group in nodes] == [
        id in ("a", "b") for id in what.graph.ids
    ]
    assert groups(what, "band") == ["a → b"]
    (caption,) = groups(what, "caption")
    assert caption.startswith("The score of a is 1: Max can force at least 1")
    assert MARKS["chain"][1] in [group.name for group in picture_of(what, Style()).groups if group.part == "legend"]
    assert groups(replace(what, highlight=None), "caption") == [f"step 3: {printable(what.trace[3].caption)}"]


def test_equal_bounds_are_one_number_and_open_nodes_a_question_mark():
    what = half_final()
    assert texts(what, "2") == ["2"]
    assert texts(what, "q") == ["?"]
    assert texts(GraphView(what.graph), "q") == []


# ---- growth


def at(step: int) -> GraphView:
    trace = growing()
    return GraphView(trace.graph, trace, ENTRY, step)


@pytest.mark.large
def test_only_what_has_been_found_is_drawn():
    trace = growing()
    for step in range(len(trace)):
        what = GraphView(trace.graph, trace, ENTRY, step)
        assert len(groups(what, "node")) == len(trace.kinds_at(step))
        expanded = {id for id, kind in trace.kinds_at(step).items() if kind is not Kind.OPEN}
        moves = [move for move in trace.graph.moves if move[0] in expanded]
        assert groups(what, "move") == [" → ".join(move) for move in moves]
    assert groups(at(0), "move") == []


def test_the_pictures_of_a_growing_graph_have_one_size_and_no_node_moves():
    trace = growing()
    places: dict[str, tuple[float, float]] = {}
    pictures = list(pictures_of(GraphView(trace.graph, trace, ENTRY), Style(), range(len(trace))))
    for picture in pictures:
        for group in picture.groups:
            if group.part == "node":
                name = group.name.split(" · ")[0]
                assert places.setdefault(name, (group.x, group.y)) == (group.x, group.y)
    assert len({(picture.width, picture.height) for picture in pictures}) == 1


def test_a_leaf_shows_its_own_score_before_the_algorithm_has_read_it():
    """Alpha-beta has read no leaf at its first step, and all that it does not skip at its last."""
    graph = load_sample("figure-1")
    for step, is_read in ((0, False), (-1, True)):
        what = shown(graph, "depth-first", step=step)
        for leaf in (node for node in graph.nodes if node.kind is Kind.LEAF):
            assert texts(what, leaf.id) == [format_score(leaf.score)]
            assert [each.bold for each in letters(what, leaf.id)] == [is_read]


def test_a_leaf_of_which_the_algorithm_has_another_value_shows_both():
    """The iteration begins with 0 everywhere, whatever the leaves score (Kars, Definition 4.1)."""
    graph = load_sample("figure-1")
    what = shown(graph, "score-iteration")
    leaf = next(node for node in graph.nodes if node.score not in (None, 0))
    assert texts(what, leaf.id) == ["0", format_score(leaf.score)]
    assert f"own score {format_score(leaf.score)}" in node_of(what, leaf.id).name
    meanings = groups(what, "legend")
    assert MEANINGS["own"] in meanings
    assert MEANINGS["unread"] not in meanings
