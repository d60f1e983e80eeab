"""Exact values that the rules of a game tell without its graph, for nodes that are still open."""

from __future__ import annotations

from dataclasses import replace

from explorer.expansion.checked_rules import CheckedRules
from explorer.model.graph import GameGraph, Kind
from explorer.model.rules import Rules
from explorer.model.scores import Score


def with_rule_values(graph: GameGraph) -> GameGraph:
    """The graph in which open nodes are leaves that score what they are worth, wherever its rules can tell.

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
    told = _told(graph, CheckedRules(rules))
    nodes = (replace(node, kind=Kind.LEAF, score=told[node.id]) if node.id in told else node for node in graph.nodes)
    span = None if graph.score_range is None else graph.hull()  # such a leaf may be an inner node's score
    return graph.replace(nodes=tuple(nodes), score_range=span)


def _told(graph: GameGraph, asked: CheckedRules) -> dict[str, Score]:
    """The values of open nodes by id, of those that can be reached."""
    told: dict[str, Score] = {}
    waiting = [asked.initial]
    met = set(waiting)
    for position in waiting:  # grows while it is walked
        node = graph.node(asked.node(position).id)
        if node.kind is Kind.OPEN:
            value = asked.value(position)
            if value is not None:
                told[node.id] = value
        else:
            fresh = [after for after in asked.expand(position)[1] if after not in met]
            met.update(fresh)
            waiting += fresh
    return told
