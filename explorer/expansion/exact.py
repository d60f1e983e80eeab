"""Final bounds of a partly expanded graph by an exact test: the same however the open nodes turn out.

Both bounds of a node rise with the worth of an open node to the player who takes the largest there.  So a bound is
the same for every completion if it is the same in the two extreme ones: every open node at its worst, -∞, and at its
best, +∞.  In a minimax graph both can be had (nearly: by leaves beyond all scores), so the test is exact.

In a negamax graph an open node can be met by either player, and "worst" is one thing for the one and another for the
other.  There the test is made on positions with their player to move, each open one at its worst or its best for one
and the same player.  It is exact wherever no open node can be met by both.  Elsewhere it is sound but not complete: no
completion gives a player more than 0 both where that player is to move at the open node and where the other is, so a
bound that nothing else could move is final all the same.  For example A → leaf −5, B;  B → q, C;  C → q with q open: A
has 5 for sure and no more than 0 by way of B, where the opponent chooses who is to move at q; but with q at its best
for A both times the test gets ∞.

If the range of scores is known, −∞ and +∞ are its ends, and bounds begin there: see `explorer.expansion.claims`.

The source's rule (`explorer.expansion.finality_rule`) is sound as well and finds fewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import cycle
from operator import eq

from explorer.expansion.claims import Claim, Claims
from explorer.expansion.finalities import LOWER, UPPER, Finalities
from explorer.expansion.incremental_fixpoint import DecreasingFixpoint
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import NEGATIVE_INFINITY, Score
from explorer.solver.operator import arrays_of
from explorer.solver.retrograde import retrograde
from explorer.solver.states import MIRRORED, PLAIN, State, numbers_of, reachable_from, states_after

ScoreRow = tuple[Score, ...]


@dataclass(frozen=True)
class Extremes:
    """The worth of every claim with all open nodes at their worst and at their best.

    Attributes
    ----------
    low, high : by claim, with open nodes at their worst and at their best for the claim's player.
    worst, best : pairs of the lower and the upper bounds in node order, with open nodes at their worst and at their
        best for Max, in a negamax graph for the player to move at the node whose bound it is.
    """

    low: Sequence[Score]
    high: Sequence[Score]

    @cached_property
    def worst(self) -> tuple[ScoreRow, ScoreRow]:
        return tuple(self.low[::2]), tuple(0 - score for score in self.high[1::2])

    @cached_property
    def best(self) -> tuple[ScoreRow, ScoreRow]:
        return tuple(self.high[::2]), tuple(0 - score for score in self.low[1::2])

    @property
    def bounds(self) -> tuple[ScoreRow, ScoreRow]:
        """The lower and the upper bounds of the graph as it is: open nodes may be worth anything."""
        return self.worst[LOWER], self.best[UPPER]

    def is_final(self, claim: Claim) -> bool:
        """Return whether a claim is worth the same with all open nodes at their worst and at their best."""
        return self.low[claim] == self.high[claim]

    def finalities(self) -> Finalities:
        """Return which bounds are the same with all open nodes at their worst and at their best."""
        return Finalities.of_claims([*map(eq, self.low, self.high)])


def exact_finality(graph: GameGraph, endless: Score = 0) -> Finalities:
    """Return which bounds cannot change however open nodes are expanded; O(moves + leaves · log leaves).

    Complete in a minimax graph, and in a negamax graph where no open node can be met by both players; elsewhere sound.

    Examples
    --------
    >>> graph = GameGraph.from_json({"root": "a", "nodes": [{"id": "a", "player": "max"}, {"id": "b", "score": 1},
    ...                              {"id": "q", "open": True}], "moves": [["a", "b"], ["a", "q"]]})
    >>> exact_finality(graph)
    Finalities(lower=(False, True, False), upper=(False, True, False))
    """
    return extremes(graph, endless).finalities()


def extremes(graph: GameGraph, endless: Score = 0) -> Extremes:
    """Return the worth of every claim with all open nodes at their worst and at their best.

    With a range of scores no claim is below the least score that there can be, endless play of this value included.
    """
    return Extremes(_claim_worths(graph, endless, open_at_best=False), _claim_worths(graph, endless, open_at_best=True))


def reachable_for_both(graph: GameGraph) -> tuple[int, ...]:
    """Return the open nodes, by index, that play from the root can reach with either player to move.

    There are none in a minimax graph.  Where there are none, the test is exact for every node that play can reach.
    """
    seen = reachable_from(State(graph.root_index), partial(states_after, graph))
    opens = (index for index, node in enumerate(graph.nodes) if node.kind is Kind.OPEN)
    return tuple(index for index in opens if State(index, PLAIN) in seen and State(index, MIRRORED) in seen)


def _claim_worths(graph: GameGraph, endless: Score, *, open_at_best: bool) -> list[Score]:
    """Return the worth of every claim with open nodes at their worst or best for the claim's player.

    No leaf is beyond the ends of the range, so a bound with open nodes at an end is one with them at ±∞, cut off there.
    """
    arrays, limits = arrays_of(graph), Claims(graph.sign, graph.score_range, endless)
    ranks: list[int] = retrograde(arrays, hopeful=open_at_best).floors.T.ravel().tolist()
    ends = zip(ranks, cycle(zip(limits.floors, limits.tops, strict=True)), strict=False)
    return [max(min(arrays.score(rank), top), floor) for rank, (floor, top) in ends]


# ---- updated while a graph grows


class BestWorths(DecreasingFixpoint):
    """The worth of each claim if every open node turns out best for the claim's player.

    In a minimax graph these are the lower bounds with open nodes at their best for Max and the upper bounds with open
    nodes at their worst; in a negamax graph the same on positions with whose turn it is.  They fall as open nodes turn
    out to be less than the best.
    """

    def __init__(self, claims: Claims) -> None:
        super().__init__(claims, tops=claims.tops, bottom=NEGATIVE_INFINITY)

    def counting_successors(self, claim: Claim) -> Sequence[Claim]:
        """Return all successors."""
        return self.claims.successors[claim]

    def fixed_value(self, claim: Claim) -> Score | None:
        """Return the score of a leaf, or the top for an open node."""
        return self.tops[claim & 1] if self.claims.is_open[claim] else self.claims.scores[claim]

    def is_reached(self, claim: Claim, worth: Score) -> bool:
        """Return whether a claim of this worth can rise no more."""
        return max(self.value[claim], self.claims.floors[claim & 1]) == worth


class ExactFinality:
    """The final claims: those worth the same with open nodes at their worst and at their best.

    Attributes
    ----------
    can_change : for each claim, whether it is not final.
    """

    def __init__(self, claims: Claims, worth: Sequence[Score]) -> None:
        self.worth = worth
        self.best = BestWorths(claims)
        self.can_change: list[bool] = []
        self._add_open_claims()

    def is_final(self, claim: Claim) -> bool:
        """Return whether nothing behind open nodes can change the claim."""
        return not self.can_change[claim]

    def follow(self, index: int, risen: Iterable[Claim]) -> list[Claim]:
        """Return the claims that become final because a node was expanded and these claims rose."""
        self.best.take_new()
        self._add_open_claims()
        touched = {*numbers_of(index), *risen, *self.best.settle(numbers_of(index))}
        final = [claim for claim in sorted(touched) if self.best.is_reached(claim, self.worth[claim])]
        new = [claim for claim in final if self.can_change[claim]]
        for claim in new:
            self.can_change[claim] = False
        return new

    def _add_open_claims(self) -> None:
        """Add the claims of new open nodes, two for each."""
        claims = self.best.claims
        can_change = [floor < top for floor, top in zip(claims.floors, claims.tops, strict=True)]
        self.can_change += can_change * ((len(claims) - len(self.can_change)) // 2)
