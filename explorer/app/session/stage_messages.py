"""Messages of the browser to the stage of Explore: edits, the step, requests for layouts and other parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from explorer.app.session.history import GraphBeforeEdit, GraphHistory
from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.app.session.opener import GraphOpener
from explorer.app.session.run import CurrentRun
from explorer.app.session.visible_part import VisiblePart
from explorer.drawing.arrange import arrange
from explorer.drawing.layout import aspect_of
from explorer.intake import Assembled
from explorer.intake.assemble import assemble_document
from explorer.model.errors import ExplorerError
from explorer.stage import Edit, ExpandRequest, Stage, StoredDocument


@dataclass
class StageMessages:
    """Messages of the browser to the stage of Explore since the last run."""

    stage: Stage
    open_graph: OpenGraph
    run: CurrentRun
    part: VisiblePart
    history: GraphHistory
    opener: GraphOpener

    def take(self) -> None:
        """Take over the messages since the last run: the step, an edited or a stored document, …"""
        if (step := self.stage.step()) is not None:
            self.run.step = step
        if (edit := self.stage.edit()) is not None:
            self._take_edit(edit)
        if (called := self.stage.title_in_browser()) is not None and self.open_graph.origin.is_own:
            title, own = called
            self.open_graph.origin = replace(self.open_graph.origin, title=title)
            self.open_graph.own = self.stage.own = own or self.open_graph.own
        self.open_graph.take_endless(self.stage)
        if (question := self.stage.layout_request()) is not None:
            self._answer_layout_request(question)
        if self.part.is_part and (request := self.stage.expand_request()) is not None:
            self._expand_part(request)

    def _take_edit(self, edit: Edit) -> None:
        """Take over a document that the user has edited, or that the browser has opened."""
        loaded = assemble_document(edit.document)
        if edit.opened is None:
            self.take_edited(loaded)
        else:
            self._take_stored(loaded, edit.opened)
        self.open_graph.changes = edit.changes

    def take_edited(self, loaded: Assembled) -> None:
        """Take over the open graph as the user has edited it."""
        open_graph = self.open_graph
        open_graph.origin = open_graph.origin_after(loaded.graph)
        if not loaded.graph.is_same_game(open_graph.graph) and not open_graph.errors:
            # A graph with errors has no scores to compare with.
            self.history.before = GraphBeforeEdit(open_graph.playable, self.run.trace, open_graph.version)
        open_graph.accept(loaded)

    def _take_stored(self, loaded: Assembled, stored: StoredDocument) -> None:
        """Open a document that the browser has kept and opened."""
        open_graph = self.open_graph
        if open_graph.number > 1 and stored.own not in (open_graph.own, open_graph.origin.absent):
            open_graph.endless = 0  # the value belongs to another graph
        origin = Origin(stored.title, is_edited=stored.edited)
        self.opener.begin_graph(loaded, origin, step=stored.step, own=stored.own)
        self.stage.editable = True  # the browser keeps only graphs that can be drawn whole

    def _expand_part(self, request: ExpandRequest) -> None:
        """Open or fold a node of the part, or bring a node into it that is not shown."""
        trace = self.run.sent_trace
        if request.step is not None and trace is not None:
            self.run.step = min(max(0, request.step), len(trace) - 1)
        self.part.expand(request, trace, self.run.step)

    def _answer_layout_request(self, question: Mapping[str, Any]) -> None:
        """Compute the layout that the browser requests, and have it place the nodes."""
        graph = self.open_graph.graph
        ids = [id for id in question.get("ids", ()) if id in graph.index]
        pinned = {id for id in question.get("pinned", ()) if id in graph.index}
        try:
            aspect = aspect_of(question.get("aspect"))
            positions = arrange(graph, str(question.get("layout")), ids=ids, pinned=pinned, aspect=aspect)
        except ExplorerError as error:
            self.stage.order(text=str(error))
        else:
            self.stage.order({"do": "place", "places": {id: positions[id] for id in ids if id not in pinned}})
