"""Minimax and alpha-beta written as the Lecture writes them: short recursive functions, for small graphs only."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any, NamedTuple

from support.examples import times
from support.graphs import game

from explorer.algorithms import find
from explorer.games import generate
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.trace import Activity, Result, Trace


class Entry(NamedTuple):
    """An answer: a score, or a bound of it by its sign, and the nodes on the path that it takes for endless play."""

    value: Score
    sign: str = ""
    needs: frozenset[str] = frozenset()


@dataclass
class Counted:
    """The value of the root, the leaves read, and what every inner node that was searched returned, in order."""

    value: Score = 0
    visits: int = 0
    leaves: list[str] = field(default_factory=list)
    returned: list[tuple[str, Entry]] = field(default_factory=list)


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


def textbook_alpha_beta(graph: GameGraph, fail: str, *, has_table: bool = False) -> Counted:
    """Alpha-beta of courses in either convention, with a table of dependency sets on demand; a back link is worth 0."""
    found, table = Counted(), dict[str, Entry]()
    is_past = operator.gt if fail == "strict" else operator.ge

    def decides(entry: Entry, alpha: Score, beta: Score) -> bool:
        past = {"≥": is_past(entry.value, beta), "≤": is_past(alpha, entry.value)}
        return past.get(entry.sign, True)

    def search(id: str, alpha: Score, beta: Score, path: frozenset[str]) -> Entry:
        found.visits += 1
        node, orientation = graph.node(id), graph.orientation[graph.index[id]]
        if id in path or not graph.successors_of(id):
            found.leaves.append(id)
            return Entry(0, needs=frozenset([id])) if id in path else Entry(node.score or 0)
        if has_table and id in table and table[id].needs <= path and decides(table[id], alpha, beta):
            return table[id]
        low, high, best, needs = alpha, beta, -math.inf * orientation, frozenset[str]()
        for other in graph.successors_of(id):
            answer = search(other.id, *((low, high) if graph.sign > 0 else (-high, -low)), path | {id})
            value, needs = graph.sign * answer.value, needs | answer.needs
            if orientation > 0:
                best, low = max(best, value), max(low, value)
            else:
                best, high = min(best, value), min(high, value)
            if is_past(best, beta) if orientation > 0 else is_past(alpha, best):
                clamped, sign, needs = (beta, "≥", answer.needs) if orientation > 0 else (alpha, "≤", answer.needs)
                break
        else:
            clamped = low if orientation > 0 else high
            sign = "≥" if is_past(best, beta) else "≤" if is_past(alpha, best) else ""
        table[id] = Entry(clamped if fail == "hard" else best, sign, needs - {id})
        found.returned.append((id, table[id]))
        return table[id]

    found.value = search(str(graph.root), -math.inf, math.inf, frozenset()).value
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


def dense_graph(seed: int) -> GameGraph:
    """A graph of nine inner nodes, with cycles or without, whose few scores often cause a cutoff or equal a bound."""
    rng = Random(seed)
    inner, leaves = [f"p{place}" for place in range(9)], [f"x{place}" for place in range(4)]
    kinds, is_acyclic = rng.choice([["mover"], ["max", "min"]]), rng.random() < 0.5
    nodes: dict[str, str | Score] = {}
    for place, id in enumerate(inner):
        targets = [*inner[place + 1 if is_acyclic else 0 :], *leaves]
        nodes[id] = " ".join([rng.choice(kinds), *rng.sample(targets, rng.randint(2, 4))])
    nodes |= {id: rng.randint(-2, 2) for id in leaves}
    return game("p0", "negamax" if kinds == ["mover"] else "minimax", **nodes)


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
