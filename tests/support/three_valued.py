"""Graphs whose leaves are wins, draws and losses."""

from __future__ import annotations

from dataclasses import replace

from support.graphs import game
from support.oracle import scores_of

from explorer.model.graph import GameGraph
from explorer.model.scores import Score


def impartial_scores(graph: GameGraph) -> dict[str, Score]:
    """The scores if either player may make every move; an end is lost, or in a negamax graph as its score says."""
    nodes: dict[str, str | Score] = {}
    for node in (three_valued(graph) if graph.sign < 0 else graph).nodes:
        after = [other.id for other in graph.successors_of(node.id)]
        lost = -1 if graph.sign > 0 or node.score is None else node.score
        nodes[node.id] = " ".join(["mover", *after]) if after else lost
    return scores_of(game(str(graph.root), "negamax", **nodes))


def three_valued(graph: GameGraph) -> GameGraph:
    """The graph with 1, 0 or -1 for every leaf, by the sign of its score."""
    nodes = tuple(
        node if node.score is None else replace(node, score=(node.score > 0) - (node.score < 0)) for node in graph.nodes
    )
    return graph.replace(nodes=nodes)


def all_lost(graph: GameGraph) -> GameGraph:
    """The graph with every end lost for the player to move, if it is a negamax graph."""
    nodes = (node if node.score is None or graph.sign > 0 else replace(node, score=-1) for node in graph.nodes)
    return graph.replace(nodes=tuple(nodes))
