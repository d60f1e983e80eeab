"""Solvers as people write them, each with one fault, and what their tables hold in the end."""

from __future__ import annotations

import math

from support.oracle import scores_of

from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score

Table = dict[str, Score]


def naive_memo(graph: GameGraph) -> Table:
    """A memo that keeps what was found while a successor was on the path and counted as 0."""
    table: Table = {}
    sign = -1 if graph.convention is Convention.NEGAMAX else 1

    def value(id: str, path: frozenset[str]) -> Score:
        node = graph.node(id)
        if node.score is not None:
            table[id] = node.score
        elif id in path:
            return 0
        elif id not in table:
            best = min if node.kind is Kind.MIN else max
            found = best(sign * value(other.id, path | {id}) for other in graph.successors_of(id))
            table[id] = found
        return table[id]

    value(graph.ids[graph.root_index], frozenset())
    return table


def lost_draws(graph: GameGraph) -> Table:
    """Endless play is worth the least score: lost for Max, or for the player to move at each node."""
    leaves = [node.score for node in graph.nodes if node.score is not None]
    if graph.convention is Convention.NEGAMAX:
        leaves += [-score for score in leaves]
    return scores_of(graph, min(leaves, default=0))


def cut_memo(graph: GameGraph) -> Table:
    """Alpha-beta, fail-soft, whose table keeps every value as if it were exact; for graphs without cycles."""
    table: Table = {}
    is_negamax = graph.convention is Convention.NEGAMAX

    def value(id: str, alpha: Score, beta: Score) -> Score:
        """The value for whoever moves at the node."""
        node = graph.node(id)
        side = -1 if node.kind is Kind.MIN else 1
        if id not in table and node.score is not None:
            table[id] = node.score
        if id in table:
            return side * table[id]
        best: Score = -math.inf
        for other in graph.successors_of(id):
            turn = -1 if is_negamax or (other.kind is Kind.MIN) != (node.kind is Kind.MIN) else 1
            window = (max(alpha, best), beta) if turn > 0 else (-beta, -max(alpha, best))
            best = max(best, turn * value(other.id, *window))
            if best >= beta:
                break
        table[id] = side * best
        return best

    value(graph.ids[graph.root_index], -math.inf, math.inf)
    return table
