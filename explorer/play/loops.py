"""Plays that come back to a position: the loop, what it is worth, and the move that leaves it for something better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.play.verdicts import Judge, Verdict
from explorer.solver.states import State


@dataclass(frozen=True)
class Loop:
    """A play that came back to a state: a lasso.

    Attributes
    ----------
    stem : the states before the loop, in order.
    cycle : the states of the loop, from the one that came back on; the last has a move to the first.
    returns : how often play has come back to that state.
    """

    stem: tuple[State, ...]
    cycle: tuple[State, ...]
    returns: int


@dataclass(frozen=True)
class Exit:
    """A move that leaves a loop: where it begins, and the verdict on it."""

    source: State
    verdict: Verdict


def loop_of(states: Sequence[State]) -> Loop | None:
    """The loop that the last state of a play closes; None if the state is new.

    The loop is the last one: since the state was there for the last time.
    """
    here = states[-1]
    earlier = [index for index, state in enumerate(states[:-1]) if state == here]
    if not earlier:
        return None
    return Loop(tuple(states[: earlier[0]]), tuple(states[earlier[-1] : -1]), len(earlier))


def better_exit(judge: Judge, loop: Loop, side: int) -> Exit | None:
    """The best move of a side that leaves the loop and is assured of more than endless play; None if there is none.

    Moves count that make progress, so that they need not come back; of the same worth the soonest in the loop.
    """
    ways = [
        Exit(state, verdict)
        for state in loop.cycle
        if judge.analysis.to_move(state) == side
        for verdict in judge.best(state)[:1]
        if verdict.has_progress and not _goes_on(loop, state, verdict.state)
    ]
    return max(ways, key=lambda way: way.verdict.worth[0], default=None)


def _goes_on(loop: Loop, state: State, after: State) -> bool:
    """Whether a move is the one with which the loop goes on."""
    index = loop.cycle.index(state)
    return after == loop.cycle[(index + 1) % len(loop.cycle)]
