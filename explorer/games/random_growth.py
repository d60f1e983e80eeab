"""How a random graph grows: a kernel, so that millions of moves are drawn by compiled code.

Every choice comes from the numbers of `Random.random`, the one method of Python's generator whose numbers are promised
to stay, so a seed means the same graph everywhere.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.solver.kernels import MutableRow, Row, part, run

_TRIES = 12  # at drawing an allowed move before all of them are counted
_NEITHER = -1  # of the two sides


class Wanted(NamedTuple):
    """What is asked for.

    Attributes
    ----------
    inner, nodes, moves : how many there are; the inner nodes come first, 0 is the root.
    fewest_dead_ends, most_dead_ends : how many inner nodes have no move in the tree.
    cycles : whether there may be any.
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
    chances: Row = ()


class Growth(NamedTuple):
    """A graph in the making.

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


def growth_graph(wanted: Wanted, seed: int) -> tuple[Growth, int, NDArray[np.float64]]:
    """The random graph of a seed, in which play can reach every node.

    Also how many moves there are, fewer than were asked for if no more are allowed, and random numbers for further
    choices, one or more for each node.
    """
    inner, nodes, moves, *_ = wanted
    count = nodes + 4 * moves + 100  # as a rule enough
    while True:
        chances = _random_numbers(seed, count)
        made = Growth(
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
        there = run(_grow, wanted._replace(chances=chances), made, size=moves)
        left = chances[made.used[0] :]
        if len(left) >= nodes:
            return made, there, left
        count *= 2


def below(limit: int, chances: NDArray[np.float64]) -> NDArray[np.intp]:
    """Whole numbers from 0 to `limit`, which is not included, by random numbers."""
    return (chances * limit).astype(np.intp)


def _random_numbers(seed: int, count: int) -> NDArray[np.float64]:
    """The first numbers that `Random(seed).random` gives, of which numpy makes many at once."""
    *state, position = Random(seed).getstate()[1]
    generator = np.random.RandomState()
    generator.set_state(("MT19937", np.array(state, np.uint32), position, 0, 0.0))
    return generator.random_sample(count)


def _grow(given: Wanted, made: Growth) -> int:
    """Grow a tree, add moves to it, and put the successors of every node in a random order; how many moves there are.

    Of the moves that are added one closes a cycle if there may be any, then comes one from each inner node without.
    """
    _grow_tree(given, made)
    count = given.nodes - 1
    if given.cycles and count < given.moves:
        count += _close_cycle(given, made, count)
    for node in range(given.inner):
        if made.last[node] < 0 and count < given.moves:
            count += _add_move(given, made, node, count)
    for node in range(given.inner):
        made.pool[node] = node
    able = given.inner
    while count < given.moves and able > 0:
        at = _below(given.chances, made.used, able)
        if _add_move(given, made, made.pool[at], count):
            count += 1
        else:
            able -= 1
            made.pool[at] = made.pool[able]
    _fill_rows(given, made)
    _shuffle_rows(given, made)
    return count


@part
def _below(chances: Row, used: MutableRow, limit: int) -> int:
    """A whole number from 0 to `limit`, which is not included."""
    at = used[0]
    used[0] = at + 1
    return int(chances[at % len(chances)] * limit)


@part
def _append(made: Growth, source: int, target: int, move: int) -> None:
    made.ends[move] = target
    made.earlier[move] = made.last[source]
    made.last[source] = move


@part
def _grow_tree(given: Wanted, made: Growth) -> None:
    """Give every node but the root a predecessor, and all but the last few inner nodes a successor.

    Each of these has one slot for a successor, and further slots are dealt out at random, so that all are taken when
    the last leaf has been put in one.
    """
    with_slots = given.inner - max(given.fewest_dead_ends, _below(given.chances, made.used, given.most_dead_ends + 1))
    if with_slots:
        for node in range(with_slots):
            made.slots[node] = 1
        for _ in range(given.nodes - 1 - with_slots):
            node = _below(given.chances, made.used, with_slots)
            made.slots[node] += 1
    free = made.slots[0] if given.inner else 0
    for slot in range(free):
        made.pool[slot] = 0
    for node in range(1, given.nodes):
        at = _below(given.chances, made.used, free)
        free -= 1
        parent = made.pool[at]
        made.pool[at] = made.pool[free]
        made.parents[node] = parent
        made.sides[node] = 1 - made.sides[parent]
        _append(made, parent, node, node - 1)
        if node < given.inner:
            for _ in range(made.slots[node]):
                made.pool[free] = node
                free += 1


@part
def _close_cycle(given: Wanted, made: Growth, move: int) -> int:
    """Add a move back along the tree, from a node that has no move yet if there is one; 0 if none is allowed.

    With alternating turns there is none from the root; any other inner node may go back to its parent.
    """
    waiting = 0
    for node in range(given.inner):
        if made.last[node] < 0:
            made.pool[waiting] = node
            waiting += 1
    if not waiting:
        waiting = max(1, given.inner - 1)
        for at in range(waiting):
            made.pool[at] = min(at + 1, given.inner - 1)
    source = made.pool[_below(given.chances, made.used, waiting)]
    avoided = made.sides[source] if given.alternating else _NEITHER
    allowed, target = 0, source
    while True:
        if made.sides[target] != avoided:
            made.pool[allowed] = target
            allowed += 1
        if target == 0:
            break
        target = made.parents[target]
    if not allowed:
        return 0
    _append(made, source, made.pool[_below(given.chances, made.used, allowed)], move)
    return 1


@part
def _add_move(given: Wanted, made: Growth, source: int, move: int) -> int:
    """Add one move from an inner node; 0 if every allowed one is there."""
    first = 0 if given.cycles else source + 1
    avoided = made.sides[source] if given.alternating else _NEITHER
    for _ in range(_TRIES):
        target = first + _below(given.chances, made.used, given.nodes - first)
        if made.sides[target] != avoided and not _has_move(made, source, target):
            _append(made, source, target, move)
            return 1
    _mark_row(made, source, 1)
    left = 0
    for target in range(first, given.nodes):
        left += made.marks[target] != 1 and made.sides[target] != avoided
    if left:
        skipped, target = _below(given.chances, made.used, left), first - 1
        while skipped >= 0:
            target += 1
            skipped -= made.marks[target] != 1 and made.sides[target] != avoided
    _mark_row(made, source, 0)
    if left:
        _append(made, source, target, move)
    return min(left, 1)


@part
def _has_move(made: Growth, source: int, target: int) -> bool:
    move = made.last[source]
    while move >= 0:
        if made.ends[move] == target:
            return True
        move = made.earlier[move]
    return False


@part
def _mark_row(made: Growth, source: int, mark: int) -> None:
    """Mark the successors of a node."""
    move = made.last[source]
    while move >= 0:
        made.marks[made.ends[move]] = mark
        move = made.earlier[move]


@part
def _fill_rows(given: Wanted, made: Growth) -> None:
    """Write the successors of every node in the order in which they were added."""
    end = 0
    for node in range(given.inner):
        move, start = made.last[node], end
        while move >= 0:
            end += 1
            move = made.earlier[move]
        made.indptr[node + 1] = end
        move, at = made.last[node], end - 1
        while at >= start:
            made.indices[at] = made.ends[move]
            move, at = made.earlier[move], at - 1


@part
def _shuffle_rows(given: Wanted, made: Growth) -> None:
    for node in range(given.inner):
        start = made.indptr[node]
        for last in range(made.indptr[node + 1] - start - 1, 0, -1):
            one, other = start + last, start + _below(given.chances, made.used, last + 1)
            made.indices[one], made.indices[other] = made.indices[other], made.indices[one]
