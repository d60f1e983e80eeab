"""Partly open graphs worked out by brute force: bounds by the oracle, completions one by one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from hypothesis import strategies as st
from support.graphs import game, game_graphs, with_open_nodes_as
from support.oracle import scores_of

from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.scores import Score

BOUNDS = ("lower", "upper")


@st.composite
def ranged(draw: st.DrawFn, **limits: object) -> GameGraph:
    """A graph with open nodes and a range in which its leaves lie, often at an end."""
    graph = draw(game_graphs(**({"max_open": 2, "max_inner": 4, "max_degree": 3} | limits)))
    scores = graph.columns.scale or (0,)
    least, most = scores[0] - draw(st.integers(0, 2)), scores[-1] + draw(st.integers(0, 2))
    return graph.replace(score_range=(least, most))


def bound_by_oracle(graph: GameGraph, node_id: str, bound: str) -> Score:
    """The bound of a node; open nodes count as endless play."""
    return scores_of(graph, -math.inf if bound == "lower" else math.inf)[node_id]


def open_ids(graph: GameGraph) -> list[str]:
    """The open nodes, in order."""
    return [node.id for node in graph.nodes if node.kind is Kind.OPEN]


def candidate_scores(graph: GameGraph) -> list[Score]:
    """Scores of which every order with the graph's own is possible, negated ones included in a negamax graph."""
    own = {0, *(node.score for node in graph.nodes if node.score is not None)}
    if graph.convention is Convention.NEGAMAX:
        own |= {-score for score in own}
    return sorted({*own, min(own) - 1, max(own) + 1})


def with_scores(graph: GameGraph, scores: dict[str, Score | None]) -> GameGraph:
    """The graph with some open nodes made leaves; None makes a node that only moves to itself."""

    def choose(node: Node) -> tuple[Node, Sequence[str]]:
        if node.id not in scores:
            return node, ()
        score = scores[node.id]
        endless = Kind.MOVER if graph.convention is Convention.NEGAMAX else Kind.MAX
        return (Node(node.id, endless), (node.id,)) if score is None else (Node(node.id, Kind.LEAF, score), ())

    return with_open_nodes_as(graph, choose)


def completions(graph: GameGraph, ids: Sequence[str]) -> Iterator[GameGraph]:
    """All completions of some open nodes by candidate scores and by endless play."""
    for scores in product([None, *candidate_scores(graph)], repeat=len(ids)):
        yield with_scores(graph, dict(zip(ids, scores, strict=True)))


def least_size(graph: GameGraph, node_id: str, bound: str) -> int | None:
    """The size of a smallest set of open nodes with two completions that give different bounds."""
    ids = open_ids(graph)
    for size in range(1, len(ids) + 1):
        for chosen in combinations(ids, size):
            values = (bound_by_oracle(each, node_id, bound) for each in completions(graph, chosen))
            first = next(values)
            if any(value != first for value in values):
                return size
    return None


def as_minimax(graph: GameGraph) -> GameGraph:
    """A minimax graph itself; of a negamax graph the doubled one, p for Max to move at p and p' for Min."""
    if graph.convention is Convention.MINIMAX:
        return graph
    nodes: dict[str, str | Score] = {}
    for mark, other, sense in (("", "'", "max"), ("'", "", "min")):
        for node in graph.nodes:
            after = [each.id + other for each in graph.successors_of(node.id)]
            leaf = None if node.score is None else -node.score if mark else node.score
            nodes[node.id + mark] = " ".join([sense, *after]) if after else "open" if leaf is None else leaf
    return game(str(graph.root), **nodes)


def ends_of(graph: GameGraph, bound: str, endless: Score = 0) -> tuple[Score, Score]:
    """The least and the largest that a bound can be: endless play counts for the player whom the bound favours."""
    if graph.score_range is None:
        return -math.inf, math.inf
    signs = (1, -1) if graph.convention is Convention.NEGAMAX else (1,)
    ends, worths = ([sign * score for score in scores for sign in signs] for scores in (graph.score_range, [endless]))
    return (min(ends + worths), max(ends)) if bound == "lower" else (min(ends), max(ends + worths))


def known_bound(graph: GameGraph, node_id: str, bound: str, ends: tuple[Score, Score]) -> Score:
    """The bound of a node, open nodes as endless play, where it can be no worse than its end."""
    found = bound_by_oracle(graph, node_id, bound)
    return max(found, ends[0]) if bound == "lower" else min(found, ends[1])


def is_final(graph: GameGraph, node_id: str, bound: str, endless: Score = 0) -> bool:
    """Whether the bound is the same with every open node at its worst and at its best, for each turn by itself."""
    plain, ends = as_minimax(graph), ends_of(graph, bound, endless)
    worth = best_worth(graph, bound, ends)
    best = with_scores(plain, dict.fromkeys(open_ids(plain), worth))
    return known_bound(plain, node_id, bound, ends) == known_bound(best, node_id, bound, ends)


def best_worth(graph: GameGraph, bound: str, ends: tuple[Score, Score]) -> Score:
    """The best that an open node can be for the player whom a bound favours."""
    if graph.score_range is not None:
        return ends[1] if bound == "lower" else ends[0]
    return max(candidate_scores(graph)) if bound == "lower" else min(candidate_scores(graph))


def can_end(graph: GameGraph) -> bool:
    """Whether play from the root always ends: no cycle and no open node is reached."""

    def ends(id: str, path: tuple[str, ...]) -> bool:
        if id in path or graph.node(id).kind is Kind.OPEN:
            return False
        return all(ends(other, (*path, id)) for other in graph.ids_after(id))

    return ends(str(graph.root), ())
