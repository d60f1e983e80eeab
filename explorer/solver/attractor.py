"""Attractors: states from which play can be forced to targets, in the order of forcing, and the moves.

A state is settled as soon as enough of its successors are: the first where the player moves who wants to get to the
targets, the last where the other one does.  `waits` holds how many are left.  The targets come in rounds; later rounds
go on from the states that earlier ones settled, so that rounds from the best leaves down give bounds
(`explorer.solver.retrograde`).  `settle` is a kernel (`explorer.solver.kernels`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple

import numpy as np

from explorer.solver.kernels import MutableRow, NumberRow, is_compiled, part, prefetch, run

OUTSIDE = -1  # the level of a state that is not settled, and the cause of a target

BETWEEN_WORDS = 4_096  # states
FEW_CALLS = 4  # so many times larger must work be for which numba is imported, where a few kernels run once

NodeRows = Sequence[Sequence[int]]
Compressed = tuple[list[int], list[int]]  # starts and entries: row i is entries[starts[i]:starts[i + 1]]


class TargetGame(NamedTuple):
    """Game of reaching targets: the moves backwards, and the target states in rounds.

    Attributes
    ----------
    starts, sources : the nodes with a move to each node, compressed.
    targets, firsts : the targets, round by round; those of a round begin at its entry of `firsts`, which has one more.
    crossing : 0 if the states are the nodes.  In a negamax graph the number of nodes: a state is a node in the plain
        view, or this many more in the mirrored one, and a move leads to the other view.
    """

    starts: NumberRow
    sources: NumberRow
    targets: NumberRow
    firsts: NumberRow
    crossing: int


class AttractorWork(NamedTuple):
    """State of the work on an attractor.

    Attributes
    ----------
    waits : for each state how many successors it waits for, at least 1 at first; 0 or less once it is settled.
    causes : for each state the successor that settled it; no entries if causes are not needed.
    order : the states that are settled, ~state for the first of every level but 0; with room for one more.
    ends : for each round, how many states were settled before it; and in all.
    at : the counters `ROUND` to `LAYER`.
    """

    waits: MutableRow
    causes: MutableRow
    order: MutableRow
    ends: MutableRow
    at: MutableRow


ROUND, HEAD, TAIL, LAYER = range(4)
"""Counters: rounds that were begun, states of the order that were looked at, states in it, and the start of the next
level there."""

BEGIN = (0, 0, 0, 0)


class Attractor(NamedTuple):
    """States from which a player forces play to targets, with the round and move of each.

    Attributes
    ----------
    order : the states in the order in which they were settled: by rounds, in each the nearest to its targets first.
    ends : for each round, the number of states settled up to its end.
    levels : for each state, the number of moves to the targets of its round; `OUTSIDE` if it is not settled.
    causes : for each settled state, the successor that settled it; `OUTSIDE` for a target.
    """

    order: list[int]
    ends: list[int]
    levels: list[int]
    causes: list[int]

    def rounds(self) -> Iterable[list[int]]:
        """Return the states that each round settled, in order."""
        return (self.order[begin:end] for begin, end in zip((0, *self.ends), self.ends, strict=False))


def attract(
    predecessors: tuple[NumberRow, NumberRow],
    waits: Iterable[int],
    rounds: Iterable[Iterable[int]],
    progress: Callable[[int], None] | None = None,
) -> Attractor:
    """Return the attractor of targets that come in rounds, in O(moves).

    Parameters
    ----------
    predecessors : for each state, the states with a move to it.
    waits : for each state that is no target, the number of successors that have to be settled before it.
    progress : called with the number of settled states, every few thousand of them.
    """
    left = [number or 1 for number in waits]  # a state without successors waits for ever
    targets, firsts = flat_rows([list(each) for each in rounds])[::-1]
    size, states = len(predecessors[1]) // FEW_CALLS, len(left)
    row = _array_of if is_compiled(settle, size) else _list_of
    ends = row([0] * len(firsts))
    work = AttractorWork(row(left), row([OUTSIDE] * states), row([0] * (states + 1)), ends, row([*BEGIN]))
    game = TargetGame(row(predecessors[0]), row(predecessors[1]), row(targets), row(firsts), 0)
    while run(settle, game, work, work.at[HEAD] + BETWEEN_WORDS, 0, size=size):
        if progress is not None:
            progress(int(work.at[HEAD]))
    levels = row([OUTSIDE] * states)
    count = run(unpack_ranks, SettledStates(work.order, ends, ends), RanksAndLevels(work.waits, levels), size=size)
    order = [max(state, ~state) for state in _list_of(work.order)[:count]]
    return Attractor(order, _list_of(ends)[1:], _list_of(levels), _list_of(work.causes))


def _array_of(numbers: NumberRow) -> Any:
    """Return numbers as an array for compiled code."""
    return np.asarray(numbers, np.int32)


def _list_of(numbers: NumberRow) -> list[int]:
    """Return numbers as a list, the same one if they are one."""
    if isinstance(numbers, np.ndarray):
        return [*numbers.tolist()]
    return numbers if isinstance(numbers, list) else [numbers[place] for place in range(len(numbers))]


def settle(game: TargetGame, work: AttractorWork, pause: int, ahead: int) -> int:
    """Settle states until all, or `pause`, of the settled ones were looked at; return whether there is more to do.

    The moves to one state and to the next are walked in one loop: of two loops, one in the other, the processor would
    guess wrong at the end of every short row.

    Parameters
    ----------
    ahead : the distance in the order at which states are fetched from memory ahead of their turn; 0 for none.
    """
    starts, sources, targets, firsts, crossing = game
    waits, causes, order, ends, at = work
    number, head, tail, layer = at[ROUND], at[HEAD], at[TAIL], at[LAYER]
    nodes, has_causes = len(starts) - 1, len(causes) > 0
    state, base, move, end = 0, 0, 0, 0
    while True:
        if move < end:
            before = base + sources[move]
            move += 1
            left = waits[before] - 1
            waits[before] = left
            order[tail] = before  # stays if it is settled: no branch that the processor would have to guess
            tail += left == 0
            if has_causes and left == 0:
                causes[before] = state
        elif head == tail:  # the round is over
            ends[number] = tail
            if number == len(ends) - 1:
                break
            tail = _settle_targets(targets, (firsts[number], firsts[number + 1]), waits, order, tail)
            layer = tail
            number += 1
        elif head < pause:
            if ahead > 0 and head + 2 * ahead < tail:
                state = order[head + 2 * ahead]
                prefetch(starts, state if state < nodes else state - nodes)
            if ahead > 0 and head + ahead < tail:
                state = order[head + ahead]
                prefetch(sources, starts[state if state < nodes else state - nodes])
            state = order[head]
            if head == layer:
                order[head] = ~state
                layer = tail
            head += 1
            node, base = (state, crossing) if state < nodes else (state - nodes, 0)
            move, end = starts[node], starts[node + 1]
        else:
            break
    ends[number] = tail
    at[ROUND], at[HEAD], at[TAIL], at[LAYER] = number, head, tail, layer
    return int(head < tail or number < len(ends) - 1)


@part
def _settle_targets(targets: NumberRow, which: tuple[int, int], waits: MutableRow, order: MutableRow, tail: int) -> int:
    """Settle the target states of one round, and return the number of settled states."""
    for each in range(which[0], which[1]):
        state = targets[each]
        if waits[state] > 0:
            waits[state] = 0
            order[tail] = state
            tail += 1
    return tail


class SettledStates(NamedTuple):
    """States in the order in which they were settled, and the rank of each round."""

    order: NumberRow
    ends: NumberRow
    ranks: NumberRow


class RanksAndLevels(NamedTuple):
    """For each state the rank of the round that settled it, and its level; others keep their numbers."""

    ranks: MutableRow
    levels: MutableRow


def unpack_ranks(inputs: SettledStates, outputs: RanksAndLevels) -> int:
    """Give each settled state the rank of its round and its level; return the number of these states."""
    order, ends, ranks = inputs
    found, levels = outputs
    for number in range(len(ends) - 1):
        rank, level = ranks[number], 0
        for each in range(ends[number], ends[number + 1]):
            state = order[each]
            if state < 0:
                state = ~state
                level += 1
            found[state] = rank
            levels[state] = level
    return int(ends[len(ends) - 1])


def flat_rows(rows: NodeRows) -> tuple[list[int], list[int]]:
    """Return lists of numbers, one after the other, as compressed rows."""
    return [0, *accumulate(map(len, rows))], list(chain.from_iterable(rows))


def predecessor_rows(rows: NodeRows) -> list[list[int]]:
    """Return the predecessors of each state: the states in whose rows it is."""
    found: list[list[int]] = [[] for _ in rows]
    for state, row in enumerate(rows):
        for after in row:
            found[after].append(state)
    return found
