"""A position on its board as a picture: well formed, each piece in the colour of its role, on either page."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from support.board_games import EVERYTHING, NOUGHTS

from explorer.drawing.board import board_svg
from explorer.drawing.theme import BOARD, DARK, LIGHT
from explorer.model.board import Board, Cell, Piece, squares
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


@pytest.mark.parametrize(("size", "width", "height"), [(100, 100, 54), (308, 308, 158)])
def test_the_longer_side_is_as_long_as_wished(size, width, height):
    picture = fromstring(board_svg(EVERYTHING, "....", size=size, name="A & B <c>"))
    assert (picture.get("width"), picture.get("height")) == (str(width), str(height))
    assert picture.find(f"{SVG}title").text == "A & B <c>"


def test_a_whole_fill_is_the_colour_of_its_cell_and_a_character_without_a_piece_leaves_it_empty():
    square, triangle, line, disc = range(4)
    filled, empty = drawn(EVERYTHING, "ffff"), drawn(EVERYTHING, "?? z")
    hue = BOARD["hue-1"][0]
    order = (square, triangle, line, disc)
    assert [filled[k].get("stroke" if k == line else "fill") for k in order] == [hue] * 4
    paper = [BOARD["surface"][0], "none", BOARD["shade"][0], BOARD["surface"][0]]
    assert [empty[k].get("stroke" if k == line else "fill") for k in order] == paper
    assert len(filled) == len(empty) == 5  # with the line over them


def test_an_inset_leaves_its_share_of_a_cell_free():
    half = Board(2, 1, tuple(squares(1, 2)), {"l": Piece("fill", "hue-3", inset=(0.1, 0.2, 0, 0.4))})
    piece = drawn(half, ".l", size=208)[-1]
    corners = {tuple(map(float, point.split(","))) for point in piece.get("points").split()}
    assert corners == {(110, 20), (200, 20), (200, 60), (110, 60)}
    assert piece.get("fill") == BOARD["hue-3"][0]


def test_discs_that_reach_out_of_the_board_are_not_cut_off():
    corner = Board(2, 1, (Cell("disc", ((0, 0),), 0.4, "ink"), Cell("disc", ((2, 1),), 0.4, "ink")), {})
    picture = fromstring(board_svg(corner, "..", size=208))
    group = picture.find(f"{SVG}g")
    shift = [float(number) for number in re.findall(r"[\d.]+", group.get("transform"))]
    for disc in group.findall(f"{SVG}circle"):
        x, y, radius = (float(disc.get(key)) for key in ("cx", "cy", "r"))
        assert min(x + shift[0] - radius, y + shift[1] - radius) >= 0
        assert x + shift[0] + radius <= float(picture.get("width"))
        assert y + shift[1] + radius <= float(picture.get("height"))


def test_an_inset_that_leaves_nothing_draws_nothing():
    gone = Board(1, 1, tuple(squares(1, 1)), {"l": Piece("fill", "hue-3", inset=(1, 0, 1, 0))})
    assert len(drawn(gone, "l")) == 1


def test_areas_lie_under_lines_and_lines_under_discs_whatever_their_order():
    cells = (
        Cell("disc", ((1, 1),), 0.2, "surface"),
        Cell("line", ((0, 0), (2, 2)), 0.1, "ink"),
        Cell("polygon", ((0, 0), (2, 0), (2, 2)), fill="shade"),
    )
    assert [each.tag for each in drawn(Board(2, 2, cells, {}), "...")] == [
        SVG + tag for tag in ("polygon", "polyline", "circle")
    ]


def test_pieces_on_lines_lie_halfway_along_and_in_polygons_at_the_centre_of_mass():
    cells = (
        Cell("line", ((0, 0), (3, 0), (3, 1)), 0.1),
        Cell("polygon", ((0, 1), (3, 1), (0, 4))),
        Cell("line", ((4, 4), (4, 4)), 0.1),
        Cell("polygon", ((1, 1), (2, 2), (3, 3))),
    )
    board = Board(4, 4, cells, {"d": Piece("disc", "ink")})
    places = [(float(each.get("cx")), float(each.get("cy"))) for each in drawn(board, "dddd", size=408)[-4:]]
    assert places == [(100, 200), (200, 200), (200, 0), (400, 400)]


@pytest.mark.parametrize("cells", ["", "xo", "x" * 10])
def test_a_position_that_does_not_fit_its_board_is_refused(cells):
    with pytest.raises(GraphError, match=f"a board of 9 cells needs as many characters, got {len(cells)}"):
        board_svg(NOUGHTS, cells)


def luminance(colour: str) -> float:
    """The relative luminance of a colour (WCAG 2.2)."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels]
    return sum(weight * each for weight, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


# What protanopes and deuteranopes see: Viénot, Brettel and Mollon, Digital video colourmaps (1999), on linear RGB.
BLIND = {
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def seen(colour: str, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    linear = [(int(colour[place : place + 2], 16) / 255) ** 2.2 for place in (1, 3, 5)]
    return tuple(
        max(0.0, sum(weight * each for weight, each in zip(row, linear, strict=True))) ** (1 / 2.2) for row in matrix
    )


@pytest.mark.parametrize("page", [LIGHT, DARK])
def test_max_and_min_stand_out_from_the_board_and_from_each_other_for_all_eyes(page):
    surface = BOARD["surface"][page.is_dark]
    assert all(contrast(BOARD[role][page.is_dark], surface) >= 3 for role in ("ink", "max", "min"))
    for matrix in BLIND.values():
        pair = [seen(BOARD[role][page.is_dark], matrix) for role in ("max", "min")]
        assert max(abs(one - other) for one, other in zip(*pair, strict=True)) > 0.4


@pytest.mark.parametrize("page", [LIGHT, DARK])
def test_the_hues_stay_apart_for_the_colour_blind(page):
    hues = [BOARD[role][page.is_dark] for role in BOARD if role.startswith("hue")]
    assert len(hues) == 8
    for matrix in BLIND.values():
        for one, other in combinations([seen(hue, matrix) for hue in hues], 2):
            assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 0.14
