"""Three men's morris: noughts and crosses with three stones each that go on sliding, so that positions come back.

The stones are placed in turn, then slid to an empty neighbouring point; three in a row, diagonals included, win.
H. J. R. Murray (A History of Chess, 1913, page 614) tells two games apart: stones slide along rows and columns in three
men's morris, to any empty point in nine holes; in the tapatan of the Philippines they slide along diagonals too.

H. E. Dudeney (Amusements in Mathematics, 1917, "Ovid's game") says of the game with neighbouring points that the first
player wins by placing the first stone on the centre, and that it is a draw where that is barred.  So it comes out here,
with diagonals and without; nine holes is a draw in either case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from explorer.games.from_rules import positions_option
from explorer.games.game import Game
from explorer.games.grid import TurnRules, canonical, mirrored_option, symmetry_note
from explorer.model.board import Board, Cell, Gesture, Piece
from explorer.trace.options import choice, yes_no

Position = tuple[str, str]  # the nine points row by row, each "X", "O" or ".", and whose turn it is

EMPTY, STONES, CENTRE = ".", 3, 4
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
ROWS = "rows"
ANYWHERE = "anywhere"
SLIDES = {
    ROWS: "along rows and columns",
    "lines": "along rows, columns and the two diagonals",
    ANYWHERE: "to any empty point",
}
POINTS = tuple((column + 0.5, row + 0.5) for row in range(3) for column in range(3))


class Morris(TurnRules):
    """Three men's morris; Max has X and begins, Min has O."""

    range = (-1, 1)
    title = "Three men's morris"
    rows, columns, first = 3, 3, "X"
    initial: Position = (EMPTY * 9, "X")

    def __init__(self, *, slide: str, centre: bool, mirrored: bool) -> None:
        self.slides, self.centre, self.mirrored = _slide_pairs(slide), centre, mirrored
        self.board = _morris_board(diagonals=slide != ROWS)
        self.board_note = symmetry_note() if mirrored else ""
        self.description = (
            "Max (X) and Min (O) place three stones each in turn, then slide one at a time "
            f"{SLIDES[slide]}; three in a row win. "
            f"The first stone may {'' if centre else 'not '}be placed on the centre."
        )

    def moves(self, position: Position) -> list[Position]:
        """Return the positions after placing a stone, point by point, or sliding one, stone by stone."""
        board, turn = position
        if winner(board):
            return []
        return [
            (self._canonical_board(after), "O" if turn == "X" else "X") for after in self._boards_after(board, turn)
        ]

    def _boards_after(self, board: str, turn: str) -> Iterable[str]:
        """Return the boards after each move, before symmetries are applied."""
        return (
            self._boards_with_slide(board, turn)
            if board.count(turn) == STONES
            else self._boards_with_stone(board, turn)
        )

    def _canonical_board(self, board: str) -> str:
        """Return the board that stands for this one and, if they count as one, its turned and mirrored images."""
        return canonical(board, 3, 3) if self.mirrored else board

    def score(self, position: Position) -> int:
        """Return the score of an end: three in a row win, and nobody lacks a move before that."""
        return 1 if winner(position[0]) == "X" else -1

    def remarks(self, position: Position) -> list[str]:
        """Return a line on the player who has won or is to move."""
        board, turn = position
        return [f"{winner(board)} has won" if winner(board) else f"{turn} to move"]

    def gestures(self, position: Position) -> Iterator[tuple[Position, Gesture]]:
        """Yield each move's position with its gesture: the new point of a stone, and the old one."""
        before, turn = position
        for board in self._boards_after(before, turn):
            gone, come = _changed_points(before, board, turn)
            if come is not None:
                yield (self._canonical_board(board), "O" if turn == "X" else "X"), Gesture((come,), gone)

    def move_name(self, position: Position, after: Position) -> str | None:
        """Return a move such as "b2" or "a1–b2", as it is on the board before."""
        before, turn = position
        now = next(
            (board for board in self._boards_after(before, turn) if self._canonical_board(board) == after[0]), before
        )
        return "–".join(self.square(at) for at in _changed_points(before, now, turn) if at is not None) or None

    def _boards_with_stone(self, board: str, turn: str) -> list[str]:
        """Return the boards after placing a stone on each free point."""
        barred = CENTRE if board == EMPTY * 9 and not self.centre else None
        free = (point for point in range(9) if board[point] == EMPTY and point != barred)
        return [board[:point] + turn + board[point + 1 :] for point in free]

    def _boards_with_slide(self, board: str, turn: str) -> Iterator[str]:
        """Yield the boards after sliding each stone of a player."""
        for source, target in self.slides:
            if board[source] == turn and board[target] == EMPTY:
                after = list(board)
                after[source], after[target] = EMPTY, turn
                yield "".join(after)


def _changed_points(before: str, after: str, turn: str) -> tuple[int | None, int | None]:
    """Return the point that a player's stone has left and the point where it came."""
    gone = next((at for at in range(9) if before[at] == turn != after[at]), None)
    return gone, next((at for at in range(9) if after[at] == turn != before[at]), None)


def _slide_pairs(slide: str) -> list[tuple[int, int]]:
    """Return the pairs of points between which a stone may slide, point by point."""
    if slide == ANYWHERE:
        return [(source, target) for source in range(9) for target in range(9)]
    sides = [(line[end], line[1]) for line in LINES[: 6 if slide == ROWS else 8] for end in (0, 2)]
    return sorted(sides + [(target, source) for source, target in sides])


def winner(board: str) -> str:
    """Return the player with three in a row; "" for nobody."""
    return next((board[a] for a, b, c in LINES if EMPTY != board[a] == board[b] == board[c]), "")


def _morris_board(*, diagonals: bool) -> Board:
    """Return the board of nine points with winning lines; diagonals only where stones slide along them."""
    return Board(
        3,
        3,
        tuple(Cell("disc", (point,), 0.3, fill="surface") for point in POINTS),
        {"X": Piece("disc", "max"), "O": Piece("disc", "min")},
        lines=tuple((POINTS[a], POINTS[c]) for a, _, c in LINES[: 8 if diagonals else 6]),
    )


GAME = Game(
    name="morris",
    title="Three men's morris",
    source="a traditional game: Murray, A History of Chess, page 614; Dudeney, Amusements in Mathematics, Ovid's game",
    summary="Noughts and crosses with three stones each, which are then slid for as long as it takes: a real game "
    "whose positions come back. Who may begin on the centre wins.",
    parameters=(
        choice("slide", "Stones slide", SLIDES, "Where a stone may go if the point is empty."),
        yes_no("centre", "Centre first", True, "Whether the first stone may be placed on the centre."),
        mirrored_option(),
        positions_option(10_000),
    ),
    rules=Morris,
    known=lambda *, slide, centre, **_: int(centre and slide != ANYWHERE),
    rank=26,
    scene="algorithm=retrograde&step=last",
)
