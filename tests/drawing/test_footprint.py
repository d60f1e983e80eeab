"""Nodes with boards take more room, and every layout leaves it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from support.board_games import EVERYTHING, NOUGHTS, Noughts
from support.graphs import figure_1

from explorer.drawing.arrange import LAYOUTS, arrange
from explorer.drawing.footprint import Footprint, footprint_of, stretch, stretched
from explorer.drawing.free_positions import Point
from explorer.drawing.layout import complete_positions, layered_positions
from explorer.games.from_rules import partial_graph
from explorer.model.board import Board, Cell, squares
from explorer.model.graph import GameGraph, Kind, Node

STRIP = Board(40, 1, tuple(squares(1, 40)), {})
DOT = Board(0.1, 0.1, (Cell("disc", ((0.05, 0.05),), 0.05),), {})
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


@pytest.mark.parametrize("board", [NOUGHTS, EVERYTHING, STRIP, DOT, Board(8, 8, tuple(squares(8, 8)), {})])
def test_a_card_has_room_for_the_board_above_the_glyph(board):
    card, shape = footprint_of(board), board.width / board.height
    width, height = card.width - 10, card.height - 10 - 6 - 60  # without the margins, a gap and the glyph
    assert 72 <= max(width, height) <= 100
    assert width == pytest.approx(max(60, height * shape))


def test_without_a_board_a_node_is_its_glyph_and_a_layout_is_as_it_was():
    assert footprint_of(None) == Footprint(48, 48)
    assert stretch(figure_1()) == (1, 1)
    assert stretched(figure_1(), lambda graph: {"a": (0.12345, graph.moves and 2.0)}) == {"a": (0.12345, 2.0)}
    malformed = figure_1().replace(extra={"board": "none"})
    assert layered_positions(malformed) == layered_positions(figure_1())


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


@pytest.mark.parametrize("layout", LAYOUTS)
def test_nodes_that_are_pinned_or_not_chosen_keep_their_exact_places(layout):
    graph = noughts()
    places = {node.id: (17.3 * k, 0.1 + 61.7 * (k % 7)) for k, node in enumerate(graph.nodes)}
    placed = graph.replace(nodes=tuple(replace(n, x=places[n.id][0], y=places[n.id][1]) for n in graph.nodes))
    pinned, chosen = graph.nodes[3].id, [node.id for node in graph.nodes[:9]]
    found = arrange(placed, layout, ids=chosen, pinned=[pinned])
    assert set(found) == set(chosen)
    assert found[pinned] == places[pinned]
    assert complete_positions(placed) == places


def test_new_nodes_get_places_beside_the_others_which_stay():
    graph = noughts()
    places = layered_positions(graph)
    kept = tuple(replace(n, x=places[n.id][0], y=places[n.id][1]) for n in graph.nodes[:20])
    found = complete_positions(graph.replace(nodes=(*kept, *graph.nodes[20:])))
    assert {node.id: found[node.id] for node in kept} == {node.id: places[node.id] for node in kept}
    assert not overlapping(found, footprint_of(NOUGHTS))


def test_a_drawing_with_cards_has_about_the_shape_of_a_screen():
    places = layered_positions(noughts("xo.......", 60)).values()
    width, height = (max(side) - min(side) for side in zip(*places, strict=True))
    assert 0.7 < width / height < 3


def test_an_empty_graph_with_a_board_has_no_places():
    board = noughts().extra
    assert layered_positions(GameGraph((), (), extra=board)) == {}
    assert len(layered_positions(GameGraph((Node("a", Kind.OPEN),), (), extra=board))) == 1
