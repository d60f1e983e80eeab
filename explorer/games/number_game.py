"""The number game: divide or add, and do not be left with a small number (Loops, Part 2).

Both players may keep adding, so there are infinitely many positions; which of them must be known to settle the value
of the start is the question of that text.
"""

from __future__ import annotations

from collections.abc import Sequence

from explorer.games.from_rules import positions_option
from explorer.games.game import Game
from explorer.games.number_list import LARGEST, number_list, numbers_with_or
from explorer.model.rules import Rules
from explorer.trace.options import whole_number

ALL = "all"


class NumberGame(Rules):
    """The number game; a position is the number.

    Parameters
    ----------
    divisors : by which a number may be divided if they divide it; empty for all. Never by 1 or by the number itself.
    additions : the numbers that may be added.
    threshold : a player who is to move at a number below it loses by that number.
    """

    negamax = True

    def __init__(self, *, start: int, divisors: Sequence[int], additions: Sequence[int], threshold: int) -> None:
        self.initial = start
        self.title = f"Number game from {start}"
        self.divisors, self.additions, self.threshold = sorted(set(divisors)), sorted(set(additions)), threshold
        one_of = "one of " if len(self.divisors) > 1 else ""
        by = f"divide the number by {one_of}{numbers_with_or(self.divisors) if divisors else 'a divisor'}"
        self.description = (
            f"Start with {start}. On your turn {by} (not by 1 or itself), or add {numbers_with_or(self.additions)}. "
            f"A player who is to move at a number below {threshold} loses by that number."
        )

    def moves(self, number: int) -> list[int]:
        """Return the quotients, then the sums, either smallest first."""
        if number < self.threshold:
            return []
        return self._quotients(number) + [number + addition for addition in self.additions]

    def score(self, number: int) -> int:
        """Return the loss of the player to move, by the number."""
        return -number

    def move_name(self, number: int, after: int) -> str:
        """Return the number that is added, or the divisor: "+2", "÷3"."""
        return f"+{after - number}" if after > number else f"÷{number // after}"

    def _quotients(self, number: int) -> list[int]:
        """Return the numbers that a division can lead to, the smallest first."""
        if self.divisors:
            return sorted({number // by for by in self.divisors if 1 < by < number and number % by == 0})
        small = [by for by in range(2, _integer_root(number) + 1) if number % by == 0]
        return sorted({*small, *(number // by for by in small)})


def _integer_root(number: int) -> int:
    """Return the integer square root of a small number."""
    return int(number**0.5)


GAME = Game(
    name="number-game",
    title="Number game",
    source="Loops, Part 2: the game whose state space is infinite",
    summary="Divide the number or add to it, and never be left with a small one. It has infinitely many positions, and "
    "few of them settle who wins.",
    parameters=(
        whole_number("start", "Start", 13, "The number with which play begins.", minimum=1, maximum=LARGEST),
        number_list(
            "divisors",
            "Divide by",
            (),
            'By which numbers one may divide: "all" (but 1 and the number itself), or some such as 2,3,5.',
            least=2,
            none=ALL,
        ),
        number_list("additions", "Add", (2, 4), "What one may add, such as 2,4.", least=1),
        whole_number("threshold", "Threshold", 6, "Below it the player to move loses.", minimum=1, maximum=LARGEST),
        positions_option(),
    ),
    rules=NumberGame,
    rank=24,
    scene="page=expand&step=17",
    card="game=number-game%3Fstart%3D15",
    topic="Negamax and open nodes",
)
