"""Bounds by growing attractors, as events: what the stepped exact solver and the strategies share.

As in `explorer.solver.retrograde`, a *state* is a node in one of two views: plain, where it is about lower bounds, and
mirrored, where scores are negated, the players change places and it is about upper bounds.  A state is the place of its
node, plus the number of nodes if it is mirrored.  A move of a minimax graph stays in its view, a move of a negamax
graph changes it.  States are settled from the best leaf down: where the player who takes the largest moves, by the
first successor, where the other one does, by the last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from explorer.solver.operator import GraphArrays


@dataclass(frozen=True, slots=True)
class Event:
    """A state that was settled, or that waits for one successor fewer.

    Attributes
    ----------
    state : the state.
    cause : the successor, settled before, that is looked at; -1 for a leaf.
    is_settled : whether the state is settled by it.
    """

    state: int
    cause: int
    is_settled: bool


class Attractors:
    """The states settled so far.

    Attributes
    ----------
    floors : for each state, the rank that it is settled at, -∞ if it is not.
    levels : in how many moves, as long as play stays among states of this floor.
    waits : how many successors have to be settled before it is.
    """

    def __init__(self, arrays: GraphArrays) -> None:
        self.arrays = arrays
        self.nodes = len(arrays.orientation)
        orientation: list[int] = arrays.orientation.tolist()
        degrees: list[int] = (arrays.indptr[1:] - arrays.indptr[:-1]).tolist()
        pairs = [*zip(orientation, degrees, strict=True), *((-o, d) for o, d in zip(orientation, degrees, strict=True))]
        self.waits = [1 if turn > 0 else degree for turn, degree in pairs]
        self.floors = [-arrays.top] * len(pairs)
        self.levels = [0] * len(pairs)
        starts, sources = arrays.predecessors
        self._starts: list[int] = starts.tolist()
        self._sources: list[int] = sources.tolist()

    def events(self) -> Iterator[Event]:
        """Settle all that can be settled, best leaves first; each event is yielded when it has happened."""
        leaves = [*zip(self.arrays.leaves.tolist(), self.arrays.leaf_ranks.tolist(), strict=True)]
        states = [*leaves, *((place + self.nodes, -rank) for place, rank in leaves)]
        states.sort(key=lambda pair: -pair[1])
        for rank, group in groupby(states, key=lambda pair: pair[1]):
            yield from self._grow(rank, [state for state, _ in group])

    def run(self) -> Attractors:
        """These attractors, with all settled that can be."""
        for _ in self.events():
            pass
        return self

    def is_settled(self, state: int) -> bool:
        """Whether the state has a floor."""
        return self.floors[state] > -self.arrays.top

    def after(self, state: int) -> int:
        """What to add to the place of a successor to get its state: 0 or the number of nodes."""
        return self.nodes if (state >= self.nodes) == (self.arrays.sign > 0) else 0

    def _grow(self, rank: int, queue: list[int]) -> Iterator[Event]:
        for state in queue:
            self.floors[state] = rank
            yield Event(state, -1, True)
        for state in queue:  # grows while it is walked, nearest first
            shift, place = self.after(state), state % self.nodes
            for source in self._sources[self._starts[place] : self._starts[place + 1]]:
                before = source + shift
                if self.is_settled(before):
                    continue
                self.waits[before] -= 1
                if not self.waits[before]:
                    self.floors[before], self.levels[before] = rank, self.levels[state] + 1
                    queue.append(before)
                yield Event(before, state, not self.waits[before])
