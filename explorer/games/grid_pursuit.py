"""Grid pursuit: two pieces on a board of cells; one tries to catch, the other to get out.

Pursuer (Max) and evader (Min) move in turn, each to a cell beside, above or below its own; if the rules allow it, a
piece may also stay where it is.  Whoever enters the cell of the other ends the game with the evader caught, which
scores 1.  An evader that reaches an exit with no pursuer in it is out, which scores -1.  A chase without end is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from explorer.games.game import Game
from explorer.games.grid import GridRules
from explorer.games.whole import whole
from explorer.model.board import Board, Piece, squares
from explorer.model.errors import OptionError
from explorer.model.rules import Owner
from explorer.trace.options import Option, choice, whole_number, yes_no

MAX_SIDE = 8  # so that there are at most 8,190 nodes
CAUGHT, OUT = 1, -1
_STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))
_WAYS = {(0, 0): "stay", **dict(zip(_STEPS, ("up", "left", "right", "down"), strict=True))}
_PIECES = {
    "P": Piece("disc", "max"),
    "E": Piece("disc", "min"),
    "*": Piece("fill", "max"),
    "x": Piece("fill", "highlight", inset=(0.3, 0.3, 0.3, 0.3)),
}

GridCell = tuple[int, int]  # row and column, from 1


class Position(NamedTuple):
    """The cells of both pieces, and who is to move; at an end the pursuer's cell is None.

    All ways to be caught on a cell, or to get out at one, are one position.
    """

    pursuer: GridCell | None
    evader: GridCell
    pursuer_moves: bool


class GridPursuit(GridRules):
    """Grid pursuit; the pursuer is Max and begins.

    Raises
    ------
    OptionError
        If a piece starts off the board, both start in one cell, or the evader starts in an exit.
    """

    range = (OUT, CAUGHT)

    def __init__(
        self,
        *,
        rows: int,
        columns: int,
        exits: str,
        pursuer_row: int,
        pursuer_column: int,
        evader_row: int,
        evader_column: int,
        stay: bool,
    ) -> None:
        self.rows, self.columns, self.stay = rows, columns, stay
        self.exits = _exit_cells(exits, rows, columns)
        pursuer, evader = (pursuer_row, pursuer_column), (evader_row, evader_column)
        _require_start(pursuer, evader, rows, columns, self.exits)
        self.initial = Position(pursuer, evader, pursuer_moves=True)
        self.title = f"Grid pursuit, {rows} by {columns}"
        aim = "reach an exit" if self.exits else "get away for ever"
        colours = " As neither may stay, the colours of a chess board decide who can ever catch whom"
        self.description = (
            f"The pursuer (Max) wants to catch the evader (Min), who wants to {aim}.{'' if stay else f'{colours}.'} "
            "Look for positions that score 0."
        )
        self.board = Board(columns, rows, tuple(squares(rows, columns, chequered=True)), _PIECES)

    def owner(self, position: Position) -> Owner:
        """Return the player to move: "max" for the pursuer."""
        return "max" if position.pursuer_moves else "min"

    def moves(self, position: Position) -> list[Position]:
        """Return the positions after each move of the piece, upwards first."""
        pursuer, evader, pursuer_moves = position
        if pursuer is None:
            return []
        if pursuer_moves:
            return [self._position_after(cell, evader, pursuer_moves=False) for cell in self._cells_after(pursuer)]
        return [self._position_after(pursuer, cell, pursuer_moves=True) for cell in self._cells_after(evader)]

    def score(self, position: Position) -> int:
        """Return the score of the end of a game: the evader is caught or out."""
        return CAUGHT if position.pursuer_moves else OUT

    def name(self, position: Position) -> str:
        """Return both cells and who is to move, or the end and its cell."""
        if position.pursuer is None:
            return f"{'caught' if position.pursuer_moves else 'out'}/{_cell_text(position.evader)}"
        player = "pursuer" if position.pursuer_moves else "evader"
        return f"{_cell_text(position.pursuer)}/{_cell_text(position.evader)}/{player}"

    def label(self, position: Position) -> str:
        """Return both cells, or the end, in words."""
        where = _cell_text(position.evader)
        if position.pursuer is None:
            return f"caught on {where}" if position.pursuer_moves else f"out at {where}"
        return f"pursuer {_cell_text(position.pursuer)}, evader {where}"

    def grid(self, position: Position) -> str:
        """Return the cells: P for the pursuer, E for the evader, * for a catch, x for an exit."""
        pieces = dict.fromkeys(self.exits, "x")
        is_caught = position.pursuer is None and position.pursuer_moves
        pieces |= {position.evader: "*" if is_caught else "E"}
        pieces |= {} if position.pursuer is None else {position.pursuer: "P"}
        cells = ((row, column) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1))
        return "".join(pieces.get(cell, ".") for cell in cells)

    def move_name(self, position: Position, after: Position) -> str:
        """Return the direction of the move: "up", "left", "right", "down", or "stay"."""
        before = position.pursuer if position.pursuer_moves else position.evader
        now = (after.pursuer or after.evader) if position.pursuer_moves else after.evader
        return _WAYS[now[0] - before[0], now[1] - before[1]] if before else ""

    def _cells_after(self, cell: GridCell) -> Iterator[GridCell]:
        """Yield the cells that a piece can reach, upwards first; its own cell last."""
        for down, right in _STEPS:
            row, column = cell[0] + down, cell[1] + right
            if 1 <= row <= self.rows and 1 <= column <= self.columns:
                yield row, column
        if self.stay:
            yield cell

    def _position_after(self, pursuer: GridCell, evader: GridCell, *, pursuer_moves: bool) -> Position:
        """Return the position after a move; where it ends the game, `pursuer_moves` marks a catch."""
        if pursuer == evader:
            return Position(None, evader, pursuer_moves=True)
        if evader in self.exits:
            return Position(None, evader, pursuer_moves=False)
        return Position(pursuer, evader, pursuer_moves)


def _cell_text(cell: GridCell) -> str:
    return f"{cell[0]},{cell[1]}"


def _exit_cells(name: str, rows: int, columns: int) -> frozenset[GridCell]:
    """Return the cells through which the evader can leave, by the name of the choice."""
    corners = {"corner": [(rows, columns)], "bottom": [(rows, 1), (rows, columns)], "none": []}
    return frozenset(corners[name])


def _require_start(pursuer: GridCell, evader: GridCell, rows: int, columns: int, exits: frozenset[GridCell]) -> None:
    """Raise OptionError if the pieces cannot start on these cells."""
    for name, (row, column) in (("pursuer", pursuer), ("evader", evader)):
        if row > rows or column > columns:
            size = f"{rows} by {columns}"
            raise OptionError(f"the {name} cannot start on {row},{column}, which is off a board of {size}")
    if pursuer == evader:
        raise OptionError(f"both pieces cannot start on {_cell_text(evader)}; choose two cells")
    if evader in exits:
        raise OptionError(f"the evader cannot start on {_cell_text(evader)}, which is an exit")


def _side_option(name: str, title: str, default: int, help: str) -> Option:
    """Return a parameter for a row or column, from 1 to the largest side."""
    return whole_number(name, title, default, help, minimum=1, maximum=MAX_SIDE)


GAME = Game(
    name="grid-pursuit",
    title="Grid pursuit",
    source="our own rules; repetition counts as in Kars, From game trees to game graphs, section 1",
    summary="A pursuer chases an evader over a board of cells; who is to move, and on which colour, may decide all.",
    parameters=(
        _side_option("rows", "Rows", 3, "How many rows the board has."),
        _side_option("columns", "Columns", 3, "How many columns the board has."),
        choice(
            "exits",
            "Exits",
            {"corner": "the bottom right corner", "bottom": "both corners at the bottom", "none": "none"},
            "The cells through which the evader gets out.",
        ),
        _side_option("pursuer_row", "Pursuer's row", 1, "The row in which the pursuer starts, from the top."),
        _side_option("pursuer_column", "Pursuer's column", 3, "The column in which the pursuer starts, from the left."),
        _side_option("evader_row", "Evader's row", 1, "The row in which the evader starts, from the top."),
        _side_option("evader_column", "Evader's column", 1, "The column in which the evader starts, from the left."),
        yes_no("stay", "May stay", False, "Whether a piece may stay where it is."),
    ),
    build=whole(GridPursuit),
    rank=22,
    scene="algorithm=status&step=last",
)
