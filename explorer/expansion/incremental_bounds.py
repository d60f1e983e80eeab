"""Lower and upper bounds that follow a growing graph: they go on from where they were."""

from __future__ import annotations

from collections import deque

from explorer.expansion.claims import Claim, Claims
from explorer.model.scores import NEGATIVE_INFINITY, Score
from explorer.solver.states import numbers_of


class RisingBounds:
    """The bounds of a growing graph, open nodes being worth anything (Loops, Part 1).

    As claims they are a least fixed point.  To expand a node can only raise what it is worth, and whatever lies below
    the least fixed point and is not lowered by a step leads up to it; so the old claims are where to go on from, and
    only claims with a risen successor are looked at.

    Attributes
    ----------
    worth : for each claim, what it is worth.
    """

    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self.worth: list[Score] = [NEGATIVE_INFINITY] * len(claims)

    def copy(self, claims: Claims) -> RisingBounds:
        """The same for a copy of the claims."""
        twin = RisingBounds(claims)
        twin.worth = self.worth.copy()
        return twin

    def follow(self, index: int) -> dict[Claim, Claim | None]:
        """The claims that rise because the node at an index was expanded, each with the one that made it rise first.

        They stand in the order in which the news reaches them; those of the expanded node have None.
        """
        self.worth += [NEGATIVE_INFINITY] * (len(self.claims) - len(self.worth))
        causes: dict[Claim, Claim | None] = {}
        waiting: deque[tuple[Claim, Claim | None]] = deque((claim, None) for claim in numbers_of(index))
        while waiting:
            claim, cause = waiting.popleft()
            worth = self._taken(claim)
            if worth > self.worth[claim]:
                self.worth[claim] = worth
                causes.setdefault(claim, cause)
                waiting.extend((before, claim) for before in self.claims.predecessors[claim])
        return causes

    def _taken(self, claim: Claim) -> Score:
        """What a claim of a node that is not open is worth by its successors."""
        score = self.claims.scores[claim]
        if score is not None:
            return score
        worths = [self.worth[successor] for successor in self.claims.successors[claim]]
        return max(worths) if self.claims.chooses[claim] else min(worths)
