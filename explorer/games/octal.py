"""Octal games, such as Kayles: take stones from a heap and perhaps split what is left (Guy and Smith, 1956).

The code 0.d₁d₂… says what may be done by taking k stones from a heap: dₖ is the sum of 1 if nothing may be left, 2 if
one heap may be left and 4 if two may be left.  A first digit of 4 allows to split a heap without taking any.  Kayles is
0.77, Dawson's chess 0.137.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from explorer.games.game import Game
from explorer.games.heaps import Heaps
from explorer.games.number_list import number_list
from explorer.games.whole import NormalPlay, whole
from explorer.model.errors import OptionError, quoted
from explorer.trace.options import Option

NOTHING_LEFT, ONE_LEFT, TWO_LEFT = 1, 2, 4
_CODE = re.compile(r"([04]?)\.([0-7]{1,20})|(4)\.?")


class Octal(NormalPlay):
    """Heaps under an octal code; a position is their sizes, largest first, without empty ones."""

    def __init__(self, *, code: str, heap: Heaps) -> None:
        self.initial = _sorted_heaps(heap)
        self.digits = digits(code)
        self.title = f"Octal game {code} on {', '.join(map(str, heap))}"
        named = {"0.77": " (Kayles)", "0.07": " (Dawson's Kayles)", "0.137": " (Dawson's chess)"}
        self.description = (
            f"The octal game {code}{named.get(code, '')}: digit k says what may become of a heap from which k stones "
            "are taken: 1 nothing is left, 2 one heap, 4 two heaps, added up. Whoever cannot move has lost."
        )

    def moves(self, heaps: Heaps) -> list[Heaps]:
        """Return the positions after each move, largest heap first, fewest stones first, each once."""
        found: dict[Heaps, None] = {}
        for at, size in enumerate(heaps):
            if at == 0 or size != heaps[at - 1]:
                rest = (*heaps[:at], *heaps[at + 1 :])
                found |= dict.fromkeys(_sorted_heaps((*rest, *left)) for left in self._remainders(size))
        return list(found)

    def name(self, heaps: Heaps) -> str:
        """Return the sizes of the heaps: "5+3", "0" for none."""
        return "+".join(map(str, heaps)) or "0"

    def move_name(self, heaps: Heaps, after: Heaps) -> str:
        """Return a heap and its remainder: "5 → 3+1", "5 → 0" if nothing is left."""
        gone, left = Counter(heaps) - Counter(after), Counter(after) - Counter(heaps)
        return " → ".join("+".join(map(str, sorted(sizes.elements(), reverse=True))) or "0" for sizes in (gone, left))

    def _remainders(self, size: int) -> Iterator[Heaps]:
        """Yield the heaps that may be left of one heap."""
        for taken, digit in enumerate(self.digits[: size + 1]):
            left = size - taken
            if digit & NOTHING_LEFT and left == 0:
                yield ()
            if digit & ONE_LEFT and left > 0:
                yield (left,)
            if digit & TWO_LEFT:
                yield from ((left - part, part) for part in range(1, left // 2 + 1))


def digits(code: str) -> tuple[int, ...]:
    """Return the digits of a code, the one before the point first.

    Raises
    ------
    OptionError
        If it is no octal code.

    Examples
    --------
    >>> digits("0.77"), digits("4.")
    ((0, 7, 7), (4,))
    """
    match = _CODE.fullmatch(code.strip())
    if match is None:
        raise OptionError(f"code must be an octal code such as 0.77 or 4.07, with 0 or 4 first; got {quoted(code)}")
    return (int(match[1] or match[3] or 0), *map(int, match[2] or ""))


def _sorted_heaps(heaps: Heaps) -> Heaps:
    """Return the heaps, largest first, without empty ones."""
    return tuple(sorted(filter(None, heaps), reverse=True))


def _code_option() -> Option:
    def parse(value: object) -> str:
        code = str(value).strip()
        digits(code)
        return code

    return Option("code", "Code", "0.77", "The octal code: Kayles is 0.77, Dawson's chess is 0.137.", parse)


GAME = Game(
    name="octal",
    title="Octal game",
    source="our own; octal games such as Kayles are progressively finite games",
    summary="Kayles and its kind: take stones from a heap, and perhaps split what is left into two.",
    parameters=(
        _code_option(),
        number_list("heap", "Heap", (7,), "How large the heap is; several, such as 4,5, are a sum.", least=0, most=100),
    ),
    build=whole(Octal),
    rank=35,
    scene="algorithm=kernel&step=last",
)
