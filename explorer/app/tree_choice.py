"""What the page of trees shows, and the graph beside the tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from explorer.app.opened import Opened
from explorer.drawing.layout import placed
from explorer.drawing.neighbourhood import drawn_part
from explorer.drawing.node_colours import Scale
from explorer.drawing.trace_data import still_data
from explorer.model.scores import Score
from explorer.stage import Stage
from explorer.unwinding import View
from explorer.unwinding.limits import BUDGET


@dataclass
class TreeChoice:
    """Which tree, how deep, how much of it, and on which stages."""

    view: View = View.DEPTH
    depth: int = 3
    budget: int = BUDGET
    graph_stage: Stage = field(default_factory=lambda: Stage("unwind-graph", panel=False, transport=False))
    tree_stage: Stage = field(default_factory=lambda: Stage("unwind-tree", primary=False, panel=False, transport=False))
    beside: tuple[Any, ...] = ()  # what the stage of the graph shows
    there: Sequence[str] = ()  # the nodes that it shows
    shown: tuple[Any, ...] = ()  # what the stage of the tree shows

    def show_beside(self, session: Opened, scores: Mapping[str, Score | None], title: str) -> None:
        """Let the stage beside the tree show the graph, or what is around the centre of a large one, with scores.

        Its title says which: "s₃ of Figure 1".
        """
        self.graph_stage.title = title
        around = (session.version, session.centre if session.is_too_large_to_draw else "")
        if self.beside[:2] != around:
            part = drawn_part(session.graph, session.centre)
            self.graph_stage.show_graph(placed(part))
            self.there = part.ids
        if self.beside != (*around, scores):
            there = {id: scores[id] for id in self.there}
            self.graph_stage.set_trace(still_data(there, Scale.of(session.graph)), restart=True)
        self.beside = (*around, scores)
