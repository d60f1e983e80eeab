"""Pressure in draws: the side that is close to a mistake, and the distance to it.

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

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import compressed_rows
from explorer.play.analysis import FIRST, SECOND, Analysis
from explorer.solver.kernels import MutableRow, NumberRow, run
from explorer.solver.states import State

Int32s = NDArray[np.int32]


@dataclass(frozen=True)
class Pressure:
    """The side that presses in a draw, and the distance to the other side's mistake.

    Attributes
    ----------
    side : the side that presses; the other side has to avoid a mistake.
    level : 0 if the mistake gives away score; n if it only leads to a draw of level n - 1 in which `side` presses.
    distance : the number of quiet moves until the other side must choose where a mistake is possible.
    """

    side: int
    level: int
    distance: int


class Pressures(Mapping[State, Pressure]):
    """The pressure in every draw that has one, by state, held in arrays.

    Attributes
    ----------
    nodes : number of nodes of the graph.
    sides, levels, distances : by `_state_number`, in the order of nodes, view by view; the side is 0 without pressure.
    """

    def __init__(self, nodes: int, sides: Int32s, levels: Int32s, distances: Int32s) -> None:
        self.nodes = nodes
        self.sides, self.levels, self.distances = sides, levels, distances

    def __getitem__(self, state: State) -> Pressure:
        number = _state_number(state.node, state.view, self.nodes)
        if not 0 <= number < len(self.sides) or not self.sides[number]:
            raise KeyError(state)
        return Pressure(*(int(row[number]) for row in (self.sides, self.levels, self.distances)))

    def __iter__(self) -> Iterator[State]:
        for number in np.flatnonzero(self.sides).tolist():
            yield State(number % self.nodes, SECOND if number >= self.nodes else FIRST)

    def __len__(self) -> int:
        return int(np.count_nonzero(self.sides))


class _QuietMoves(NamedTuple):
    """Moves from draws to draws, in compressed rows of predecessors; a state's are `before[starts[state]:…]`.

    Attributes
    ----------
    movers : by state, the side to move, 0 at the end of the game.
    """

    starts: NumberRow
    before: NumberRow
    movers: NumberRow


class _PressureSearch(NamedTuple):
    """The state of the search for the pressure in each draw.

    Attributes
    ----------
    sides, levels, distances : by state.
    other_moves : by state, moves that are no mistake and not known to lead to where the other side presses.
    queue : states with a pressure, in the order in which they are found; it begins with those of distance 0 at level 0.
    candidates, is_candidate : states with a move to where the other side presses, at this level.
    """

    sides: MutableRow
    levels: MutableRow
    distances: MutableRow
    other_moves: MutableRow
    queue: MutableRow
    candidates: MutableRow
    is_candidate: MutableRow


def pressures(analysis: Analysis) -> Pressures:
    """Return the pressure in every draw that has one, in O(moves)."""
    nodes, links = len(analysis.graph.nodes), analysis.graph.links
    orientation, sign = analysis.arrays.orientation, analysis.arrays.sign
    count = nodes * len(analysis.views)
    is_draw = _draw_flags(analysis)
    movers = np.concatenate([orientation * view for view in analysis.views]).astype(np.int32)
    sources, targets, mistaken = [], [], []
    for view in analysis.views:
        after = view * sign
        here = _state_number(links.sources, view, nodes)
        rank = np.where(movers[here] == FIRST, analysis.endless_rank, -analysis.endless_rank)
        assured = [analysis.assured_ranks(-side, after)[links.targets] for side in (FIRST, SECOND)]
        hoped = -np.where(movers[here] == FIRST, *assured)
        sources.append(here)
        targets.append(_state_number(links.targets, after, nodes))
        mistaken.append(hoped < rank)
    source, target, is_mistake = (np.concatenate(part) for part in (sources, targets, mistaken))
    of_draws = is_draw[source]
    other_moves = np.bincount(source[of_draws & ~is_mistake], minlength=count)
    first = np.flatnonzero(np.bincount(source[of_draws & is_mistake], minlength=count))
    between = np.flatnonzero(of_draws & is_draw[target])
    rows = compressed_rows(target[between], source[between].astype(np.int32), count)
    moves = _QuietMoves(*rows, movers)
    sides, levels, distances, queue, candidates, is_candidate = (np.zeros(count, np.int32) for _ in range(6))
    queue[: len(first)] = first
    search = _PressureSearch(sides, levels, distances, other_moves.astype(np.int32), queue, candidates, is_candidate)
    run(_find_draws_by_level, moves, search, len(first), size=len(source))
    return Pressures(nodes, sides, levels, distances)


def _find_draws_by_level(moves: _QuietMoves, search: _PressureSearch, count: int) -> int:
    """Find the draws level by level, the nearest first; `count` is the number with distance 0 at level 0."""
    level, at, end = 0, 0, count
    while at < end:
        for row in range(at, end):
            state = search.queue[row]
            search.sides[state], search.levels[state] = -moves.movers[state], level
        candidate_count = 0
        while at < end:
            state = search.queue[at]
            at += 1
            side = search.sides[state]
            for row in range(moves.starts[state], moves.starts[state + 1]):
                before = moves.before[row]
                if search.sides[before] != 0:
                    continue
                if moves.movers[before] != side:
                    search.other_moves[before] -= 1
                if moves.movers[before] == side or search.other_moves[before] == 0:
                    search.sides[before], search.levels[before] = side, level
                    search.distances[before] = search.distances[state] + 1
                    search.queue[end] = before
                    end += 1
                elif search.is_candidate[before] == 0:
                    search.is_candidate[before] = 1
                    search.candidates[candidate_count] = before
                    candidate_count += 1
        for row in range(candidate_count):
            state = search.candidates[row]
            search.is_candidate[state] = 0
            if search.sides[state] == 0:
                search.queue[end] = state
                end += 1
        level += 1
    return end


def _draw_flags(analysis: Analysis) -> NDArray[np.bool_]:
    """Return for each state, by `_state_number`, whether its score is known to be that of endless play."""
    rank = analysis.endless_rank
    views = ([analysis.assured_ranks(side, view) for side in (FIRST, SECOND)] for view in analysis.views)
    return np.concatenate([(first == rank) & (second == -rank) for first, second in views])


def _state_number(node: Any, view: int, nodes: int) -> Any:
    """Return the number of a state, or of many: those of a view are consecutive."""
    return node if view == FIRST else node + nodes
