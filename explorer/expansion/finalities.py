"""Which bounds of a graph are final."""

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
    """The other of the two bounds."""
    return UPPER if side == LOWER else LOWER


@dataclass(frozen=True)
class Finalities:
    """Whether the lower and the upper bound of each node, in node order, are final."""

    lower: tuple[bool, ...]
    upper: tuple[bool, ...]

    @classmethod
    def of_claims(cls, final: Sequence[bool]) -> Finalities:
        """Those of a graph by claim: a lower bound and the upper bound of the same node in turn."""
        return cls(tuple(final[::2]), tuple(final[1::2]))

    def of(self, side: Side) -> tuple[bool, ...]:
        """Those of the lower or of the upper bounds."""
        return self.upper if side else self.lower

    def roles(self) -> tuple[Finality, ...]:
        """The finality of each node, as a trace shows it."""
        return tuple(map(finality_of, self.lower, self.upper))

    def by_id(self, graph: GameGraph) -> dict[str, dict[str, bool]]:
        """The two lists as JSON holds them: {"lower": {id: whether final}, "upper": …}."""
        ids = [node.id for node in graph.nodes]
        return {"lower": dict(zip(ids, self.lower, strict=True)), "upper": dict(zip(ids, self.upper, strict=True))}


def roles_of_scores(
    graph: GameGraph, endless: Score = 0, *, least: Score = NEGATIVE_INFINITY, most: Score = POSITIVE_INFINITY
) -> tuple[Finality, ...]:
    """Whether the score of each node, in node order, can fall or rise with what the open nodes turn out to be.

    Parameters
    ----------
    least, most : the scores that there can be.
    """
    found = solve(graph, endless=endless)
    if not found.open:
        return (Finality.FINAL,) * len(graph.ids)
    pairs = ((found.scores[id], found.between_of(id)) for id in graph.ids)
    return tuple(finality_of(score == max(low, least), score == min(high, most)) for score, (low, high) in pairs)


def finality_of(lower: bool, upper: bool) -> Finality:
    """The finality of a node whose lower and upper bound are final or not."""
    if lower:
        return Finality.FINAL if upper else Finality.LOWER
    return Finality.UPPER if upper else Finality.TENTATIVE
