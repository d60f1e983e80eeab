"""Tasks of workers that raise the keys of a part in rounds, and exchange what has risen.

A round of a part takes in what the others sent, goes to its own fixpoint (`explorer.solver.pairs`), and says which of
its nodes have risen.  Tasks are pure: they work on copies, so that Dask can run them again.  All results are tuples of
plain arrays, of which Dask knows the size, so that it can move them to disk when memory is short.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.cluster.disk import read_array, write_array
from explorer.cluster.partition import arrays_of_part
from explorer.solver.operator import rows_at
from explorer.solver.pairs import BOTTOM, RANK, PairGame, PairStates, settle_part

_STATES = ("states", "watch", "waiting")
_MESSAGES = ("ends", "where", "sent")


class GamePass(NamedTuple):
    """Properties of a pass that all of its tasks share.

    Attributes
    ----------
    work : the folder with the arrays of the parts.
    crossing : whether a move leads to the other view, as in a negamax graph.
    top : the rank of +∞.
    hopeful : whether an open node counts as +∞, in either view, instead of −∞.
    """

    work: str
    crossing: bool
    top: int
    hopeful: bool


class Messages(NamedTuple):
    """Keys that a part sends, to the parts from `first` on.

    Attributes
    ----------
    ends : those for part `first + i` are `where[ends[i]:ends[i + 1]]`.
    where : the place among the ghosts of sender and receiver, times 2, plus 1 in the mirrored view.
    """

    sender: int
    first: int
    ends: NDArray[np.int64]
    where: NDArray[np.uint32]
    keys: NDArray[np.int64]


class RoundReport(NamedTuple):
    """Numbers of a round of a part: keys sent, the largest that waits or is sent, states looked at, moves walked."""

    messages: int
    largest: int
    visits: int
    moves: int


class PartTurn(NamedTuple):
    """Result of a round of a part."""

    states: PairStates
    messages: Messages
    report: RoundReport


def first_turn(game: GamePass, part: int, parts: int) -> PartTurn:
    """Return the states before the first round: leaves know their scores, and nothing is sent."""
    ranks, is_open, orientation, own = arrays_of_part(game.work, part, "ranks", "open", "orientation", "keys")
    nodes = len(orientation)
    is_leaf = (orientation[: len(own)] == 0) & (is_open == 0)
    keys = np.full(2 * nodes, BOTTOM)
    for view, sign in enumerate((1, -1)):
        side = keys[view * nodes : view * nodes + len(own)]
        side[is_leaf] = (sign * ranks[is_leaf].astype(np.int64)) * RANK
        if game.hopeful:
            side[is_open > 0] = game.top * RANK
    rest = np.flatnonzero(keys > BOTTOM).astype(np.int32)
    states = PairStates(keys, np.zeros(2 * len(own), np.int32), rest)
    empty = Messages(part, 0, np.zeros(parts + 1, np.int64), np.empty(0, np.uint32), np.empty(0, np.int64))
    return PartTurn(states, empty, RoundReport(0, int(keys.max(initial=BOTTOM)), 0, 0))


def next_turn(game: GamePass, part: int, before: PartTurn, inbox: Sequence[Messages], least: int) -> PartTurn:
    """Return the turn after another: with all keys from `least` up at the fixpoint of this part."""
    states = PairStates(before.states.keys.copy(), before.states.watch.copy(), before.states.rest)
    front = np.concatenate((states.rest, *_take_in(game, part, states, inbox)))
    names = ("indptr", "successors", "starts", "predecessors", "orientation")
    arrays = arrays_of_part(game.work, part, *names)
    moves = PairGame(arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], front)
    settled = settle_part(moves, states, least=least, crossing=game.crossing)
    messages = _messages(game, before.messages, settled.states.keys, settled.visits)
    rest = settled.states.keys[settled.states.rest]
    largest = max(rest.max(initial=BOTTOM), messages.keys.max(initial=BOTTOM))
    report = RoundReport(len(messages.keys), int(largest), len(settled.visits), settled.moves)
    return PartTurn(settled.states, messages, report)


def _take_in(game: GamePass, part: int, states: PairStates, inbox: Sequence[Messages]) -> list[NDArray[np.int32]]:
    """Raise the keys of ghosts to those that others sent; return the states that were not waiting already."""
    (base,) = arrays_of_part(game.work, part, "base")
    nodes = len(states.keys) // 2
    is_waiting = np.zeros(len(states.keys), np.bool_)
    is_waiting[states.rest] = True
    fresh = []
    for sender, first, ends, where, keys in inbox:
        mine = slice(ends[part - first], ends[part - first + 1])
        risen = (where[mine] & 1) * np.int64(nodes) + base[sender] + (where[mine] >> 1)
        is_higher = keys[mine] > states.keys[risen]
        risen = risen[is_higher]
        states.keys[risen] = keys[mine][is_higher]
        fresh.append(risen[~is_waiting[risen]].astype(np.int32))
    return fresh


def _messages(game: GamePass, before: Messages, keys: NDArray[np.int64], visits: NDArray[np.int32]) -> Messages:
    """Return the keys of states that were looked at, for all parts that have them as ghosts."""
    part, parts = before.sender, len(before.ends) - 1
    outs, readers, places = arrays_of_part(game.work, part, "outs", "readers", "places")
    nodes = len(keys) // 2
    is_mirrored = visits >= nodes
    senders = visits - is_mirrored * np.int32(nodes)
    flat, _ = rows_at(outs, senders)
    states = np.repeat(np.arange(len(visits)), outs[senders + 1] - outs[senders])
    order = np.argsort(readers[flat], kind="stable")
    flat, states = flat[order], states[order]
    ends = np.concatenate(([0], np.cumsum(np.bincount(readers[flat], minlength=parts))))
    return Messages(part, 0, ends, 2 * places[flat] + is_mirrored[states].astype(np.uint32), keys[visits[states]])


def messages_for(turn: PartTurn, first: int, end: int) -> Messages:
    """Return the messages of a turn to the parts from `first` to before `end`."""
    sender, _, ends, where, keys = turn.messages
    ends = ends[first : end + 1]
    return Messages(sender, first, ends - ends[0], where[ends[0] : ends[-1]], keys[ends[0] : ends[-1]])


def report_of(turn: PartTurn) -> RoundReport:
    """Return the numbers of a turn."""
    return turn.report


def write_turn(turn: PartTurn, folder: str) -> int:
    """Write a turn as plain arrays, and return their size in bytes."""
    arrays: list[Any] = [*turn.states, *turn.messages[2:], np.array(turn.report, np.int64)]
    for name, array in zip((*_STATES, *_MESSAGES, "report"), arrays, strict=True):
        write_array(folder, name, array)
    return sum(array.nbytes for array in arrays)


def read_turn(part: int, folder: str) -> PartTurn:
    """Return the turn that was written to a folder."""
    arrays: list[Any] = [read_array(folder, name, is_mapped=False) for name in (*_STATES, *_MESSAGES, "report")]
    return PartTurn(PairStates(*arrays[:3]), Messages(part, 0, *arrays[3:6]), RoundReport(*arrays[6].tolist()))


def read_states(folder: str) -> NDArray[np.int64]:
    """Return the keys of the turn that was written to a folder, mapped from disk."""
    keys: NDArray[np.int64] = read_array(folder, _STATES[0])
    return keys
