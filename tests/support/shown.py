"""What is handed out in tests: graphs with a trace at a step."""

from __future__ import annotations

from explorer.algorithms import find, trace
from explorer.drawing.exports import GraphView
from explorer.model.graph import GameGraph
from explorer.trace.recording import Limits


def shown(graph: GameGraph, algorithm: str = "score-iteration", step: int = 0) -> GraphView:
    """The graph at a step of an algorithm; a negative step counts from the end."""
    run = trace(graph, algorithm, limits=Limits(steps=300, run=300_000))
    return GraphView(graph, run, find(algorithm), step % len(run))
