"""States: nodes in one of two views, so that lower and upper bounds, minimax and negamax are one case.

In the plain view scores are as they stand, in the mirrored view they are negated and the players change places.  A
move of a minimax graph stays in its view, a move of a negamax graph goes to the other one.  The score that a
player can force at a node is a lower bound in one view; that of the opponent is an upper bound, negated, in the other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

import numpy as np

from explorer.model.columns import Csr
from explorer.model.graph import GameGraph
from explorer.solver.attractor import FEW_CALLS, Compressed
from explorer.solver.kernels import Integers, Moves, MutableRow, run
from explorer.solver.operator import GraphArrays, rows_at

PLAIN, MIRRORED = 1, -1

Vertex = TypeVar("Vertex", bound=Hashable)


class State(NamedTuple):
    """Index of a node, and the factor of its score: +1 in the plain view, -1 in the mirrored one."""

    node: int
    view: int = PLAIN

    @property
    def number(self) -> int:
        """Number among all states, of which those of a node are next to each other in graphs of any size."""
        return 2 * self.node + (self.view < 0)

    def after(self, index: int, sign: int) -> State:
        """Return the state after a move to a node, by index; `sign` is the factor of a score in a move."""
        return State(index, self.view * sign)


def state_of(number: int) -> State:
    """Return the state with this number."""
    return State(index_of(number), MIRRORED if number & 1 else PLAIN)


def index_of(number: int) -> int:
    """Return the index of the node of the state with this number."""
    return number >> 1


def numbers_of(index: int) -> tuple[int, int]:
    """Return the numbers of the states of a node: in the plain view and in the mirrored one."""
    return State(index, PLAIN).number, State(index, MIRRORED).number


def states_after(graph: GameGraph, state: State) -> list[State]:
    """Return the states after each move, in move order."""
    return [State(index, state.view * graph.sign) for index in graph.successors[state.node]]


def reachable_from(start: Vertex, after: Callable[[Vertex], Sequence[Vertex]]) -> dict[Vertex, Sequence[Vertex]]:
    """Return the states or nodes that play can reach from a start, nearest first, with the successors of each."""
    found: dict[Vertex, Sequence[Vertex]] = {start: ()}
    waiting = [start]
    for state in waiting:  # grows while it is walked
        found[state] = after(state)
        for other in found[state]:
            if other not in found:
                found[other] = ()
                waiting.append(other)
    return found


class ReachedStates(NamedTuple):
    """For each state its place among those that are reached, from 1 on, or 0; and the states by place."""

    places: MutableRow
    order: MutableRow


def reach_states(rows: Moves, reached: ReachedStates, begin: int, turns: int) -> int:
    """Find the states that play can reach, nearest first, in move order; return how many they are.

    Parameters
    ----------
    begin : the number of the first state.
    turns : 1 if a move leads to the other view; else 0.
    """
    starts, targets = rows
    places, order = reached
    order[0], places[begin], count, head = begin, 1, 1, 0
    while head < count:
        state = order[head]
        side = (state & 1) ^ turns
        head += 1
        for move in range(starts[state >> 1], starts[(state >> 1) + 1]):
            after = 2 * targets[move] + side
            if places[after] == 0:
                order[count] = after
                count += 1
                places[after] = count
    return count


def reachable_rows(graph: GameGraph, begin: State) -> tuple[Integers, Csr]:
    """Return the numbers of the states that play can reach, nearest first, and their successors by place there."""
    rows, size, turns = graph.links.forward, 2 * len(graph.ids), int(graph.sign < 0)
    found = ReachedStates(np.zeros(size, np.int32), np.empty(size, np.int32))
    count = run(reach_states, Moves(*rows), found, begin.number, turns, size=len(rows.indices) // FEW_CALLS)
    numbers = np.asarray(found.order)[:count]
    flat, starts = rows_at(rows.indptr, numbers >> 1)
    indptr = np.append(starts, len(flat))
    sides = np.repeat((numbers & 1) ^ turns, np.diff(indptr))
    return numbers, Csr(indptr, np.asarray(found.places)[2 * rows.indices[flat] + sides] - 1)


def attractor_arguments(states: GraphArrays) -> tuple[Compressed, list[int]]:
    """Return the arguments of `attract`: the predecessors of every state, and how many successors it waits for."""
    starts, sources = states.predecessors
    waits = np.where(states.orientation > 0, 1, np.diff(states.indptr))
    return (starts.tolist(), sources.tolist()), waits.tolist()


def state_graph(arrays: GraphArrays) -> GraphArrays:
    """Return the minimax graph of all states, by number, for the player who takes the largest in a state's view."""
    nodes = len(arrays.orientation)
    twice = np.repeat(np.arange(nodes), 2)
    flat, starts = rows_at(arrays.indptr, twice)
    sides = np.repeat(np.tile([0, 1], nodes), np.diff(arrays.indptr)[twice])
    return replace(
        arrays,
        indptr=np.append(starts, len(flat)),
        indices=2 * arrays.indices[flat] + (sides if arrays.sign > 0 else 1 - sides),
        orientation=np.stack((arrays.orientation, -arrays.orientation), axis=1).ravel(),
        sign=1,
        leaves=np.concatenate((2 * arrays.leaves, 2 * arrays.leaves + 1)),
        leaf_ranks=np.concatenate((arrays.leaf_ranks, -arrays.leaf_ranks)),
        opens=np.concatenate((2 * arrays.opens, 2 * arrays.opens + 1)),
    )
