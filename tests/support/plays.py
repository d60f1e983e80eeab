"""What the positions of a play are worth, by brute force on the unfolded games of the oracle."""

from __future__ import annotations

import math
from collections.abc import Mapping

from support.oracle import Position, Unfolded

from explorer.model.scores import Score
from explorer.play.analysis import FIRST, SECOND, Analysis
from explorer.solver.states import State

SIDES = (FIRST, SECOND)


def positions(analysis: Analysis) -> dict[Position, State]:
    """The states by the positions of the oracle."""
    nodes = enumerate(analysis.graph.nodes)
    return {(node.id, view): State(place, view) for place, node in nodes for view in analysis.views}


def position(analysis: Analysis, state: State) -> Position:
    """The position of the oracle that a state is."""
    return analysis.graph.nodes[state.node].id, state.view


def values_in(unfolded: Unfolded, endless: Score) -> dict[Position, Score]:
    """The score of every position for Max, by attractors, endless play worth the same everywhere."""
    found: dict[Position, Score] = dict.fromkeys(unfolded.player, -math.inf)
    for level in sorted({*unfolded.score.values(), endless}):
        good = {here for here, score in unfolded.score.items() if score >= level}
        bad = {here for here, score in unfolded.score.items() if score < level}
        sure = forced(unfolded, 1, good) if level > endless else set(unfolded.player) - forced(unfolded, -1, bad)
        found |= dict.fromkeys(sure, level)
    return found


def forced(unfolded: Unfolded, side: int, goal: set[Position]) -> set[Position]:
    """From where a side can force play into the goal."""
    found, before = set(goal), -1
    while before != len(found):
        before = len(found)
        for here, after in unfolded.moves.items():
            if after and (any if unfolded.player[here] == side else all)(each in found for each in after):
                found.add(here)
    return found


def remotenesses(unfolded: Unfolded, values: Mapping[Position, Score], endless: Score) -> dict[Position, int | None]:
    """By rounds: in how many moves whoever is better off ends a play in which both keep the score."""
    found: dict[Position, int | None] = {}
    for side in SIDES:
        for here, count in _rounds(unfolded, values, side).items():
            if side * (values[here] - endless) > 0:
                found[here] = count
            elif values[here] == endless:
                found[here] = min(count, found.get(here) or count)
    return found


def _rounds(unfolded: Unfolded, values: Mapping[Position, Score], side: int) -> dict[Position, int]:
    """In how many moves a side can bring about an end with the score that a position has, the other side delaying.

    Both only make moves that keep the score.
    """
    done = dict.fromkeys(unfolded.score, 0)
    for number in range(1, len(unfolded.player) + 1):
        for here, after in unfolded.moves.items():
            keeping = [each for each in after if values[each] == values[here]]
            if here in done or not keeping:
                continue
            near = [done.get(each, number) < number for each in keeping]
            if (any if unfolded.player[here] == side else all)(near):
                done[here] = number
    return done
