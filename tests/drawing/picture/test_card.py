"""Pictures of graphs with boards: each node is a card with its position, moves end at cards, nothing lies outside."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from defusedxml.ElementTree import fromstring
from support.board_games import NOUGHTS, Noughts
from support.shown import shown

from explorer.drawing.exports import Shown, Style, export
from explorer.drawing.footprint import footprint_of
from explorer.drawing.layout import complete_positions
from explorer.drawing.picture import Picture, picture_of
from explorer.drawing.picture.board import board_shapes
from explorer.drawing.picture.card import card
from explorer.drawing.picture.edges import routes
from explorer.drawing.picture.primitives import Circle, Group, Polygon, Text, box_around, box_of, moved, transformed
from explorer.drawing.theme import ACTIVITY, DARK, EDGE, LIGHT, MARKS
from explorer.games.from_rules import partial_graph
from explorer.model.graph import GameGraph
from explorer.trace import Activity

GRAPH = partial_graph(Noughts(), 1_000)
CARD = footprint_of(NOUGHTS)


def nodes(picture: Picture) -> list[Group]:
    return [group for group in picture.groups if group.part == "node"]


def marks(group: Group, page=LIGHT) -> tuple[int, int]:
    """How many crosses and noughts a node shows."""
    crosses = sum(isinstance(each, Text) and each.text == "X" for each in group.shapes)
    noughts = sum(isinstance(each, Circle) and each.fill == page.board("min") for each in group.shapes)
    return crosses, noughts


@pytest.mark.parametrize(("dark", "page"), [(False, LIGHT), (True, DARK)])
def test_every_node_shows_its_own_position(dark, page):
    picture = picture_of(Shown(GRAPH), Style(dark=dark))
    found = [marks(group, page) for group in nodes(picture)]
    assert found == [(node.id.count("x"), node.id.count("o")) for node in GRAPH.nodes]


def test_a_node_without_cells_that_fit_is_its_glyph_alone():
    first = replace(GRAPH.nodes[0], extra={"board": "xo"})
    graph = GRAPH.replace(nodes=(first, *GRAPH.nodes[1:]))
    plain, *rest = nodes(picture_of(Shown(graph), Style()))
    assert marks(plain) == (0, 0)
    assert all(marks(group) != (0, 0) for group in rest)
    box = box_around(box_of(shape) for shape in plain.shapes if not isinstance(shape, Text))
    assert box.height < CARD.height / 2


def test_a_card_holds_the_board_in_its_upper_part():
    outline, *board = card(NOUGHTS, "xox.o.x..", LIGHT)
    assert isinstance(outline, Polygon)
    box = box_of(replace(outline, stroke=None))
    assert (box.width, box.height) == pytest.approx((CARD.width, CARD.height))
    inner = box_around(map(box_of, board))
    assert box.left < inner.left < inner.right < box.right
    assert box.top < inner.top < inner.bottom < CARD.glyph - 30
    assert board == [moved(each, -36, 5 - CARD.height / 2) for each in board_shapes(NOUGHTS, "xox.o.x..", LIGHT, 72)]


def test_the_border_of_a_card_says_what_is_done_to_its_node():
    quiet, busy = (next(card(NOUGHTS, "." * 9, LIGHT, halo)) for halo in (None, MARKS["path"][0]))
    assert quiet.stroke.colour == EDGE
    assert busy.stroke.colour == MARKS["path"][0]
    assert busy.stroke.width > 3 * quiet.stroke.width
    run = shown(GRAPH, "score-iteration", 1)
    changed = [id for id, activity in run.trace[1].activity.items() if activity is Activity.CHANGED]
    borders = [
        group.shapes[0].stroke.colour == ACTIVITY[Activity.CHANGED][0] for group in nodes(picture_of(run, Style()))
    ]
    assert changed
    assert borders == [node.id in changed for node in GRAPH.nodes]


def test_what_is_cut_off_is_pale_with_its_board():
    run = shown(GRAPH, "alpha-beta", -1)
    pruned = run.trace.pruned_at(run.step)
    colours = {
        group.name.split(" ")[0]: {each.fill for each in group.shapes if isinstance(each, Polygon)}
        for group in nodes(picture_of(run, Style()))
    }
    assert pruned
    assert all((LIGHT.board("surface") in found) == (id not in pruned) for id, found in colours.items())


def test_arrows_end_at_the_borders_of_cards():
    places = complete_positions(GRAPH)
    for (_, target), route in routes(GRAPH, places, dict.fromkeys(places, CARD)).items():
        across, down = abs(route.tip[0] - places[target][0]), abs(route.tip[1] - places[target][1])
        outside = max(across - CARD.width / 2, down - CARD.height / 2)
        assert 0 < outside < 6


def test_a_move_that_would_run_over_a_card_is_bent_around_it():
    graph = GameGraph.from_json(
        {
            "root": "a",
            "nodes": [{"id": "a", "player": "max"}, {"id": "b", "score": 1}, {"id": "c", "score": 0}],
            "moves": [["a", "b"], ["a", "c"]],
        }
    )
    places = {"a": (0.0, 0.0), "b": (400.0, 0.0), "c": (200.0, 60.0)}
    assert not routes(graph, places)["a", "b"].bends
    assert routes(graph, places, {"c": CARD})["a", "b"].bends


def test_a_loop_at_a_card_starts_and_ends_at_its_border():
    graph = GameGraph.from_json({"root": "a", "nodes": [{"id": "a", "player": "max"}], "moves": [["a", "a"]]})
    (route,) = routes(graph, {"a": (0.0, 0.0)}, {"a": CARD}).values()
    x, y = route.tip
    assert abs(x) - CARD.width / 2 < 6
    assert abs(y) < CARD.height / 2
    assert math.dist(route.start, route.tip) > 20


@pytest.mark.parametrize("step", [0, 4, -1])
def test_everything_lies_on_the_picture_and_cards_do_not_overlap(step):
    picture = picture_of(shown(GRAPH, "alpha-beta", step), Style())
    for group in picture.groups:
        box = box_around(box_of(transformed(shape, 1, group.x, group.y)) for shape in group.shapes)
        assert box.left >= 0
        assert box.top >= 0
        assert box.right <= picture.width
        assert box.bottom <= picture.height


@pytest.mark.parametrize("name", ["svg", "png", "pdf", "tikz", "html"])
def test_every_kind_of_picture_can_be_made(name):
    small = partial_graph(Noughts("xoxoxo.x."), 10)
    bare = small.replace(extra={})
    data, plain = (export(Shown(graph), name, Style(legend=False)) for graph in (small, bare))
    assert len(data) > len(plain)
    if name == "svg":
        crosses = [each for each in fromstring(data).iter("{http://www.w3.org/2000/svg}text") if each.text == "X"]
        assert len(crosses) == sum(node.id.count("x") for node in small.nodes)
