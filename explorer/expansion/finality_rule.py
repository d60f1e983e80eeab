"""The source's rule for final bounds in a partly expanded graph (Loops, Part 2).

In the source's words, for a negamax graph:

1. All nodes with equal bounds are final and leave the game.
2. Nodes without children are *not* final (the source says "final", a slip: they are the unexpanded nodes).
3. A node that has a child with a non-final upper bound and −lower bound higher than the node's lower bound does not
   have a final lower bound.
4. A node all of whose children with −lower bound equal to its upper bound have non-final lower bounds does not have a
   final upper bound.
5. Repeat 3 and 4 until nothing changes.

Here the rule is stated for claims (`explorer.expansion.claims`), so that orientation, convention and side make no
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
UNHELD: Literal[4] = 4  # no child certainly holds the bound

_CHANGEABLE, _FINAL = 1, 0


@dataclass(frozen=True)
class Change:
    """A claim that turns out not to be final, with the cause.

    Attributes
    ----------
    claim : the bound of a node.
    cause : the successor that is not final itself, for which the claim is lost.
    rule : 3 or 4, as the source numbers its steps.
    """

    claim: Claim
    cause: Claim
    rule: Literal[3, 4]


def unsettled_successors(claims: Claims, worth: Sequence[Score], claim: Claim) -> list[Claim]:
    """Return the successors through which a claim may rise if they are not final.

    Where its player chooses: those that can become better than the claim (rule 3); else those that hold it (rule 4).
    """
    own = worth[claim]
    if claims.chooses[claim]:
        return [other for other in claims.successors[claim] if -worth[other ^ 1] > own]
    return [other for other in claims.successors[claim] if worth[other] == own]


class RuleFinality(DecreasingFixpoint):
    """The claims that the rule calls final: value 0 for those, 1 for the others.

    The rule is sound: a bound that it calls final cannot change however open nodes are expanded.  It is not complete:
    see `explorer.expansion.exact`.

    The claims that are not final are a least fixed point that starts from the open nodes: `changes` computes it step by
    step, and `follow` updates it while the graph grows.  A final claim stays final then: claims keep their worth, and
    the conditions of rules 3 and 4 can only lose successors.  So only claims that are not final are tested again, and
    of them those whose reason has changed.

    Parameters
    ----------
    worth : of every claim, with open nodes at their worst; the caller updates it.
    """

    def __init__(self, claims: Claims, worth: Sequence[Score]) -> None:
        self.worth = worth
        super().__init__(claims, tops=(_CHANGEABLE, _CHANGEABLE), bottom=_FINAL)

    def counting_successors(self, claim: Claim) -> Sequence[Claim]:
        """Return the successors through which the claim may rise."""
        return unsettled_successors(self.claims, self.worth, claim)

    def fixed_value(self, claim: Claim) -> Score | None:
        """Return final where lower and upper bound are equal, and not final where the node is open."""
        if self.claims.is_open[claim]:
            return _CHANGEABLE
        return _FINAL if self.worth[claim] == -self.worth[claim ^ 1] else None

    @property
    def can_change(self) -> Sequence[object]:
        """A true value for each claim that is not final."""
        return self.value

    def is_final(self, claim: Claim) -> bool:
        """Return whether the rule calls the claim final."""
        return self.value[claim] == _FINAL

    def loses(self, claim: Claim) -> bool:
        """Return whether rule 3 or rule 4 applies to a claim that counts as final now."""
        return self.is_final(claim) and self._has_support(claim, {}, _CHANGEABLE)

    def changes(self) -> Iterator[Change]:
        """Yield every application of rules 3 and 4 in turn, starting with all but open nodes final.

        A queue carries the changes from the open nodes backwards; each move is looked at once for each of its claims,
        O(nodes + moves).
        """
        claims = range(len(self.claims))
        self.value = [_CHANGEABLE if is_open else _FINAL for is_open in self.claims.is_open]
        costs = [
            frozenset(self.counting_successors(claim) if self.fixed_value(claim) is None else ()) for claim in claims
        ]
        holders = [*map(len, costs)]  # the successors that are final themselves
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
        """Return the claims that the rule calls final now that a node was expanded and these claims rose."""
        self.take_new()
        suspects = {*numbers_of(index)}
        for claim in risen:
            suspects.update((claim, claim ^ 1))
            suspects.update(self.claims.predecessors[claim])
            suspects.update(self.claims.predecessors[claim ^ 1])
        return sorted(self.settle(sorted(claim for claim in suspects if self.value[claim] == _CHANGEABLE)))
