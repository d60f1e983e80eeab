"""Verdicts on the moves of a position for the player who makes them, and the best of the moves.

The order of moves is that of exact play.  First comes what the player is assured of.  Among equals, where that is
better than endless play, the shortest way to it, so that every move makes progress; where it is worse, the longest;
where it is the same, the move that tempts most, that is after which most replies lose something, and then the one that
puts the other side under pressure (`explorer.play.draws`), at the lowest level and soonest.  What can be hoped for
comes last, and then the order of the moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from explorer.model.graph import Node
from explorer.model.scores import NEGATIVE_INFINITY, Score
from explorer.play.analysis import Analysis
from explorer.play.draws import Pressure, Pressures, pressures
from explorer.solver.states import State
from explorer.trace import Bounds


class Standing(StrEnum):
    """The comparison of a player's assured score with the value of endless play."""

    BETTER = "better"
    SAME = "same"
    WORSE = "worse"


@dataclass(frozen=True)
class MoveVerdict:
    """The verdict on one move of a position; every number is seen by the player who makes it.

    Attributes
    ----------
    state : the state after the move.
    worth : the scores that are assured and that can be hoped for; equal where the score is known.
    loss : how much it worsens the score, at least and at most; (0, 0) for a move that keeps it.
    standing : how the assured score compares with endless play.
    remoteness : the number of moves to the end after it, as `Analysis.remoteness` has it.
    has_progress : of a move that is better than endless play and assured of as much as any: whether it is on the way
        to the end, so that it lowers the remoteness and cannot be repeated for ever.
    replies, losing_replies : how many replies the other side has, if it is to move, and how many are known to lose.
    best_reply : the best reply, by the order of exact play as far as it goes without tempting; None if the game is over
        or nothing is known.
    pressure : in a draw, the side that has to avoid a mistake.
    """

    state: State
    worth: Bounds
    loss: Bounds
    standing: Standing
    remoteness: int | None
    has_progress: bool
    replies: int
    losing_replies: int
    best_reply: State | None
    pressure: Pressure | None

    @property
    def is_known(self) -> bool:
        """Return whether the score after the move is known."""
        return self.worth[0] == self.worth[1]

    @property
    def keeps(self) -> bool:
        """Return whether the move is known to be optimal."""
        return self.loss == (0, 0)

    @property
    def loses(self) -> bool:
        """Return whether the move is known to worsen the score."""
        return self.loss[0] > 0


@dataclass(frozen=True)
class Judge:
    """A judge of the moves of the states of an analysis, which remembers its verdicts."""

    analysis: Analysis

    def node(self, state: State) -> Node:
        """Return the node of a state."""
        return self.analysis.graph.nodes[state.node]

    def worth(self, state: State, side: int) -> Bounds:
        """Return the scores that a side is assured of and can hope for, in its view."""
        return self.analysis.assured_score(state, side), self.analysis.hoped_score(state, side)

    def verdicts(self, state: State) -> Sequence[MoveVerdict]:
        """Return the verdict on every move of a state, in move order; none if there are no moves."""
        if state not in self._verdicts:
            mover, after = self.analysis.to_move(state), self.analysis.after(state)
            worths = [self.worth(each, mover) for each in after]
            losses = _losses_of_moves(worths)
            self._verdicts[state] = [
                self._verdict_on_move(state, *each) for each in zip(after, worths, losses, strict=True)
            ]
        return self._verdicts[state]

    def best(self, state: State) -> list[MoveVerdict]:
        """Return the verdicts on the moves of a state, the best move first."""
        mover = self.analysis.to_move(state)
        return sorted(
            self.verdicts(state), key=lambda verdict: self._move_key(verdict, mover)
        )  # which keeps the move order

    def losing_moves(self, state: State) -> int:
        """Return how many moves of a state are known to worsen the score of the player to move."""
        mover, after = self.analysis.to_move(state), self.analysis.after(state)
        best = max((self.analysis.assured_score(each, mover) for each in after), default=NEGATIVE_INFINITY)
        return sum(self.analysis.hoped_score(each, mover) < best for each in after)

    def pressure(self, state: State) -> Pressure | None:
        """Return the pressure in a draw; None in any other state."""
        return self._pressures.get(state)

    @cached_property
    def _pressures(self) -> Pressures:
        return pressures(self.analysis)

    @cached_property
    def _verdicts(self) -> dict[State, list[MoveVerdict]]:
        return {}

    def _verdict_on_move(self, before: State, state: State, worth: Bounds, loss: Bounds) -> MoveVerdict:
        analysis = self.analysis
        mover = analysis.to_move(before)
        standing = standing_of(worth[0], analysis.endless_to(mover))
        is_best = standing is Standing.BETTER and worth[0] == analysis.assured_score(before, mover)
        replies = len(analysis.after(state)) if analysis.to_move(state) == -mover else 0
        return MoveVerdict(
            state=state,
            worth=worth,
            loss=loss,
            standing=standing,
            remoteness=analysis.remoteness(state),
            has_progress=is_best and analysis.moves_needed(state, mover) < analysis.moves_needed(before, mover),
            replies=replies,
            losing_replies=self.losing_moves(state) if replies else 0,
            best_reply=self._best_reply(state),
            pressure=self.pressure(state) if standing is Standing.SAME and worth[0] == worth[1] else None,
        )

    def _best_reply(self, state: State) -> State | None:
        """Return the first move that assures the player to move most; None if there is none or nothing is known."""
        mover, after = self.analysis.to_move(state), self.analysis.after(state)
        if all(self.analysis.assured_score(each, mover) == NEGATIVE_INFINITY for each in after):
            return None
        return min(after, key=lambda each: self._outcome_key(each, mover))

    def _outcome_key(self, state: State, mover: int) -> tuple[Score, int]:
        """Return a key that sorts states after moves by the assured score and the way to it, the best first."""
        assured = self.analysis.assured_score(state, mover)
        ways: dict[Standing, Callable[[State, int], int]] = {
            Standing.BETTER: self.analysis.moves_needed,
            Standing.SAME: lambda state, side: 0,
            Standing.WORSE: lambda state, side: -self.analysis.moves_of_delay(state, side),
        }
        return -assured, ways[standing_of(assured, self.analysis.endless_to(mover))](state, mover)

    def _move_key(self, verdict: MoveVerdict, mover: int) -> tuple[Any, ...]:
        """Return a key that sorts the moves of a state, the best first."""
        tempting: tuple[int, ...] = ()
        if verdict.standing is Standing.SAME:
            quiet = verdict.replies - verdict.losing_replies
            tempting = (-verdict.losing_replies, quiet, *_pressure_key(verdict.pressure, mover))
        return (*self._outcome_key(verdict.state, mover), tempting, -verdict.worth[1])


def standing_of(worth: Score, endless: Score) -> Standing:
    """Return how a score compares with the value of endless play, both seen by one side."""
    return Standing.BETTER if worth > endless else Standing.WORSE if worth < endless else Standing.SAME


def _losses_of_moves(worths: Sequence[Bounds]) -> list[Bounds]:
    """Return for each move how much it is worse than the best other one, at least and at most."""
    least, most = (_best_others([worth[end] for worth in worths]) for end in (0, 1))
    return [
        (_positive_gap(low, hoped), _positive_gap(high, assured))
        for (assured, hoped), low, high in zip(worths, least, most, strict=True)
    ]


def _best_others(scores: Sequence[Score]) -> list[Score]:
    """Return for each score the largest of the others; -∞ if there is no other."""
    second, first = sorted([NEGATIVE_INFINITY, NEGATIVE_INFINITY, *scores])[-2:]
    at = scores.index(first) if scores else 0
    return [second if index == at else first for index in range(len(scores))]


def _positive_gap(high: Score, low: Score) -> Score:
    """Return how much the first number is larger, else 0; equal infinities have no gap."""
    return high - low if high > low else 0


def _pressure_key(pressure: Pressure | None, side: int) -> tuple[int, int, int]:
    """Return a key that sorts draws: those in which the side presses first, at a low level and soon."""
    if pressure is None:
        return 0, 0, 0
    if pressure.side == side:
        return -1, pressure.level, pressure.distance
    return 1, -pressure.level, -pressure.distance
