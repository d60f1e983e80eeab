"""Sharing games to be drawn by hypothesis, and a search for their values that knows nothing but the rules."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from explorer.games.sharing_values import Shares
from explorer.model.scores import Score


def searched(
    elements: int, sets: list[set[object]], weights: list[Score], colours: int, *, parity: bool = False
) -> Callable[[tuple[int, ...]], Score]:
    """The value of a position with Max to move, by a search that knows nothing but the rules.

    A position is a colour from 1 for every element, 0 for one without.
    """

    def belongs(hangs_on: set[object], colouring: tuple[int, ...]) -> bool:
        there = [colouring[element] for element in hangs_on]
        return sum(colour == 1 for colour in there) % 2 == 1 if parity else len(set(there)) > 1

    @cache
    def value(colouring: tuple[int, ...]) -> Score:
        free = [element for element in range(elements) if not colouring[element]]
        if not free:
            return sum(weight for hangs_on, weight in zip(sets, weights, strict=True) if belongs(hangs_on, colouring))
        return max(
            min(value((*colouring[:at], colour, *colouring[at + 1 :])) for at in free)
            for colour in range(1, colours + 1)
        )

    return value


@st.composite
def shared(draw: st.DrawFn) -> Shares:
    """What there may be to share, with weights and by either rule."""
    elements = draw(st.integers(1, 5))
    sets = draw(st.lists(st.sets(st.integers(0, elements - 1), min_size=1), min_size=1, max_size=5))
    scores = st.one_of(st.integers(0, 4), st.sampled_from([0.1, 0.2, Fraction(1, 3)]))
    weights = draw(st.lists(scores, min_size=len(sets), max_size=len(sets)))
    return Shares(elements, tuple(map(tuple, map(sorted, sets))), tuple(weights), draw(st.booleans()))


def exact(weights: tuple[Score, ...]) -> list[Score]:
    return [Fraction(str(weight)) for weight in weights]
