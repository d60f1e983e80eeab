"""The fewest leaves that any search must read: Knuth and Moore's minimal tree, for trees of any shape.

To know a score v one must know that Max can have v or more and that Min can keep it to v or less.  Each needs a
strategy (Lecture, Definition 82): T+ with one move at a Max node and all moves at a Min node, T- the other way round.
The two have exactly one leaf in common, and any two can be read first by some order of the moves.  So alpha-beta with
the best order reads |T+| + |T-| - 1 leaves for the smallest two; in a uniform tree of degree b and depth d that is
b^⌈d/2⌉ + b^⌊d/2⌋ - 1 (Knuth and Moore, An analysis of alpha-beta pruning, 1975, Theorem 1 and Corollary).

Where the range of leaf scores is known, a leaf that can be worth no less than v need not be read for T+, nor one that
can be worth no more for T-.  In a negamax graph the range is from the view of the player to move at the leaf.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from explorer.algorithms.searches.ordering import TrueScores
from explorer.model.columns import OPEN
from explorer.model.graph import GameGraph
from explorer.model.scores import Range, Score, hull
from explorer.solver.states import reachable_from


@dataclass(frozen=True, slots=True)
class LeafCounts:
    """Numbers of leaves of a tree, open nodes among them.

    Attributes
    ----------
    value : the root's score.
    all : the leaves that minimax reads.
    has_open : whether any of them is open.
    at_least, at_most : leaves to read of the smallest strategy with which Max has the root's score or more, Min that
        or less.
    minimal : leaves to read of the smallest two such strategies together; what alpha-beta reads with the best order.
    """

    value: Score
    all: int
    has_open: bool
    at_least: int
    at_most: int
    minimal: int


class _StrategySizes(NamedTuple):
    """The fewest leaves to read below a node for T+, for T-, and for both; infinite where impossible."""

    at_least: float
    at_most: float
    both: float


def leaf_counts(graph: GameGraph, endless: Score = 0, score_range: Range | None = None) -> LeafCounts | None:
    """Return the numbers of leaves to read below the root; None if the nodes below it are no tree.

    Parameters
    ----------
    endless : the worth of an open node, which counts as a leaf.
    score_range : the least and the largest score of a leaf, as leaf scores are written, if that is known beforehand.
    """
    if shared_node(graph) is not None:
        return None
    order = [*reachable_from(graph.root_index, graph.successors.__getitem__)]  # each after its parent
    depths = _depths(graph, order)
    sides = {index: graph.sign**depth for index, depth in depths.items()}
    truth = TrueScores(graph, endless)
    goal = 0 + truth.of(graph.root_index, 0)
    count = sum(not graph.successors[index] for index in order)
    kinds = graph.columns.kinds.tolist()
    has_open = any(kinds[index] == OPEN for index in order)
    ranges = (hull(score_range, 1), hull(score_range, graph.sign, endless))
    limits = {(kind, side): sorted(side * end for end in ends) for kind, ends in enumerate(ranges) for side in (1, -1)}
    sizes: dict[int, _StrategySizes] = {}
    for index in reversed(order):
        row, side = graph.successors[index], sides[index]
        if row:
            sizes[index] = _sizes_at_inner_node([sizes[other] for other in row], graph.orientation[index] * side)
        else:
            least, most = limits[int(kinds[index] == OPEN), side]
            sizes[index] = _sizes_at_leaf(0 + side * truth.of(index, depths[index]), goal, least, most)
    root = sizes[graph.root_index]
    return LeafCounts(goal, count, has_open, int(root.at_least), int(root.at_most), int(root.both))


def shared_node(graph: GameGraph) -> int | None:
    """Return the first node below the root with several moves to it; the root if one leads back."""
    there, links = graph.is_reachable, graph.links
    entries = np.bincount(links.targets[there[links.sources]], minlength=len(there))
    usual = np.ones(len(there), np.int64)
    usual[graph.root_index] = 0
    shared = np.flatnonzero(there & (entries != usual))
    return int(shared[0]) if len(shared) else None


def _depths(graph: GameGraph, order: list[int]) -> dict[int, int]:
    """Return the number of moves from the root to each node."""
    depths = {graph.root_index: 0}
    for index in order:
        depths |= dict.fromkeys(graph.successors[index], depths[index] + 1)
    return depths


def _sizes_at_leaf(value: Score, goal: Score, least: Score, most: Score) -> _StrategySizes:
    """Return the numbers of leaves to read at a leaf, whose value proves the goal or does not."""
    at_least = 0 if least >= goal else 1 if value >= goal else math.inf
    at_most = 0 if most <= goal else 1 if value <= goal else math.inf
    return _StrategySizes(at_least, at_most, max(at_least, at_most))


def _sizes_at_inner_node(below: list[_StrategySizes], sense: int) -> _StrategySizes:
    """Return the numbers of leaves to read below an inner node, from those below its successors."""
    ours = [each.at_least if sense > 0 else each.at_most for each in below]
    theirs = [each.at_most if sense > 0 else each.at_least for each in below]
    every = sum(theirs)
    both = min(
        math.inf if math.isinf(each.both) else each.both + every - other
        for each, other in zip(below, theirs, strict=True)
    )
    return _StrategySizes(min(ours), every, both) if sense > 0 else _StrategySizes(every, min(ours), both)
