"""Exact values that the rules of a game have without its graph, for nodes that are still open."""

from __future__ import annotations

from dataclasses import replace

from explorer.expansion.checked_rules import CheckedRules
from explorer.model.graph import GameGraph, Kind
from explorer.model.rules import Rules
from explorer.model.scores import Score


def with_rule_values(graph: GameGraph) -> GameGraph:
    """Return the graph with open nodes as leaves of their value, wherever the rules know it.

    Raises
    ------
    GraphError
        If the rules fail.

    Examples
    --------
    The tiling game on a board of 2 × 4, of which the start alone is expanded:

    >>> from explorer.games import generate
    >>> graph = with_rule_values(generate("tiling", rows=2, columns=4, positions=1))
    >>> [node.score for node in graph.nodes]
    [None, 3, 4, 3, 4, 3, 4, 4, 3, 3, 3]
    """
    rules = graph.rules
    if rules is None or type(rules).value is Rules.value or not any(node.kind is Kind.OPEN for node in graph.nodes):
        return graph
    values = _open_values(graph, CheckedRules(rules))
    nodes = (
        replace(node, kind=Kind.LEAF, score=values[node.id]) if node.id in values else node for node in graph.nodes
    )
    span = None if graph.score_range is None else graph.hull()  # such a leaf may have an inner node's score
    return graph.replace(nodes=tuple(nodes), score_range=span)


def _open_values(graph: GameGraph, checked: CheckedRules) -> dict[str, Score]:
    """Return the values of open nodes by id, for those that can be reached."""
    values: dict[str, Score] = {}
    waiting = [checked.initial]
    seen = set(waiting)
    for position in waiting:  # grows while it is walked
        node = graph.node(checked.node(position).id)
        if node.kind is Kind.OPEN:
            value = checked.value(position)
            if value is not None:
                values[node.id] = value
        else:
            fresh = [after for after in checked.expand(position)[1] if after not in seen]
            seen.update(fresh)
            waiting += fresh
    return values
