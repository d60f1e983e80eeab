"""States of play under a rule about repetition: a position with what the rule must remember of the way there.

A position is a node; in a negamax graph it is a node and whether the player to move at the root is to move.  A rule
about positions remembers those visited positions that play can still reach before the rule ends it or forbids the move;
a clock remembers the moves since the start or the last progress.  Equal states are one, and nothing else is merged.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import IS_INNER, MIN
from explorer.model.errors import LimitError, brief
from explorer.model.graph import GameGraph
from explorer.model.words import counted
from explorer.model.work_limits import work_limits
from explorer.solver.attractor import flat_rows
from explorer.solver.clock_sweeps import progress_in_rows
from explorer.solver.components import components
from explorer.solver.operator import rows_at
from explorer.unwinding.limits import (
    MOST_CLOCK_MOVES,
    MOST_CLOCK_STATES,
    MOST_STATE_MOVES,
    MOST_STATE_WORK,
    MOST_STATES,
)
from explorer.unwinding.repetition import Repetition, RepetitionKind
from explorer.unwinding.states import States, sided_states

UnfoldProgress = Callable[[int, int], None]  # takes the number of states and the most

_BETWEEN_WORDS = 2_000  # states: between two reports of progress
_NAMED = 3  # positions of a component in a sentence

Memory = tuple[frozenset[int], ...]
"""For each number of visits from 1, the remembered positions with as many or more."""

NOTHING: frozenset[int] = frozenset()


class End(IntEnum):
    """Reason why a play ends in a state, other than at a leaf of the game."""

    NONE = 0  # it goes on, or the position is a leaf
    ENDLESS = 1  # worth what endless play is worth
    LOST_BY_MAX = 2
    LOST_BY_MIN = 3
    LOST_BY_MOVER = 4  # by the player who made the last move, in a negamax graph


@dataclass
class PlayStates:
    """States in the order of discovery, nearest to the start first, and the moves between them.

    Attributes
    ----------
    vertices : of each state its position: `sides` times the index of its node, and the side.
    ends : of each state its `End`.
    parents : the state before it in a shortest play from the start; -1 for the start.
    sources, targets : the moves, by source.
    most, most_moves : limits on states and moves.
    """

    graph: GameGraph
    rule: Repetition
    sides: int
    most: int
    most_moves: int
    progress: UnfoldProgress | None = None
    vertices: array[int] = field(default_factory=lambda: array("i"))
    ends: array[int] = field(default_factory=lambda: array("b"))
    parents: array[int] = field(default_factory=lambda: array("i"))
    sources: array[int] = field(default_factory=lambda: array("i"))
    targets: array[int] = field(default_factory=lambda: array("i"))

    def add(self, vertex: int, parent: int, end: End = End.NONE) -> int:
        """Take a new state, and return its number."""
        number = len(self.vertices)
        self.vertices.append(vertex)
        self.parents.append(parent)
        self.ends.append(end)
        if number % _BETWEEN_WORDS == 0:
            work_limits().require_size(number, len(self.targets))
            if self.progress is not None:
                self.progress(number, self.most)
        if number >= self.most:
            raise self.too_large()
        return number

    def require_room(self) -> None:
        """Raise LimitError if there are too many states or moves for the rule, or for a visitor."""
        work_limits().require_size(len(self.vertices), len(self.targets))
        if len(self.vertices) > self.most or len(self.targets) > self.most_moves:
            raise self.too_large()

    def too_large(self) -> LimitError:
        """Return the error for a play with too many states, and name the component that most of them belong to."""
        states, (names, share) = counted(len(self.vertices), "state"), self._largest_component()
        return LimitError(
            f"{self.rule}: play has too many states; after {states} with {counted(len(self.targets), 'move')} the "
            f"search was ended (at most {self.most:,} with {self.most_moves:,}); {share} belong to the component of "
            f"{names}; take a smaller graph, or another rule"
        )

    def _largest_component(self) -> tuple[str, str]:
        """Return the positions of the component that most states belong to, in words, and its share of the states."""
        labels = components(self.graph.links.forward.indptr, self.graph.links.forward.indices)
        nodes = np.frombuffer(self.vertices, np.int32) // self.sides
        counts = np.bincount(labels[nodes])
        members = np.flatnonzero(labels == counts.argmax()).tolist()
        names = [brief(self.graph.columns.names[index]) for index in members[:_NAMED]]
        more = f" and {len(members) - _NAMED:,} more" if len(members) > _NAMED else ""
        return f"{', '.join(names)}{more}", f"{int(counts.max()):,} of them"


def states_under(graph: GameGraph, rule: Repetition, *, progress: UnfoldProgress | None = None) -> PlayStates:
    """Return all states that play can reach from the root under a rule.

    Raises
    ------
    LimitError
        If there are too many, with their number and the component that most of them belong to.
    """
    most, moves = (MOST_CLOCK_STATES, MOST_CLOCK_MOVES) if rule.has_clock else (MOST_STATES, MOST_STATE_MOVES)
    states = PlayStates(graph, rule, 1 if graph.sign > 0 else 2, most, moves, progress)
    walk = _ClockWalk(states) if rule.has_clock else _PositionWalk(states)
    walk.run()
    states.require_room()
    return states


# ---- rules about positions


class _Positions:
    """Positions of a game, and within each strongly connected component which of them lead to which.

    What play has visited outside the component where it is cannot be reached again, so it is not remembered.

    Attributes
    ----------
    rows : the successors of each position.
    labels : the component of each position.
    work : the steps of all searches so far.
    """

    def __init__(self, states: States) -> None:
        self.rows = states.successors
        flat = flat_rows(self.rows)
        self.labels = components(np.array(flat[0], np.int32), np.array(flat[1], np.int32)).tolist()
        self.work = 0

    def after(self, memory: Memory, target: int, *, stays: bool) -> Memory:
        """Return what is to be remembered at a position that play comes to, from its component or another."""
        first = frozenset((target,))
        visits = next(number for number, level in enumerate(memory) if target not in level) if stays else 0
        levels = [level if stays else NOTHING for level in memory]
        levels[visits] |= first
        again = self._reached(target, levels[0], levels[-1])
        return tuple(level & again for level in levels)

    def _reached(self, start: int, memory: frozenset[int], walls: frozenset[int]) -> set[int]:
        """Return those of the remembered positions that play can reach from another; walls end it."""
        rows, labels, label = self.rows, self.labels, self.labels[start]
        waiting, seen, again = [start], set[int](), set[int]()
        for vertex in waiting:  # grows while it is walked
            for other in rows[vertex]:
                if other in seen or labels[other] != label:
                    continue
                seen.add(other)
                if other in memory:
                    again.add(other)
                    if len(again) == len(memory):
                        self.work += len(seen)
                        return again
                if other not in walls and other != start:
                    waiting.append(other)
        self.work += len(seen)
        return again


class _PositionWalk:
    """Walk over all states under a rule about positions."""

    def __init__(self, states: PlayStates) -> None:
        self.states = states
        sided = sided_states(states.graph, states.sides)
        self.positions = _Positions(sided)
        nothing: Memory = (NOTHING,) * (states.rule.most_visits - 1)
        self._numbers: dict[tuple[int, Memory | End], int] = {}
        self._memories: list[Memory] = []
        self._number_of(sided.root, self.positions.after(nothing, sided.root, stays=False), End.NONE, -1)

    def run(self) -> None:
        """Find all states, nearest to the start first."""
        states, rows = self.states, self.positions.rows
        for number, vertex in enumerate(states.vertices):  # grows while it is walked
            if states.ends[number]:
                continue
            before = len(states.targets)
            states.targets.extend(self._states_after(number, vertex))
            moves = len(states.targets) - before
            states.sources.extend([number] * moves)
            if rows[vertex] and not moves:
                states.ends[number] = End.ENDLESS
            if len(states.targets) > states.most_moves:
                states.require_room()
            if self.positions.work > MOST_STATE_WORK:
                raise states.too_large()

    def _states_after(self, number: int, vertex: int) -> Iterator[int]:
        """Yield the numbers of the states after each allowed move."""
        positions, memory = self.positions, self._memories[number]
        for target in positions.rows[vertex]:
            stays = positions.labels[target] == positions.labels[vertex]
            if not stays or target not in memory[-1]:
                yield self._number_of(target, positions.after(memory, target, stays=stays), End.NONE, number)
            elif self.states.rule.kind is not RepetitionKind.NO_REPEATS:
                yield self._number_of(target, memory, self._end_after(vertex), number)

    def _number_of(self, vertex: int, memory: Memory, end: End, parent: int) -> int:
        """Return the number of a state, a new one if it is new."""
        key = (vertex, end or memory)
        if (known := self._numbers.get(key)) is not None:
            return known
        self._memories.append(memory)
        number = self._numbers[key] = self.states.add(vertex, parent, end)
        return number

    def _end_after(self, vertex: int) -> End:
        """Return how the play ends with a move from here that the rule does not let go on."""
        states = self.states
        if states.rule.kind is RepetitionKind.TIMES:
            return End.ENDLESS
        if states.sides == 2:
            return End.LOST_BY_MOVER
        return End.LOST_BY_MIN if states.graph.columns.kinds[vertex] == MIN else End.LOST_BY_MAX


# ---- a clock


class _ClockWalk:
    """Walk over all states under a clock, level by level: each is a position and the moves on the clock."""

    def __init__(self, states: PlayStates) -> None:
        self.states = states
        graph, sides = states.graph, states.sides
        self._positions = sides * len(graph.nodes)
        self._rows = graph.links.forward
        self._resets = progress_in_rows(graph)
        self._is_inner = IS_INNER[graph.columns.kinds]
        self._numbers: dict[int, int] = {}

    def run(self) -> None:
        """Find all states, nearest to the start first."""
        states = self.states
        root = np.array([states.sides * states.graph.root_index], np.int64)
        self._take(root, np.array([-1]))
        level = root
        while len(level):
            level = self._next_level(level)
            states.require_room()

    def _next_level(self, level: NDArray[np.int64]) -> NDArray[np.int64]:
        """Add the moves of the states of a level, and return the new states that they lead to."""
        states, sides = self.states, self.states.sides
        numbers = np.array([*map(self._numbers.__getitem__, level.tolist())], np.int32)
        clocks, vertices = np.divmod(level, self._positions)
        nodes, turns = np.divmod(vertices, sides)
        goes_on = (clocks < states.rule.number) | ~self._is_inner[nodes]
        at, starts = rows_at(self._rows.indptr, nodes[goes_on])
        lengths = np.diff(np.append(starts, len(at)))
        sources = np.repeat(numbers[goes_on], lengths)
        clock = np.where(self._resets[at], 0, np.repeat(clocks[goes_on] + 1, lengths))
        turn = np.repeat(sides - 1 - turns[goes_on], lengths)
        keys = (clock * len(self._is_inner) + self._rows.indices[at]) * sides + turn
        distinct, firsts, places = np.unique(keys, return_index=True, return_inverse=True)
        order = np.argsort(firsts)
        is_new = np.array([key not in self._numbers for key in distinct[order].tolist()], np.bool_)
        new = order[is_new]
        self._take(distinct[new], sources[firsts[new]])
        states.sources.extend(sources.tolist())
        states.targets.extend(np.array([*map(self._numbers.__getitem__, distinct.tolist())], np.int32)[places].tolist())
        return np.asarray(distinct[new], np.int64)

    def _take(self, keys: NDArray[np.int64], parents: NDArray[Any]) -> None:
        """Take new states with these keys."""
        most, sides = self.states.rule.number, self.states.sides
        for key, parent in zip(keys.tolist(), parents.tolist(), strict=True):
            clock, vertex = divmod(key, self._positions)
            is_end = clock == most and self._is_inner[vertex // sides]
            self._numbers[key] = self.states.add(vertex, parent, End.ENDLESS if is_end else End.NONE)
