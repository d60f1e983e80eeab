"""A graph, or a step of a trace on it, to be drawn or exported; and the style of pictures."""

from __future__ import annotations

from dataclasses import dataclass, replace

from explorer.algorithms import Algorithm
from explorer.model.graph import GameGraph, Move
from explorer.trace import Trace


@dataclass(frozen=True)
class Highlight:
    """Nodes and moves of an explanation that a picture lights, and the words under it.

    Attributes
    ----------
    nodes : ids.
    moves : each with its mark, "plus", "minus", "best", "cycle" or "chain".
    """

    nodes: frozenset[str]
    moves: tuple[tuple[Move, str], ...]
    words: str


@dataclass(frozen=True)
class GraphView:
    """A graph, or a trace on it at one step, to be drawn or exported.

    Attributes
    ----------
    graph : nodes without a position are given one; with a trace, its graph or the part of it that pictures show.
    trace, algorithm : both, or neither for the bare graph.
    step : of the trace.
    beside : the view at its right in pictures; other formats hold one side.
    moments : of two runs side by side, the step of each, moment by moment.
    lit : an explanation that a picture of one step shows instead of what is done in the step.
    """

    graph: GameGraph
    trace: Trace | None = None
    algorithm: Algorithm | None = None
    step: int = 0
    beside: GraphView | None = None
    moments: tuple[tuple[int, int], ...] = ()
    highlight: Highlight | None = None

    def __len__(self) -> int:
        """Return the number of steps, or of moments of two runs."""
        return len(self.moments) or (len(self.trace) if self.trace is not None else 0)

    @property
    def unit(self) -> str:
        """The word for a step of the view: "moment" for two runs."""
        return "step" if self.beside is None else "moment"

    @property
    def moment(self) -> int:
        """The step, or the moment of two runs."""
        return self.step if self.beside is None else self.moments.index((self.step, self.beside.step))

    @property
    def part(self) -> tuple[str, ...] | None:
        """The ids of the nodes that pictures show of the graph of the trace; None: all."""
        is_part = self.trace is not None and len(self.graph.nodes) < len(self.trace.graph.nodes)
        return tuple(self.graph.ids) if is_part else None

    def at(self, moment: int) -> GraphView:
        """Return the view at another step, or at another moment of two runs."""
        if self.beside is None:
            return replace(self, step=moment)
        left, right = self.moments[moment]
        return replace(self, step=left, beside=self.beside.at(right))

    @property
    def left(self) -> GraphView:
        """The left one of two runs alone."""
        return replace(self, beside=None, moments=())


@dataclass(frozen=True)
class Style:
    """Style of a picture, a table or an animation.

    Attributes
    ----------
    title, legend, caption : whether the name of the graph, the legend and the caption of the step stand in it.
    dark : light on dark, as the dark theme of the app.
    scale : pixels for a pixel of the canvas, where the result is made of pixels.
    first, last : of the steps that an animation or a table shows, or of the moments of two runs; the last one there is
        if `last` is None.
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
