"""Proof numbers of a bound of the root, and the open node on the most-proving path.

The question is whether a claim of the root, worth k now, can rise above k.  The proof number of a claim is the number
of open nodes that have to turn out well for it to be above k: the least of its successors where its player chooses, the
sum of those that are not above k where the other does, 1 for an open node.  The disproof number is the number that have
to turn out badly: sum and least exchanged.

Cycles: a claim that is forced above k is forced in finitely many moves, so proof numbers are a least solution, and
Knuth's generalization of Dijkstra's algorithm finds it exactly, cycles or not (a node that is shared counts on every
way, as usual).  Disproof numbers are counted in the order that this gives, on claims that were found before; a way on
to a claim that was found later, which may lead round for ever, counts 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from explorer.expansion.candidates import rising_causes
from explorer.expansion.claims import Claim
from explorer.expansion.partial import PartialGraph
from explorer.model.scores import Score
from explorer.solver.states import index_of, reachable_from

_MOST = 10**9  # larger numbers are all the same

Options = Callable[[Claim], Sequence[Claim]]


@dataclass(frozen=True)
class ProofNumbers:
    """The numbers of the claims that can be proved, in the order in which they were found.

    Attributes
    ----------
    root : the claim in question.
    options : for each claim that was looked at, the successors on which its proof depends; empty if there is none.
    proof, disproof : by claim, in order.
    """

    graph: PartialGraph
    root: Claim
    options: Mapping[Claim, Sequence[Claim]]
    proof: Mapping[Claim, int]
    disproof: Mapping[Claim, int]

    @property
    def effort(self) -> int:
        """The smaller of the root's proof and disproof numbers: the distance of the question from an answer."""
        return min(self.proof[self.root], self.disproof[self.root])

    def most_proving(self) -> int:
        """Return the index of the open node at the end of the most-proving path.

        Where the claim's player chooses it goes to the least proof number, of equal ones to the first one.  Where
        the other does it goes to the least disproof number of those that hold the claim at its worth, so that each move
        on the path is to a cause and the open node a candidate.  It always goes to a claim found earlier, so it ends.
        """
        order = {claim: number for number, claim in enumerate(self.proof)}
        claim = self.root
        while not self.graph.claims.is_open[claim]:
            if self.graph.claims.chooses[claim]:
                claim = min((other for other in self.options[claim] if other in order), key=order.__getitem__)
            else:
                claim = min(rising_causes(self.graph, claim), key=self.disproof.__getitem__)
        return index_of(claim)


def proof_numbers(known: PartialGraph, root: Claim) -> ProofNumbers | None:
    """Return the proof numbers for a claim of the root, or None if no open node to expand proves it.

    Where the rule calls a claim not final that nothing can raise above k any more, the numbers are those of its causes:
    how many open nodes have to turn out well for the rule to be right.
    """
    if known.finality.is_final(root):
        return None
    k = known.bounds.worth[root]
    ways: list[Options] = [
        lambda claim: _deciding_successors(known, claim, k),
        lambda claim: rising_causes(known, claim),
    ]
    for way in ways:
        options = reachable_from(root, way)
        proof = _proof(known, options)
        if root in proof:
            return ProofNumbers(known, root, options, proof, _disproof_numbers(known, options, proof))
    return None


def _deciding_successors(known: PartialGraph, claim: Claim, k: Score) -> Sequence[Claim]:
    """Return the successors on which it depends whether a claim rises above k; none if it cannot."""
    worth, after = known.bounds.worth, known.claims.successors[claim]
    lacking = [other for other in after if worth[other] <= k]
    able = [other for other in lacking if -worth[other ^ 1] > k and not known.finality.is_final(other)]
    return able if known.claims.chooses[claim] or len(able) == len(lacking) else []


def _proof(known: PartialGraph, options: Mapping[Claim, Sequence[Claim]]) -> dict[Claim, int]:
    """Return the proof number of each claim that can be proved, smallest first."""
    users: dict[Claim, list[Claim]] = {claim: [] for claim in options}
    for claim, others in options.items():
        for other in others:
            users[other].append(claim)
    missing = {claim: len(others) for claim, others in options.items()}
    sums = dict.fromkeys(options, 0)
    found: dict[Claim, int] = {}
    waiting = [(1, claim) for claim in sorted(options) if known.can_expand(known.nodes[index_of(claim)])]
    while waiting:
        number, claim = heappop(waiting)
        if claim in found:
            continue
        found[claim] = number
        for user in users[claim]:
            missing[user] -= 1
            sums[user] = min(_MOST, sums[user] + number)
            if known.claims.chooses[user]:
                heappush(waiting, (number, user))
            elif not missing[user]:
                heappush(waiting, (sums[user], user))
    return found


def _disproof_numbers(
    known: PartialGraph, options: Mapping[Claim, Sequence[Claim]], proof: Mapping[Claim, int]
) -> dict[Claim, int]:
    """Return the disproof numbers of claims that can be proved."""
    found: dict[Claim, int] = {}
    for claim in proof:
        numbers = [found.get(other, 1) for other in options[claim] if other in proof] or [1]
        found[claim] = min(_MOST, sum(numbers)) if known.claims.chooses[claim] else min(numbers)
    return found
