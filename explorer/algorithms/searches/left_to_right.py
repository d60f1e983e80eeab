"""A tree from left to right: numbers of nodes by which whole parts of it can be dropped at once."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from explorer.algorithms.searches.ordering import Ordering
from explorer.model.graph import GameGraph


class Tree:
    """The nodes below the root, numbered from left to right: each before those below it.

    Attributes
    ----------
    parent, number : of every node but the root, the node above it and its number among the moves there.
    nodes : the nodes in order, so that each stands at its number.
    first, last : the number of every node, and the largest number below it.
    side : 1 where scores are seen as at the root, -1 where they are negated.
    """

    def __init__(self, graph: GameGraph, order: Ordering) -> None:
        root = graph.root_index
        self.moves: dict[int, Sequence[int]] = {}
        self.parent: dict[int, int] = {}
        self.number: dict[int, int] = {}
        self.side, depth = {root: 1}, {root: 0}
        self.first: dict[int, int] = {}
        waiting = [root]
        while waiting:
            index = waiting.pop()
            self.first[index] = len(self.first)
            self.moves[index] = order.moves(index, depth[index]) if graph.successors[index] else ()
            for number, other in enumerate(self.moves[index]):
                self.parent[other], self.number[other] = index, number
                self.side[other], depth[other] = graph.sign * self.side[index], depth[index] + 1
            waiting.extend(reversed(self.moves[index]))
        self.nodes = list(self.first)
        self.last = dict(self.first)
        for index in reversed(self.first):
            if index in self.parent:
                above = self.parent[index]
                self.last[above] = max(self.last[above], self.last[index])


class Dropped:
    """Ranges of numbers of nodes whose states are out of OPEN; ranges inside others are forgotten."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, start: int, end: int) -> list[int]:
        """Drop the nodes from one number to another; the numbers among them that were not dropped before.

        Ranges lie inside each other or apart.
        """
        begin, stop = bisect_left(self._starts, start), bisect_left(self._starts, end + 1)
        fresh: list[int] = []
        following = start
        for inner_start, inner_end in zip(self._starts[begin:stop], self._ends[begin:stop], strict=True):
            fresh += range(following, inner_start)
            following = inner_end + 1
        fresh += range(following, end + 1)
        self._starts[begin:stop], self._ends[begin:stop] = [start], [end]
        return fresh

    def __contains__(self, number: int) -> bool:
        index = bisect_left(self._starts, number + 1) - 1
        return index >= 0 and number <= self._ends[index]
