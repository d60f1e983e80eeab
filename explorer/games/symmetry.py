"""The symmetries of a board: positions that turn or mirror each other can be taken for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter

from explorer.trace.options import Option, yes_no

Turned = Callable[[str], tuple[str, ...]]  # the cells of a board, turned or mirrored


@cache
def symmetries(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """The 8 symmetries of a square and the 4 of any other board, the identity first.

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
def _turns(rows: int, columns: int) -> tuple[Turned, ...]:
    return tuple(itemgetter(*squares) for squares in symmetries(rows, columns))


def canonical(board: str, rows: int, columns: int) -> str:
    """The board that stands for all those that it becomes by turning and mirroring: the last in alphabetical order.

    Parameters
    ----------
    board : a character for every cell, row by row.
    """
    return max("".join(turned(board)) for turned in _turns(rows, columns))


def rows_of(board: Sequence[str], columns: int) -> list[str]:
    """The rows of a board, from the top.

    Examples
    --------
    >>> rows_of("XO.X", 2)
    ['XO', '.X']
    """
    return ["".join(board[start : start + columns]) for start in range(0, len(board), columns)]


def symmetry_note(*, turned: bool = True) -> str:
    """What is said of the boards of a game in which those count as one that mirror, or also turn, each other."""
    kinds = ("turn or mirror", "turned or mirrored") if turned else ("mirror", "mirrored")
    return f"Boards that {kinds[0]} each other are one: after a move, the board may appear {kinds[1]}."


def mirrored_option() -> Option:
    """The parameter that takes positions that turn or mirror each other for one."""
    return yes_no("mirrored", "Mirrored boards are one", True, "Whether boards that mirror or turn each other are one.")
