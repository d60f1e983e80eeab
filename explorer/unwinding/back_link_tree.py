"""Size of the tree that is cut where a position recurs: paths without repetition, counted with a memo.

What hangs below a state depends on the path to it only through the *room* there: the states that play can still
reach from it without stepping on the path.  A move within the room goes on, and any other is a back link.  Only a
path's states in the same strongly connected component can be reached again, so a room lies in one component, and
whatever is below a state of another component is the same wherever it is entered.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.expansion.hitting_set import elements
from explorer.solver.attractor import flat_rows
from explorer.solver.components import components
from explorer.unwinding.states import States

Room = int  # a set of states of one component, as the bits of a number
_WORD = 1000  # bits that a step of set arithmetic handles for about the price of one
_LARGEST = 2000  # states of a component; rooms in larger ones cost more than they save


@dataclass(frozen=True)
class _Components:
    """Strongly connected components of the states; within its own each state has a bit.

    Attributes
    ----------
    number : for each state, which component it is in.
    bit : for each state, its bit in a room.
    members : for each component, its states, in the order of their bits.
    inside : for each state, its successors within the component, as bits.
    """

    number: list[int]
    bit: list[int]
    members: list[list[int]]
    inside: list[Room]


@dataclass
class _RoomMoves:
    """Moves of a state in a room: the number of back links, and the states and rooms to which the others lead."""

    back_links: int
    below: list[tuple[int, Room]]


def back_link_tree(states: States, work: int) -> int | None:
    """Return the number of nodes of the cut tree; None if that takes more than `work` steps, or too large rooms."""
    parts = _components_of(states)
    if parts is None:
        return None
    purse = _StepBudget(work)
    start = (states.root, _reachable_room(parts, states.root, _whole_room(parts, states.root), purse))
    known: dict[tuple[int, Room], int] = {}
    entered: dict[tuple[int, Room], _RoomMoves] = {}
    waiting = [start]
    while waiting:
        here = waiting[-1]
        if here in known:
            waiting.pop()
        elif here in entered:
            entry = entered.pop(waiting.pop())
            known[here] = 1 + entry.back_links + sum(known[below] for below in entry.below)
        else:
            entered[here] = _room_moves_of(states, parts, here, purse)
            waiting += [below for below in entered[here].below if below not in known]
        if purse.steps < 0:
            return None
    return known[start]


@dataclass
class _StepBudget:
    """Number of steps that a count may still take."""

    steps: int


def _room_moves_of(states: States, parts: _Components, here: tuple[int, Room], purse: _StepBudget) -> _RoomMoves:
    """Return the moves of a state in a room, and pay for the steps."""
    state, room = here
    rest = room & ~(1 << parts.bit[state])
    entry = _RoomMoves(0, [])
    for successor in states.successors[state]:
        if parts.number[successor] != parts.number[state]:
            allowed = _whole_room(parts, successor)
        elif rest >> parts.bit[successor] & 1:
            allowed = rest
        else:
            entry.back_links += 1
            continue
        entry.below.append((successor, _reachable_room(parts, successor, allowed, purse)))
    purse.steps -= 1 + len(entry.below)
    return entry


def _whole_room(parts: _Components, state: int) -> Room:
    """Return the room with all states of a state's component."""
    return (1 << len(parts.members[parts.number[state]])) - 1


def _reachable_room(parts: _Components, state: int, allowed: Room, purse: _StepBudget) -> Room:
    """Return the room of the states that can be reached from a state through allowed ones, itself included."""
    members = parts.members[parts.number[state]]
    seen = fresh = 1 << parts.bit[state]
    while fresh and purse.steps >= 0:
        found = 0
        for bit in elements(fresh):
            found |= parts.inside[members[bit]]
            purse.steps -= 1 + len(members) // _WORD
        fresh = found & allowed & ~seen
        seen |= fresh
    return seen


def _components_of(states: States) -> _Components | None:
    """Return the strongly connected components of the states; None if one is too large."""
    indptr, indices = flat_rows(states.successors)
    labels = components(np.array(indptr), np.array(indices, np.int64))
    order = np.argsort(labels, kind="stable")
    members = [each.tolist() for each in np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)]
    if max(map(len, members)) > _LARGEST:
        return None
    number, bit, inside = ([0] * len(states.successors) for _ in range(3))
    for index, component in enumerate(members):
        for position, state in enumerate(component):
            number[state], bit[state] = index, position
    for state, row in enumerate(states.successors):
        for other in row:
            if number[other] == number[state]:
                inside[state] |= 1 << bit[other]
    return _Components(number, bit, members, inside)
