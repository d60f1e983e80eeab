"""Queries of links that hold a graph, as tests write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explorer.algorithms import AlgorithmChoice
from explorer.model.graph import GameGraph
from explorer.scenes.scene import Scene, with_graph
from explorer.trace.options import ENDLESS


def link_query(graph: GameGraph, algorithm: str, options: Mapping[str, Any], step: int = 0) -> dict[str, str]:
    """The query of a link to the graph at a step of an algorithm."""
    chosen = AlgorithmChoice(algorithm, {name: value for name, value in options.items() if name != ENDLESS})
    return with_graph(Scene(chosen=chosen, endless=options.get(ENDLESS, 0), step=step), graph).to_query()
