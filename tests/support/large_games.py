"""Two games of 40,000 to 90,000 positions by rules that can leave a move or an end of the game out."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.model.rules import Rules

Lines = tuple[tuple[int, ...], ...]
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def lines_of(rows: int, columns: int, length: int, directions: tuple[tuple[int, int], ...]) -> Lines:
    """All lines of so many cells on a board."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, right in directions:
                end = row + down * (length - 1), column + right * (length - 1)
                if 0 <= end[0] < rows and 0 <= end[1] < columns:
                    found.append(tuple((row + down * n) * columns + column + right * n for n in range(length)))
    return tuple(found)


class BoardGame(Rules):
    """Two players on a board of dots, X and O, with X to begin; three in a row wins.

    Parameters
    ----------
    without : a direction in which three in a row do not end the game, by number; -1 for none.
    misses : a move that is never made: the cell of a new piece, or twelve times the old cell and the new one.
    """

    rows, columns = 4, 4

    def __init__(self, *, without: int = -1, misses: int = -1) -> None:
        directions = tuple(pair for number, pair in enumerate(DIRECTIONS) if number != without)
        self.lines = lines_of(self.rows, self.columns, 3, directions)
        self.misses = misses

    def has_won(self, board: str, piece: str) -> bool:
        return any(all(board[cell] == piece for cell in line) for line in self.lines)

    def moves(self, position: str) -> list[str]:
        board, player = position[:-1], position[-1]
        other = "O" if player == "X" else "X"
        if self.has_won(board, other):
            return []
        return [after + other for move, after in self.placed(board, player) if move != self.misses]

    def placed(self, board: str, player: str) -> Iterator[tuple[int, str]]:
        """The moves of a player as numbers, and the boards then."""
        raise NotImplementedError


class FallingThree(BoardGame):
    """Pieces fall down columns; a full board is a draw.  Max is X.  A win is worth more the sooner it comes."""

    range = (-4, 4)
    initial = "." * 16 + "X"

    def placed(self, board: str, player: str) -> Iterator[tuple[int, str]]:
        for column in range(self.columns):
            cells = [cell for cell in range(column, 16, self.columns) if board[cell] == "."]
            if cells:
                yield cells[-1], board[: cells[-1]] + player + board[cells[-1] + 1 :]

    def score(self, position: str) -> int:
        for piece, sign in (("X", 1), ("O", -1)):
            if self.has_won(position[:-1], piece):
                return sign * (1 + position.count(".") // 4)
        return 0

    def owner(self, position: str) -> str:
        return "max" if position[-1] == "X" else "min"


class SlidingThree(BoardGame):
    """Three pieces each are placed, and then slide to a neighbouring cell; who cannot move has lost."""

    rows, columns = 3, 4
    negamax = True
    range = (-1, 1)
    initial = "." * 12 + "X"

    def placed(self, board: str, player: str) -> Iterator[tuple[int, str]]:
        free = [cell for cell, piece in enumerate(board) if piece == "."]
        if board.count(player) < 3:
            yield from ((cell, board[:cell] + player + board[cell + 1 :]) for cell in free)
            return
        for cell in (cell for cell, piece in enumerate(board) if piece == player):
            for to in free:
                if self.is_near(cell, to):
                    moved = board[:cell] + "." + board[cell + 1 :]
                    yield 12 * cell + to, moved[:to] + player + moved[to + 1 :]

    def is_near(self, one: int, other: int) -> bool:
        (row, column), (to_row, to_column) = divmod(one, self.columns), divmod(other, self.columns)
        return abs(row - to_row) + abs(column - to_column) == 1

    def score(self, position: str) -> int:
        return -1
