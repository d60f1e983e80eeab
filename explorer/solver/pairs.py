"""Pairs of rank and level of the states of a part of a graph; others are known by messages.

A state's pair is a key, (rank << 32) - level: "I can force this rank, in so many moves".  With the largest or the
smallest key of the successors, less 1, as its operator, the floors and levels of `explorer.solver.retrograde` are the
one fixpoint from below, so that bounds, distances and best moves come of one monotone iteration, in whatever order
states are looked at (sources: Kars, section 5, whose distributed algorithm sends scores in the same way).

The nodes of a part come first, its *ghosts* after them: nodes of other parts to which moves lead.  A state is a node or
ghost in the plain view, or `nodes` more in the mirrored one (`explorer.solver.states`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.solver.kernels import Integers, MutableRow, NumberRow, part, run
from explorer.solver.operator import Ranks
from explorer.solver.retrograde import Retrograde

BOTTOM = -(1 << 62)
"""The key of a state of which nothing is known yet."""

RANK = 1 << 32
"""The distance of the keys of neighbouring ranks."""

VISITS, REST, MOVES = range(3)
"""Counters of `PairWork.at`: states that were looked at, states that wait for later, and moves that were walked."""


class PairGame(NamedTuple):
    """Moves of a part both ways, who moves, and the states to begin with, by falling key.

    Attributes
    ----------
    indptr, successors : the moves of nodes and ghosts, compressed; ghosts have none.
    starts, predecessors : the same moves backwards.
    orientation : +1 takes the largest, -1 the smallest, 0 leaf, open or ghost.
    due : the states that have risen and were not looked at since.
    """

    indptr: NumberRow
    successors: NumberRow
    starts: NumberRow
    predecessors: NumberRow
    orientation: NumberRow
    front: NumberRow


class PairWork(NamedTuple):
    """State of the work on a part.

    Attributes
    ----------
    keys : for each state its key.
    watch : for each state of a node of the part the place, in its row, of its smallest successor.
    flags : for each state 1 if it waits or is in the front or queue, plus 2 if it was looked at.
    queue : room for the states that come up.
    visits, rest : the states that were looked at, and those below `least`; `at` says how many.
    at : the counters `VISITS` to `MOVES`.
    """

    keys: MutableRow
    watch: MutableRow
    flags: MutableRow
    queue: MutableRow
    visits: MutableRow
    rest: MutableRow
    at: MutableRow


class PairStates(NamedTuple):
    """States of a part between two rounds; see `PairWork`."""

    keys: NDArray[np.int64]
    watch: NDArray[np.int32]
    rest: NDArray[np.int32]


class Settled(NamedTuple):
    """Result of a round: the states after it, those that were looked at, and the number of moves that were walked."""

    states: PairStates
    visits: NDArray[np.int32]
    moves: int


def settle_part(game: PairGame, states: PairStates, *, least: int, crossing: bool) -> Settled:
    """Raise the keys of a part to their fixpoint, as far as they are at least `least`; arrays change in place.

    Parameters
    ----------
    game : its `front` states in any order.
    crossing : whether a move leads to the other view, as in a negamax graph.
    """
    keys, watch, _ = states
    front = np.asarray(game.front, np.int32)
    front = front[np.argsort(-keys[front], kind="stable")]
    flags = np.zeros(len(keys), np.uint8)
    flags[front] = 1
    own = len(watch)
    queue, visits, rest = (np.empty(size, np.int32) for size in (own + 1, own, own + len(front)))
    at = np.zeros(3, np.int64)
    work = PairWork(keys, watch, flags, queue, visits, rest, at)
    run(settle_pairs, game._replace(front=front), work, least, int(crossing), size=len(game.successors))
    after = PairStates(keys, watch, rest[: at[REST]].copy())
    return Settled(after, visits[: at[VISITS]].copy(), int(at[MOVES]))


def settle_pairs(inputs: PairGame, outputs: PairWork, least: int, crossing: int) -> int:
    """Look at the front and at all states that rise by it, the best first, down to `least`.

    There is no heap: what a state causes is one key lower, so the queue of what comes up is (nearly) sorted, and is
    merged with the front.  A state that takes the smallest is computed anew only when the successor it watches, its
    smallest, rises.
    """
    indptr, successors, starts, predecessors, orientation, front = inputs
    keys, watch, flags, queue, visits, rest, at = outputs
    nodes, own, room = len(starts) - 1, len(watch) // 2, len(queue)
    head, size, place, moves = 0, 0, 0, 0
    while size > 0 or place < len(front):
        if size > 0 and (place == len(front) or keys[queue[head]] >= keys[front[place]]):
            state = queue[head]
            head = head + 1 if head + 1 < room else 0
            size -= 1
        else:
            state = front[place]
            place += 1
        if keys[state] < least:
            rest[at[REST]] = state
            at[REST] += 1
            continue
        view, node = (0, state) if state < nodes else (1, state - nodes)
        if node < own and flags[state] < 2:
            visits[at[VISITS]] = state
            at[VISITS] += 1
        flags[state] = 2
        before = 1 - view if crossing else view
        key = keys[state] - 1
        moves += starts[node + 1] - starts[node]
        for each in range(starts[node], starts[node + 1]):
            source = predecessors[each]
            target = before * nodes + source
            risen = key
            if (orientation[source] > 0) != (before == 0):  # takes the smallest
                begin, end = indptr[source], indptr[source + 1]
                held = begin + watch[before * own + source]
                if successors[held] != node:
                    continue
                risen, held = _smallest(keys, successors, view * nodes, (begin, end, held))
                watch[before * own + source] = held - begin
                moves += end - begin
            if risen > keys[target]:
                keys[target] = risen
                if flags[target] & 1 == 0:
                    flags[target] |= 1
                    tail = head + size
                    queue[tail if tail < room else tail - room] = target
                    size += 1
    at[MOVES] = moves
    return 0


@part
def _smallest(keys: NumberRow, successors: NumberRow, base: int, row: tuple[int, int, int]) -> tuple[int, int]:
    """Return the smallest key of a row of successors, less 1, and its place; `BOTTOM` as soon as one has that."""
    begin, end, held = row
    least = keys[base + successors[held]]
    other = held
    for _ in range(end - begin):
        if least == BOTTOM:
            return BOTTOM, held
        other = other + 1 if other + 1 < end else begin
        key = keys[base + successors[other]]
        if key < least:
            least, held = key, other
    return least - 1, held


def bounds_of(keys: Integers, top: int) -> Retrograde:
    """Return floors and levels of keys, of which the first half is of the plain view."""
    is_known = keys != BOTTOM
    floors: Ranks = np.where(is_known, -((-keys) >> 32), -top).astype(np.int32).reshape(2, -1)
    levels = np.where(is_known, (-keys) & (RANK - 1), 0).astype(np.int32).reshape(2, -1)
    return Retrograde(floors, levels)
