"""Which bounds of a partly expanded graph are final, exactly: whatever the open nodes turn out to be.

Both bounds of a node rise with what an open node is worth to the player who takes the largest there.  So a bound is
the same for every completion if it is the same in the two extreme ones: every open node at its worst, -∞, and at its
best, +∞.  In a minimax graph both can be had (nearly: by leaves beyond all scores), so the test is exact.

In a negamax graph an open node can be met by either player, and "worst" is one thing for the one and another for the
other.  There the test is made on positions with their player to move, each open one at its worst or its best for one
and the same player.  It is exact wherever no open node can be met by both.  Elsewhere it is sound but not complete: no
completion gives a player more than 0 both where that player is to move at the open node and where the other is, so a
bound that nothing else could move is final all the same.  For example A → leaf −5, B;  B → q, C;  C → q with q open: A
has 5 for sure and no more than 0 by way of B, where the opponent chooses who is to move at q; but with q at its best
for A both times the test gets ∞.

The source's rule (`explorer.expansion.finality_rule`) is sound as well and finds fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from operator import eq

from explorer.expansion.claims import Claim
from explorer.expansion.finalities import LOWER, UPPER, Finalities
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score
from explorer.solver.attractor import attract
from explorer.solver.operator import arrays_of
from explorer.solver.states import MIRRORED, PLAIN, State, doubled, numbers_of, reached, states_after, waiting_in

Scores = tuple[Score, ...]


@dataclass(frozen=True)
class Extremes:
    """What every claim (`explorer.expansion.claims`) is worth with all open nodes at their worst and at their best.

    Attributes
    ----------
    low, high : by claim, with open nodes at their worst and at their best for the claim's player.
    worst, best : pairs of the lower and the upper bounds in node order, with open nodes at their worst and at their
        best for Max, in a negamax graph for the player to move at the node whose bound it is.
    """

    low: Sequence[Score]
    high: Sequence[Score]

    @cached_property
    def worst(self) -> tuple[Scores, Scores]:
        return tuple(self.low[::2]), tuple(0 - score for score in self.high[1::2])

    @cached_property
    def best(self) -> tuple[Scores, Scores]:
        return tuple(self.high[::2]), tuple(0 - score for score in self.low[1::2])

    @property
    def bounds(self) -> tuple[Scores, Scores]:
        """The lower and the upper bounds of the graph as it is: open nodes may be worth anything."""
        return self.worst[LOWER], self.best[UPPER]

    def is_final(self, claim: Claim) -> bool:
        """Whether a claim is worth the same with all open nodes at their worst and at their best."""
        return self.low[claim] == self.high[claim]

    def finalities(self) -> Finalities:
        """Which bounds are the same with all open nodes at their worst and at their best."""
        return Finalities.of_claims([*map(eq, self.low, self.high)])


def exact_finality(graph: GameGraph) -> Finalities:
    """Which bounds of a graph cannot change however its open nodes are expanded; O(moves + leaves · log leaves).

    Complete in a minimax graph, and in a negamax graph where no open node can be met by both players; elsewhere sound.

    Examples
    --------
    >>> graph = GameGraph.from_json({"root": "a", "nodes": [{"id": "a", "player": "max"}, {"id": "b", "score": 1},
    ...                              {"id": "q", "open": True}], "moves": [["a", "b"], ["a", "q"]]})
    >>> exact_finality(graph)
    Finalities(lower=(False, True, False), upper=(False, True, False))
    """
    return extremes(graph).finalities()


def extremes(graph: GameGraph) -> Extremes:
    """What every claim is worth with all open nodes at their worst and at their best."""
    return Extremes(_forced(graph, open_nodes=False), _forced(graph, open_nodes=True))


def met_by_both(graph: GameGraph) -> tuple[int, ...]:
    """Indices of the open nodes that play from the root can reach with either player to move; none in a minimax graph.

    Where there are none, the test is exact for every node that play from the root can reach.
    """
    seen = reached(State(graph.root_index), partial(states_after, graph))
    opens = (index for index, node in enumerate(graph.nodes) if node.kind is Kind.OPEN)
    return tuple(index for index in opens if State(index, PLAIN) in seen and State(index, MIRRORED) in seen)


def _forced(graph: GameGraph, *, open_nodes: bool) -> list[Score]:
    """What the player who takes the largest can force in finitely many moves, in every state, by number.

    With `open_nodes` that player wins at every open node, otherwise there is nothing to be had there.
    """
    seeds = _seeds(graph, open_nodes=open_nodes)
    states = doubled(arrays_of(graph))
    settled = attract(*waiting_in(states), ([state] for _, state in seeds)).rounds()
    found: list[Score] = [NEGATIVE_INFINITY] * len(states.orientation)
    for (score, _), round in zip(seeds, settled, strict=True):
        for state in round:
            found[state] = score
    return found


def _seeds(graph: GameGraph, *, open_nodes: bool) -> list[tuple[Score, int]]:
    """The states whose worth is known at once, by number, the best first."""
    seeds: list[tuple[Score, int]] = []
    for index, node in enumerate(graph.nodes):
        plain, mirrored = numbers_of(index)
        if node.score is not None:
            seeds += [(node.score, plain), (0 - node.score, mirrored)]
        elif node.kind is Kind.OPEN and open_nodes:
            seeds += [(POSITIVE_INFINITY, plain), (POSITIVE_INFINITY, mirrored)]
    return sorted(seeds, key=lambda seed: seed[0], reverse=True)
