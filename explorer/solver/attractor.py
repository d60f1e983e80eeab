"""Attractors: from which states play can be forced to some targets, in which order that shows, and by which move.

A state is settled as soon as enough of its successors are: the first where the player moves who wants to get to the
targets, the last where the other one does.  `waits` holds how many are left.  The targets come in rounds; later rounds
go on from what the earlier ones have settled, so that rounds from the best leaves down give bounds
(`explorer.solver.retrograde`).  `grow`, which does the work, knows only numbers and rows of numbers: it runs on lists
as it stands and on arrays when it is compiled, with the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

OUTSIDE = -1  # the level of a state that is not settled, and the cause of a target

_BETWEEN_WORDS = 4_096  # states

Rows = Sequence[Sequence[int]]
Compressed = tuple[list[int], list[int]]  # starts and entries: row i is entries[starts[i]:starts[i + 1]]


class Work(NamedTuple):
    """For each state how many successors it waits for, its level and its cause; and the order of those settled."""

    waits: list[int]
    levels: list[int]
    causes: list[int]
    order: list[int]


class Attractor(NamedTuple):
    """The states that are settled, and why.

    Attributes
    ----------
    order : they, in the order in which they were settled: round by round, in each the nearest to its targets first.
    ends : for each round, how many states were settled when it was over.
    levels : for each state, in how many moves the targets of its round are reached; `OUTSIDE` if it is not settled.
    causes : for each settled state, the successor that settled it; `OUTSIDE` for a target.
    """

    order: list[int]
    ends: list[int]
    levels: list[int]
    causes: list[int]

    def rounds(self) -> Iterable[list[int]]:
        """For each round, the states that were settled in it, in order."""
        return (self.order[begin:end] for begin, end in zip((0, *self.ends), self.ends, strict=False))


def attract(
    predecessors: Compressed,
    waits: Iterable[int],
    rounds: Iterable[Iterable[int]],
    progress: Callable[[int], None] | None = None,
) -> Attractor:
    """The attractor of targets that come in rounds, in O(moves).

    Parameters
    ----------
    predecessors : for each state, the states with a move to it.
    waits : for each state that is no target, how many successors have to be settled before it is.
    progress : called with the number of states that are settled, every few thousand of them.
    """
    left = list(waits)
    work = Work(left, [OUTSIDE] * len(left), [OUTSIDE] * len(left), [0] * len(left))
    ends, head, tail = list[int](), 0, 0
    for targets in rounds:
        for target in targets:
            if work.levels[target] == OUTSIDE:
                work.levels[target], work.order[tail] = 0, target
                tail += 1
        while head < tail:
            pause = head - head % _BETWEEN_WORDS + _BETWEEN_WORDS
            head, tail = grow(predecessors, work, head, tail, pause)
            if progress is not None and head == pause:
                progress(head)
        ends.append(tail)
    return Attractor(work.order[:tail], ends, work.levels, work.causes)


def grow(predecessors: Compressed, work: Work, head: int, tail: int, pause: int) -> tuple[int, int]:
    """How many states of `work.order` were looked at, and how many are in it, when all or `pause` of them were.

    The order begins with the `tail` states that are settled, of which `head` were looked at before.  The work is
    brought up to date in place.
    """
    starts, sources = predecessors
    waits, levels, causes, order = work
    while head < tail and head < pause:
        state = order[head]
        head += 1
        for before in sources[starts[state] : starts[state + 1]]:
            waits[before] -= 1
            if waits[before] == 0 and levels[before] == OUTSIDE:
                levels[before] = levels[state] + 1
                causes[before] = state
                order[tail] = before
                tail += 1
    return head, tail


def compressed(rows: Rows) -> Compressed:
    """Rows, one after the other."""
    return [0, *accumulate(map(len, rows))], list(chain.from_iterable(rows))


def turned(rows: Rows) -> list[list[int]]:
    """For each state, the states in whose row it is: predecessors from successors."""
    found: list[list[int]] = [[] for _ in rows]
    for state, row in enumerate(rows):
        for after in row:
            found[after].append(state)
    return found
