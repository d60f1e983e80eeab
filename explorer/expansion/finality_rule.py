"""The rule by which the source finds final bounds in a partly expanded graph (Loops, Part 2).

In the source's words, for a negamax graph:

1. All nodes with equal bounds are final and leave the game.
2. Nodes without children are *not* final (the source says "final", a slip: they are the unexpanded nodes).
3. A node that has a child with a non-final upper bound and −lower bound higher than the node's lower bound does not
   have a final lower bound.
4. A node all of whose children with −lower bound equal to its upper bound have non-final lower bounds does not have a
   final upper bound.
5. Repeat 3 and 4 until nothing changes.

Here the rule is told for any orientation and convention, with the bounds of a child as its predecessor sees them: in a
negamax graph [−upper, −lower].  A node that takes the largest loses its lower bound by 3 and its upper bound by 4; one
that takes the smallest the other way round.  Either way it is the loss of one bound of a child that costs the node the
bound on the same side, as the node sees it; so the losses spread backwards from the open nodes along a queue, and
each move is looked at once for each of its bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from explorer.expansion.finalities import LOWER, UPPER, Finalities, Side, other
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score

BETTER: Literal[3] = 3  # a child could be better than the bound
UNHELD: Literal[4] = 4  # no child holds the bound for sure


@dataclass(frozen=True)
class Change:
    """A bound that turns out not to be final.

    Attributes
    ----------
    index, side : which bound of which node.
    child : index of the successor that costs it, by losing its bound on the same side, as the node sees it.
    rule : 3 or 4, as the source numbers its steps.
    """

    index: int
    side: Side
    child: int
    rule: Literal[3, 4]


class SeenBounds:
    """The bounds of a graph, also as the predecessors of a node see them, and what the rule asks of them."""

    def __init__(self, graph: GameGraph, lower: Sequence[Score], upper: Sequence[Score]) -> None:
        self._graph = graph
        self._bounds = (lower, upper)

    def of(self, index: int, side: Side) -> Score:
        """The lower or upper bound of a node."""
        return self._bounds[side][index]

    def are_equal(self, index: int) -> bool:
        """Whether a node's bounds are one number."""
        return self._bounds[LOWER][index] == self._bounds[UPPER][index]

    def side_seen(self, side: Side) -> Side:
        """What a node's lower or upper bound is to its predecessors, and the other way round."""
        return side if self._graph.sign > 0 else other(side)

    def seen(self, index: int, side: Side) -> Score:
        """The lower or upper bound of a node, as its predecessors see it."""
        return self._bounds[side][index] if self._graph.sign > 0 else 0 - self._bounds[other(side)][index]

    def better_side(self, index: int) -> Side:
        """The bound that step 3 is about: one better successor is enough to move it."""
        return LOWER if self._graph.orientation[index] > 0 else UPPER

    def could_better(self, index: int, child: int) -> bool:
        """Whether a successor could be worth more (less, to a node that takes the smallest) than that bound."""
        side = self.better_side(index)
        sense = self._graph.orientation[index]
        return sense * self.seen(child, other(side)) > sense * self.of(index, side)

    def holds(self, index: int, child: int) -> bool:
        """Whether the bound that step 4 is about comes from this successor."""
        side = other(self.better_side(index))
        return self.seen(child, side) == self.of(index, side)

    def holders(self, index: int) -> list[int]:
        """The successors that the bound of step 4 comes from."""
        return [child for child in self._graph.successors[index] if self.holds(index, child)]


def rule_finality(graph: GameGraph, lower: Sequence[Score], upper: Sequence[Score]) -> Finalities:
    """What the rule of the source calls final, given the bounds of every node in node order; O(nodes + moves).

    It is sound: what it calls final cannot change however open nodes are expanded.  It is not complete: see
    `explorer.expansion.exact`.

    Examples
    --------
    >>> graph = GameGraph.from_json({"root": "a", "nodes": [{"id": "a", "player": "max"}, {"id": "b", "score": 1},
    ...                              {"id": "q", "open": True}], "moves": [["a", "b"], ["a", "q"]]})
    >>> rule_finality(graph, [1, 1, float("-inf")], [float("inf"), 1, float("inf")])
    Finalities(lower=(False, True, False), upper=(False, True, False))
    """
    final = [[node.kind is not Kind.OPEN for node in graph.nodes] for _ in (LOWER, UPPER)]
    for change in changes(graph, lower, upper):
        final[change.side][change.index] = False
    return Finalities(tuple(final[LOWER]), tuple(final[UPPER]))


def changes(graph: GameGraph, lower: Sequence[Score], upper: Sequence[Score]) -> Iterator[Change]:
    """Every application of steps 3 and 4, in an order that follows the news from the open nodes backwards."""
    bounds = SeenBounds(graph, lower, upper)
    indices = range(len(graph.nodes))
    holders = [len(bounds.holders(index)) for index in indices]  # that have not lost the bound
    queue: list[tuple[int, Side]] = [
        (index, side) for index in indices if graph.nodes[index].kind is Kind.OPEN for side in (LOWER, UPPER)
    ]
    lost = set(queue)
    for child, childs_side in queue:  # grows while it is walked
        side = bounds.side_seen(childs_side)
        for index in graph.predecessors[child]:
            if bounds.are_equal(index) or (index, side) in lost:
                continue
            if side != bounds.better_side(index):
                holders[index] -= bounds.holds(index, child)
            if rule := _applied(bounds, index, child, side, holders[index]):
                lost.add((index, side))
                queue.append((index, side))
                yield Change(index, side, child, rule)


def _applied(bounds: SeenBounds, index: int, child: int, side: Side, holders: int) -> Literal[3, 4] | None:
    """The step that takes a bound away now that a child has lost the one on the same side, if one does."""
    if side == bounds.better_side(index):
        return BETTER if bounds.could_better(index, child) else None
    return None if holders else UNHELD
