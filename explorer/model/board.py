"""Boards for the positions of a game: cells and lines that all positions share, and pieces on the cells of each.

A board is cells and lines in a box of `width` by `height` units, y downwards.  A position is one character for every
cell, and `pieces` says how each character is drawn; a character that is not there leaves its cell empty.  So a
picture costs a few bytes a node, goes through files, and is drawn by the canvas, the panel and the exports alike.
Colours are roles, which the theme knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

Point = tuple[float, float]
Role = Literal[
    "surface", "shade", "ink", "max", "min", "highlight",
    "hue-1", "hue-2", "hue-3", "hue-4", "hue-5", "hue-6", "hue-7", "hue-8",
]  # fmt: skip


@dataclass(frozen=True)
class Cell:
    """Place of a piece: a polygon, a disc round its one point, or a line through its points.

    Attributes
    ----------
    shape : the kind of figure.
    points : the corners of a polygon, the centre of a disc, the points of a line.
    radius : of a disc; half the width of a line.
    fill : its colour while it is empty; None: only its outline is drawn.
    """

    shape: Literal["polygon", "disc", "line"]
    points: tuple[Point, ...]
    radius: float = 0.0
    fill: Role | None = None


@dataclass(frozen=True)
class Piece:
    """Drawing of one character on a cell.

    Attributes
    ----------
    mark : the cell is filled whole, a disc lies on it, or a text is written on it.
    role : its colour.
    text : of a text, one or two characters.
    inset : of a fill, how much of the cell stays free at the left, top, right and bottom, as shares from 0 to 1, so
        that two halves can make one piece.
    """

    mark: Literal["fill", "disc", "text"]
    role: Role
    text: str = ""
    inset: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Board:
    """The board of a game; `lines` are drawn over the cells, even filled ones, and under all other pieces, in ink.

    Every point lies in the box from (0, 0) to (`width`, `height`).  Areas lie under lines and lines under discs.
    """

    width: float
    height: float
    cells: tuple[Cell, ...]
    pieces: Mapping[str, Piece] = field(hash=False)
    lines: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True)
class Gesture:
    """The cells with which a user makes a move on the board.

    Attributes
    ----------
    cells : numbers of the cells to click, in any order; only cells that no other move shares need be clicked.
    source : the cell of the piece that goes, which is clicked first or dragged from; None if no piece has to be chosen.
    also : cells that change with it.
    """

    cells: tuple[int, ...]
    source: int | None = None
    also: tuple[int, ...] = ()

    @property
    def all_cells(self) -> tuple[int, ...]:
        """Return all cells of the board that the gesture names."""
        return (*self.cells, *self.also, *(() if self.source is None else (self.source,)))


def squares(rows: int, columns: int, *, chequered: bool = False) -> Iterator[Cell]:
    """Yield the cells of a board of squares, row by row, each one unit wide; `chequered` shades every second one."""
    for row in range(rows):
        for column in range(columns):
            corners = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
            yield Cell("polygon", corners, fill="shade" if chequered and (row + column) % 2 else "surface")
