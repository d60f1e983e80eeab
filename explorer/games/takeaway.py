"""1–4 takeaway and any other subtraction game (PF games, Two Game Examples)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from explorer.games.game import Game
from explorer.games.heaps import HeapGame, kernel_scene, misere_option, misere_score, nim_sum
from explorer.games.number_list import number_list, numbers_with_or
from explorer.games.whole import whole
from explorer.model.words import counted

Piles = tuple[int, ...]


class Takeaway(HeapGame):
    """Piles of stones, from one of which a player takes one of the allowed numbers; a position is their sizes."""

    def __init__(self, *, stones: Piles, take: Sequence[int], misere: bool = False) -> None:
        self.take = sorted(set(take))
        super().__init__(stones, width=self.take[-1] + 1 if len(stones) == 1 else max(stones), misere=misere)
        sizes = ", ".join(map(str, stones))
        self.title = f"{'Misère takeaway' if misere else 'Takeaway'} from {sizes}"
        piles = f"a pile of {counted(stones[0], 'stone')}" if len(stones) == 1 else f"piles of {sizes} stones"
        self.description = (
            f"Start with {piles}. On your turn take {numbers_with_or(self.take)} "
            f"from {'it' if len(stones) == 1 else 'one'}; {self.end}. "
            "The kernel is what it is good to leave to the other player."
        )

    def moves(self, piles: Piles) -> list[Piles]:
        """Return the positions after each move, from the first pile first, fewest stones first."""
        return [
            (*piles[:at], size - taken, *piles[at + 1 :])
            for at, size in enumerate(piles)
            for taken in self.take
            if taken <= size
        ]

    def sizes(self, stones: int) -> int:
        """Return the number of sizes that a pile of this many stones can come to have."""
        reached = [False] * stones + [True]
        for size in range(stones, -1, -1):
            if reached[size]:
                for taken in self.take:
                    if taken <= size:
                        reached[size - taken] = True
        return sum(reached)


def node_count(*, stones: Piles, take: Sequence[int], misere: bool = False) -> int:
    """Return the number of positions; the piles are independent."""
    game = Takeaway(stones=stones, take=take)
    return prod(game.sizes(size) for size in stones)


def known_score(*, stones: Piles, take: Sequence[int], misere: bool = False) -> int | None:
    """Return the score of the start by Bachet's rule and the nim-sum, if 1 to some number can be taken."""
    most = max(take)
    if set(take) != set(range(1, most + 1)):
        return None
    rest = [size % (most + 1) for size in stones]
    return misere_score(rest) if misere else 1 if nim_sum(rest) else -1


GAME = Game(
    name="takeaway",
    title="Takeaway",
    source="PF games, Two Game Examples: 1–4 takeaway",
    summary=(
        "Take 1, 2, 3 or 4 stones; whoever takes the last one wins, or loses in misère play. It is good to leave a "
        "multiple of five."
    ),
    parameters=(
        number_list(
            "stones", "Stones", (21,), "The stones of the pile; several, such as 5,7, are a sum.", least=0, most=10_000
        ),
        number_list("take", "Take", (1, 2, 3, 4), "How many one may take at a time, such as 1,2,3,4.", least=1),
        misere_option(),
    ),
    build=whole(Takeaway, node_count),
    rank=32,
    scene=kernel_scene,
    count=node_count,
    known=known_score,
)
