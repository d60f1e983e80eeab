"""How few leaves any search must read: the minimal tree of Knuth and Moore, for trees of any shape.

To know a score v one must know that Max can have v or more and that Min can keep it to v or less.  Each needs a
strategy (Lecture, Definition 82): T+ with one move at a Max node and all moves at a Min node, T- the other way round.
The two have exactly one leaf in common, and any two can be read first by some order of the moves.  So alpha-beta with
the best order reads |T+| + |T-| - 1 leaves for the smallest two; in a uniform tree of degree b and depth d that is
b^⌈d/2⌉ + b^⌊d/2⌋ - 1 (Knuth and Moore, An analysis of alpha-beta pruning, 1975, Theorem 1 and Corollary).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from explorer.algorithms.searches.ordering import Truth
from explorer.model.columns import OPEN
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.states import reachable_from


@dataclass(frozen=True, slots=True)
class LeafCounts:
    """Leaves of a tree, open nodes among them.

    Attributes
    ----------
    value : the root's score.
    all : leaves that minimax reads.
    has_open : whether any of them is open.
    at_least, at_most : leaves of the smallest strategy with which Max has the root's score or more, Min that or less.
    """

    value: Score
    all: int
    has_open: bool
    at_least: int
    at_most: int

    @property
    def minimal(self) -> int:
        """Leaves that alpha-beta reads with the best order."""
        return self.at_least + self.at_most - 1

    def minimal_between(self, least: Score, most: Score) -> int:
        """The same where it is known that no score is beyond two ends."""
        return self.at_least if self.value == most else self.at_most if self.value == least else self.minimal


def leaf_counts(graph: GameGraph, endless: Score = 0) -> LeafCounts | None:
    """The leaves that must be read below the root, if what is reachable is a tree, else None.

    An open node is a leaf worth `endless`.
    """
    if shared_node(graph) is not None:
        return None
    order = [*reachable_from(graph.root_index, graph.successors.__getitem__)]  # each after its parent
    depths = _depths(graph, order)
    sides = {index: graph.sign**depth for index, depth in depths.items()}
    truth = Truth(graph, endless)
    values = {index: 0 + sides[index] * truth.of(index, depth) for index, depth in depths.items()}
    count = sum(not graph.successors[index] for index in order)
    smallest = [_smallest(graph, order, sides, values, player) for player in (1, -1)]
    has_open = any(graph.columns.kinds[index] == OPEN for index in order)
    return LeafCounts(values[graph.root_index], count, has_open, *smallest)


def shared_node(graph: GameGraph) -> int | None:
    """Index of the first node below the root that several moves lead to, or the root if one leads back to it."""
    there, links = graph.is_reachable, graph.links
    entries = np.bincount(links.targets[there[links.sources]], minlength=len(there))
    usual = np.ones(len(there), np.int64)
    usual[graph.root_index] = 0
    shared = np.flatnonzero(there & (entries != usual))
    return int(shared[0]) if len(shared) else None


def _depths(graph: GameGraph, order: list[int]) -> dict[int, int]:
    """How many moves each node is after the root."""
    depths = {graph.root_index: 0}
    for index in order:
        depths |= dict.fromkeys(graph.successors[index], depths[index] + 1)
    return depths


def _smallest(graph: GameGraph, order: list[int], sides: dict[int, int], values: dict[int, Score], player: int) -> int:
    """Leaves of this player's smallest strategy that is worth the root's score."""
    goal = player * values[graph.root_index]
    sizes: dict[int, float] = {}
    for index in reversed(order):
        below = [sizes[other] for other in graph.successors[index]]
        if not below:
            sizes[index] = 1 if player * values[index] >= goal else math.inf
        else:
            sizes[index] = min(below) if graph.orientation[index] * sides[index] == player else sum(below)
    return int(sizes[graph.root_index])
