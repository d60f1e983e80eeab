"""A kind of fault that all wrong values of a comparison fit."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

_CERTAIN = math.log(1e-6)


@dataclass(frozen=True)
class FaultKind:
    """A kind of fault that all wrong values fit.

    Attributes
    ----------
    name : the kind, as a noun phrase; the same for the same kind in any graph.
    count : k, the number of wrong values that could have contradicted it.
    share : computes p, the probability that a random wrong value fits.
    predicts : whether the kind predicts every value, right ones too.
    moves : the moves that the fault concerns, by the indices of their nodes, if it concerns some.
    note : the details, in a few words.
    """

    name: str
    count: int
    share: Callable[[], float]
    predicts: bool = False
    moves: tuple[tuple[int, int], ...] = ()
    note: str = ""

    @cached_property
    def log_chance(self) -> float:
        """The logarithm of the probability that as many random wrong values fit."""
        share = self.share()
        return self.count * math.log(share) if share else -math.inf

    @property
    def chance(self) -> float:
        """The probability that as many random wrong values fit."""
        return math.exp(self.log_chance)

    @property
    def is_certain(self) -> bool:
        """Return whether the predictions are so unlikely by chance that no kind that leaves marks can compete."""
        return self.predicts and self.log_chance < _CERTAIN
