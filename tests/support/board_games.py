"""Small games with a board for tests, one for each shape of cells."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.model.board import Board, Cell, Piece, squares
from explorer.model.rules import Owner, Rules

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

NOUGHTS = Board(3, 3, tuple(squares(3, 3)), {"x": Piece("text", "max", "X"), "o": Piece("disc", "min")})


class Noughts(Rules):
    """Noughts and crosses from a position on: nine characters, "." for an empty square."""

    title = "Noughts and crosses"
    board = NOUGHTS

    def __init__(self, initial: str = "xox.o.x.."):
        self.initial = initial

    def moves(self, position: str) -> Iterator[str]:
        if not self._lines(position, "x") and not self._lines(position, "o"):
            mark = "x" if self.owner(position) == "max" else "o"
            yield from (position[:k] + mark + position[k + 1 :] for k in range(9) if position[k] == ".")

    def owner(self, position: str) -> Owner:
        return "max" if position.count("x") == position.count("o") else "min"

    def score(self, position: str) -> int:
        return self._lines(position, "x") - self._lines(position, "o")

    def name(self, position: str) -> str:
        return position.replace(".", "-")

    def picture(self, position: str) -> str:
        return "\n".join(position[start : start + 3] for start in (0, 3, 6))

    def cells(self, position: str) -> str:
        return position

    def _lines(self, position: str, mark: str) -> bool:
        return any(all(position[k] == mark for k in line) for line in LINES)


EVERYTHING = Board(
    4,
    2,
    (
        Cell("polygon", ((0, 0), (2, 0), (2, 2), (0, 2)), fill="surface"),
        Cell("polygon", ((2, 0), (4, 0), (3, 2))),
        Cell("line", ((0.5, 0.5), (1.5, 0.5), (1.5, 1.5)), 0.1, fill="shade"),
        Cell("disc", ((3, 0.5),), 0.4, fill="surface"),
    ),
    {
        "f": Piece("fill", "hue-1"),
        "h": Piece("fill", "hue-2", inset=(0.25, 0, 0, 0)),
        "d": Piece("disc", "highlight"),
        "t": Piece("text", "ink", "7"),
    },
    (((0, 0), (4, 2)),),
)
"""Every shape of cells, every kind of pieces and a line."""
