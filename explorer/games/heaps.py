"""Heaps of stones: names, boards and pictures of games in which each move takes from one heap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import xor

from explorer.games.grid import rows_of
from explorer.games.whole import NormalPlay
from explorer.model.board import Board, Cell, Piece
from explorer.trace.options import Option, yes_no

Heaps = tuple[int, ...]

MOST_STONES = 100  # that are drawn
STONE, TAKEN = "o", "."


def nim_sum(values: Iterable[int]) -> int:
    """Return the nim-sum of Grundy values (addition without carry), the Grundy value of the sum of games.

    Examples
    --------
    >>> nim_sum([3, 4, 5]), nim_sum([])
    (2, 0)
    """
    return reduce(xor, values, 0)


def misere_option() -> Option:
    """Return the parameter that turns the end of a game around."""
    return yes_no("misere", "Misère play", False, "Whoever takes the last stone loses.")


def kernel_scene(*, misere: bool, **_: object) -> str:
    """Return the query of the scene with the kernel; Grundy values are of normal play alone."""
    return f"algorithm={'loopy-kernel' if misere else 'kernel'}&step=last"


def misere_score(sizes: Iterable[int]) -> int:
    """Return the score of misère Nim to the player to move: as in normal play, unless no heap has two stones.

    Examples
    --------
    >>> misere_score([1, 2, 3]), misere_score([1, 1, 1]), misere_score([1, 1]), misere_score([])
    (-1, -1, 1, 1)
    """
    heaps = list(sizes)
    wins = nim_sum(heaps) > 0 if max(heaps, default=0) > 1 else nim_sum(heaps) == 0
    return 1 if wins else -1


class HeapGame(NormalPlay):
    """Rules of a game on heaps; a position is their sizes, in order.

    Attributes
    ----------
    initial : the sizes at the start.
    width : the most stones of a heap side by side on the board.
    misere : whether a player without a move has won.
    """

    initial: Heaps

    def __init__(self, heaps: Heaps, *, width: int, misere: bool) -> None:
        self.initial, self.width, self.misere = heaps, max(width, 1), misere
        self.board = _heap_board(heaps, self.width) if 0 < sum(heaps) <= MOST_STONES else None

    @property
    def end(self) -> str:
        """The end of the game in words."""
        return "whoever cannot move has won (misère play)" if self.misere else "whoever cannot move has lost"

    def score(self, heaps: Heaps) -> int:
        """Return the score of an end for the player who cannot move."""
        return 1 if self.misere else -1

    def name(self, heaps: Heaps) -> str:
        """Return the sizes of the heaps: "3,4,5"."""
        return ",".join(map(str, heaps))

    def cells(self, heaps: Heaps) -> str | None:
        """Return a sign for every stone of the start, heap by heap."""
        return None if self.board is None else "".join(self._stones(heaps))

    def picture(self, heaps: Heaps) -> str | None:
        """Return the heaps as rows of text."""
        if self.board is None:
            return None
        return "\n".join(" ".join(row) for heap in self._stones(heaps) for row in rows_of(heap, self.width))

    def move_name(self, heaps: Heaps, after: Heaps) -> str:
        """Return the number of stones and, of several heaps, the heap, counted from 1: "2 from heap 3"."""
        at = next(index for index, sizes in enumerate(zip(heaps, after, strict=True)) if sizes[0] != sizes[1])
        taken = heaps[at] - after[at]
        return f"take {taken}" if len(heaps) == 1 else f"{taken} from heap {at + 1}"

    def _stones(self, heaps: Heaps) -> list[str]:
        """Return each heap as text, with a sign for every stone of the start."""
        return [STONE * left + TAKEN * (size - left) for size, left in zip(self.initial, heaps, strict=True)]


def _heap_board(heaps: Sequence[int], width: int) -> Board:
    """Return the board: a disc for every stone; each heap begins a row and fills at most `width` columns."""
    cells: list[Cell] = []
    row = 0
    for size in heaps:
        positions = ((stone % width + 0.5, row + stone // width + 0.5) for stone in range(size))
        cells += [Cell("disc", (position,), 0.4) for position in positions]
        row += -(-size // width)
    return Board(min(width, max(heaps)), row, tuple(cells), {STONE: Piece("disc", "hue-1")})
