"""A solved folder on the page Explore: it is read where the user looks, and never by anything but the command line."""

from __future__ import annotations

import json
import math
import sys
from fractions import Fraction

import pytest
from support.script import at
from support.sessions import SENT

from explorer.app.explaining import ScoreQuestion
from explorer.app.explore.state import StepsView, moves_to_end
from explorer.app.links import Links
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.opener import GraphOpener
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.app.session.stage_messages import StageMessages
from explorer.app.session.visible_part import VisiblePart
from explorer.model.errors import ExplorerError
from explorer.scenes.reference import read
from explorer.solved_folder.writing import write_solution
from explorer.solver import Solution, solve
from explorer.solver.solution import ENDLESS
from explorer.stage import Stage


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    place = tmp_path_factory.mktemp("folders") / "solved"
    write_solution(solution(), place, endless=Fraction(1, 2), group=64)
    return str(place)


def solution() -> Solution:
    return solve(read("game:random?nodes=400&seed=3"), endless=Fraction(1, 2))


@pytest.fixture
def opened(place, nothing_sent):
    session = Session()
    session.of(GraphOpener).open_reference(place)
    session.of(CurrentRun).begin_at(10**6)
    session.of(CurrentRun).update()
    return session


def clicks(session, id, what="open"):
    stage = session.of(Stage)
    message = {"id": id, "what": what, "step": session.of(CurrentRun).step, "seq": stage._trace.tag}
    SENT[stage.key] = {"expand": message | {"epoch": stage.epoch, "number": f"{id}/{what}/{stage.epoch}"}}
    session.of(StageMessages).take()
    session.of(CurrentRun).update()


def require_scores_of_whole(session):
    """The run ends with the scores that the nodes have in the whole graph, and distances are those of the whole."""
    run, truth = session.of(CurrentRun), solution()
    ids, trace = session.of(VisiblePart).visible_ids, run.trace
    assert run.step == len(trace) - 1
    assert {id: trace.result["scores"][id] for id in ids} == {id: truth.scores[id] for id in ids}
    known = {id: ENDLESS if truth.distance[id] == math.inf else truth.distance[id] for id in ids}
    assert moves_to_end(session.of(OpenGraph), session.of(VisiblePart)) == known


def test_a_folder_is_shown_around_its_root_and_grows(opened):
    part, graph = opened.of(VisiblePart), opened.of(OpenGraph)
    assert (graph.endless, graph.size, part.centre) == (Fraction(1, 2), 400, solution().root)
    assert not part.can_be_chosen
    assert not opened.of(Stage).editable
    before = {*part.visible_ids}
    require_scores_of_whole(opened)
    clicks(opened, next(iter(part.excerpt.hidden)))
    assert before < {*part.visible_ids}
    require_scores_of_whole(opened)
    part.show_more()
    opened.of(CurrentRun).update()
    require_scores_of_whole(opened)
    clicks(opened, part.visible_ids[-1], "centre")
    assert graph.graph.root == part.centre != solution().root
    require_scores_of_whole(opened)
    far = next(id for id in solution().scores if id not in graph.graph.index)
    assert part.look_for(f" {far} ")
    assert part.centre == far
    assert not part.look_for("no such node")


def test_what_is_asked_of_a_node_is_answered_from_the_folder(opened):
    question, graph = opened.of(ScoreQuestion), opened.of(OpenGraph)
    node = opened.of(VisiblePart).visible_ids[5]
    for what in "path", "line":
        question.node, question.what = node, what
        assert question.data()["failure"] == ""
        assert question.way_sentences()[0].nodes[0] == (solution().root if what == "path" else node)
    question.what = "ask"
    assert question.explanation(node).low == solution().scores[node]
    assert graph.graph.name in opened.of(StepsView).on_screen().graph.name


def test_only_the_command_line_opens_a_folder(opened, place):
    assert "reason" in opened.of(Links).share()
    assert place not in json.dumps(opened.of(Links).address())
    stranger = Session()
    for query in ({"graph": place}, {"sample": place}, {"game": place}, {"file": place}, {"own": place}):
        stranger.of(Links).follow(query)
        assert stranger.of(OpenGraph).origin.folder is None
    with pytest.raises(ExplorerError):
        stranger.of(GraphOpener).open_sample(place)


@pytest.mark.large
@pytest.mark.parametrize("page", ["explore", "play", "compare", "unwind"])
def test_every_page_takes_the_part_that_is_shown(page, place, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["main.py", place, "set.endless=1/2&step=last"])
    app = at({"page": page})
    assert not app.exception
    assert not app.session_state["session"].of(OpenGraph).errors
    if page == "explore":
        assert any(
            "30 of 400 nodes are shown. Algorithms run on these, with the true bounds" in each.value
            for each in app.caption
        )
