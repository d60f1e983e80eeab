"""Nim: heaps, from one of which a player takes any number of stones; every impartial game equals such a heap."""

from __future__ import annotations

from math import prod

from explorer.games.game import Game
from explorer.games.heaps import HeapGame, Heaps, kernel_scene, misere_option, misere_score, nim_sum
from explorer.games.number_list import number_list
from explorer.games.whole import whole


class Nim(HeapGame):
    """Heaps of any sizes; a position is their sizes, in order."""

    def __init__(self, *, heaps: Heaps, misere: bool) -> None:
        super().__init__(heaps, width=max(heaps), misere=misere)
        sizes = ", ".join(map(str, heaps))
        self.title = f"{'Misère Nim' if misere else 'Nim'} with {'a heap' if len(heaps) == 1 else 'heaps'} of {sizes}"
        grundy = "" if misere else " The Grundy value of a position is the nim-sum of its heaps."
        self.description = f"{self.title}: on your turn take any number of stones from one heap; {self.end}.{grundy}"

    def moves(self, heaps: Heaps) -> list[Heaps]:
        """Return the positions after each move, from the first heap first, fewest stones first."""
        return [
            (*heaps[:at], left, *heaps[at + 1 :]) for at, size in enumerate(heaps) for left in range(size - 1, -1, -1)
        ]


def node_count(*, heaps: Heaps, misere: bool = False) -> int:
    """Return the number of positions of the game."""
    return prod(size + 1 for size in heaps)


GAME = Game(
    name="nim",
    title="Nim",
    source="our own; the sum of games of one heap, see PF games, The Grundy Function",
    summary="Take any number of stones from one heap. Who leaves heaps of nim-sum 0 wins. Also as misère Nim.",
    parameters=(
        number_list("heaps", "Heaps", (1, 2, 3), "How large the heaps are, such as 3,4,5.", least=0, most=1_000),
        misere_option(),
    ),
    build=whole(Nim, node_count),
    rank=34,
    scene=kernel_scene,
    count=node_count,
    known=lambda *, heaps, misere: misere_score(heaps) if misere else 1 if nim_sum(heaps) else -1,
)
