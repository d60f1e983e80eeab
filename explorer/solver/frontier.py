"""s_n, exactly, by its frontier: in a step only nodes with a successor that changed in the step before are looked at.

Kars, Definition 4.1, with endless play worth any rank d: every score starts at d.  By his Lemma 5.3 a score moves away
from d and never back.  So a node that takes the largest either rises to the best of the successors that changed, or
keeps its score as long as one successor has it; which one that is has to be looked for again only when it goes, and
those that were passed over never come back.  In all this takes O(moves) for every score that a node goes through,
however many steps there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.solver.backwards import GraphRows
from explorer.solver.kernels import MutableRow, Row, part, run

FOR_EVER = 2**31 - 1


@dataclass(frozen=True)
class Approximation:
    """s_n, by ranks.

    Attributes
    ----------
    ranks : of every node, in node order.
    steps : for every node the step, up to n, in which it got this score: 0 if it has what endless play is worth.
    """

    ranks: NDArray[np.int32]
    steps: NDArray[np.int32]


def approximate_scores(arrays: GraphRows, endless: int, n: int = FOR_EVER) -> Approximation:
    """s_n of every node where endless play is worth this rank to whoever moves there; the limit if no n is given.

    An open node counts as endless play.
    """
    nodes = len(arrays.orientation)
    crossing = nodes if arrays.sign < 0 else 0
    states = nodes + crossing
    ranks, steps = np.full(states, endless, np.int32), np.zeros(states, np.int32)
    watch, hopes, stamps, changed, touched = (np.zeros(states, np.int32) for _ in range(5))
    rows = (arrays.indptr, arrays.indices, arrays.orientation, *arrays.predecessors)
    given = Graph(*rows, arrays.leaves, arrays.leaf_ranks, crossing)
    made = Run(ranks, steps, watch, hopes, stamps, changed, touched)
    run(iterate, given, made, n, size=len(arrays.indices))
    return Approximation(ranks[:nodes], steps[:nodes])


class Graph(NamedTuple):
    """The moves forwards and backwards, who takes the largest, the leaves and their ranks.

    `crossing` is what it is for `explorer.solver.attractor.TargetGame`.
    """

    indptr: Row
    indices: Row
    orientation: Row
    starts: Row
    sources: Row
    leaves: Row
    leaf_ranks: Row
    crossing: int


class Run(NamedTuple):
    """For each state its rank and the step that gave it; and what the work needs.

    Attributes
    ----------
    watch : how many successors, from the first on, are known not to have the state's rank.
    hopes : the best rank that a successor took in this step; of `changed` states the rank they get.
    stamps : the last step in which the state was touched.
    changed, touched : states, in the order in which they were met.
    """

    ranks: MutableRow
    steps: MutableRow
    watch: MutableRow
    hopes: MutableRow
    stamps: MutableRow
    changed: MutableRow
    touched: MutableRow


def iterate(graph: Graph, work: Run, most: int) -> int:
    """How many steps were made until nothing changed, or `most`."""
    count = _begin(graph, work) if most > 0 else 0
    n = 1 if most > 0 else 0
    while count > 0 and n < most:
        n += 1
        count = _change(graph, work, _touch(graph, work, count, n))
        for at in range(count):
            state = work.changed[at]
            work.ranks[state], work.steps[state] = work.hopes[state], n
    return n


@part
def _begin(graph: Graph, work: Run) -> int:
    """How many states change in the first step, in which every leaf gets its score."""
    ranks, nodes, count = work.ranks, len(graph.orientation), 0
    for number in range(len(graph.leaves)):
        for view in range(2 if graph.crossing > 0 else 1):
            rank = graph.leaf_ranks[number] if view == 0 else -graph.leaf_ranks[number]
            state = view * nodes + graph.leaves[number]
            if ranks[state] != rank:
                ranks[state], work.steps[state], work.changed[count] = rank, 1, state
                count += 1
    return count


@part
def _touch(graph: Graph, work: Run, count: int, n: int) -> int:
    """How many states have a successor among the `count` that changed; each is told of the best of them."""
    starts, sources, orientation, crossing = graph.starts, graph.sources, graph.orientation, graph.crossing
    hopes, stamps, touched = work.hopes, work.stamps, work.touched
    nodes, seen = len(orientation), 0
    for at in range(count):
        state = work.changed[at]
        rank = work.ranks[state]
        node, base = (state, crossing) if state < nodes else (state - nodes, 0)
        for move in range(starts[node], starts[node + 1]):
            before = base + sources[move]
            if stamps[before] != n:
                stamps[before], hopes[before], touched[seen] = n, rank, before
                seen += 1
            elif (orientation[sources[move]] > 0) == (before < nodes):
                hopes[before] = max(hopes[before], rank)
            else:
                hopes[before] = min(hopes[before], rank)
    return seen


@part
def _change(graph: Graph, work: Run, seen: int) -> int:
    """How many of the states that were touched change, their new ranks in `hopes`."""
    indptr, indices, orientation, crossing = graph.indptr, graph.indices, graph.orientation, graph.crossing
    ranks, watch, hopes, touched, changed = work.ranks, work.watch, work.hopes, work.touched, work.changed
    nodes, count = len(orientation), 0
    for at in range(seen):
        state = touched[at]
        node, base = (state, crossing) if state < nodes else (state - nodes, 0)
        sense = 1 if (orientation[node] > 0) == (state < nodes) else -1
        rank = ranks[state]
        if sense * hopes[state] <= sense * rank:
            begin, end = indptr[node], indptr[node + 1]
            move = begin + watch[state]
            while move < end and ranks[base + indices[move]] != rank:
                move += 1
            watch[state] = move - begin
            if move < end:  # a successor has the rank
                continue
            best = ranks[base + indices[begin]]
            for other in range(begin + 1, end):
                value = ranks[base + indices[other]]
                best = value if sense * value > sense * best else best
            hopes[state] = best
        watch[state] = 0
        changed[count] = state
        count += 1
    return count
