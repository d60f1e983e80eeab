"""The rule by which the source finds final bounds in a partly expanded graph (Loops, Part 2).

In the source's words, for a negamax graph:

1. All nodes with equal bounds are final and leave the game.
2. Nodes without children are *not* final (the source says "final", a slip: they are the unexpanded nodes).
3. A node that has a child with a non-final upper bound and −lower bound higher than the node's lower bound does not
   have a final lower bound.
4. A node all of whose children with −lower bound equal to its upper bound have non-final lower bounds does not have a
   final upper bound.
5. Repeat 3 and 4 until nothing changes.

Here the rule is told for claims (`explorer.expansion.claims`), so that orientation, convention and side make no
difference.  A claim of a player who moves at the node is lost by 3, any other by 4.  Either way it is the loss of a
successor's claim that costs the node its own; so the losses spread backwards from the open nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from explorer.expansion.claims import Claim, Claims
from explorer.expansion.incremental_fixpoint import DecreasingFixpoint
from explorer.model.scores import Score
from explorer.solver.states import numbers_of

BETTER: Literal[3] = 3  # a child could be better than the bound
UNHELD: Literal[4] = 4  # no child holds the bound for sure

_CHANGEABLE, _FINAL = 1, 0


@dataclass(frozen=True)
class Change:
    """A claim that turns out not to be final.

    Attributes
    ----------
    claim : which bound of which node.
    cause : the successor that costs it, by not being final itself.
    rule : 3 or 4, as the source numbers its steps.
    """

    claim: Claim
    cause: Claim
    rule: Literal[3, 4]


def unsettled_successors(claims: Claims, worth: Sequence[Score], claim: Claim) -> list[Claim]:
    """The successors through which a claim may rise if they are not final.

    Where its player chooses, those that can become better than the claim (rule 3), else those that hold it (rule 4).
    """
    own = worth[claim]
    if claims.chooses[claim]:
        return [other for other in claims.successors[claim] if -worth[other ^ 1] > own]
    return [other for other in claims.successors[claim] if worth[other] == own]


class RuleFinality(DecreasingFixpoint):
    """Which claims the rule calls final: value 0 for those, 1 for the others.

    It is sound: what it calls final cannot change however open nodes are expanded.  It is not complete: see
    `explorer.expansion.exact`.

    Not to be final is a least fixed point that starts from the open nodes: `changes` finds it from the beginning, step
    by step, and `follow` keeps it up while the graph grows.  What is final stays final then: its claims keep their
    worth, and the conditions of rules 3 and 4 can only lose successors.  So only claims that are not final are ever
    looked at again, and of them those whose reason was touched.

    Parameters
    ----------
    worth : of every claim, with open nodes at their worst; kept up by others.
    """

    def __init__(self, claims: Claims, worth: Sequence[Score]) -> None:
        self.worth = worth
        super().__init__(claims, tops=(_CHANGEABLE, _CHANGEABLE), bottom=_FINAL)

    def counted(self, claim: Claim) -> Sequence[Claim]:
        """The successors through which the claim may rise."""
        return unsettled_successors(self.claims, self.worth, claim)

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

    def loses(self, claim: Claim) -> bool:
        """Whether rule 3 or rule 4 takes the claim away that counts as final now."""
        return self.is_final(claim) and self._is_given(claim, {}, _CHANGEABLE)

    def changes(self) -> Iterator[Change]:
        """From the beginning every application of steps 3 and 4, as it is made: all but open nodes are final at first.

        In an order that follows the news from the open nodes backwards along a queue; each move is looked at once for
        each of its claims, O(nodes + moves).
        """
        claims = range(len(self.claims))
        self.value = [_CHANGEABLE if is_open else _FINAL for is_open in self.claims.is_open]
        costs = [frozenset(self.counted(claim) if self.fixed(claim) is None else ()) for claim in claims]
        holders = [*map(len, costs)]  # that are final themselves
        queue = [claim for claim in claims if self.claims.is_open[claim]]
        for cause in queue:  # grows while it is walked
            for claim in self.claims.predecessors[cause]:
                if cause not in costs[claim] or not self.is_final(claim):
                    continue
                holders[claim] -= 1
                if self.claims.chooses[claim] or not holders[claim]:
                    self.value[claim] = _CHANGEABLE
                    queue.append(claim)
                    yield Change(claim, cause, BETTER if self.claims.chooses[claim] else UNHELD)

    def follow(self, index: int, risen: Iterable[Claim]) -> list[Claim]:
        """The claims that become final because the node at an index was expanded and these claims rose."""
        self.take_new()
        suspects = {*numbers_of(index)}
        for claim in risen:
            suspects.update((claim, claim ^ 1))
            suspects.update(self.claims.predecessors[claim])
            suspects.update(self.claims.predecessors[claim ^ 1])
        return sorted(self.settle(sorted(claim for claim in suspects if self.value[claim] == _CHANGEABLE)))
