"""Minimax and alpha-beta written as the Lecture writes them: short recursive functions, for small graphs only."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

from support.examples import times
from support.graphs import game

from explorer.algorithms import find
from explorer.games import generate
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.trace import Activity, Result, Trace


@dataclass
class Counted:
    """What a search found and which leaves it read, in order."""

    value: Score = 0
    visits: int = 0
    leaves: list[str] = field(default_factory=list)


def lecture_alpha_beta(graph: GameGraph) -> Counted:
    """ALPHA-BETA of the Lecture on a minimax graph; a back link is a leaf worth 0."""
    found = Counted()

    def search(id: str, alpha: Score, beta: Score, path: frozenset[str]) -> Score:
        found.visits += 1
        node = graph.node(id)
        if id in path or not graph.successors_of(id):
            found.leaves.append(id)
            return 0 if id in path or node.score is None else node.score
        for other in graph.successors_of(id):
            value = search(other.id, alpha, beta, path | {id})
            alpha, beta = (max(alpha, value), beta) if node.kind is Kind.MAX else (alpha, min(beta, value))
            if alpha >= beta:
                return beta if node.kind is Kind.MAX else alpha
        return alpha if node.kind is Kind.MAX else beta

    found.value = search(str(graph.root), -math.inf, math.inf, frozenset())
    return found


def textbook_alpha_beta(graph: GameGraph) -> Counted:
    """The soft search of courses that cuts off only past a bound, in either convention; a back link is worth 0."""
    found = Counted()

    def search(id: str, alpha: Score, beta: Score, path: frozenset[str]) -> Score:
        found.visits += 1
        node, orientation = graph.node(id), graph.orientation[graph.index[id]]
        if id in path or not graph.successors_of(id):
            found.leaves.append(id)
            return 0 if id in path or node.score is None else node.score
        best = -math.inf * orientation
        for other in graph.successors_of(id):
            low, high = (alpha, beta) if graph.sign > 0 else (-beta, -alpha)
            value = graph.sign * search(other.id, low, high, path | {id})
            if orientation > 0:
                best = max(best, value)
                if best > beta:
                    return best
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                if best < alpha:
                    return best
                beta = min(beta, best)
        return best

    found.value = search(str(graph.root), -math.inf, math.inf, frozenset())
    return found


def depth_limited(graph: GameGraph, horizon: int, heuristics: dict[str, Score], endless: Score = 0) -> Score:
    """Definition 84 with the nodes at a horizon as the leaves, back links being worth `endless` (minimax graphs)."""

    def value(id: str, depth: int, path: frozenset[str]) -> Score:
        node = graph.node(id)
        if id in path:
            return endless
        if node.kind is Kind.OPEN:
            return heuristics.get(id, endless)
        if node.score is not None:
            return node.score
        if depth == horizon:
            return heuristics.get(id, 0)
        values = [value(other.id, depth + 1, path | {id}) for other in graph.successors_of(id)]
        return max(values) if node.kind is Kind.MAX else min(values)

    return value(str(graph.root), 0, frozenset())


def all_orders(graph: GameGraph) -> Iterator[GameGraph]:
    """The graph with the moves of its nodes in every order."""
    rows = [[(node.id, other.id) for other in graph.successors_of(node.id)] for node in graph.nodes]
    for choice in product(*(permutations(row) for row in rows)):
        yield graph.replace(moves=tuple(move for row in choice for move in row))


def uniform_tree(branching: int, depth: int, *, seed: int = 1, first: str = "max") -> GameGraph:
    """A uniform tree with random scores."""
    return generate("tree", branching=branching, depth=depth, first=first, scores="-9..9", seed=seed)


def leaves_read(run: Trace) -> list[str]:
    """The leaves, back links and open nodes that a search read, in order."""
    reads = (Activity.EVALUATED, Activity.BACK_LINK)
    return [str(step.focus) for step in run if step.activity.get(str(step.focus)) in reads]


def random_tree(rng: Random) -> GameGraph:
    """A small tree of either convention; now and then one of its leaves is open."""
    below: dict[int, list[str]] = {0: []}
    for place in range(1, rng.randint(1, 14)):
        below[rng.randrange(place)].append(f"n{place}")
        below[place] = []
    return _drawn(rng, {f"n{place}": row for place, row in below.items()})


def random_graph(rng: Random, *, acyclic: bool = False) -> GameGraph:
    """A small graph of either convention, with self-loops, cycles and shared nodes; acyclic if asked for."""
    inner = [f"p{number}" for number in range(rng.randint(1, 4))]
    ids = [*inner, *(f"x{number}" for number in range(rng.randint(1, 4)))]
    rows = ((id, ids[place + 1 :] if acyclic else ids) for place, id in enumerate(inner))
    below = {id: rng.sample(row, min(len(row), rng.randint(1, 4))) for id, row in rows}
    return _drawn(rng, {id: below.get(id, []) for id in ids})


KINDS: dict[str, Callable[[Random], GameGraph]] = {
    "trees": random_tree,
    "shared nodes": lambda rng: random_graph(rng, acyclic=True),
    "cycles": random_graph,
}
THOUSANDS = times(700)  # of graphs of every kind


def drained(graph: GameGraph, name: str, **options: Any) -> Result:
    """The result of a run that nobody watches."""
    entry = find(name)
    steps = entry.run(graph, **entry.parsed(options))
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            found: Result = stop.value
            return found


def _drawn(rng: Random, below: dict[str, list[str]]) -> GameGraph:
    """The graph with these moves, its players and scores drawn."""
    convention = rng.choice(["minimax", "negamax"])
    kinds = ["max", "min"] if convention == "minimax" else ["mover"]
    leaves: list[str | Score] = [-3, -2, -1, 0, 1, 2, 3, Fraction(1, 2), 0.5, "open"]
    nodes = {id: " ".join([rng.choice(kinds), *row]) if row else rng.choice(leaves) for id, row in below.items()}
    return game(next(iter(nodes)), convention, **nodes)
