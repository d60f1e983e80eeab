"""A node with a board: a card with the board in its upper part and room for the glyph below, around (0, 0)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from explorer.drawing.footprint import Footprint, footprint_of
from explorer.drawing.geometry import CORNER, PAD
from explorer.drawing.picture.board import board_shapes
from explorer.drawing.picture.primitives import Point, Polygon, Shape, Stroke, moved
from explorer.drawing.theme import EDGE, Page
from explorer.model.board import Board

_PIECES = 5  # lines that make a corner
_WIDTH, _WIDTH_OF_HALO = 1.2, 5.0


def card(board: Board, cells: str, page: Page, halo: str | None = None) -> Iterator[Shape]:
    """The shapes of a card without its glyph; `halo` is the colour of what is done to the node, if anything is."""
    footprint = footprint_of(board)
    pen = Stroke(EDGE, _WIDTH) if halo is None else Stroke(halo, _WIDTH_OF_HALO)
    yield Polygon(tuple(_rounded(footprint)), page.paper, pen)
    width = footprint.side * board.width / max(board.width, board.height)
    for shape in board_shapes(board, cells, page, footprint.side):
        yield moved(shape, -width / 2, PAD - footprint.height / 2)


def _rounded(footprint: Footprint) -> Iterator[Point]:
    """The corners of a rectangle whose corners are round, clockwise from the right."""
    across, down = footprint.width / 2 - CORNER, footprint.height / 2 - CORNER
    for quarter, (x, y) in enumerate(((across, down), (-across, down), (-across, -down), (across, -down))):
        for piece in range(_PIECES + 1):
            turn = math.pi / 2 * (quarter + piece / _PIECES)
            yield x + CORNER * math.cos(turn), y + CORNER * math.sin(turn)
