"""Pictures of graphs with boards: each node is a card with its position, moves end at cards, nothing lies outside."""

from __future__ import annotations

from dataclasses import replace

import pytest
from defusedxml.ElementTree import fromstring
from support.board_games import NOUGHTS, Noughts
from support.boxes import box_around, box_of
from support.shown import shown

from explorer.drawing.exports import Shown, Style, export
from explorer.drawing.footprint import footprint_of
from explorer.drawing.picture import Picture, picture_of
from explorer.drawing.picture.primitives import Circle, Group, Polygon, Text, moved
from explorer.drawing.theme import ACTIVITY, BOARD, DARK, EDGE, LIGHT
from explorer.games.from_rules import partial_graph
from explorer.trace import Activity

GRAPH = partial_graph(Noughts(), 1_000)
CARD = footprint_of(NOUGHTS)


def nodes(picture: Picture) -> list[Group]:
    return [group for group in picture.groups if group.part == "node"]


def marks(group: Group, page=LIGHT) -> tuple[int, int]:
    """How many crosses and noughts a node shows."""
    crosses = sum(isinstance(each, Text) and each.text == "X" for each in group.shapes)
    noughts = sum(isinstance(each, Circle) and each.fill == BOARD["min"][page.is_dark] for each in group.shapes)
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
    for group in nodes(picture_of(Shown(GRAPH), Style())):
        outline, *rest = group.shapes
        assert isinstance(outline, Polygon)
        box = box_of(replace(outline, stroke=None))
        assert (box.width, box.height) == pytest.approx((CARD.width, CARD.height))
        squares = [shape for shape in rest if isinstance(shape, Polygon) and shape.fill == BOARD["surface"][0]]
        inner = box_around(map(box_of, squares))
        assert len(squares) == len(NOUGHTS.cells)
        assert box.left < inner.left < inner.right < box.right
        assert box.top < inner.top < inner.bottom < 12  # where the glyph begins


def test_the_border_of_a_card_says_what_is_done_to_its_node():
    run = shown(GRAPH, "score-iteration", 1)
    changed = [id for id, activity in run.trace[1].activity.items() if activity is Activity.CHANGED]
    borders = [group.shapes[0].stroke for group in nodes(picture_of(run, Style()))]
    assert changed
    assert [pen.colour == ACTIVITY[Activity.CHANGED][0] for pen in borders] == [
        node.id in changed for node in GRAPH.nodes
    ]
    assert min(pen.width for pen in borders if pen.colour != EDGE) > 3 * min(pen.width for pen in borders)


def test_what_is_cut_off_is_pale_with_its_board():
    run = shown(GRAPH, "alpha-beta", -1)
    pruned = run.trace.pruned_at(run.step)
    colours = {
        group.name.split(" ")[0]: {each.fill for each in group.shapes if isinstance(each, Polygon)}
        for group in nodes(picture_of(run, Style()))
    }
    assert pruned
    assert all((BOARD["surface"][0] in found) == (id not in pruned) for id, found in colours.items())


@pytest.mark.large
def test_arrows_end_at_the_borders_of_cards():
    picture = picture_of(Shown(GRAPH), Style())
    places = {node.id: (group.x, group.y) for node, group in zip(GRAPH.nodes, nodes(picture), strict=True)}
    tips = [group.shapes[1].points[0] for group in picture.groups if group.part == "move"]
    moves = [group for group in picture.groups if group.part == "move"]
    for (_, target), group, (x, y) in zip(GRAPH.moves, moves, tips, strict=True):
        across, down = abs(group.x + x - places[target][0]), abs(group.y + y - places[target][1])
        assert 0 < max(across - CARD.width / 2, down - CARD.height / 2) < 6


@pytest.mark.parametrize("step", [0, 4, -1])
def test_everything_lies_on_the_picture_and_cards_do_not_overlap(step):
    picture = picture_of(shown(GRAPH, "alpha-beta", step), Style())
    for group in picture.groups:
        box = box_around(box_of(moved(shape, group.x, group.y)) for shape in group.shapes)
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
