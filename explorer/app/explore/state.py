"""The view *Steps* of Explore: the run of the session, and the questions why a node has its score."""

from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from explorer import algorithms
from explorer.app.compare.state import CompareView
from explorer.app.explaining import ScoreQuestion
from explorer.app.explore.supplied_values import SuppliedValues
from explorer.app.play.state import PlayView
from explorer.app.session.history import GraphHistory
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.requests import Requests
from explorer.app.session.run import CurrentRun
from explorer.app.session.visible_part import VisiblePart
from explorer.app.views import PageView
from explorer.drawing.excerpt import cut_out
from explorer.drawing.graph_view import GraphView
from explorer.drawing.messages.to_browser import FunctionData, FunctionsData
from explorer.model.errors import ExplorerError
from explorer.model.graph import GameGraph
from explorer.model.scores import score_to_json
from explorer.scenes.scene import Page, Scene
from explorer.solved_folder.folder import SolvedFolder
from explorer.solver import solve
from explorer.solver.score_function import ScoreFunction
from explorer.solver.solution import ENDLESS, Solution
from explorer.stage import Stage, WhyRequest


@dataclass
class StepsView(PageView):
    """The view *Steps*: the current run, and the questions of the user about its graph."""

    page = Page.EXPLORE
    stage: Stage
    open_graph: OpenGraph
    run: CurrentRun
    part: VisiblePart
    history: GraphHistory
    requests: Requests
    question: ScoreQuestion
    supplied_values: SuppliedValues
    compare_view: CompareView
    play_view: PlayView

    def begin(self, scene: Scene) -> None:
        self.stage.ask = scene.ask or None if scene.page is Page.EXPLORE else None
        if scene.page is not Page.EXPAND:
            self.run.choose(scene.algorithm)
            self.run.options[scene.algorithm] = dict(scene.chosen.options)
            self.run.begin_at(self.run.step if scene.page is Page.COMPARE else scene.step)

    def in_scene(self, scene: Scene) -> Scene:
        return replace(scene, ask=self.stage.seed or 0)

    def on_screen(self) -> GraphView:
        lit, graph, trace = self.question.lit_parts(), self._graph_to_draw(), self.run.trace
        if trace is None:
            return GraphView(graph, highlight=lit)
        step = min(self.run.step, len(trace) - 1)
        return GraphView(graph, trace, algorithms.find(trace.algorithm), step, highlight=lit)

    def catch_up(self) -> None:
        if (doubt := self.stage.why_request()) is not None:
            self._take_question(doubt)
        self.supplied_values.follow()

    def _graph_to_draw(self) -> GameGraph:
        """Return the open graph; of a graph that is too large to draw, the visible part."""
        graph, excerpt = self.open_graph.graph, self.part.excerpt
        if excerpt is None or not self.open_graph.is_too_large_to_draw:
            return graph
        return cut_out(excerpt.graph, graph, f"around {graph.node(excerpt.centre).name}", total=self.open_graph.size)

    def _take_question(self, doubt: WhyRequest) -> None:
        """Take over the user's question about a score; some are answered on another page."""
        self.run.step = doubt.step
        if doubt.what == "compare":
            self._compare_with_graph_before()
            return
        self.question.take(doubt)
        with suppress(ExplorerError):  # which the answer says
            if self.part.is_part and (way := self.question.way_sentences()):
                self.part.show_way(way[0].nodes, doubt.id)
        if (refuted := self.question.take_challenge()) is not None and refuted.challenger is not None:
            self.play_view.play_against(refuted.challenger, refuted.explanation.node)
            self.requests.next_page = Page.PLAY

    def _compare_with_graph_before(self) -> None:
        """Compare the open graph with the graph before the last edit, on the page Compare."""
        if (before := self.history.before) is not None:
            run = self.run
            self.compare_view.show_edit(before.graph, self.open_graph.version, run.algorithm, run.chosen_options)
            self.requests.next_page = Page.COMPARE


def moves_to_end(open_graph: OpenGraph, part: VisiblePart) -> dict[str, int]:
    """Return the number of moves to the end of best play, by visible node; -1 if play is endless."""
    if (folder := open_graph.origin.folder) is not None:
        return _moves_in_folder(folder, part) if open_graph.endless == folder.endless else {}
    solution = solution_of(open_graph)
    if solution is None:
        return {}
    known = solution.distance
    ids = _visible_ids(open_graph, part)
    return {id: ENDLESS if known[id] == math.inf else int(known[id]) for id in ids if id in known}


def _moves_in_folder(folder: SolvedFolder, part: VisiblePart) -> dict[str, int]:
    """Return the number of moves to the end, by visible node, as a solved folder has them."""
    rows = folder.nodes_of(part.visible_ids or ())
    known = {id: row.distance for id, row in rows.items() if row.distance is not None}
    endless = [id for id, row in rows.items() if row.distance is None and row.is_settled and row.lower is not None]
    return known | dict.fromkeys(endless, ENDLESS)


def score_functions(open_graph: OpenGraph, part: VisiblePart) -> FunctionsData | None:
    """Return the scores of visible inner nodes as functions of endless play; None if no score depends on it."""
    solution = solution_of(open_graph)
    if solution is None or not solution.depends_on_endless:
        return None
    places: dict[ScoreFunction, int] = {}
    inner = [id for id in _visible_ids(open_graph, part) if open_graph.playable.kind_of(id).is_inner]
    of = {id: places.setdefault(solution.score_function(id), len(places)) for id in inner}
    listed: list[FunctionData] = [
        {"lower": score_to_json(each.lower), "upper": score_to_json(each.upper), "words": str(each)} for each in places
    ]
    return {"functions": listed, "of": of}


def solution_of(open_graph: OpenGraph) -> Solution | None:
    """Return the solution of the open graph; None if it has errors or no root."""
    if open_graph.errors or open_graph.playable.root is None:
        return None
    endless = open_graph.endless
    key = ("solution", endless) if endless else "solution"
    return open_graph.compute_once(key, lambda: solve(open_graph.playable, endless=endless))


def _visible_ids(open_graph: OpenGraph, part: VisiblePart) -> Iterable[str]:
    return open_graph.graph.ids if part.visible_ids is None else part.visible_ids
