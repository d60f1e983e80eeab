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

The source's rule (`explorer.expansion.rule`) is sound as well and finds fewer.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import eq

from explorer.expansion.finalities import LOWER, UPPER, Finalities, Side
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score

Scores = tuple[Score, ...]


@dataclass(frozen=True)
class Extremes:
    """The bounds of every node, in node order, with all open nodes at their worst and at their best.

    Worst and best for Max, in a negamax graph for the player to move at the node whose bound it is.  `worst` and
    `best` are pairs of lower and upper bounds.  The bounds of the graph as it is are the lower ones of
    `worst` and the upper ones of `best`.
    """

    worst: tuple[Scores, Scores]
    best: tuple[Scores, Scores]

    @property
    def bounds(self) -> tuple[Scores, Scores]:
        """The lower and the upper bounds of the graph as it is: open nodes may be worth anything."""
        return self.worst[LOWER], self.best[UPPER]

    def finalities(self) -> Finalities:
        """Which bounds are the same with all open nodes at their worst and at their best."""
        return Finalities(self._same(LOWER), self._same(UPPER))

    def _same(self, side: Side) -> tuple[bool, ...]:
        return tuple(map(eq, self.worst[side], self.best[side]))


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
    """The bounds of every node with all open nodes at their worst and at their best."""
    nodes = len(graph.nodes)
    low, high = _forced(graph, open_nodes=False), _forced(graph, open_nodes=True)
    return Extremes(
        worst=(tuple(low[:nodes]), tuple(0 - score for score in high[nodes:])),
        best=(tuple(high[:nodes]), tuple(0 - score for score in low[nodes:])),
    )


def met_by_both(graph: GameGraph) -> tuple[int, ...]:
    """Places of the open nodes that play from the root can reach with either player to move; none in a minimax graph.

    Where there are none, the test is exact for every node that play from the root can reach.
    """
    if graph.sign > 0:
        return ()
    nodes = len(graph.nodes)
    queue = [graph.root_place]
    seen = set(queue)
    for state in queue:  # grows while it is walked
        turn, place = divmod(state, nodes)
        for child in graph.successors[place]:
            after = child + nodes * (1 - turn)
            if after not in seen:
                seen.add(after)
                queue.append(after)
    opens = (place for place, node in enumerate(graph.nodes) if node.kind is Kind.OPEN)
    return tuple(place for place in opens if place in seen and place + nodes in seen)


def _forced(graph: GameGraph, *, open_nodes: bool) -> list[Score]:
    """What the player who takes the largest can force in finitely many moves, in every state.

    The states are the nodes as they stand, and then the nodes in the mirror: scores negated, players exchanged.  A
    move of a negamax graph leads to the other view.  With `open_nodes` that player wins at every open node,
    otherwise there is nothing to be had there.  From the best leaf down, a state is settled by its first settled
    successor where that player moves and by its last where the other does (compare `explorer.solver.retrograde`).
    """
    nodes = len(graph.nodes)
    waits = [1 if sense > 0 else len(row) for sense, row in zip(graph.orientation, graph.successors, strict=True)]
    waits += [1 if sense < 0 else len(row) for sense, row in zip(graph.orientation, graph.successors, strict=True)]
    found: list[Score] = [NEGATIVE_INFINITY] * (2 * nodes)
    for score, seed in _seeds(graph, open_nodes=open_nodes):
        queue = [seed]
        for state in queue:  # grows while it is walked
            found[state] = score
            view, place = divmod(state, nodes)
            shift = nodes * (view if graph.sign > 0 else 1 - view)
            for source in graph.predecessors[place]:
                waits[source + shift] -= 1
                if not waits[source + shift]:
                    queue.append(source + shift)
    return found


def _seeds(graph: GameGraph, *, open_nodes: bool) -> list[tuple[Score, int]]:
    """The states whose worth is known at once, the best first."""
    nodes = len(graph.nodes)
    seeds: list[tuple[Score, int]] = []
    for place, node in enumerate(graph.nodes):
        if node.score is not None:
            seeds += [(node.score, place), (0 - node.score, place + nodes)]
        elif node.kind is Kind.OPEN and open_nodes:
            seeds += [(POSITIVE_INFINITY, place), (POSITIVE_INFINITY, place + nodes)]
    return sorted(seeds, key=lambda seed: seed[0], reverse=True)
