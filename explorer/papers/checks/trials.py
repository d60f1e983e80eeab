"""Graphs on which claims about all game graphs are tried, and plain definitions to compare with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

from explorer import games
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import Score

GRAPHS = 24
"""Number of generated graphs on which a claim is tried."""

GENERATED = f"on {GRAPHS} generated graphs"

FEW = tuple(range(-3, 4))  # scores
PAIRS = tuple(product(FEW, FEW))


@cache
def graphs(*, cycles: bool = True) -> tuple[GameGraph, ...]:
    """Return random game graphs, the same every time; without cycles, nodes still share successors."""
    return tuple(
        games.generate("random", nodes=12, degree=2.2, cycles=cycles, scores="-3..3", seed=seed)
        for seed in range(1, GRAPHS + 1)
    )


@cache
def trees(count: int = GRAPHS) -> tuple[GameGraph, ...]:
    """Return random complete trees of two moves and depth 4."""
    return tuple(games.generate("tree", depth=4, seed=seed) for seed in range(1, count + 1))


def figure_1(b: Score, d: Score) -> GameGraph:
    """Return the graph of Kars, Example 3.2, with any scores of b and d."""
    return game({"a": "max b c", "b": b, "c": "min d a", "d": d})


def game(nodes: Mapping[str, str | Score]) -> GameGraph:
    """Return the graph of nodes given as leaf scores, or players with successors: "max b c"."""
    made = [_parse_node(id, what) for id, what in nodes.items()]
    moves = [(id, to) for id, what in nodes.items() if isinstance(what, str) for to in what.split()[1:]]
    return GameGraph(tuple(made), tuple(moves), root=made[0].id)


def _parse_node(id: str, what: str | Score) -> Node:
    """Return the node for a score, or for text that begins with a player."""
    return Node(id, Kind(what.split()[0])) if isinstance(what, str) else Node(id, Kind.LEAF, what)


def together(parts: Sequence[GameGraph]) -> tuple[GameGraph, list[str]]:
    """Return several graphs as one, without moves between them, and the ids of their roots in it."""
    nodes = [replace(node, id=f"{number}:{node.id}") for number, part in enumerate(parts) for node in part.nodes]
    moves = [(f"{number}:{a}", f"{number}:{b}") for number, part in enumerate(parts) for a, b in part.moves]
    roots = [f"{number}:{part.root}" for number, part in enumerate(parts)]
    return GameGraph(tuple(nodes), tuple(moves), root=roots[0]), roots


def backed_up(graph: GameGraph, values: Mapping[str, Score]) -> dict[str, Score]:
    """Return every node's value after one step of Kars, Definition 4.1, independently of the solver."""
    return {node.id: _value_after_step(graph, node, values) for node in graph.nodes}


def _value_after_step(graph: GameGraph, node: Node, values: Mapping[str, Score]) -> Score:
    """Return a node's value after one step, from the values of its successors."""
    if node.kind is Kind.LEAF:
        return node.score if node.score is not None else 0
    seen = [graph.sign * values[next.id] for next in graph.successors_of(node.id)]
    return min(seen) if node.kind is Kind.MIN else max(seen)


def approximations(graph: GameGraph, *, read: bool = False) -> Iterator[dict[str, Score]]:
    """Yield s₀, s₁, … by the definition, up to the first repetition; `read`: leaves start with their scores.

    The latter are the values of the trees in which leaves of the game are not fresh, as the text of section 4 has it.
    """
    now: dict[str, Score] = dict.fromkeys(graph.ids, 0)
    if read:
        now |= {node.id: node.score for node in graph.nodes if node.score is not None}
    while True:
        yield now
        before, now = now, backed_up(graph, now)
        if now == before:
            yield now
            return


def rule_solutions(graph: GameGraph, scores: tuple[Score, ...]) -> set[tuple[tuple[str, Score], ...]]:
    """Return all assignments of values to inner nodes, out of some scores, that satisfy the minimax rule."""
    inner = [node.id for node in graph.nodes if node.kind is not Kind.LEAF]
    given = {node.id: node.score for node in graph.nodes if node.score is not None}
    found = set()
    for chosen in product(scores, repeat=len(inner)):
        values = given | dict(zip(inner, chosen, strict=True))
        if backed_up(graph, values) == values:
            found.add(tuple(zip(inner, chosen, strict=True)))
    return found


def value_of_tree(graph: GameGraph, id: str) -> Score:
    """Return the minimax value of a node of a graph without cycles, by plain recursion."""
    return _value_after_step(
        graph, graph.node(id), {next.id: value_of_tree(graph, next.id) for next in graph.successors_of(id)}
    )


def with_leaf(graph: GameGraph, id: str, score: Score) -> GameGraph:
    """Return the graph with one node turned into a leaf, without the nodes that only it led to."""
    successors = {node.id: graph.ids_after(node.id) for node in graph.nodes}
    successors[id], reached, ahead = [], {graph.root}, [graph.root]
    while ahead:
        new = [next for next in successors[str(ahead.pop())] if next not in reached]
        reached.update(new)
        ahead += new
    nodes = tuple(Node(id, Kind.LEAF, score) if node.id == id else node for node in graph.nodes if node.id in reached)
    moves = tuple((a, b) for a, b in graph.moves if a != id and a in reached)
    return GameGraph(nodes, moves, root=graph.root, convention=graph.convention)
