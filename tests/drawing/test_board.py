"""A position on its board as a picture: well formed, each piece in the colour of its role, on either page."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from support.board_games import NOUGHTS

from explorer.drawing.board import board_svg
from explorer.drawing.theme import BOARD, DARK, LIGHT
from explorer.model.board import Board, Cell
from explorer.model.errors import GraphError

SVG = "{http://www.w3.org/2000/svg}"


def drawn(board: Board, cells: str, **choices: object) -> list[Element]:
    """The shapes of a board's picture, without its paper and its name."""
    (group,) = fromstring(board_svg(board, cells, **choices)).findall(f"{SVG}g")
    return [shape for shape in group if shape.tag != f"{SVG}title"]


def named(shapes: list[Element], tag: str) -> list[Element]:
    return [shape for shape in shapes if shape.tag == SVG + tag]


@pytest.mark.parametrize(("dark", "page"), [(False, LIGHT), (True, DARK)])
def test_pieces_have_the_colours_of_their_roles(dark, page):
    shapes = drawn(NOUGHTS, "xox.o.x..", dark=dark)
    assert [each.get("fill") for each in named(shapes, "polygon")] == 9 * [BOARD["surface"][page.is_dark]]
    assert [each.get("fill") for each in named(shapes, "circle")] == 2 * [BOARD["min"][page.is_dark]]
    assert [(each.text, each.get("fill")) for each in named(shapes, "text")] == 3 * [("X", BOARD["max"][page.is_dark])]


def test_pieces_lie_in_the_middle_of_their_cells():
    (piece,) = named(drawn(NOUGHTS, "....." + "o" + "...", size=308), "circle")
    assert (float(piece.get("cx")), float(piece.get("cy"))) == (250, 150)
    assert 25 < float(piece.get("r")) < 50


def test_areas_lie_under_lines_and_lines_under_discs_whatever_their_order():
    cells = (
        Cell("disc", ((1, 1),), 0.2, "surface"),
        Cell("line", ((0, 0), (2, 2)), 0.1, "ink"),
        Cell("polygon", ((0, 0), (2, 0), (2, 2)), fill="shade"),
    )
    assert [each.tag for each in drawn(Board(2, 2, cells, {}), "...")] == [
        SVG + tag for tag in ("polygon", "polyline", "circle")
    ]


@pytest.mark.parametrize("cells", ["", "xo", "x" * 10])
def test_a_position_that_does_not_fit_its_board_is_refused(cells):
    with pytest.raises(GraphError, match=f"a board of 9 cells needs as many characters, got {len(cells)}"):
        board_svg(NOUGHTS, cells)
