"""A board with what lies on it, as shapes with their upper left corner at (0, 0).

The geometry is that of `stage/frontend/draw/board.ts`, so that a picture looks like the screen.  Areas lie under lines
and lines under discs, whatever the order of the cells.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from explorer.drawing.packing import box_of
from explorer.drawing.picture.lettering import printable
from explorer.drawing.picture.primitives import Circle, Line, Point, Polygon, Shape, Stroke, Text, transformed
from explorer.drawing.theme import Page
from explorer.model.board import Board, Cell, Piece

_ORDER = {"polygon": 0, "line": 1, "disc": 2}
_GRID, _INK, _SEAM = 0.03, 0.06, 0.03  # widths of pens, in `grain`
_THIN = 0.12  # width of a line cell that has none of its own, in `grain`
_DISC, _DISC_ON_DISC = 0.36, 0.85  # radius of a piece, in what the cell has room for
_LETTER, _SYMBOL = 0.68, 0.98  # size of one character, in what the cell has room for: a letter, and a chess piece
_TWO_LETTERS = 0.75  # size of two, in that of one
_ON_LINE = 0.5  # room on a line, in `grain`
_CAP_HEIGHT = 0.73  # of a letter, in its size
_CORNERS = 32  # of a disc of which a part is filled


def board_shapes(board: Board, cells: str, page: Page, side: float) -> tuple[Shape, ...]:
    """The board with a character on every cell, its longer side so many pixels long.

    Parameters
    ----------
    cells : one character a cell, in order; one that is no piece leaves its cell empty.
    """
    scale = side / max(board.width, board.height)
    return tuple(transformed(shape, scale) for shape in _Painter(board, page).shapes(cells))


def overhang(board: Board) -> float:
    """How far discs and lines reach out of the box of their board, in its units."""
    reaching = ((cell.radius, point) for cell in board.cells if cell.shape != "polygon" for point in cell.points)
    return max([0.0, *(radius - min(x, y, board.width - x, board.height - y) for radius, (x, y) in reaching)])


class _Painter:
    """Draws positions in units of the board."""

    def __init__(self, board: Board, page: Page) -> None:
        self._board, self._page = board, page
        self._grain = math.sqrt(board.width * board.height / len(board.cells))
        self._grid = Stroke(page.board("grid"), _GRID * self._grain)

    def shapes(self, cells: str) -> Iterator[Shape]:
        laid = [
            (cell, self._board.pieces.get(character)) for cell, character in zip(self._board.cells, cells, strict=True)
        ]
        laid.sort(key=lambda pair: _ORDER[pair[0].shape])
        for cell, piece in laid:
            yield self._cell(cell, piece)
        pen = Stroke(self._page.board("ink"), _INK * self._grain, round=True)
        yield from (Line(line, pen) for line in self._board.lines)
        for cell, piece in laid:
            if piece is not None and not _fills(piece):
                yield from self._piece(cell, piece)

    def _cell(self, cell: Cell, piece: Piece | None) -> Shape:
        """The cell, painted as a piece that fills it whole says."""
        role = piece.role if piece is not None and _fills(piece) else cell.fill
        colour = None if role is None else self._page.board(role)
        if cell.shape == "line":
            return self._line(cell, colour)
        if cell.shape == "disc":
            return Circle(*cell.points[0], cell.radius, colour, self._grid)
        return Polygon(cell.points, colour, self._grid)

    def _line(self, cell: Cell, colour: str | None) -> Shape:
        if colour is None:
            return Line(cell.points, self._grid)
        return Line(cell.points, Stroke(colour, 2 * cell.radius or _THIN * self._grain, round=True))

    def _piece(self, cell: Cell, piece: Piece) -> Iterator[Shape]:
        colour = self._page.board(piece.role)
        x, y = _middle(cell)
        room = self._room(cell)
        if piece.mark == "fill":
            corners = _without(_outline(cell), piece.inset)
            if len(corners) > 2:
                yield Polygon(corners, colour, Stroke(colour, _SEAM * self._grain))
        elif piece.mark == "disc":
            radius = _DISC_ON_DISC * cell.radius if cell.shape == "disc" else _DISC * room
            yield Circle(x, y, radius, colour, self._grid)
        else:
            text = printable(piece.text)
            size = room * _share(text)
            yield Text(x, y + 0.5 * _CAP_HEIGHT * size, text, size, colour, bold=True, anchor="middle")

    def _room(self, cell: Cell) -> float:
        """How wide a piece on a cell may be."""
        if cell.shape == "disc":
            return 2 * cell.radius
        if cell.shape == "line":
            return max(4 * cell.radius, _ON_LINE * self._grain)
        left, top, right, bottom = box_of(cell.points)
        return min(right - left, bottom - top)


def _fills(piece: Piece) -> bool:
    """Whether a piece is the colour of its whole cell."""
    return piece.mark == "fill" and not any(piece.inset)


def _share(text: str) -> float:
    """How large a text on a cell is, in what the cell has room for: a symbol has its own room around it."""
    if len(text.removesuffix("\ufe0e")) == 1 and not text[0].isalnum():
        return _SYMBOL
    return _LETTER * (1 if len(text) < 2 else _TWO_LETTERS)


def _middle(cell: Cell) -> Point:
    """Where a piece lies: the centre of a disc, the middle of a line, the centre of mass of a polygon."""
    if cell.shape == "disc":
        return cell.points[0]
    return _halfway(cell.points) if cell.shape == "line" else _centre(cell.points)


def _halfway(points: Sequence[Point]) -> Point:
    """The point in the middle of the way along some points."""
    left = sum(math.dist(*pair) for pair in pairwise(points)) / 2
    for (x1, y1), (x2, y2) in pairwise(points):
        length = math.dist((x1, y1), (x2, y2))
        if length >= left > 0:
            share = left / length
            return x1 + share * (x2 - x1), y1 + share * (y2 - y1)
        left -= length
    return points[0]


def _centre(points: Sequence[Point]) -> Point:
    """The centre of mass of a polygon; of one without an area, the middle of its corners."""
    pairs = list(zip(points, (*points[1:], points[0]), strict=True))
    parts = [x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs]
    area = sum(parts)
    if abs(area) < 1e-9:
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    x = sum((a[0] + b[0]) * part for (a, b), part in zip(pairs, parts, strict=True)) / (3 * area)
    y = sum((a[1] + b[1]) * part for (a, b), part in zip(pairs, parts, strict=True)) / (3 * area)
    return x, y


def _outline(cell: Cell) -> tuple[Point, ...]:
    """The corners of a cell; of a disc or a line those of the disc or the box around it."""
    if cell.shape == "polygon":
        return cell.points
    if cell.shape == "disc":
        (x, y), turns = cell.points[0], [2 * math.pi * k / _CORNERS for k in range(_CORNERS)]
        return tuple((x + cell.radius * math.cos(turn), y + cell.radius * math.sin(turn)) for turn in turns)
    left, top, right, bottom = box_of(cell.points)
    left, top, right, bottom = left - cell.radius, top - cell.radius, right + cell.radius, bottom + cell.radius
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _without(corners: tuple[Point, ...], inset: tuple[float, float, float, float]) -> tuple[Point, ...]:
    """The part of a polygon that an inset leaves (Sutherland and Hodgman, Reentrant polygon clipping, 1974)."""
    left, top, right, bottom = box_of(corners)
    width, height = right - left, bottom - top
    edges: list[Callable[[Point], float]] = [  # positive inside
        lambda point: point[0] - left - inset[0] * width,
        lambda point: point[1] - top - inset[1] * height,
        lambda point: right - inset[2] * width - point[0],
        lambda point: bottom - inset[3] * height - point[1],
    ]
    for inside in edges:
        corners = tuple(_clipped(corners, inside))
    return corners


def _clipped(corners: tuple[Point, ...], inside: Callable[[Point], float]) -> Iterator[Point]:
    for here, there in zip(corners, (*corners[1:], *corners[:1]), strict=True):
        near, far = inside(here), inside(there)
        if near >= 0:
            yield here
        if near * far < 0:
            share = near / (near - far)
            yield here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])
