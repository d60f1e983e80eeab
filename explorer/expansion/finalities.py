"""The final bounds of a graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from explorer.model.graph import GameGraph
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score
from explorer.solver import solve
from explorer.trace import Finality

Side = Literal[0, 1]
LOWER: Side = 0
UPPER: Side = 1


def other_bound(side: Side) -> Side:
    """Return the name of the other bound: upper for lower, lower for upper."""
    return UPPER if side == LOWER else LOWER


@dataclass(frozen=True)
class Finalities:
    """For each node, in node order, whether its lower and its upper bound are final."""

    lower: tuple[bool, ...]
    upper: tuple[bool, ...]

    @classmethod
    def of_claims(cls, final: Sequence[bool]) -> Finalities:
        """Return the finalities for flags by claim: a lower bound and the upper bound of the same node in turn."""
        return cls(tuple(final[::2]), tuple(final[1::2]))

    def of(self, side: Side) -> tuple[bool, ...]:
        """Return for each node whether its lower bound, or its upper bound, is final."""
        return self.upper if side else self.lower

    def roles(self) -> tuple[Finality, ...]:
        """Return the finality of each node, as a trace shows it."""
        return tuple(map(finality_of, self.lower, self.upper))

    def by_id(self, graph: GameGraph) -> dict[str, dict[str, bool]]:
        """Return the two lists as JSON holds them: {"lower": {id: whether final}, "upper": …}."""
        ids = [node.id for node in graph.nodes]
        return {"lower": dict(zip(ids, self.lower, strict=True)), "upper": dict(zip(ids, self.upper, strict=True))}


def roles_of_scores(
    graph: GameGraph, endless: Score = 0, *, least: Score = NEGATIVE_INFINITY, most: Score = POSITIVE_INFINITY
) -> tuple[Finality, ...]:
    """Return for each node, in node order, whether open nodes can lower or raise its score.

    Parameters
    ----------
    least, most : the range of possible scores.
    """
    solution = solve(graph, endless=endless)
    if not solution.open:
        return (Finality.FINAL,) * len(graph.ids)
    pairs = ((solution.scores[id], solution.between_of(id)) for id in graph.ids)
    return tuple(finality_of(score == max(low, least), score == min(high, most)) for score, (low, high) in pairs)


def finality_of(lower: bool, upper: bool) -> Finality:
    """Return the finality of a node whose lower and upper bound are final or not."""
    if lower:
        return Finality.FINAL if upper else Finality.LOWER
    return Finality.UPPER if upper else Finality.TENTATIVE
