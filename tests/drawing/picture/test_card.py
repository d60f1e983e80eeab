"""Pictures of graphs with boards: each node is a card with its position, nothing lies outside."""

from __future__ import annotations

import pytest
from support.board_games import Noughts
from support.boxes import box_around, box_of
from support.shown import shown

from explorer.drawing.exports import GraphView, Style
from explorer.drawing.picture import Picture, picture_of
from explorer.drawing.picture.primitives import Circle, ShapeGroup, Text, moved
from explorer.drawing.theme import BOARD, DARK, LIGHT
from explorer.games.from_rules import partial_graph

GRAPH = partial_graph(Noughts(), 1_000)


def nodes(picture: Picture) -> list[ShapeGroup]:
    return [group for group in picture.groups if group.part == "node"]


def marks(group: ShapeGroup, page=LIGHT) -> tuple[int, int]:
    """How many crosses and noughts a node shows."""
    crosses = sum(isinstance(each, Text) and each.text == "X" for each in group.shapes)
    noughts = sum(isinstance(each, Circle) and each.fill == BOARD["min"][page.is_dark] for each in group.shapes)
    return crosses, noughts


@pytest.mark.parametrize(("dark", "page"), [(False, LIGHT), (True, DARK)])
def test_every_node_shows_its_own_position(dark, page):
    picture = picture_of(GraphView(GRAPH), Style(dark=dark))
    found = [marks(group, page) for group in nodes(picture)]
    assert found == [(node.id.count("x"), node.id.count("o")) for node in GRAPH.nodes]


@pytest.mark.parametrize("step", [0, 4, -1])
def test_everything_lies_on_the_picture_and_cards_do_not_overlap(step):
    picture = picture_of(shown(GRAPH, "alpha-beta", step), Style())
    for group in picture.groups:
        box = box_around(box_of(moved(shape, group.x, group.y)) for shape in group.shapes)
        assert box.left >= 0
        assert box.top >= 0
        assert box.right <= picture.width
        assert box.bottom <= picture.height
