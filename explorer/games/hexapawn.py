"""Hexapawn: chess with pawns alone (M. Gardner, Scientific American, March 1962).

Three pawns against three on a board of 3 by 3.  A pawn goes one row forward to an empty cell, or takes a pawn one row
forward beside its column.  Whoever brings a pawn to the last row, or leaves the other without a move, wins.  Gardner
made it up for his learning matchboxes: the second player wins.
"""

from __future__ import annotations

from collections.abc import Iterator

from explorer.games.from_rules import positions_option
from explorer.games.game import Game
from explorer.games.grid import TurnRules, rows_of, symmetry_note
from explorer.model.board import Board, Gesture, Piece, squares
from explorer.trace.options import whole_number, yes_no

Position = tuple[str, str]  # the cells row by row, each "W", "B" or ".", and whose turn it is

EMPTY = "."
OTHER = {"W": "B", "B": "W"}
NAMES = {"W": "White", "B": "Black"}


class Hexapawn(TurnRules):
    """Hexapawn; Max is White, begins and goes up, Min is Black."""

    range = (-1, 1)
    first = "W"

    def __init__(self, *, rows: int, columns: int, mirrored: bool) -> None:
        self.rows, self.columns, self.mirrored = rows, columns, mirrored
        self.initial: Position = ("B" * columns + EMPTY * columns * (rows - 2) + "W" * columns, "W")
        pieces = {"W": Piece("disc", "max"), "B": Piece("disc", "min")}
        self.board = Board(columns, rows, tuple(squares(rows, columns, chequered=True)), pieces)
        self.board_note = symmetry_note(turned=False) if mirrored else ""
        self.title = f"Hexapawn, {rows} by {columns}"
        self.description = (
            "White (Max, from below) and Black (Min) move a pawn one row forward to an empty cell, or take one "
            "diagonally. Whoever brings a pawn to the last row, or leaves the other without a move, wins."
        )

    def moves(self, position: Position) -> list[Position]:
        """Return the positions after each move, pawn by pawn: straight on, then taking left, then right."""
        cells, turn = position
        if self._has_arrived(cells, OTHER[turn]):
            return []
        boards = (_board_after(cells, source, target) for source, target in self._pawn_moves(cells, turn))
        return [(self._canonical_board(board), OTHER[turn]) for board in boards]

    def score(self, position: Position) -> int:
        """Return the score of an end, which the player to move has lost."""
        return -1 if position[1] == "W" else 1

    def remarks(self, position: Position) -> list[str]:
        """Return a line on the player who has won or is to move."""
        turn = position[1]
        return [f"{NAMES[turn]} to move" if self.moves(position) else f"{NAMES[OTHER[turn]]} has won"]

    def gestures(self, position: Position) -> Iterator[tuple[Position, Gesture]]:
        """Yield each move's position with its gesture, a pawn and its target cell."""
        cells, turn = position
        for source, target in self._pawn_moves(cells, turn):
            yield (self._canonical_board(_board_after(cells, source, target)), OTHER[turn]), Gesture((target,), source)

    def move_name(self, position: Position, after: Position) -> str | None:
        """Return a move such as "a1–a2" or "a1×b2", as it is on the board before."""
        cells, turn = position
        for source, target in self._pawn_moves(cells, turn):
            if self._canonical_board(_board_after(cells, source, target)) == after[0]:
                return f"{self.square(source)}{'–' if cells[target] == EMPTY else '×'}{self.square(target)}"
        return None

    def _pawn_moves(self, cells: str, turn: str) -> Iterator[tuple[int, int]]:
        """Yield the source and target cell of each move of the player's pawns."""
        forward = -self.columns if turn == "W" else self.columns
        for source, piece in enumerate(cells):
            target = source + forward
            if piece == turn and 0 <= target < len(cells):
                if cells[target] == EMPTY:
                    yield source, target
                if source % self.columns > 0 and cells[target - 1] == OTHER[turn]:
                    yield source, target - 1
                if source % self.columns < self.columns - 1 and cells[target + 1] == OTHER[turn]:
                    yield source, target + 1

    def _has_arrived(self, cells: str, player: str) -> bool:
        return player in (cells[: self.columns] if player == "W" else cells[-self.columns :])

    def _canonical_board(self, cells: str) -> str:
        """Return the board, or its mirror image if that comes later in alphabetical order."""
        return max(cells, "".join(row[::-1] for row in rows_of(cells, self.columns))) if self.mirrored else cells


def _board_after(cells: str, source: int, target: int) -> str:
    after = list(cells)
    after[source], after[target] = EMPTY, cells[source]
    return "".join(after)


def _known_score(*, rows: int, columns: int, **_: object) -> int | None:
    return -1 if (rows, columns) == (3, 3) else None


GAME = Game(
    name="hexapawn",
    title="Hexapawn",
    source="Martin Gardner, Scientific American, March 1962",
    summary="Chess with pawns alone on a tiny board: arrive, or leave the other without a move. On 3 by 3 the second "
    "player wins.",
    parameters=(
        whole_number("rows", "Rows", 3, "How many rows the board has.", minimum=3, maximum=8),
        whole_number("columns", "Columns", 3, "How many columns the board has.", minimum=1, maximum=8),
        yes_no("mirrored", "Mirrored boards are one", True, "Whether boards that mirror each other are one."),
        positions_option(10_000),
    ),
    rules=Hexapawn,
    known=_known_score,
    rank=25,
    scene="algorithm=minimax&step=last",
)
