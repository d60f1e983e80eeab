"""Games by rules for tests: random ones without end, and bounds and finality worked out afresh."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hypothesis import strategies as st
from support.examples import examples

from explorer.expansion.partial import PartialGraph
from explorer.games.number_game import NumberGame
from explorer.model.graph import GameGraph, Kind
from explorer.model.rules import Owner, Rules
from explorer.model.scores import Score
from explorer.solver.operator import arrays_of
from explorer.solver.retrograde import retrograde
from explorer.trace import Bounds

quick = examples(30)
"""For properties whose every example expands many nodes."""


def number_game(start: int = 13) -> NumberGame:
    """The number game of Loops, Part 2."""
    return NumberGame(start=start, divisors=(), additions=(2, 4), threshold=6)


class Wild(Rules):
    """A random game on the numbers from 0 on, with cycles, self-loops and shared positions, and without end."""

    initial = 0

    def __init__(self, seed: int, *, negamax: bool, leaves: float, span: int) -> None:
        self.negamax = negamax
        self._seed, self._leaves, self._span = seed, leaves, span

    def moves(self, position: int) -> list[int]:
        rng = self._rng(position)
        if position and rng.random() < self._leaves:
            return []
        least = max(0, position - self._span)
        return [int(least + rng.random() * 2 * self._span) for _ in range(1 + int(3 * rng.random()))]

    def score(self, position: int) -> int:
        return int(self._rng(-position).random() * 7) - 3

    def owner(self, position: int) -> Owner:
        return "max" if self._rng(position * 7 + 5).random() < 0.5 else "min"

    def _rng(self, position: int) -> Random:
        return Random(self._seed * 1_000_003 + position)


wild_games = st.builds(
    Wild,
    st.integers(0, 10**6),
    negamax=st.booleans(),
    leaves=st.sampled_from([0.1, 0.3, 0.5]),
    span=st.sampled_from([2, 4, 9]),
)
"""Games by rules, either convention."""


def bounds_afresh(graph: GameGraph) -> dict[str, Bounds]:
    """Lower and upper bound of every node, by the iteration from both starts."""
    arrays = arrays_of(graph)
    found = retrograde(arrays)
    lower, upper = found.lower.tolist(), found.upper.tolist()
    pairs = zip(graph.nodes, lower, upper, strict=True)
    return {node.id: (arrays.score(low), arrays.score(high)) for node, low, high in pairs}


def final_by_the_rule(graph: GameGraph) -> dict[str, tuple[bool, bool]]:
    """Whether lower and upper bound of every node are final, by the five steps of Loops, Part 2, as they stand there.

    With the erratum mended (nodes without children are not final), and mirrored for Min nodes.
    """
    bounds = bounds_afresh(graph)
    considered = [node for node in graph.nodes if bounds[node.id][0] != bounds[node.id][1]]
    final = {node.id: [True, True] for node in graph.nodes}
    for node in considered:
        if node.kind is Kind.OPEN:
            final[node.id] = [False, False]
    changing = True
    while changing:
        changing = False
        for node in considered:
            if node.kind is Kind.OPEN:
                continue
            for side in (0, 1):
                if final[node.id][side] and not _holds(graph, bounds, final, node.id, side):
                    final[node.id][side] = False
                    changing = True
    return {id: (lower, upper) for id, (lower, upper) in final.items()}


def _holds(graph: GameGraph, bounds: Mapping[str, Bounds], final: Mapping[str, list[bool]], id: str, side: int) -> bool:
    """Whether a bound that was taken for final stands up to rule 3 or rule 4."""
    own = bounds[id][side]
    smallest = graph.node(id).kind is Kind.MIN
    seen = [_seen(graph, bounds, final, node.id) for node in graph.successors_of(id)]
    if smallest == (side == 1):  # rule 3: no child may promise more than is had now
        hope = 1 - side
        better = [(pair, fixed) for pair, fixed in seen if (pair[hope] < own if smallest else pair[hope] > own)]
        return all(fixed[side] for _, fixed in better)
    return any(fixed[side] for pair, fixed in seen if pair[side] == own)  # rule 4


def _seen(
    graph: GameGraph, bounds: Mapping[str, Bounds], final: Mapping[str, list[bool]], id: str
) -> tuple[Bounds, tuple[bool, bool]]:
    """Bounds and finality of a child as its predecessor sees them."""
    lower, upper = bounds[id]
    low_final, high_final = final[id]
    if graph.sign > 0:
        return (lower, upper), (low_final, high_final)
    return (-upper, -lower), (high_final, low_final)


def bounds_known(known: PartialGraph) -> dict[str, Bounds]:
    """The bounds of every node that a partial graph has kept up."""
    return {node.id: known.bounds_of(node.id) for node in known.nodes}


def final_known(known: PartialGraph) -> dict[str, tuple[bool, bool]]:
    """Which bounds a partial graph takes for final."""
    return {node.id: (known.is_final(node.id, "lower"), known.is_final(node.id, "upper")) for node in known.nodes}


def settled_value(known: PartialGraph) -> tuple[Score, Score, bool]:
    """The root's bounds, and whether they are final."""
    return (*known.bounds_of(known.root.id), known.is_settled)
