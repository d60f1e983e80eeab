"""Samples for tests that run over all algorithms."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.algorithms import find, for_explore
from explorer.games.samples import load_sample, sample_names
from explorer.model.graph import GameGraph

VARIED = ("components", "negamax-half-final", "reachability")
"""Samples that between them have all that one can: both conventions, cycles, open nodes, fractions, labels."""

LARGEST = ("real-game", "takeaway-10")  # with which a run of every algorithm takes seconds


def sample_for(algorithm: str) -> str:
    """The name of the first sample that an algorithm takes, Figure 1 before all others."""
    names = ["figure-1", *sample_names()]
    return next(name for name in names if find(algorithm).obstacle(load_sample(name)) is None)


def runnable(graph: GameGraph, names: Iterable[str] | None = None) -> list[str]:
    """Those of the named algorithms that take a graph; of those of the page Explore if none are named."""
    names = for_explore() if names is None else names
    return [name for name in names if find(name).obstacle(graph) is None]
