"""Games by rules for tests: random ones without end, and bounds and finality worked out afresh."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st
from support.completions import rule_word_by_word
from support.examples import examples

from explorer.expansion.partial import PartialGraph
from explorer.games.number_game import NumberGame
from explorer.model.graph import GameGraph
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
    """Whether lower and upper bound of every node are final, by the five steps of Loops, Part 2, told word by word."""
    lower, upper = zip(*bounds_afresh(graph).values(), strict=True)
    return dict(zip(graph.ids, zip(*rule_word_by_word(graph, lower, upper), strict=True), strict=True))


def bounds_known(known: PartialGraph) -> dict[str, Bounds]:
    """The bounds of every node that a partial graph has kept up."""
    return {node.id: known.bounds_of(node.id) for node in known.nodes}


def final_known(known: PartialGraph) -> dict[str, tuple[bool, bool]]:
    """Which bounds a partial graph takes for final."""
    return {node.id: (known.is_final(node.id, "lower"), known.is_final(node.id, "upper")) for node in known.nodes}


def settled_value(known: PartialGraph) -> tuple[Score, Score, bool]:
    """The root's bounds, and whether they are final."""
    return (*known.bounds_of(known.root.id), known.is_settled)
