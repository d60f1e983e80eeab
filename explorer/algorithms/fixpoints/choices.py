"""Optimal moves, those that make progress, and all play against a player who keeps to a strategy.

Moves and ranks come from the attractors of the leaves; the part of the graph that a strategy leaves is T⁺ or T⁻
(Lecture, Definition 82).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.solver.attractor import OUTSIDE, attract, flat_rows, predecessor_rows
from explorer.solver.components import components
from explorer.solver.operator import arrays_of
from explorer.solver.retrograde import retrograde
from explorer.solver.states import State, reachable_from

MAX, MIN = 1, -1


@dataclass(frozen=True)
class Choices:
    """The optimal moves of every node when endless play is worth 0.

    Attributes
    ----------
    scores : of every node, in node order, from the view of the graph's scores.
    ranks : the number of moves to the end, if the player who is better off hurries and the other delays; None where the
        score is 0 and at open nodes.
    """

    graph: GameGraph
    scores: tuple[Score, ...]
    ranks: tuple[int | None, ...]

    @staticmethod
    def of(graph: GameGraph) -> Choices:
        """Return the optimal moves and progress ranks of a graph's nodes."""
        arrays = arrays_of(graph)
        found = retrograde(arrays)
        ranks: list[int] = np.clip(0, found.lower, found.upper).tolist()
        levels = zip(*found.levels.tolist(), strict=True)
        ways = tuple(None if not rank else pair[rank < 0] for rank, pair in zip(ranks, levels, strict=True))
        return Choices(graph, tuple(map(arrays.score, ranks)), ways)

    def worth(self, index: int) -> Score:
        """Return the score of an inner node in the view of the player to move there."""
        return self.graph.orientation[index] * self.scores[index]

    @cached_property
    def optimal(self) -> list[list[int]]:
        """The successors that keep each node's score, in move order; none for leaves and open nodes."""
        sign = self.graph.sign
        return [
            [other for other in row if sign * self.scores[other] == self.scores[index]]
            for index, row in enumerate(self.graph.successors)
        ]

    def choice(self, index: int) -> int:
        """Return the optimal move of an inner node for a strategy: the first that makes most progress, if any.

        Where the player to move is better off than with endless play, that is a move to the least rank; elsewhere
        there is no need to hurry.
        """
        keeping = self.optimal[index]
        return min(keeping, key=self._progress_rank) if self.worth(index) > 0 else keeping[0]

    def has_progress(self, source: int, target: int) -> bool:
        """Return whether a move that keeps a score better than endless play cannot be repeated for ever.

        It lowers the rank, or no way on that keeps the score leads back.
        """
        if self.worth(source) <= 0 or self._progress_rank(target) < self._progress_rank(source):
            return True
        return self._component[source] != self._component[target]

    @cached_property
    def _component(self) -> list[int]:
        """The number of each node's strongly connected component under the moves that keep the score."""
        indptr, indices = flat_rows(self.optimal)
        found: list[int] = components(np.array(indptr), np.array(indices, np.int64)).tolist()
        return found

    def _progress_rank(self, index: int) -> int:
        return self.ranks[index] or 0


@dataclass(frozen=True)
class PlayerStrategy:
    """A strategy of one player, with all that the other player can do against it.

    In a negamax graph the player to move at the root is Max, and a node at which both may be to move is two states:
    the view of a state is then the player to move there, MAX or MIN.

    Attributes
    ----------
    player : the player of the strategy, MAX or MIN.
    moves : the index of the chosen successor, for every inner node at which this player may be to move.
    """

    graph: GameGraph
    player: int
    moves: Mapping[int, int]

    @cached_property
    def successors(self) -> dict[State, Sequence[State]]:
        """The states that play can reach from the root, nearest first, with their successors."""
        return reachable_from(State(self.graph.root_index), self._next_states)

    def _next_states(self, state: State) -> list[State]:
        """Return the states after a state: by the strategy's move, or by any move of the other player."""
        is_ours = self.graph.orientation[state.node] * state.view == self.player
        targets = [self.moves[state.node]] if is_ours else self.graph.successors[state.node]
        return [state.after(target, self.graph.sign) for target in targets]

    @cached_property
    def own(self) -> list[int]:
        """The indices of the reachable nodes at which the strategy's player moves."""
        return [at for at, side in self.successors if self.graph.orientation[at] * side == self.player]

    @cached_property
    def can_go_on(self) -> bool:
        """Return whether the other player can make play against the strategy go on for ever."""
        number = {state: number for number, state in enumerate(self.successors)}
        rows = [[number[other] for other in after] for after in self.successors.values()]
        ends = [number for number, row in enumerate(rows) if not row]
        return OUTSIDE in attract(flat_rows(predecessor_rows(rows)), map(len, rows), [ends]).levels

    @cached_property
    def can_reach_open(self) -> bool:
        """Return whether the other player can make play come to an open node, which counts as endless play."""
        return any(self.graph.nodes[index].kind is Kind.OPEN for index, _ in self.successors)

    @cached_property
    def ends(self) -> dict[State, Score]:
        """The leaves at which play can end, with their scores in Max's view."""
        scores = {state: self.graph.nodes[state.node].score for state in self.successors}
        return {state: state.view * score for state, score in scores.items() if score is not None}

    @property
    def worth(self) -> Score:
        """The worth that the strategy secures, in Max's view, with endless play worth 0."""
        outcomes: list[Score] = [*self.ends.values(), *([0] if self.can_go_on or self.can_reach_open else [])]
        return min(outcomes) if self.player == MAX else max(outcomes)
