"""A kind of fault that all wrong values of a comparison fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Fault:
    """A kind of fault that all wrong values fit.

    Attributes
    ----------
    name : the kind, as a noun phrase; the same for the same kind in any graph.
    count : k, the number of wrong values that could have contradicted it.
    share : computes p, the probability that a random wrong value fits.
    moves : the moves that the fault concerns, by the indices of their nodes, if it concerns some.
    note : the details, in a few words.
    """

    name: str
    count: int
    share: Callable[[], float]
    moves: tuple[tuple[int, int], ...] = ()
    note: str = ""

    @cached_property
    def chance(self) -> float:
        """The probability that as many random wrong values fit."""
        return float(self.share() ** self.count)
