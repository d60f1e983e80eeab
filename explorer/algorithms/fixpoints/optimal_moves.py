"""Optimal moves, and which of them make progress, from the attractors of the leaves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.attractor import flat_rows
from explorer.solver.components import components
from explorer.solver.operator import arrays_of
from explorer.solver.retrograde import retrograde


@dataclass(frozen=True)
class Choices:
    """The optimal moves of every node when endless play is worth 0.

    Attributes
    ----------
    scores : of every node, in node order, from the view of the graph's scores.
    ranks : in how many moves the player who is better off gets there, if that player hurries and the other delays; None
        where the score is 0 and at open nodes.
    """

    graph: GameGraph
    scores: tuple[Score, ...]
    ranks: tuple[int | None, ...]

    @staticmethod
    def of(graph: GameGraph) -> Choices:
        """The choices of a graph."""
        arrays = arrays_of(graph)
        found = retrograde(arrays)
        ranks: list[int] = np.clip(0, found.lower, found.upper).tolist()
        levels = zip(*found.levels.tolist(), strict=True)
        ways = tuple(None if not rank else pair[rank < 0] for rank, pair in zip(ranks, levels, strict=True))
        return Choices(graph, tuple(map(arrays.score, ranks)), ways)

    def worth(self, index: int) -> Score:
        """The score of an inner node as the player to move there sees it."""
        return self.graph.orientation[index] * self.scores[index]

    @cached_property
    def optimal(self) -> list[list[int]]:
        """For every node the successors that keep its score, in move order; none for leaves and open nodes."""
        sign = self.graph.sign
        return [
            [other for other in row if sign * self.scores[other] == self.scores[index]]
            for index, row in enumerate(self.graph.successors)
        ]

    def chosen(self, index: int) -> int:
        """The optimal move of an inner node that a strategy takes: the first that makes most progress, if there is any.

        Where the player to move is better off than with endless play, that is a move to the least rank; elsewhere
        there is no need to hurry.
        """
        keeping = self.optimal[index]
        return min(keeping, key=self._rank) if self.worth(index) > 0 else keeping[0]

    def has_progress(self, source: int, target: int) -> bool:
        """Whether a move that keeps a score better than endless play cannot be repeated for ever.

        It lowers the rank, or no way on that keeps the score leads back.
        """
        if self.worth(source) <= 0 or self._rank(target) < self._rank(source):
            return True
        return self._component[source] != self._component[target]

    @cached_property
    def _component(self) -> list[int]:
        """For each node, the number of the strongly connected component of the moves that keep the score."""
        indptr, indices = flat_rows(self.optimal)
        found: list[int] = components(np.array(indptr), np.array(indices, np.int64)).tolist()
        return found

    def _rank(self, index: int) -> int:
        return self.ranks[index] or 0
