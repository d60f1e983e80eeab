"""What the registry knows of a way to hand out what is on screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer.algorithms import Algorithm
from explorer.graph import GameGraph
from explorer.trace import Trace

Progress = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """Report progress to nobody."""


@dataclass(frozen=True)
class Shown:
    """What is handed out: a graph, or a trace on it at one step.

    Attributes
    ----------
    graph : nodes without a place are given one.
    trace, algorithm : both, or neither for the bare graph.
    step : of the trace.
    """

    graph: GameGraph
    trace: Trace | None = None
    algorithm: Algorithm | None = None
    step: int = 0


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


@dataclass(frozen=True)
class Export:
    """An entry of the registry.

    Attributes
    ----------
    name : as Python and the command line write it.
    title : as menus show it.
    suffix : the end of file names.
    mime : the media type of the content.
    write : the content of the file; calls `Progress` with steps done and steps in all where that takes a while.
        Raises `ExplorerError` if it cannot be made of this.
    needs_trace : whether a bare graph is not enough.
    styled_by : the attributes of `Style` that make a difference, in the order in which menus show them.
    group : the heading in menus.
    rank : place in menus.
    """

    name: str
    title: str
    suffix: str
    mime: str
    write: Callable[[Shown, Style, Progress], bytes]
    needs_trace: bool = False
    styled_by: tuple[str, ...] = ()
    group: str = "Pictures"
    rank: int = 100
