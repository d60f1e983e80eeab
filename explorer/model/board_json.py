"""Boards as JSON values for files, links and the browser, checked in full when they are read.

A file may hold anything under the key `board`; what is no board is left where it is and never drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Literal, TypeVar, get_args

from explorer.model.board import Board, Cell, Piece, Point, Role
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import GameGraph, Node

BOARD = "board"  # key of a graph: its board; of a node: what lies on its cells

MAX_SIZE = 10_000  # units
MAX_CELLS, MAX_PIECES, MAX_LINES = 1_000, 1_000, 1_000
MAX_POINTS = 10_000  # of all cells and lines
MAX_TEXT = 2  # characters of a piece

SHAPES: tuple[Literal["polygon", "disc", "line"], ...] = ("polygon", "disc", "line")
MARKS: tuple[Literal["fill", "disc", "text"], ...] = ("fill", "disc", "text")
ROLES: tuple[Role, ...] = get_args(Role)
_POINTS = {"polygon": (3, MAX_POINTS), "disc": (1, 1), "line": (2, MAX_POINTS)}  # fewest and most
_NEARLY = 1e-6  # by which a number may lie outside, as sums of fractions do

Symbol = TypeVar("Symbol")


def board_to_json(board: Board) -> dict[str, Any]:
    """Return the board as a JSON object; values at their default are left out."""
    record: dict[str, Any] = _part_to_json(board)
    return record


def _part_to_json(part: Any) -> Any:
    if is_dataclass(part):
        values = ((field.name, getattr(part, field.name), field.default) for field in fields(part))
        return {name: _part_to_json(value) for name, value, default in values if value != default}
    if isinstance(part, Mapping):
        return {key: _part_to_json(value) for key, value in part.items()}
    return [*map(_part_to_json, part)] if isinstance(part, tuple) else part


def board_from_json(data: object) -> Board:
    """Return the board that a JSON value describes.

    Raises
    ------
    FormatError
        If it is none, or larger than a board may be, in one sentence that names the part.
    """
    record = _checked_record(data, "a board")
    width, height = (
        _checked_number(record.get(key), f"its {key}", MAX_SIZE, least=_NEARLY) for key in ("width", "height")
    )
    box = width, height
    cells = _checked_list(record.get("cells"), "its cells", 1, MAX_CELLS)
    lines = _checked_list(record.get("lines", []), "its lines", 0, MAX_LINES)
    board = Board(
        width,
        height,
        tuple(_read_cell(cell, f"cell {number}", box) for number, cell in enumerate(cells, 1)),
        _read_pieces(record.get("pieces", {})),
        tuple(_read_points(line, f"line {number}", (2, MAX_POINTS), box) for number, line in enumerate(lines, 1)),
    )
    if sum(len(cell.points) for cell in board.cells) + sum(map(len, board.lines)) > MAX_POINTS:
        raise FormatError(f"its cells and lines have more than {MAX_POINTS:,} points")
    return board


def _read_cell(data: object, what: str, box: Point) -> Cell:
    record = _checked_record(data, what)
    shape = _checked_choice(record.get("shape"), SHAPES, f"the shape of {what}")
    least = _NEARLY if shape == "disc" else 0
    radius = _checked_number(record.get("radius", 0), f"the radius of {what}", max(box), least=least)
    points = _read_points(record.get("points"), f"the points of {what}", _POINTS[shape], box)
    fill = record.get("fill")
    return Cell(shape, points, radius, None if fill is None else _checked_choice(fill, ROLES, f"the fill of {what}"))


def _read_pieces(data: object) -> dict[str, Piece]:
    record = _checked_record(data, "its pieces")
    odd = next((key for key in record if not isinstance(key, str) or len(key) != 1), None)
    if odd is not None or len(record) > MAX_PIECES:
        raise FormatError(f"its pieces must be at most {MAX_PIECES:,}, each for one character, got {quoted(odd)}")
    return {character: _read_piece(piece, f"piece {quoted(character)}") for character, piece in record.items()}


def _read_piece(data: object, what: str) -> Piece:
    record = _checked_record(data, what)
    mark = _checked_choice(record.get("mark"), MARKS, f"the mark of {what}")
    role = _checked_choice(record.get("role"), ROLES, f"the role of {what}")
    text = record.get("text", "")
    if not isinstance(text, str) or len(text) > MAX_TEXT or (mark == "text" and not text.strip()):
        raise FormatError(f"the text of {what} must have one or two characters, got {quoted(text)}")
    shares = _checked_list(record.get("inset", (0, 0, 0, 0)), f"the inset of {what}", 4, 4)
    left, top, right, bottom = (_checked_number(share, f"the inset of {what}", 1, least=0) for share in shares)
    return Piece(mark, role, text, (left, top, right, bottom))


def _read_points(data: object, what: str, counts: tuple[int, int], box: Point) -> tuple[Point, ...]:
    pairs = [_checked_list(pair, f"a point of {what}", 2, 2) for pair in _checked_list(data, what, *counts)]
    return tuple(
        (_checked_coordinate(x, f"x in {what}", box[0]), _checked_coordinate(y, f"y in {what}", box[1]))
        for x, y in pairs
    )


def _checked_coordinate(value: object, what: str, most: float) -> float:
    return _checked_number(value, what, most + _NEARLY, least=-_NEARLY)


def _checked_number(value: object, what: str, most: float, *, least: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise FormatError(f"{what} must be a number from {round(least)} to {most:,.6g}, got {quoted(value)}")
    return value


def _checked_choice(value: object, choices: tuple[Symbol, ...], what: str) -> Symbol:
    for choice in choices:
        if isinstance(value, str) and value == choice:
            return choice
    raise FormatError(f"{what} must be one of {', '.join(map(str, choices))}, got {quoted(value)}")


def _checked_record(value: object, what: str) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise FormatError(f"{what} must be an object, got {quoted(value)}")
    return value


def _checked_list(data: object, what: str, fewest: int, most: int) -> list[Any] | tuple[Any, ...]:
    if not isinstance(data, list | tuple) or not fewest <= len(data) <= most:
        got = f"one of {len(data):,}" if isinstance(data, list | tuple) else quoted(data)
        raise FormatError(f"{what} must be a list of {fewest} to {most:,}, got {got}")
    return data


def board_of(graph: GameGraph) -> Board | None:
    """Return the board that all positions of a graph share; None if it has no valid one."""
    if BOARD not in graph.extra:
        return None
    try:
        return board_from_json(graph.extra[BOARD])
    except FormatError:
        return None


def cells_of(node: Node, board: Board) -> str | None:
    """Return the character on each cell of the board at a node; None if they are missing or do not fit."""
    cells = node.extra.get(BOARD)
    return cells if isinstance(cells, str) and len(cells) == len(board.cells) else None


def board_problem(data: object, nodes: Collection[Node]) -> str | None:
    """Return a sentence on why the positions of a graph cannot be drawn on its board; None if they can."""
    try:
        board = board_from_json(data)
    except FormatError as error:
        return f"the board cannot be drawn: {error}"
    odd = [node.id for node in nodes if BOARD in node.extra and cells_of(node, board) is None]
    if not odd:
        return None
    least = f"a text of {len(board.cells)} characters, one for each cell"
    return f"the board of {len(odd):,} nodes, {quoted(odd[0])} first, cannot be drawn: it must be {least}"
