"""Boards as JSON values, in which form they go through files, links and to the browser, and back with every check.

A file may hold anything under the key `board`; what is no board is left where it is and never drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Literal, TypeVar, get_args

from explorer.model.board import Board, Cell, Piece, Point, Role
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import GameGraph, Node

BOARD = "board"  # key of a graph: its board; of a node: what lies on its cells

MAX_SIZE = 10_000.0  # units
MAX_CELLS, MAX_PIECES, MAX_LINES = 1_000, 1_000, 1_000
MAX_POINTS = 10_000  # of all cells and lines
MAX_TEXT = 2  # characters of a piece

SHAPES: tuple[Literal["polygon", "disc", "line"], ...] = ("polygon", "disc", "line")
MARKS: tuple[Literal["fill", "disc", "text"], ...] = ("fill", "disc", "text")
ROLES: tuple[Role, ...] = get_args(Role)
_FEWEST = {"polygon": 3, "disc": 1, "line": 2}
_NEARLY = 1e-6  # by which a point may lie outside, as sums of fractions do

Part = TypeVar("Part")


# ---- to JSON


def board_to_json(board: Board) -> dict[str, Any]:
    """The board as a JSON object; what is at its default is left out."""
    lines = {"lines": [_pairs(line) for line in board.lines]} if board.lines else {}
    return {
        "width": board.width,
        "height": board.height,
        "cells": [_cell_to_json(cell) for cell in board.cells],
        "pieces": {character: _piece_to_json(piece) for character, piece in board.pieces.items()},
        **lines,
    }


def _cell_to_json(cell: Cell) -> dict[str, Any]:
    radius = {"radius": cell.radius} if cell.radius else {}
    fill = {"fill": cell.fill} if cell.fill is not None else {}
    return {"shape": cell.shape, "points": _pairs(cell.points), **radius, **fill}


def _piece_to_json(piece: Piece) -> dict[str, Any]:
    text = {"text": piece.text} if piece.text else {}
    inset = {"inset": list(piece.inset)} if any(piece.inset) else {}
    return {"mark": piece.mark, "role": piece.role, **text, **inset}


def _pairs(points: tuple[Point, ...]) -> list[list[float]]:
    return [list(point) for point in points]


# ---- from JSON


def board_from_json(data: object) -> Board:
    """The board that a JSON value describes.

    Raises
    ------
    FormatError
        If it is none, or larger than a board may be, in one sentence that names the part.
    """
    record = _record(data, "a board")
    width, height = (_number(record.get(key), f"its {key}") for key in ("width", "height"))
    if not (0 < width <= MAX_SIZE and 0 < height <= MAX_SIZE):
        raise FormatError(f"its width and height must lie between 0 and {MAX_SIZE:,.0f}, got {width:g} and {height:g}")
    box = (width, height)
    cells = _listed(record.get("cells"), "its cells", MAX_CELLS, lambda cell, what: _cell(cell, what, box))
    lines = _listed(record.get("lines", []), "its lines", MAX_LINES, lambda line, what: _points(line, what, 2, box))
    if not cells:
        raise FormatError("it has no cells")
    if sum(len(cell.points) for cell in cells) + sum(map(len, lines)) > MAX_POINTS:
        raise FormatError(f"its cells and lines have more than {MAX_POINTS:,} points")
    return Board(width, height, cells, _pieces(record.get("pieces", {})), lines)


def _cell(data: object, what: str, box: Point) -> Cell:
    record = _record(data, what)
    shape = _one_of(record.get("shape"), SHAPES, f"the shape of {what}")
    radius = _number(record.get("radius", 0), f"the radius of {what}")
    if not 0 <= radius <= max(box) or (shape == "disc" and not radius):
        raise FormatError(f"the radius of {what} must lie between 0 and the size of the board, got {radius:g}")
    points = _points(record.get("points"), f"the points of {what}", _FEWEST[shape], box)
    if shape == "disc" and len(points) > 1:
        raise FormatError(f"{what} is a disc and has {len(points)} points; give its centre alone")
    fill = record.get("fill")
    return Cell(shape, points, radius, None if fill is None else _one_of(fill, ROLES, f"the fill of {what}"))


def _pieces(data: object) -> dict[str, Piece]:
    record = _record(data, "its pieces")
    if len(record) > MAX_PIECES:
        raise FormatError(f"it has {len(record):,} pieces, more than {MAX_PIECES:,}")
    return {_character(character): _piece(piece, f"piece {quoted(character)}") for character, piece in record.items()}


def _character(key: object) -> str:
    if not isinstance(key, str) or len(key) != 1:
        raise FormatError(f"a piece stands for one character, got {quoted(key)}")
    return key


def _piece(data: object, what: str) -> Piece:
    record = _record(data, what)
    mark = _one_of(record.get("mark"), MARKS, f"the mark of {what}")
    role = _one_of(record.get("role"), ROLES, f"the role of {what}")
    text = record.get("text", "")
    if not isinstance(text, str) or len(text) > MAX_TEXT or (mark == "text" and not text.strip()):
        raise FormatError(f"the text of {what} must have one or two characters, got {quoted(text)}")
    left, top, right, bottom = _inset(record.get("inset", (0, 0, 0, 0)), f"the inset of {what}")
    return Piece(mark, role, text, (left, top, right, bottom))


def _inset(data: object, what: str) -> Iterator[float]:
    shares = _listed(data, what, 4, _number)
    if len(shares) != 4 or not all(0 <= share <= 1 for share in shares):
        raise FormatError(f"{what} must be four shares from 0 to 1, got {quoted(data)}")
    return iter(shares)


def _points(data: object, what: str, fewest: int, box: Point) -> tuple[Point, ...]:
    points = _listed(data, what, MAX_POINTS, _point)
    if len(points) < fewest:
        raise FormatError(f"{what} must be at least {fewest}, got {len(points)}")
    for x, y in points:
        if not (-_NEARLY <= x <= box[0] + _NEARLY and -_NEARLY <= y <= box[1] + _NEARLY):
            raise FormatError(f"{what} must lie in its {box[0]:g} × {box[1]:g} units, got ({x:g}, {y:g})")
    return points


def _point(data: object, what: str) -> Point:
    if not isinstance(data, list | tuple) or len(data) != 2:
        raise FormatError(f"{what} must be a pair of numbers, got {quoted(data)}")
    return _number(data[0], what), _number(data[1], what)


def _number(value: object, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e9 <= value <= 1e9:
        raise FormatError(f"{what} must be a number, got {quoted(value)}")
    return value


def _one_of(value: object, choices: tuple[Part, ...], what: str) -> Part:
    for choice in choices:
        if isinstance(value, str) and value == choice:
            return choice
    raise FormatError(f"{what} must be one of {', '.join(map(str, choices))}, got {quoted(value)}")


def _record(value: object, what: str) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise FormatError(f"{what} must be an object, got {quoted(value)}")
    return value


def _listed(data: object, what: str, most: int, read: Callable[[object, str], Part]) -> tuple[Part, ...]:
    if not isinstance(data, list | tuple):
        raise FormatError(f"{what} must be a list, got {quoted(data)}")
    if len(data) > most:
        raise FormatError(f"{what} are {len(data):,}, more than {most:,}")
    return tuple(read(each, f"number {index} of {what}") for index, each in enumerate(data, 1))


# ---- on a graph


def board_of(graph: GameGraph) -> Board | None:
    """The board that all positions of a graph share; None if it has none, or something else under its key."""
    if BOARD not in graph.extra:
        return None
    try:
        return board_from_json(graph.extra[BOARD])
    except FormatError:
        return None


def cells_of(node: Node, board: Board) -> str | None:
    """What lies on the cells at a node; None if nothing is said of that, or it does not fit the board."""
    cells = node.extra.get(BOARD)
    return cells if isinstance(cells, str) and len(cells) == len(board.cells) else None


def board_problem(data: object, nodes: Collection[Node]) -> str | None:
    """What keeps the positions of a graph from being drawn on its board, in a sentence; None if nothing does."""
    try:
        board = board_from_json(data)
    except FormatError as error:
        return f"the board cannot be drawn: {error}"
    odd = [node.id for node in nodes if BOARD in node.extra and cells_of(node, board) is None]
    if not odd:
        return None
    least = f"a text of {len(board.cells)} characters, one for each cell"
    return f"the board of {len(odd):,} nodes, {quoted(odd[0])} first, cannot be drawn: it must be {least}"
