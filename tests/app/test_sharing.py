"""Links that hold a graph, as the app follows and shows them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest
from support.samples import VARIED
from support.scenes import link_query
from support.script import at, run, sentences, session
from support.sessions import arriving

from explorer import games
from explorer.app.learn.state import LessonVisit
from explorer.app.links import Links
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.place import Place
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.games.samples import load_sample
from explorer.scenes import link as sharing
from explorer.scenes.link import pack
from explorer.stage import Stage

LADDER = games.generate("ladder", layers=3)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    """Runs the app at an address, with what follows its name on the command line."""

    def start(query: dict[str, str], *argv: str) -> AppTest:
        monkeypatch.setattr(sys, "argv", ["main.py", *argv])
        return at(query)

    return start


def edit(app: AppTest, **changes: Any) -> AppTest:
    """Let a changed document arrive from the canvas."""
    opened = session(app)
    message = {
        "epoch": opened.of(Stage).epoch,
        "rev": opened.of(Stage).rev + 1,
        "document": opened.of(OpenGraph).graph.to_json() | changes,
    }
    ((key, said),) = arriving(opened.of(Stage), message).items()
    app.session_state[key] = said
    return run(app)


def offered(opened: Session) -> dict[str, str]:
    return dict(parse_qsl(opened.of(Links).share()["query"], strict_parsing=True))


def test_the_command_line_names_a_lesson_of_the_program(started: Callable[..., AppTest]):
    visit = session(started({}, "memo-search")).of(LessonVisit)
    assert (visit.lesson, visit.slide, visit.own) == ("memo-search", 0, None)


# ---- following


def link_to(sample: str) -> dict[str, str]:
    return link_query(load_sample(sample), "score-iteration", {"endless": float("-inf"), "detail": "node"}, 1)


@pytest.mark.parametrize("sample", VARIED)
def test_a_shared_graph_opens_with_algorithm_options_and_step(sample: str):
    opened, query = Session(), link_to(sample)
    assert opened.of(Links).follow(query) == []
    opened.of(CurrentRun).update()
    assert sharing.unpack(query["graph"]).graph.moves == opened.of(OpenGraph).graph.moves
    assert [node.id for node in opened.of(OpenGraph).graph.nodes] == [node.id for node in load_sample(sample).nodes]
    assert (opened.of(CurrentRun).algorithm, opened.of(CurrentRun).step) == ("score-iteration", 1)
    assert opened.of(CurrentRun).chosen_options == {"endless": float("-inf"), "detail": "node"}
    assert opened.of(Links).address() == query


def test_once_edited_the_address_does_not_show_the_stale_graph(started):
    app = edit(started(link_query(LADDER, "depth-first", {}, 2)), name="Mine")
    assert session(app).of(OpenGraph).graph.name == "Mine"
    opened = session(app)
    assert dict(app.query_params) == {
        "algorithm": "depth-first",
        "own": opened.of(OpenGraph).own,
        "graph": pack(opened.of(OpenGraph).graph),
        "step": "2",
    }


@pytest.mark.parametrize("text", ["zzz", pack(LADDER)[:-9]])
def test_a_damaged_link_gives_one_sentence_and_figure_1_and_the_rest_applies(started, text: str):
    app = started({"graph": text, "algorithm": "memoised", "step": "2"})
    (sentence,) = sentences(app)
    assert sentence.startswith("The link could not be followed in full: the graph in the link ")
    opened = session(app)
    assert opened.of(OpenGraph).origin.sample == "figure-1"
    assert (opened.of(CurrentRun).algorithm, opened.of(CurrentRun).step) == ("memoised", 2)
    assert session(app).of(Links).address() == {"sample": "figure-1", "algorithm": "memoised", "step": "2"}


# ---- view only


def test_a_view_shows_the_stage_alone_without_editing(started):
    app = started(link_query(LADDER, "depth-first", {}, 3) | {"view": "only"})
    opened = session(app)
    assert not opened.of(Stage).editable
    assert "add" not in opened.of(Stage).hint
    assert not [*app.selectbox, *app.button, *app.dataframe, *app.tabs, *app.caption, *app.toggle]
    assert (opened.of(CurrentRun).algorithm, opened.of(CurrentRun).step) == ("depth-first", 3)
    assert (again := Session()).of(Links).follow(opened.of(Links).address()) == []
    assert (again.of(Place).view_only, again.of(CurrentRun).algorithm) == (True, "depth-first")


# ---- what the share menu gets


def test_what_is_offered_leads_to_the_same_picture(started):
    opened = session(started({"sample": "components", "algorithm": "score-iteration", "set.endless": "16/3"}))
    other = Session()
    assert other.of(Links).follow(offered(opened) | {"step": "2"}) == []
    assert (other.of(OpenGraph).graph, other.of(CurrentRun).algorithm, other.of(CurrentRun).step) == (
        opened.of(OpenGraph).graph,
        opened.of(CurrentRun).algorithm,
        2,
    )
    assert other.of(CurrentRun).chosen_options == opened.of(CurrentRun).chosen_options
    assert opened.of(Links).share()["title"] == load_sample("components").name


def test_what_is_offered_follows_the_edits(started):
    app = edit(started({}), name="Mine")
    assert sharing.unpack(offered(session(app))["graph"]).graph.name == "Mine"
    assert session(app).of(Links).share()["title"] == "Mine"
