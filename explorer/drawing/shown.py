"""What a picture shows, and how it looks."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.algorithms import Algorithm
from explorer.model.graph import Convention, GameGraph, Move
from explorer.trace import Trace


@dataclass(frozen=True)
class Lit:
    """What a picture lights of an explanation, and says under it.

    Attributes
    ----------
    nodes : ids.
    moves : each with its mark, "plus", "minus", "best", "cycle" or "chain".
    """

    nodes: frozenset[str]
    moves: tuple[tuple[Move, str], ...]
    words: str


@dataclass(frozen=True)
class Shown:
    """What is handed out: a graph, or a trace on it at one step.

    Attributes
    ----------
    graph : nodes without a position are given one.
    trace, algorithm : both, or neither for the bare graph.
    step : of the trace.
    beside : what pictures show at its right; other formats hold one side.
    lit : an explanation that a picture of one step shows instead of what is done in the step.
    """

    graph: GameGraph
    trace: Trace | None = None
    algorithm: Algorithm | None = None
    step: int = 0
    beside: Shown | None = None
    lit: Lit | None = None

    @property
    def fill_meaning(self) -> str:
        """What the fills of nodes show."""
        if self.algorithm is not None and self.algorithm.fills:
            return self.algorithm.fills
        good = "the player to move" if self.graph.convention is Convention.NEGAMAX else "Max"
        return f"score, bad to good for {good}"


@dataclass(frozen=True)
class Style:
    """How a picture looks.

    Attributes
    ----------
    title, legend, caption : whether the name of the graph, the legend and the caption of the step stand in it.
    dark : light on dark, as the dark theme of the app.
    scale : pixels for a pixel of the canvas, where the result is made of pixels.
    first, last : of the steps that an animation or a table shows; the last step of the trace if `last` is None.
    pause : seconds for a step of an animation.
    """

    title: bool = True
    legend: bool = True
    caption: bool = True
    dark: bool = False
    scale: float = 2.0
    first: int = 0
    last: int | None = None
    pause: float = 1.0
