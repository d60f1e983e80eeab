"""The three searches written as the sources write them: short recursive functions, for small graphs only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score


@dataclass
class Searched:
    """What a search found, and how."""

    value: Score = 0
    visits: int = 0
    memo: dict[str, tuple[Score, frozenset[str]]] = field(default_factory=dict)


def algorithm_6_7(graph: GameGraph) -> Searched:
    """Kars, Algorithm 6.7."""
    found = Searched()

    def s(r: str, marked: frozenset[str]) -> Score:
        found.visits += 1
        if r in marked:
            return 0
        return _best(graph, r, lambda q: s(q, marked | {r}))

    found.value = s(str(graph.root), frozenset())
    return found


def algorithm_7_2(graph: GameGraph, *, naive: bool = False) -> Searched:
    """Kars, Algorithm 7.2; `naive` uses the memo whatever its sets say, as Example 7.1 warns against."""
    found = Searched()

    def c(above: frozenset[str], p: str) -> tuple[Score, frozenset[str]]:
        found.visits += 1
        if p in above:
            return 0, frozenset({p})
        if p in found.memo and (naive or found.memo[p][1] <= above):
            return found.memo[p]
        depends: set[str] = set()

        def value(q: str) -> Score:
            score, needs = c(above | {p}, q)
            depends.update(needs)
            return score

        found.memo[p] = _best(graph, p, value), frozenset(depends - {p})
        return found.memo[p]

    found.value, _ = c(frozenset(), str(graph.root))
    return found


def _best(graph: GameGraph, id: str, value: Callable[[str], Score]) -> Score:
    node = graph.node(id)
    if node.kind is Kind.OPEN:
        return 0
    if node.score is not None:
        return node.score
    values = [value(other.id) for other in graph.successors_of(id)]
    if node.kind is Kind.MOVER:
        return max(-value for value in values)
    return max(values) if node.kind is Kind.MAX else min(values)
