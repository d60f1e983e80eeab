"""Draws are not all alike: how near a mistake is, and whose.

Here a *draw* is a state whose score is known to be what endless play is worth.  In it a *mistake* is a move that is
known to be worse for whoever makes it, and a *quiet* move one to another draw.

The idea is that of GamesCrafters' pure draw analysis (GamesmanUni shows its draw levels and draw remoteness), here for
any scores and either convention.  Level 0: a draw in which a mistake is possible presses the side to move, at a
distance of 0 moves.  From there backwards, as wins and losses are found: a side presses if it has a quiet move to a
draw in which it presses (the nearest counts); it is pressed if every move that is no mistake leads to one in which it
is pressed (the farthest counts).  Whoever is pressed has to choose between good and bad moves sooner or later, whatever
quiet moves are made.  Level n + 1 is the same among the draws that are left, with a move to a draw of a lower level in
which the other side presses as the mistake.  Draws that never get a level have quiet moves for both sides for ever, or
quiet ways to the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.play.analysis import FIRST, SECOND, Analysis
from explorer.solver.states import State


@dataclass(frozen=True)
class Pressure:
    """How a draw leans.

    Attributes
    ----------
    side : who presses: the other side is the one that has to avoid a mistake.
    level : 0 if the mistake gives away score; n if it only leads to a draw of level n - 1 in which `side` presses.
    distance : after how many quiet moves the other side must choose where a mistake is possible.
    """

    side: int
    level: int
    distance: int


def pressures(analysis: Analysis) -> dict[State, Pressure]:
    """The pressure in every draw that has one, in O(moves)."""
    return dict(_Pressing(analysis).run())


class _Pressing:
    """Retrograde analysis of the draws, level by level."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._found: dict[State, Pressure] = {}
        self._draws = set(draws(analysis))
        self._before: dict[State, list[State]] = {state: [] for state in self._draws}
        self._quiet_left: dict[State, int] = {}  # moves that are no mistake so far
        self._touched = dict.fromkeys(state for state in sorted(self._draws, key=_order) if self._link(state))

    def run(self) -> dict[State, Pressure]:
        level = 0
        while self._touched:
            fringe, self._touched = list(self._touched), {}
            self._settle(level, fringe)
            level += 1
        return self._found

    def _link(self, state: State) -> bool:
        """Take note of the moves of a draw; whether one of them is a mistake."""
        analysis, mover = self._analysis, self._analysis.to_move(state)
        after = analysis.after(state)
        mistakes = [each for each in after if analysis.hoped(each, mover) < analysis.endless_to(mover)]
        self._quiet_left[state] = len(after) - len(mistakes)
        for each in after:
            if each in self._draws:
                self._before[each].append(state)
        return bool(mistakes)

    def _settle(self, level: int, queue: list[State]) -> None:
        """Find the draws of a level, given those in which a mistake is possible; nearest first."""
        for state in queue:
            self._found[state] = Pressure(-self._analysis.to_move(state), level, 0)
        for state in queue:  # grows while it is walked
            pressure = self._found[state]
            self._touched.pop(state, None)
            for before in self._before[state]:
                if before in self._found:
                    continue
                mover = self._analysis.to_move(before)
                self._quiet_left[before] -= mover != pressure.side
                if mover == pressure.side or not self._quiet_left[before]:
                    self._found[before] = Pressure(pressure.side, level, pressure.distance + 1)
                    queue.append(before)
                else:
                    self._touched[before] = None


def draws(analysis: Analysis) -> Iterator[State]:
    """The states whose score is known to be what endless play is worth, leaves included."""
    rank = analysis.endless_rank
    for view in analysis.views:
        first, second = (analysis.assured_ranks(side, view) for side in (FIRST, SECOND))
        for index in ((first == rank) & (second == -rank)).nonzero()[0].tolist():
            yield State(index, view)


def _order(state: State) -> tuple[int, int]:
    return state.node, -state.view
