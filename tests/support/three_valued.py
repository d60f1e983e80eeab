"""Graphs whose leaves are wins, draws and losses."""

from __future__ import annotations

from dataclasses import replace

from explorer.model.graph import GameGraph


def three_valued(graph: GameGraph) -> GameGraph:
    """The graph with 1, 0 or -1 for every leaf, by the sign of its score."""
    nodes = tuple(
        node if node.score is None else replace(node, score=(node.score > 0) - (node.score < 0)) for node in graph.nodes
    )
    return graph.replace(nodes=nodes)
