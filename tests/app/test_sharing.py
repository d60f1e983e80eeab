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
from explorer.app.links import address, follow, share
from explorer.app.state import Session
from explorer.games.samples import load_sample
from explorer.scenes import link as sharing
from explorer.scenes.link import pack

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
    message = {"epoch": opened.stage.epoch, "rev": opened.stage.rev + 1, "document": opened.graph.to_json() | changes}
    ((key, said),) = arriving(opened.stage, message).items()
    app.session_state[key] = said
    return run(app)


def offered(opened: Session) -> dict[str, str]:
    return dict(parse_qsl(share(opened)["query"], strict_parsing=True))


# ---- following


def link_to(sample: str) -> dict[str, str]:
    return link_query(load_sample(sample), "score-iteration", {"endless": float("-inf"), "detail": "node"}, 1)


@pytest.mark.parametrize("sample", VARIED)
def test_a_shared_graph_opens_with_algorithm_options_and_step(sample: str):
    opened, query = Session(), link_to(sample)
    assert follow(opened, query) == []
    opened.run()
    assert sharing.unpack(query["graph"]).graph.moves == opened.graph.moves
    assert [node.id for node in opened.graph.nodes] == [node.id for node in load_sample(sample).nodes]
    assert (opened.algorithm, opened.step) == ("score-iteration", 1)
    assert opened.chosen_options == {"endless": float("-inf"), "detail": "node"}
    assert address(opened) == query


def test_once_edited_the_address_does_not_show_the_stale_graph(started):
    app = edit(started(link_query(LADDER, "depth-first", {}, 2)), name="Mine")
    assert session(app).graph.name == "Mine"
    opened = session(app)
    assert dict(app.query_params) == {
        "algorithm": "depth-first",
        "own": opened.own,
        "graph": pack(opened.graph),
        "step": "2",
    }


@pytest.mark.parametrize("text", ["zzz", pack(LADDER)[:-9]])
def test_a_damaged_link_gives_one_sentence_and_figure_1_and_the_rest_applies(started, text: str):
    app = started({"graph": text, "algorithm": "memoised", "step": "2"})
    (sentence,) = sentences(app)
    assert sentence.startswith("The link could not be followed in full: the graph in the link ")
    opened = session(app)
    assert opened.origin.sample == "figure-1"
    assert (opened.algorithm, opened.step) == ("memoised", 2)
    assert address(session(app)) == {"sample": "figure-1", "algorithm": "memoised", "step": "2"}


# ---- view only


def test_a_view_shows_the_stage_alone_without_editing(started):
    app = started(link_query(LADDER, "depth-first", {}, 3) | {"view": "only"})
    opened = session(app)
    assert not opened.stage.editable
    assert "add" not in opened.stage.hint
    assert not [*app.selectbox, *app.button, *app.dataframe, *app.tabs, *app.caption, *app.toggle]
    assert (opened.algorithm, opened.step) == ("depth-first", 3)
    assert follow(again := Session(), address(opened)) == []
    assert (again.view_only, again.algorithm) == (True, "depth-first")


# ---- what the share menu gets


def test_what_is_offered_leads_to_the_same_picture(started):
    opened = session(started({"sample": "components", "algorithm": "score-iteration", "set.endless": "16/3"}))
    other = Session()
    assert follow(other, offered(opened) | {"step": "2"}) == []
    assert (other.graph, other.algorithm, other.step) == (opened.graph, opened.algorithm, 2)
    assert other.chosen_options == opened.chosen_options
    assert share(opened)["title"] == load_sample("components").name


def test_what_is_offered_follows_the_edits(started):
    app = edit(started({}), name="Mine")
    assert sharing.unpack(offered(session(app))["graph"]).graph.name == "Mine"
    assert share(session(app))["title"] == "Mine"
