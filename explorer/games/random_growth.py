"""Growth of a random graph: a kernel, so that compiled code draws millions of moves.

Every choice comes from the numbers of `Random.random`, the one method of Python's generator whose numbers are promised
to stay, so a seed means the same graph everywhere.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.solver.kernels import MutableRow, NumberRow, part, run

_TRIES = 12  # at drawing an allowed move before all of them are counted
_NEITHER = -1  # of the two sides


class GrowthRequest(NamedTuple):
    """The parameters of a random graph.

    Attributes
    ----------
    inner, nodes, moves : their numbers; the inner nodes come first, 0 is the root.
    fewest_dead_ends, most_dead_ends : limits on the inner nodes without a move in the tree.
    cycles : whether cycles are allowed.
    alternating : whether every move goes from one side to the other.
    chances : random numbers from 0 to 1, which is not included.  They are taken in order, and from the front again at
        the end: what was drawn by numbers that were taken twice is of no use.
    """

    inner: int
    nodes: int
    moves: int
    fewest_dead_ends: int
    most_dead_ends: int
    cycles: bool
    alternating: bool
    chances: NumberRow = ()


class GrowthArrays(NamedTuple):
    """The arrays of a graph that grows.

    Attributes
    ----------
    used : one number: how many random numbers were taken.
    parents : of each node in the tree; the root is its own.
    sides : of each node, 0 or 1; if play alternates, every move goes from one to the other.
    slots : of each inner node, for successors in the tree.
    pool : nodes that wait to be drawn.
    last : of each inner node its last move, -1 for none.
    earlier, ends : of each move the one before it from the same node, -1 for none, and its target.
    marks : 1 for the successors of the node that is looked at.
    indptr, indices : the successors of each inner node in the end, as compressed rows.
    """

    used: MutableRow
    parents: MutableRow
    sides: MutableRow
    slots: MutableRow
    pool: MutableRow
    last: MutableRow
    earlier: MutableRow
    ends: MutableRow
    marks: MutableRow
    indptr: MutableRow
    indices: MutableRow


def growth_graph(request: GrowthRequest, seed: int) -> tuple[GrowthArrays, int, NDArray[np.float64]]:
    """Return the random graph of a seed, in which play can reach every node.

    Also how many moves there are, fewer than were asked for if no more are allowed, and random numbers for further
    choices, one or more for each node.
    """
    inner, nodes, moves, *_ = request
    count = nodes + 4 * moves + 100  # as a rule enough
    while True:
        chances = _random_numbers(seed, count)
        arrays = GrowthArrays(
            used=np.zeros(1, np.int64),
            parents=np.zeros(nodes, np.int32),
            sides=np.zeros(nodes, np.int8),
            slots=np.zeros(inner, np.int32),
            pool=np.zeros(nodes, np.int32),
            last=np.full(inner, -1, np.int32),
            earlier=np.zeros(moves, np.int32),
            ends=np.zeros(moves, np.int32),
            marks=np.zeros(nodes, np.int8),
            indptr=np.zeros(inner + 1, np.int32),
            indices=np.zeros(moves, np.int32),
        )
        there = run(_grow_graph, request._replace(chances=chances), arrays, size=moves)
        left = chances[arrays.used[0] :]
        if len(left) >= nodes:
            return arrays, there, left
        count *= 2


def below(limit: int, chances: NDArray[np.float64]) -> NDArray[np.intp]:
    """Turn random numbers from 0 to 1 into whole numbers from 0 to `limit`, excluded."""
    return (chances * limit).astype(np.intp)


def _random_numbers(seed: int, count: int) -> NDArray[np.float64]:
    """Return the first numbers of `Random(seed).random`, which numpy makes many at once."""
    *state, position = Random(seed).getstate()[1]
    generator = np.random.RandomState()
    generator.set_state(("MT19937", np.array(state, np.uint32), position, 0, 0.0))
    return generator.random_sample(count)


def _grow_graph(request: GrowthRequest, arrays: GrowthArrays) -> int:
    """Grow a tree, add moves, shuffle the successors of every node; return the number of moves.

    Of the moves that are added one closes a cycle if there may be any, then comes one from each inner node without.
    """
    _grow_tree(request, arrays)
    count = request.nodes - 1
    if request.cycles and count < request.moves:
        count += _close_cycle(request, arrays, count)
    for node in range(request.inner):
        if arrays.last[node] < 0 and count < request.moves:
            count += _add_move(request, arrays, node, count)
    for node in range(request.inner):
        arrays.pool[node] = node
    able = request.inner
    while count < request.moves and able > 0:
        at = _random_below(request.chances, arrays.used, able)
        if _add_move(request, arrays, arrays.pool[at], count):
            count += 1
        else:
            able -= 1
            arrays.pool[at] = arrays.pool[able]
    _fill_rows(request, arrays)
    _shuffle_rows(request, arrays)
    return count


@part
def _random_below(chances: NumberRow, used: MutableRow, limit: int) -> int:
    """Return a whole number from 0 to `limit`, excluded."""
    at = used[0]
    used[0] = at + 1
    return int(chances[at % len(chances)] * limit)


@part
def _append_move(arrays: GrowthArrays, source: int, target: int, move: int) -> None:
    """Add a move to the list of moves of its source."""
    arrays.ends[move] = target
    arrays.earlier[move] = arrays.last[source]
    arrays.last[source] = move


@part
def _grow_tree(request: GrowthRequest, arrays: GrowthArrays) -> None:
    """Give every node but the root a predecessor, and all but the last few inner nodes a successor.

    Each of these has one slot for a successor, and further slots are dealt out at random, so that all are taken when
    the last leaf has been put in one.
    """
    with_slots = request.inner - max(
        request.fewest_dead_ends, _random_below(request.chances, arrays.used, request.most_dead_ends + 1)
    )
    if with_slots:
        for node in range(with_slots):
            arrays.slots[node] = 1
        for _ in range(request.nodes - 1 - with_slots):
            node = _random_below(request.chances, arrays.used, with_slots)
            arrays.slots[node] += 1
    free = arrays.slots[0] if request.inner else 0
    for slot in range(free):
        arrays.pool[slot] = 0
    for node in range(1, request.nodes):
        at = _random_below(request.chances, arrays.used, free)
        free -= 1
        parent = arrays.pool[at]
        arrays.pool[at] = arrays.pool[free]
        arrays.parents[node] = parent
        arrays.sides[node] = 1 - arrays.sides[parent]
        _append_move(arrays, parent, node, node - 1)
        if node < request.inner:
            for _ in range(arrays.slots[node]):
                arrays.pool[free] = node
                free += 1


@part
def _close_cycle(request: GrowthRequest, arrays: GrowthArrays, move: int) -> int:
    """Add a move back along the tree, from a node without moves if possible; return 0 if none is allowed.

    With alternating turns there is none from the root; any other inner node may go back to its parent.
    """
    waiting = 0
    for node in range(request.inner):
        if arrays.last[node] < 0:
            arrays.pool[waiting] = node
            waiting += 1
    if not waiting:
        waiting = max(1, request.inner - 1)
        for at in range(waiting):
            arrays.pool[at] = min(at + 1, request.inner - 1)
    source = arrays.pool[_random_below(request.chances, arrays.used, waiting)]
    avoided = arrays.sides[source] if request.alternating else _NEITHER
    allowed, target = 0, source
    while True:
        if arrays.sides[target] != avoided:
            arrays.pool[allowed] = target
            allowed += 1
        if target == 0:
            break
        target = arrays.parents[target]
    if not allowed:
        return 0
    _append_move(arrays, source, arrays.pool[_random_below(request.chances, arrays.used, allowed)], move)
    return 1


@part
def _add_move(request: GrowthRequest, arrays: GrowthArrays, source: int, move: int) -> int:
    """Add one move from an inner node; return 0 if every allowed one is there."""
    first = 0 if request.cycles else source + 1
    avoided = arrays.sides[source] if request.alternating else _NEITHER
    for _ in range(_TRIES):
        target = first + _random_below(request.chances, arrays.used, request.nodes - first)
        if arrays.sides[target] != avoided and not _has_move(arrays, source, target):
            _append_move(arrays, source, target, move)
            return 1
    _mark_row(arrays, source, 1)
    left = 0
    for target in range(first, request.nodes):
        left += arrays.marks[target] != 1 and arrays.sides[target] != avoided
    if left:
        skipped, target = _random_below(request.chances, arrays.used, left), first - 1
        while skipped >= 0:
            target += 1
            skipped -= arrays.marks[target] != 1 and arrays.sides[target] != avoided
    _mark_row(arrays, source, 0)
    if left:
        _append_move(arrays, source, target, move)
    return min(left, 1)


@part
def _has_move(arrays: GrowthArrays, source: int, target: int) -> bool:
    """Return whether there is a move from one node to another."""
    move = arrays.last[source]
    while move >= 0:
        if arrays.ends[move] == target:
            return True
        move = arrays.earlier[move]
    return False


@part
def _mark_row(arrays: GrowthArrays, source: int, mark: int) -> None:
    """Mark the successors of a node, for quick tests of whether a move is there."""
    move = arrays.last[source]
    while move >= 0:
        arrays.marks[arrays.ends[move]] = mark
        move = arrays.earlier[move]


@part
def _fill_rows(request: GrowthRequest, arrays: GrowthArrays) -> None:
    """Write the successors of every node in the order in which they were added."""
    end = 0
    for node in range(request.inner):
        move, start = arrays.last[node], end
        while move >= 0:
            end += 1
            move = arrays.earlier[move]
        arrays.indptr[node + 1] = end
        move, at = arrays.last[node], end - 1
        while at >= start:
            arrays.indices[at] = arrays.ends[move]
            move, at = arrays.earlier[move], at - 1


@part
def _shuffle_rows(request: GrowthRequest, arrays: GrowthArrays) -> None:
    for node in range(request.inner):
        start = arrays.indptr[node]
        for last in range(arrays.indptr[node + 1] - start - 1, 0, -1):
            one, other = start + last, start + _random_below(request.chances, arrays.used, last + 1)
            arrays.indices[one], arrays.indices[other] = arrays.indices[other], arrays.indices[one]
