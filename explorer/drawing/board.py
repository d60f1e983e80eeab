"""A position on its board as a picture of its own."""

from __future__ import annotations

import math

from explorer.drawing.exports.svg import svg_text
from explorer.drawing.messages.sheet import BoardData
from explorer.drawing.picture.primitives import Picture, ShapeGroup, shapes_from
from explorer.drawing.script import call_script, note
from explorer.drawing.theme import DARK, LIGHT, board_colours
from explorer.model.board import Board
from explorer.model.board_json import board_to_json
from explorer.model.errors import GraphError, quoted

_MARGIN = 4.0  # pixels, for the pens of shapes at the border


def board_svg(board: Board, cells: str, *, dark: bool = False, size: float = 240.0, name: str = "Board") -> str:
    """Return the board with a character on every cell, as the text of an SVG element.

    Parameters
    ----------
    cells : one character a cell, in order; one that is no piece leaves its cell empty.
    dark : whether it lies on a dark page.
    size : of its longer side, in pixels; more if discs or lines reach out of the board.
    name : a description for those who do not see it.

    Raises
    ------
    GraphError
        If there is not one character for each cell.

    Examples
    --------
    >>> from explorer.model.board import Piece, squares
    >>> board = Board(2, 1, tuple(squares(1, 2)), {"x": Piece("disc", "max")})
    >>> board_svg(board, ".x").count("<circle")
    1
    """
    if len(cells) != len(board.cells):
        raise GraphError(
            f"a board of {len(board.cells)} cells needs as many characters, got {len(cells)}: {quoted(cells)}"
        )
    page, side = DARK if dark else LIGHT, size - 2 * _MARGIN
    request: BoardData = {
        "board": board_to_json(board),
        "cells": cells,
        "size": side,
        "colours": board_colours(),
        "dark": dark,
    }
    drawn = call_script("position", request, {"beyond": 0, "shapes": [note(page.ink)]})
    margin, scale = _MARGIN + drawn["beyond"], side / max(board.width, board.height)
    width, height = (math.ceil(units * scale + 2 * margin) for units in (board.width, board.height))
    group = ShapeGroup("board", name, margin, margin, shapes_from(drawn["shapes"]))
    return svg_text(Picture(width, height, page.paper, name, (group,)))
