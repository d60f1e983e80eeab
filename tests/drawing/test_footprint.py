"""Nodes with boards take more room, and every layout leaves it."""

from __future__ import annotations

from itertools import combinations

import pytest
from support.board_games import NOUGHTS, Noughts

from explorer.drawing.arrange import LAYOUTS, arrange
from explorer.drawing.footprint import Footprint, footprint_of
from explorer.drawing.layout import complete_positions
from explorer.games.from_rules import partial_graph
from explorer.model.board import Point
from explorer.model.graph import GameGraph

NAME = 26  # pixels that a name takes below a card
GAMES = ("xoxoxo.x.", "xox.o.x..", "xo.......")


def noughts(start: str = "xox.o.x..", positions: int = 60) -> GameGraph:
    return partial_graph(Noughts(start), positions)


def overlapping(places: dict[str, Point], footprint: Footprint) -> list[tuple[str, str]]:
    return [
        (one, other)
        for (one, (x, y)), (other, (a, b)) in combinations(places.items(), 2)
        if abs(x - a) < footprint.width and abs(y - b) < footprint.height
    ]


@pytest.mark.parametrize("aspect", [0.45, 1.4, 2.4])
@pytest.mark.parametrize("start", GAMES)
def test_cards_do_not_overlap_and_names_have_room_below_them(start, aspect):
    card = footprint_of(NOUGHTS)
    named = card._replace(height=card.height + NAME)
    assert not overlapping(complete_positions(noughts(start), aspect), named)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_cards_do_not_overlap_after_a_layout_on_demand(layout):
    graph = noughts()
    assert not overlapping(arrange(graph, layout), footprint_of(NOUGHTS))
