"""History of the open graph: the graphs before it, and its last edit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.intake import Assembled
from explorer.model.graph import GameGraph
from explorer.trace import Trace

_MOST_PREVIOUS = 8  # graphs


class GraphBeforeEdit(NamedTuple):
    """The graph before the last edit that changed the game, and the run on it."""

    graph: GameGraph
    trace: Trace | None
    number: int = 0  # of the edit


@dataclass
class GraphHistory:
    """Graphs that were open before.

    Attributes
    ----------
    previous_graphs : by their names in addresses, so that Back of the browser finds them.
    before : the open graph before the last edit that changed the game.
    """

    previous_graphs: dict[str, tuple[Assembled, Origin]] = field(default_factory=dict)
    before: GraphBeforeEdit | None = None

    def begin_graph(self, open_graph: OpenGraph) -> None:
        """Store the open graph, which another graph replaces."""
        self.before = None
        self.previous_graphs[open_graph.own] = (Assembled(open_graph.graph, open_graph.problems), open_graph.origin)
        while len(self.previous_graphs) > _MOST_PREVIOUS:
            del self.previous_graphs[next(iter(self.previous_graphs))]
