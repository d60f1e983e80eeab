"""m,n,k games: k stones in a row win on a board of m by n cells; tic-tac-toe is 3,3,3.

The first player never loses (strategy stealing).  Small boards were solved by search: J. W. H. M. Uiterwijk and H. J.
van den Herik (The advantage of the initiative, Information Sciences 122, 2000) list them.
"""

from __future__ import annotations

from collections.abc import Iterator

from explorer.games.from_rules import positions_option
from explorer.games.game import Game
from explorer.games.grid import GridRules, canonical, mirrored_option, symmetry_note
from explorer.model.board import Board, Gesture, Piece, squares
from explorer.model.rules import Owner
from explorer.trace.options import whole_number

EMPTY = "."
LARGEST = 8  # rows or columns
PIECES = {"X": Piece("text", "max", "X"), "O": Piece("text", "min", "O")}


class Mnk(GridRules):
    """An m,n,k game; Max has X and begins, Min has O.  A position is its cells, row by row."""

    range = (-1, 1)

    def __init__(self, *, rows: int, columns: int, k: int, mirrored: bool) -> None:
        self.rows, self.columns, self.k, self.mirrored = rows, columns, k, mirrored
        self.lines = winning_lines(rows, columns, k)
        self.initial = EMPTY * (rows * columns)
        self.board = Board(columns, rows, tuple(squares(rows, columns)), PIECES)
        self.board_note = symmetry_note() if mirrored else ""
        self.title = f"{k} in a row, {rows} by {columns}"
        self.description = (
            f"Max (X) and Min (O) place a stone each in turn on a board of {rows} by {columns}; "
            f"{k} in a row, column or diagonal win."
        )

    def owner(self, position: str) -> Owner:
        """Return the player to move: "max" for X."""
        return "max" if self._stone_to_move(position) == "X" else "min"

    def moves(self, position: str) -> list[str]:
        """Return the positions after a stone on each free cell, row by row."""
        return [] if self.winner(position) else [self._canonical_board(after) for after in self._boards_after(position)]

    def _boards_after(self, position: str) -> list[str]:
        """Return the boards with one stone more, before symmetries are applied."""
        turn = self._stone_to_move(position)
        free = (cell for cell, stone in enumerate(position) if stone == EMPTY)
        return [position[:cell] + turn + position[cell + 1 :] for cell in free]

    def _canonical_board(self, board: str) -> str:
        """Return the board that stands for this one and, if they count as one, its turned and mirrored images."""
        return canonical(board, self.rows, self.columns) if self.mirrored else board

    def score(self, position: str) -> int:
        """Return 1 if X has won, -1 if O has, 0 if the board is full."""
        return {"X": 1, "O": -1, "": 0}[self.winner(position)]

    def winner(self, position: str) -> str:
        """Return the player with k stones in a row; "" for nobody."""
        last = "O" if self._stone_to_move(position) == "X" else "X"
        row = last * self.k
        return last if any(position[line] == row for line in self.lines) else ""

    def remarks(self, position: str) -> list[str]:
        """Return a line on the player who has won or is to move."""
        winner = self.winner(position)
        said = f"{self._stone_to_move(position)} to move" if EMPTY in position else "a draw"
        return [f"{winner} has won" if winner else said]

    def gestures(self, position: str) -> Iterator[tuple[str, Gesture]]:
        """Yield each move's position with its gesture, the cell of the stone."""
        for board in self._boards_after(position):
            yield self._canonical_board(board), Gesture((_new_cell(position, board),))

    def move_name(self, position: str, after: str) -> str | None:
        """Return the stone and its cell, such as "X b2", as it is on the board before."""
        board = next((board for board in self._boards_after(position) if self._canonical_board(board) == after), None)
        if board is None:
            return None
        cell = _new_cell(position, board)
        return f"{board[cell]} {self.square(cell)}"

    def _stone_to_move(self, position: str) -> str:
        return "X" if position.count("X") == position.count("O") else "O"


def _new_cell(before: str, after: str) -> int:
    """Return the first cell in which two boards differ, where a stone was placed."""
    return next(index for index, stone in enumerate(after) if stone != before[index])


def winning_lines(rows: int, columns: int, k: int) -> list[slice]:
    """Return every k cells in a row, as slices of the cells: rows, columns, then both diagonals.

    Examples
    --------
    >>> [list(range(9))[line] for line in winning_lines(3, 3, 3)][-2:]
    [[0, 4, 8], [2, 4, 6]]
    """
    lines: dict[tuple[int, ...], slice] = {}
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(rows):
            for column in range(columns):
                last_row, last_column = row + (k - 1) * down, column + (k - 1) * right
                if last_row < rows and 0 <= last_column < columns:
                    start, step = row * columns + column, down * columns + right
                    line = slice(start, start + (k - 1) * step + 1, step or 1)
                    lines.setdefault(tuple(range(rows * columns)[line]), line)
    return list(lines.values())


def known_score(*, rows: int, columns: int, k: int, **_: object) -> int | None:
    """Return 1 if the player who begins wins, else 0; None where the score is not known."""
    short, long = sorted((rows, columns))
    if k <= 2:
        return int(k == 1 or rows * columns > 2)
    if k == 3:
        return int(short >= 3 and long >= 4)
    return 0 if k > long or (k == 4 and long <= 5) else None


GAME = Game(
    name="mnk",
    title="m,n,k game",
    source="a traditional game; Uiterwijk and van den Herik, The advantage of the initiative, 2000",
    summary="Place stones in turn; whoever first has k in a row wins. Three in a row are a draw on 3 by 3 cells and a "
    "win for the first player on 3 by 4.",
    parameters=(
        whole_number("rows", "Rows", 3, "How many rows the board has.", minimum=1, maximum=LARGEST),
        whole_number("columns", "Columns", 3, "How many columns the board has.", minimum=1, maximum=LARGEST),
        whole_number("k", "In a row", 3, "How many in a row win.", minimum=1, maximum=LARGEST),
        mirrored_option(),
        positions_option(30_000),
    ),
    rules=Mnk,
    known=known_score,
    rank=24,
    scene="algorithm=alpha-beta&step=last",
)
