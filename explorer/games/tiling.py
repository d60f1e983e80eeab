"""The tiling game: Max and Min place dominoes in turn until none fits; the score is their number.

e-Valuate, section 6: Max wants every square covered, Min a maximal tiling with as few dominoes as there can be.  A play
is won by doing better than the minimax value of the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb
from operator import itemgetter
from typing import Any

from explorer.games.from_rules import all_positions_option
from explorer.games.game import Game
from explorer.games.grid import GridRules, rows_of, symmetries, symmetry_note
from explorer.games.maximal_tilings import (
    BOTTOM,
    COVERED,
    EMPTY,
    LEFT,
    RIGHT,
    TOP,
    arrangements,
    counted_dominoes,
    dominoes,
    fewest,
    most,
    neighbours,
)
from explorer.games.tiling_values import TilingValues
from explorer.model.board import Board, Gesture, Piece, squares
from explorer.model.errors import LimitError
from explorer.model.rules import Owner
from explorer.trace.options import whole_number, yes_no

MAX_SIDE = 8
_LONE = "x"  # on the board: a square that no domino can cover any more
_SOLVED = 25  # most coverable squares of a position with an exact value
_STATES = 50_000
_LONG_NAME = 16  # squares of a board beyond which a node is named by its number of dominoes
_GAP = 0.12  # round a domino, as a share of a square

Turn = Callable[[str], str]


class Tiling(GridRules):
    """The tiling game on a board; a position is a text of one character a square, as in `maximal_tilings`.

    Parameters
    ----------
    symmetric : whether positions count as one that turn or mirror each other.
    outlines : whether positions count as one in which the same squares are covered, however the dominoes lie.
    """

    judged_by_minimax = True
    board: Board

    def __init__(
        self, *, rows: int, columns: int, max_first: bool = True, symmetric: bool = False, outlines: bool = False
    ) -> None:
        self.rows, self.columns, self.max_first, self.outlines = rows, columns, max_first, outlines
        self._pairs = list(neighbours(rows, columns))
        self._symmetry_functions = _symmetry_functions(rows, columns) if symmetric else []
        self._values = TilingValues(states=_STATES)
        self._smallest = fewest(rows, columns)
        self.range = self._limits = (dominoes(self._smallest), most(rows, columns))
        self.title = f"Tiling game, {rows} × {columns}"
        self.description = self._describe()
        self.board_note = symmetry_note() if symmetric else ""
        self.initial = EMPTY * (rows * columns)
        self.board = _board(rows, columns)

    def owner(self, position: str) -> Owner:
        """Return the player to move: "max" and "min" take turns."""
        return "max" if self._is_max_to_move(position) else "min"

    def moves(self, position: str) -> list[str]:
        """Return the positions after each domino, by first squares, lying before standing."""
        return [self._canonical_position(after) for _, after in self._boards_with_domino(position)]

    def score(self, position: str) -> int:
        """Return the number of dominoes on the board."""
        return dominoes(position)

    def value(self, position: str) -> int | None:
        """Return the number of dominoes at the end of best play; None with too many squares left."""
        uncovered = [divmod(at, self.columns) for at, square in enumerate(position) if square == EMPTY]
        if len(uncovered) - len(self._lone_squares(position)) > _SOLVED:
            return None
        for _ in range(2):  # the second time with nothing remembered
            try:
                return dominoes(position) + self._values.value(uncovered, is_max=self._is_max_to_move(position))
            except LimitError:
                self._values = TilingValues(states=_STATES)
        return None

    def _is_max_to_move(self, position: str) -> bool:
        """Return whether it is Max's turn, by the number of dominoes."""
        return (dominoes(position) % 2 == 0) == self.max_first

    def _boards_with_domino(self, position: str) -> Iterator[tuple[tuple[int, int], str]]:
        """Yield each domino that can be placed, as two indices, with the board on which it lies."""
        for one, other in self._pairs:
            if position[one] == position[other] == EMPTY:
                halves = COVERED * 2 if self.outlines else LEFT + RIGHT if other - one < self.columns else TOP + BOTTOM
                between = position[one + 1 : other]
                yield (one, other), position[:one] + halves[0] + between + halves[1] + position[other + 1 :]

    def _canonical_position(self, position: str) -> str:
        """Return the position that stands for all that turning and mirroring give, if they count as one."""
        return min(turn(position) for turn in self._symmetry_functions) if self._symmetry_functions else position

    def _lone_squares(self, position: str) -> list[int]:
        """Return the uncovered squares without an uncovered one beside them."""
        fits = {index for pair in self._pairs if position[pair[0]] == position[pair[1]] == EMPTY for index in pair}
        return [at for at, square in enumerate(position) if square == EMPTY and at not in fits]

    @property
    def estimated_count(self) -> int:
        """About how many positions there are; exact without symmetries and outlines."""
        count = arrangements(self.rows, self.columns)
        if self.outlines:  # as many dark squares are covered as light ones
            count = min(count, comb(self.rows * self.columns, self.rows * self.columns // 2))
        return min(count, 1 + 2 * count // len(self._symmetry_functions)) if self._symmetry_functions else count

    # ---- how it looks

    def label(self, position: str) -> str | None:
        """Return the number of dominoes on a large board."""
        return None if len(position) <= _LONG_NAME else counted_dominoes(position)

    def gestures(self, position: str) -> Iterator[tuple[str, Gesture]]:
        """Yield each move's position with its gesture, two squares."""
        return (
            (self._canonical_position(after), Gesture(indices)) for indices, after in self._boards_with_domino(position)
        )

    def move_name(self, position: str, after: str) -> str | None:
        """Return the two squares as on a chess board: "a2–a1"."""
        indices = next(
            (
                indices
                for indices, each in self._boards_with_domino(position)
                if self._canonical_position(each) == after
            ),
            None,
        )
        return None if indices is None else "–".join(map(self.square, indices))

    def cells(self, position: str) -> str:
        """Return the halves of dominoes, and crosses where no domino can lie any more."""
        lone = set(self._lone_squares(position))
        return "".join(_LONE if at in lone else square for at, square in enumerate(position))

    def remarks(self, position: str) -> list[str]:
        """Return who is to move, or that the tiling is maximal."""
        over = not any(position[one] == position[other] == EMPTY for one, other in self._pairs)
        turn = f"{'Max' if self._is_max_to_move(position) else 'Min'} places a domino"
        return [f"the tiling is maximal: {dominoes(position)}" if over else turn]

    def _describe(self) -> str:
        """Return the rules of the game on this board, with limits on its score."""
        first = "Max" if self.max_first else "Min"
        said = (
            f"Max and Min place dominoes on a board of {self.rows} × {self.columns} squares in turn, {first} "
            "first, until none fits. The score is how many lie there: Max wants many, Min few. "
        )
        low, high = self._limits
        if low == high:
            return f"{said}It is {low} in any case."
        return (
            f"{said}It is at least {low}, as in {'/'.join(rows_of(self._smallest, self.columns))}, and at most {high}."
        )


def _symmetry_functions(rows: int, columns: int) -> list[Turn]:
    """Return functions that turn or mirror a position; the first leaves it as it is."""
    halves = {1: LEFT, -1: RIGHT, columns: TOP, -columns: BOTTOM}  # by how far away the other half is
    pairs = [pair for one, other in neighbours(rows, columns) for pair in ((one, other), (other, one))]
    turns: list[Turn] = []
    for order in symmetries(rows, columns):
        places = {source: place for place, source in enumerate(order)}
        table = {halves[other - one]: halves[places[other] - places[one]] for one, other in pairs}
        turns.append(_symmetry_function(order, str.maketrans(table)))
    return turns


def _symmetry_function(order: tuple[int, ...], table: dict[int, str]) -> Turn:
    """Return a function that moves squares by an order and turns halves of dominoes likewise."""
    squares_at = itemgetter(*order) if len(order) > 1 else tuple
    return lambda position: "".join(squares_at(position)).translate(table)


def _board(rows: int, columns: int) -> Board:
    """Return the board; two halves with a gap on three sides make a domino."""
    half = {
        LEFT: (_GAP, _GAP, 0.0, _GAP),
        RIGHT: (0.0, _GAP, _GAP, _GAP),
        TOP: (_GAP, _GAP, _GAP, 0.0),
        BOTTOM: (_GAP, 0.0, _GAP, _GAP),
    }
    pieces = {square: Piece("fill", "hue-2", inset=inset) for square, inset in half.items()}
    pieces |= {COVERED: Piece("fill", "hue-2"), _LONE: Piece("text", "ink", "×")}
    return Board(columns, rows, tuple(squares(rows, columns, chequered=True)), pieces)


def _estimated_count(*, positions: int, **values: Any) -> int:
    """Return about how many positions a game has, expanded or not."""
    return Tiling(**values).estimated_count


GAME = Game(
    name="tiling",
    title="Tiling game",
    source="e-Valuate, section 6",
    summary="Two players place dominoes on a board in turn; one wants many of them to fit, the other few.",
    parameters=(
        whole_number("rows", "Rows", 2, "How many rows the board has.", minimum=1, maximum=MAX_SIDE),
        whole_number("columns", "Columns", 4, "How many columns the board has.", minimum=1, maximum=MAX_SIDE),
        yes_no("max_first", "Max begins", True, "Whether Max places the first domino."),
        yes_no(
            "symmetric", "Symmetric positions are one", False, "Whether positions are one that turn or mirror another."
        ),
        yes_no(
            "outlines",
            "Equal outlines are one",
            False,
            "Whether positions are one in which the same squares are covered, however the dominoes lie.",
        ),
        all_positions_option(),
    ),
    rules=Tiling,
    rank=29,
    count=_estimated_count,
    scene="algorithm=retrograde&step=last",
)
