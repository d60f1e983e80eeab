"""Finality by the source's rule, kept up while a graph grows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from explorer.expansion.claims import Claim, Claims
from explorer.expansion.incremental_fixpoint import DecreasingFixpoint
from explorer.model.scores import Score
from explorer.solver.states import numbers_of

_CHANGEABLE, _FINAL = 1, 0


class RuleFinality(DecreasingFixpoint):
    """Which claims the rule of Loops, Part 2, calls final: value 0 for those, 1 for the others.

    A claim can still rise because one successor can that is not known to stay below (where its player chooses), or
    because all can that hold it down (where the other does).  Not to be final is a least fixed point that starts from
    the open nodes.  What is final stays final when the graph grows: its claims keep their worth, and the conditions
    of rules 3 and 4 can only lose successors.  So only claims that are not final are ever looked at again, and of them
    those whose reason was touched.
    """

    def __init__(self, claims: Claims, worth: Sequence[Score]) -> None:
        self.worth = worth
        super().__init__(claims, top=_CHANGEABLE, bottom=_FINAL)

    def copy(self, claims: Claims, worth: Sequence[Score]) -> RuleFinality:
        """The same for a copy of the claims and of their worth."""
        twin = RuleFinality(claims, worth)
        twin.copy_values(self)
        return twin

    def counted(self, claim: Claim) -> Sequence[Claim]:
        """The successors through which the claim may rise: rule 3 where its player chooses, rule 4 elsewhere."""
        worth, own = self.worth, self.worth[claim]
        if self.claims.chooses[claim]:
            return [other for other in self.claims.successors[claim] if -worth[other ^ 1] > own]
        return [other for other in self.claims.successors[claim] if worth[other] == own]

    def fixed(self, claim: Claim) -> Score | None:
        """Final where lower and upper bound are equal, not final where the node is open."""
        if self.claims.is_open[claim]:
            return _CHANGEABLE
        return _FINAL if self.worth[claim] == -self.worth[claim ^ 1] else None

    @property
    def can_change(self) -> Sequence[object]:
        """For each claim, something true where it is not final."""
        return self.value

    def is_final(self, claim: Claim) -> bool:
        """Whether the rule calls the claim final."""
        return self.value[claim] == _FINAL

    def follow(self, index: int, risen: Iterable[Claim]) -> list[Claim]:
        """The claims that become final because the node at an index was expanded and these claims rose."""
        self.take_new()
        suspects = {*numbers_of(index)}
        for claim in risen:
            suspects.update((claim, claim ^ 1))
            suspects.update(self.claims.predecessors[claim])
            suspects.update(self.claims.predecessors[claim ^ 1])
        return sorted(self.settle(sorted(claim for claim in suspects if self.value[claim] == _CHANGEABLE)))
