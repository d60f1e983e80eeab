"""Grid pursuit: two pieces on a board of cells, one that wants to catch and one that wants to get out.

Pursuer (Max) and evader (Min) move in turn, each to a cell beside, above or below its own; if the rules allow it, a
piece may also stay where it is.  Whoever enters the cell of the other ends the game with the evader caught, which
scores 1.  An evader that reaches an exit with no pursuer in it is out, which scores -1.  A chase without end is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from explorer.errors import OptionError
from explorer.games.game import Game
from explorer.graph import GameGraph, Kind, Move, Node
from explorer.options import Option, choice, whole_number, yes_no

MAX_SIDE = 8  # so that there are at most 8,190 nodes
CAUGHT, OUT = 1, -1
_STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))

Cell = tuple[int, int]  # row and column, from 1


@dataclass(frozen=True)
class Board:
    """The board and its rules."""

    rows: int
    columns: int
    exits: frozenset[Cell]
    stay: bool

    def cells_after(self, cell: Cell) -> Iterator[Cell]:
        """Where a piece may go, upwards first; where it stands last."""
        for down, right in _STEPS:
            row, column = cell[0] + down, cell[1] + right
            if 1 <= row <= self.rows and 1 <= column <= self.columns:
                yield row, column
        if self.stay:
            yield cell


class Position(NamedTuple):
    """Where the two are, and who is to move."""

    pursuer: Cell
    evader: Cell
    pursuer_moves: bool

    @property
    def id(self) -> str:
        return f"{_words(self.pursuer)}/{_words(self.evader)}/{'pursuer' if self.pursuer_moves else 'evader'}"


def grid_pursuit(
    *,
    rows: int,
    columns: int,
    exits: str,
    pursuer_row: int,
    pursuer_column: int,
    evader_row: int,
    evader_column: int,
    stay: bool,
) -> GameGraph:
    """The graph of all positions that play can reach, nearest first; the pursuer begins.

    Raises
    ------
    OptionError
        If a piece starts off the board, both start in one cell, or the evader starts in an exit.
    """
    board = Board(rows, columns, _exits(exits, rows, columns), stay)
    start = Position((pursuer_row, pursuer_column), (evader_row, evader_column), pursuer_moves=True)
    _require_start(start, board)
    nodes: dict[str, Node] = {start.id: _node(start, board)}
    moves: list[Move] = []
    waiting = [start]
    for position in waiting:  # grows while it is walked
        for after in _positions_after(position, board):
            node = _node(after, board)
            if node.id not in nodes and node.kind is not Kind.LEAF:
                waiting.append(after)
            nodes.setdefault(node.id, node)
            moves.append((position.id, node.id))
    return GameGraph(
        tuple(nodes.values()),
        tuple(moves),
        root=start.id,
        name=f"Grid pursuit, {rows} by {columns}",
        description=(
            "The pursuer (Max) wants to catch the evader (Min), who wants to reach an exit. Without a piece that may "
            "stay, the colours of a chess board decide who can ever catch whom; look for positions that score 0."
        ),
    )


def _positions_after(position: Position, board: Board) -> Iterator[Position]:
    """The positions after each move, finished ones among them."""
    pursuer, evader, pursuer_moves = position
    if pursuer_moves:
        return (Position(cell, evader, pursuer_moves=False) for cell in board.cells_after(pursuer))
    return (Position(pursuer, cell, pursuer_moves=True) for cell in board.cells_after(evader))


def _node(position: Position, board: Board) -> Node:
    """The node of a position; one that is finished is a leaf, the same for all ways to end there."""
    pursuer, evader, pursuer_moves = position
    where = _words(evader)
    if pursuer == evader:
        return Node(f"caught/{where}", Kind.LEAF, score=CAUGHT, label=f"caught on {where}")
    if evader in board.exits:
        return Node(f"out/{where}", Kind.LEAF, score=OUT, label=f"out at {where}")
    label = f"pursuer {_words(pursuer)}, evader {where}"
    return Node(position.id, Kind.MAX if pursuer_moves else Kind.MIN, label=label)


def _words(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _exits(name: str, rows: int, columns: int) -> frozenset[Cell]:
    corners = {"corner": [(rows, columns)], "bottom": [(rows, 1), (rows, columns)], "none": []}
    return frozenset(corners[name])


def _require_start(start: Position, board: Board) -> None:
    for name, (row, column) in (("pursuer", start.pursuer), ("evader", start.evader)):
        if row > board.rows or column > board.columns:
            size = f"{board.rows} by {board.columns}"
            raise OptionError(f"the {name} cannot start on {row},{column}, which is off a board of {size}")
    if start.pursuer == start.evader:
        raise OptionError(f"both pieces cannot start on {_words(start.evader)}; choose two cells")
    if start.evader in board.exits:
        raise OptionError(f"the evader cannot start on {_words(start.evader)}, which is an exit")


def _side(name: str, title: str, default: int, help: str) -> Option:
    return whole_number(name, title, default, help, minimum=1, maximum=MAX_SIDE)


GAME = Game(
    name="grid-pursuit",
    title="Grid pursuit",
    source="our own rules; repetition counts as in Kars, From game trees to game graphs, section 1",
    summary="A pursuer chases an evader over a board of cells; who is to move, and on which colour, may decide all.",
    parameters=(
        _side("rows", "Rows", 3, "How many rows the board has."),
        _side("columns", "Columns", 3, "How many columns the board has."),
        choice(
            "exits",
            "Exits",
            {"corner": "the bottom right corner", "bottom": "both corners at the bottom", "none": "none"},
            "The cells through which the evader gets out.",
        ),
        _side("pursuer_row", "Pursuer's row", 1, "The row in which the pursuer starts, from the top."),
        _side("pursuer_column", "Pursuer's column", 3, "The column in which the pursuer starts, from the left."),
        _side("evader_row", "Evader's row", 1, "The row in which the evader starts, from the top."),
        _side("evader_column", "Evader's column", 1, "The column in which the evader starts, from the left."),
        yes_no("stay", "May stay", False, "Whether a piece may stay where it is."),
    ),
    build=grid_pursuit,
    rank=22,
    algorithm="status",
)
