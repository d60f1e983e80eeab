"""What the parts of a session need of it, see `explorer.app.state.Session`."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar

from explorer.model.check import Problem
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Trace

Found = TypeVar("Found")


class Opened(Protocol):
    """The open graph, its run and the step that is shown."""

    graph: GameGraph
    problems: tuple[Problem, ...]
    trace: Trace | None
    step: int
    endless: Score
    version: int
    opened: int

    @property
    def playable(self) -> GameGraph:
        """The open graph as algorithms see it: nodes that are unfinished count as open nodes."""

    @property
    def errors(self) -> list[Problem]:
        """The errors that keep algorithms from running: all but those of unfinished nodes."""

    @property
    def is_too_large_to_draw(self) -> bool:
        """Whether the graph can be shown in part only."""

    @property
    def centre(self) -> str:
        """The node in the middle of the part that is shown; else where play starts."""

    def once(self, what: Hashable, work_out: Callable[[], Found]) -> Found:
        """What `work_out` returns, worked out once for the open graph as it is."""
