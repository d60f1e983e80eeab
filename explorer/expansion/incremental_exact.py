"""Exact finality, kept up while a graph grows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from explorer.expansion.claims import Claim, Claims
from explorer.expansion.incremental_fixpoint import DecreasingFixpoint
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score
from explorer.solver.states import numbers_of


class BestWorths(DecreasingFixpoint):
    """What each claim is worth if every open node turns out best for the claim's player.

    In a minimax graph these are the lower bounds with open nodes at their best for Max and the upper bounds with open
    nodes at their worst; in a negamax graph the same on positions with whose turn it is.  They fall as open nodes turn
    out to be less than the best.
    """

    def __init__(self, claims: Claims) -> None:
        super().__init__(claims, top=POSITIVE_INFINITY, bottom=NEGATIVE_INFINITY)

    def counted(self, claim: Claim) -> Sequence[Claim]:
        """All successors."""
        return self.claims.successors[claim]

    def fixed(self, claim: Claim) -> Score | None:
        """The score of a leaf, and +∞ where the node is open."""
        return POSITIVE_INFINITY if self.claims.is_open[claim] else self.claims.scores[claim]


class ExactFinality:
    """Which claims are final: those that are worth the same with open nodes at their worst and at their best.

    Attributes
    ----------
    can_change : for each claim, whether it is not final.
    """

    def __init__(self, claims: Claims, worth: Sequence[Score]) -> None:
        self.worth = worth
        self.best = BestWorths(claims)
        self.can_change = [True] * len(claims)

    def copy(self, claims: Claims, worth: Sequence[Score]) -> ExactFinality:
        """The same for a copy of the claims and of their worth."""
        twin = ExactFinality(claims, worth)
        twin.best.copy_values(self.best)
        twin.can_change = self.can_change.copy()
        return twin

    def is_final(self, claim: Claim) -> bool:
        """Whether nothing behind open nodes can change the claim."""
        return not self.can_change[claim]

    def follow(self, index: int, risen: Iterable[Claim]) -> list[Claim]:
        """The claims that become final because the node at an index was expanded and these claims rose."""
        self.best.take_new()
        self.can_change += [True] * (len(self.best.claims) - len(self.can_change))
        touched = {*numbers_of(index), *risen, *self.best.settle(numbers_of(index))}
        new = [claim for claim in sorted(touched) if self.best.value[claim] == self.worth[claim]]
        settled = [claim for claim in new if self.can_change[claim]]
        for claim in settled:
            self.can_change[claim] = False
        return settled
