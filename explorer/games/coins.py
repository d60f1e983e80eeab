"""Adding coins to a pile until its total is a square or too large (PF games, Two Game Examples)."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from explorer.games.game import Game
from explorer.games.number_list import number_list, numbers_with_or
from explorer.games.whole import NormalPlay, whole
from explorer.trace.options import whole_number


class Coins(NormalPlay):
    """A pile of coins; a position is its total.

    The player who makes a square above 1, or more than the limit, wins: there is no move after that.
    """

    initial = 0

    def __init__(self, *, coins: Sequence[int], limit: int) -> None:
        self.coins = sorted(set(coins))
        self.limit = limit
        self.title = "Adding coins"
        self.description = (
            f"Players add a coin worth {numbers_with_or(self.coins)} to a pile in turn. "
            f"Whoever makes the total a square, n² for n > 1, or more than {limit} wins."
        )

    def moves(self, total: int) -> list[int]:
        """Return the totals after each coin, the smallest coin first."""
        is_won = total > self.limit or (total > 1 and isqrt(total) ** 2 == total)
        return [] if is_won else [total + coin for coin in self.coins]

    def move_name(self, total: int, after: int) -> str:
        """Return the coin that is added: "+5"."""
        return f"+{after - total}"


GAME = Game(
    name="coins",
    title="Adding coins",
    source="PF games, Two Game Examples",
    summary="Add a coin of 1, 2 or 5 to the pile; whoever makes its total a square, or more than 40, wins.",
    parameters=(
        number_list("coins", "Coins", (1, 2, 5), "What the coins are worth.", least=1),
        whole_number("limit", "Limit", 40, "A total above it wins.", minimum=0, maximum=10_000),
    ),
    build=whole(Coins),
    rank=33,
    scene="algorithm=kernel&step=last",
)
