"""Dodgem: cars that get in each other's way (C. Vout; E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways).

On a board of n by n each player has n − 1 cars: Max's start in the bottom row and leave at the top, Min's start in the
left column and leave at the right, and the corner between them is empty.  A car goes one cell forward or to either
side, never backwards and never onto another car; it leaves the board forward alone.  Whoever has no car left wins, and
so does a player who is to move and cannot: blocking the other loses.  Going to and fro, cars can dodge for ever.
"""

from __future__ import annotations

from collections.abc import Iterator

from explorer.games.from_rules import positions_option
from explorer.games.game import Game
from explorer.games.grid import TurnRules
from explorer.model.board import Board, Piece, squares
from explorer.trace.options import whole_number

Position = tuple[str, str]  # the cells row by row, each "N", "E" or ".", and whose turn it is

EMPTY, MAX, MIN = ".", "N", "E"  # Max's cars go north, Min's east
OTHER = {MAX: MIN, MIN: MAX}
PLAYERS = {MAX: "Max", MIN: "Min"}
STEPS = {MAX: ((-1, 0), (0, -1), (0, 1)), MIN: ((0, 1), (-1, 0), (1, 0))}  # rows down, columns right; forward first


class Dodgem(TurnRules):
    """Dodgem; Max begins."""

    range = (-1, 1)
    first = MAX

    def __init__(self, *, size: int) -> None:
        self.rows = self.columns = size
        self.initial: Position = (MIN + EMPTY * (size - 1)) * (size - 1) + EMPTY + MAX * (size - 1), MAX
        pieces = {MAX: Piece("text", "max", "▲"), MIN: Piece("text", "min", "▶")}
        self.board = Board(size, size, tuple(squares(size, size)), pieces)
        self.title = f"Dodgem, {size} by {size}"
        self.description = (
            "Max's cars (▲, in text N) go up or sideways, Min's (▶, in text E) go right, up or down. Whoever has got "
            "all cars off the board wins, and so does a player who is to move and cannot."
        )

    def moves(self, position: Position) -> list[Position]:
        """Return the positions after each step, car by car, row by row, forward first."""
        cells, turn = position
        if MAX not in cells or MIN not in cells:
            return []
        return [(after, OTHER[turn]) for after in self._boards_after(cells, turn)]

    def score(self, position: Position) -> int:
        """Return the score of an end: a player without cars, or without a move, has won."""
        cells, turn = position
        winner = next((player for player in (MAX, MIN) if player not in cells), turn)
        return 1 if winner == MAX else -1

    def remarks(self, position: Position) -> list[str]:
        """Return a line on the player who has won or is to move."""
        if self.moves(position):
            return [f"{PLAYERS[position[1]]} to move"]
        return [f"{'Max' if self.score(position) == 1 else 'Min'} has won"]

    def move_name(self, position: Position, after: Position) -> str:
        """Return a move such as "b1–b2" or "b3 off"."""
        (before, turn), (now, _) = position, after
        source = next(index for index, car in enumerate(before) if car == turn and now[index] == EMPTY)
        target = next((index for index, car in enumerate(now) if car == turn and before[index] == EMPTY), None)
        return f"{self.square(source)} off" if target is None else f"{self.square(source)}–{self.square(target)}"

    def _boards_after(self, cells: str, turn: str) -> Iterator[str]:
        """Yield the cells of the board after each step of each car of a player."""
        for index, car in enumerate(cells):
            if car == turn:
                gone = cells[:index] + EMPTY + cells[index + 1 :]
                for number, (down, right) in enumerate(STEPS[turn]):
                    row, column = index // self.columns + down, index % self.columns + right
                    if 0 <= row < self.rows and 0 <= column < self.columns:
                        target = row * self.columns + column
                        if cells[target] == EMPTY:
                            yield gone[:target] + turn + gone[target + 1 :]
                    elif number == 0:
                        yield gone


def _known_score(*, size: int) -> int | None:
    return 1 if size == 3 else None


GAME = Game(
    name="dodgem",
    title="Dodgem",
    source="Colin Vout; Berlekamp, Conway and Guy, Winning Ways for Your Mathematical Plays",
    summary="Drive your cars off the board before the other does, who is in the way. The cars can dodge for ever; on "
    "3 by 3 the first player wins.",
    parameters=(
        whole_number("size", "Size", 3, "How many rows and columns the board has.", minimum=2, maximum=5),
        positions_option(6_000),
    ),
    rules=Dodgem,
    known=_known_score,
    rank=27,
    scene="algorithm=retrograde&step=last",
)
