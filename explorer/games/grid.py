"""Games on a grid of cells: names and pictures of positions, and symmetries of the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from typing import Any

from explorer.model.rules import Owner, Rules
from explorer.trace.options import Option, yes_no

BoardSymmetry = Callable[[str], tuple[str, ...]]  # the cells of a board, turned or mirrored


class GridRules(Rules):
    """Rules of a game on a grid; a position is its cells row by row, unless `grid` makes them of it.

    Attributes
    ----------
    rows, columns : of the grid.
    """

    rows: int
    columns: int

    def grid(self, position: Any) -> str:
        """Return a character for every cell, row by row."""
        return str(position)

    def cells(self, position: Any) -> str:
        """Return the signs that lie on the board."""
        return self.grid(position)

    def name(self, position: Any) -> str:
        """Return the rows."""
        return "/".join(rows_of(self.grid(position), self.columns))

    def picture(self, position: Any) -> str:
        """Return the rows and the remarks on the position."""
        return "\n".join(
            [*(" ".join(row) for row in rows_of(self.grid(position), self.columns)), *self.remarks(position)]
        )

    def remarks(self, position: Any) -> list[str]:
        """Return lines of text on the position, such as who is to move."""
        return []

    def square(self, index: int) -> str:
        """Return the name of a cell as on a chess board: "a1" is at the lower left."""
        row, column = divmod(index, self.columns)
        return f"{'abcdefgh'[column]}{self.rows - row}"


class TurnRules(GridRules):
    """Rules of a game on a grid whose positions are the cells and whose turn it is.

    Attributes
    ----------
    first : whose turn it is when Max is to move.
    """

    first: str

    def owner(self, position: tuple[str, str]) -> Owner:
        """Return the player to move: "max" for the one who begins."""
        return "max" if position[1] == self.first else "min"

    def grid(self, position: tuple[str, str]) -> str:
        """Return the cells of the position."""
        return position[0]

    def name(self, position: tuple[str, str]) -> str:
        """Return the rows and whose turn it is."""
        return f"{super().name(position)} {position[1]}"


@cache
def symmetries(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Return the 8 symmetries of a square, or the 4 of any other board, the identity first.

    Each has for every cell, row by row, the number of the cell whose piece comes there.

    Examples
    --------
    >>> symmetries(1, 2)
    ((0, 1), (1, 0))
    >>> len(symmetries(3, 3)), len(symmetries(3, 4))
    (8, 4)
    """
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    found: dict[tuple[int, ...], None] = {}
    for transposed in (False, True)[: 1 + (rows == columns)]:
        for upside_down in (False, True):
            for mirrored in (False, True):
                squares = [
                    (rows - 1 - row if upside_down else row, columns - 1 - column if mirrored else column)
                    for row, column in cells
                ]
                turned = ((column, row) if transposed else (row, column) for row, column in squares)
                found.setdefault(tuple(row * columns + column for row, column in turned))
    return tuple(found)


@cache
def _board_turns(rows: int, columns: int) -> tuple[BoardSymmetry, ...]:
    return tuple(itemgetter(*squares) for squares in symmetries(rows, columns))


def canonical(board: str, rows: int, columns: int) -> str:
    """Return the alphabetically last of the boards that turning and mirroring give.

    Parameters
    ----------
    board : a character for every cell, row by row.
    """
    return max("".join(turned(board)) for turned in _board_turns(rows, columns))


def rows_of(board: Sequence[str], columns: int) -> list[str]:
    """Return the rows of a board, from the top.

    Examples
    --------
    >>> rows_of("XO.X", 2)
    ['XO', '.X']
    """
    return ["".join(board[start : start + columns]) for start in range(0, len(board), columns)]


def symmetry_note(*, turned: bool = True) -> str:
    """Return the note on boards where mirrored, or also turned, boards count as one."""
    kinds = ("turn or mirror", "turned or mirrored") if turned else ("mirror", "mirrored")
    return f"Boards that {kinds[0]} each other are one: after a move, the board may appear {kinds[1]}."


def mirrored_option() -> Option:
    """Return the parameter that makes boards one that turn or mirror each other."""
    return yes_no("mirrored", "Mirrored boards are one", True, "Whether boards that mirror or turn each other are one.")
