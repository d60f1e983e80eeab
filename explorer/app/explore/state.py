"""The view *Steps* of Explore: the run of the session, and the questions why a node has its score."""

from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from explorer import algorithms
from explorer.app.compare.state import CompareView
from explorer.app.explaining import ScoreQuestion
from explorer.app.explore import values
from explorer.app.play.state import PlayView
from explorer.app.state import Session
from explorer.app.views import PageView
from explorer.drawing.excerpt import cut_out
from explorer.drawing.graph_view import GraphView
from explorer.drawing.messages.to_browser import FunctionData, FunctionsData
from explorer.model.errors import ExplorerError
from explorer.model.graph import GameGraph
from explorer.model.scores import score_to_json
from explorer.scenes.scene import Page, Scene
from explorer.solver import solve
from explorer.solver.score_function import ScoreFunction
from explorer.solver.solution import ENDLESS, Solution
from explorer.stage import WhyRequest


class StepsView(PageView):
    """The view *Steps*, without state of its own: graph, run and step belong to the session."""

    page = Page.EXPLORE

    def begin(self, session: Session, scene: Scene) -> None:
        session.stage.ask = scene.ask or None if scene.page is Page.EXPLORE else None
        if scene.page is not Page.EXPAND:
            session.choose(scene.algorithm)
            session.options[scene.algorithm] = dict(scene.chosen.options)
            session.begin_at(session.step if scene.page is Page.COMPARE else scene.step)

    def in_scene(self, session: Session, scene: Scene) -> Scene:
        return replace(scene, ask=session.stage.seed or 0)

    def on_screen(self, session: Session) -> GraphView:
        lit, graph = session.of(ScoreQuestion).lit_parts(session), _graph_to_draw(session)
        if session.trace is None:
            return GraphView(graph, highlight=lit)
        step = min(session.step, len(session.trace) - 1)
        return GraphView(graph, session.trace, algorithms.find(session.trace.algorithm), step, highlight=lit)

    def catch_up(self, session: Session) -> None:
        if (doubt := session.stage.why_request()) is not None:
            _take_question(session, doubt)
        values.follow(session)


def moves_to_end(session: Session) -> dict[str, int]:
    """Return the number of moves to the end of best play, by visible node; -1 if play is endless."""
    solution = _solution(session)
    if solution is None:
        return {}
    known = solution.distance
    return {id: ENDLESS if known[id] == math.inf else int(known[id]) for id in _visible_ids(session) if id in known}


def score_functions(session: Session) -> FunctionsData | None:
    """Return the scores of visible inner nodes as functions of endless play; None if no score depends on it."""
    solution = _solution(session)
    if solution is None or not solution.depends_on_endless:
        return None
    places: dict[ScoreFunction, int] = {}
    inner = [id for id in _visible_ids(session) if session.playable.kind_of(id).is_inner]
    of = {id: places.setdefault(solution.score_function(id), len(places)) for id in inner}
    listed: list[FunctionData] = [
        {"lower": score_to_json(each.lower), "upper": score_to_json(each.upper), "words": str(each)} for each in places
    ]
    return {"functions": listed, "of": of}


def _solution(session: Session) -> Solution | None:
    if session.errors or session.playable.root is None:
        return None
    endless = session.endless
    key = ("solution", endless) if endless else "solution"
    return session.compute_once(key, lambda: solve(session.playable, endless=endless))


def _visible_ids(session: Session) -> Iterable[str]:
    return session.graph.ids if session.part.visible_ids is None else session.part.visible_ids


def _graph_to_draw(session: Session) -> GameGraph:
    """Return the open graph; of a graph that is too large to draw, the visible part."""
    excerpt = session.part.excerpt
    if excerpt is None or not session.is_too_large_to_draw:
        return session.graph
    return cut_out(excerpt.graph, session.graph, f"around {session.graph.node(excerpt.centre).name}")


def _take_question(session: Session, doubt: WhyRequest) -> None:
    """Take over the user's question about a score; some are answered on another page."""
    session.step = doubt.step
    if doubt.what == "compare":
        if (before := session.before) is not None:
            session.of(CompareView).show_edit(before.graph, session.version, session.algorithm, session.chosen_options)
            session.next_page = Page.COMPARE
        return
    session.of(ScoreQuestion).take(doubt)
    with suppress(ExplorerError):  # which the answer says
        if session.shows_part and (way := session.of(ScoreQuestion).way_sentences(session)):
            session.part.show_way(way[0].nodes, doubt.id)
            session.draw_part()
    if (refuted := session.of(ScoreQuestion).take_challenge(session)) is not None and refuted.challenger is not None:
        session.of(PlayView).play_against(session, refuted.challenger, refuted.explanation.node)
        session.next_page = Page.PLAY
