"""The exact value of every position of e-Valuate, by backward induction over sets of variables.

Positions in which the same variables have digits stand in one array, and each array follows from those in which one
variable more has its digit (e-Valuate, section 2).  This is independent of the searches, and their oracle.
"""

from __future__ import annotations

from functools import reduce

import numpy as np

from explorer.games.e_valuate.leaves import INVALID, Leaves, Ranks
from explorer.model.errors import LimitError
from explorer.model.scores import Score

MAX_POSITIONS = 20_000_000  # Max positions: 7 variables and 10 digits


class PositionValues:
    """The values of all positions of a game.

    Raises
    ------
    LimitError
        If there are more than `MAX_POSITIONS`.
    """

    def __init__(self, leaves: Leaves) -> None:
        size = (len(leaves.domain) + 1) ** len(leaves.variables)
        if size > MAX_POSITIONS:
            raise LimitError(f"the game has {size:,} positions, more than {MAX_POSITIONS:,}; take fewer variables")
        self._leaves = leaves
        self._ranks: dict[int, Ranks] = {0: leaves.ranks}  # by the set of free variables, whose axes have length 1
        for free in range(1, 1 << len(leaves.variables)):
            self._ranks[free] = self._max_ranks(free)

    def value(self, digits: tuple[int, ...], pending: int = INVALID) -> Score | None:
        """The value of a position; None if no play from it ends in a valid leaf.

        Parameters
        ----------
        digits : for every variable the index of its digit in the domain, -1 for a free one.
        pending : the digit that Min must put somewhere; -1 if it is Max's turn.
        """
        free = sum(1 << axis for axis, digit in enumerate(digits) if digit < 0)
        if pending < 0:
            rank = int(self._ranks[free][tuple(max(digit, 0) for digit in digits)])
        else:
            rank = int(self._min_ranks(free, pending)[tuple(max(digit, 0) for digit in digits)])
        return None if rank in (INVALID, self._leaves.count) else self._leaves.value(rank)

    def _max_ranks(self, free: int) -> Ranks:
        """The largest of what Min leaves for each digit; a digit after which nothing is valid is passed over."""
        count = self._leaves.count
        below = (self._min_ranks(free, digit) for digit in range(len(self._leaves.domain)))
        found: Ranks = reduce(np.maximum, (np.where(ranks == count, INVALID, ranks) for ranks in below))
        return found

    def _min_ranks(self, free: int, digit: int) -> Ranks:
        """The smallest of what a digit is worth at each free variable; the number of ranks if nothing is valid."""
        below = (
            self._ranks[free & ~(1 << axis)].take([digit], axis=axis)
            for axis in range(len(self._leaves.variables))
            if free >> axis & 1
        )
        found: Ranks = reduce(
            np.minimum, (np.where(ranks == INVALID, self._leaves.count, ranks).astype(np.int32) for ranks in below)
        )
        return found
