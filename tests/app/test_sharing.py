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
from explorer.app import links
from explorer.app.bar import bar_data
from explorer.app.links import address, follow, share
from explorer.app.state import Session
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph, Kind, Node
from explorer.scenes import link as sharing
from explorer.scenes.link import MOST_PARTS, pack
from explorer.scenes.scene import with_graph

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


@pytest.mark.large
@pytest.mark.parametrize("sample", ["figure-1", "negamax-loop", "real-game"])
def test_a_shared_graph_stays_in_the_address(started, sample: str):
    app = started(query := link_to(sample))
    assert not sentences(app)
    assert dict(app.query_params) == query
    assert dict(run(app).query_params) == query


def test_a_shared_graph_has_its_name_as_title_and_the_known_answers_are_checked(started):
    app = started(link_query(load_sample("figure-1"), "score-iteration", {}))
    told = bar_data(session(app), "")
    assert told["title"] == load_sample("figure-1").name
    assert any("✓ The known" in note for note in told["notes"])


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


@pytest.mark.parametrize("text", ["", "A", "zzz", "B123", pack(LADDER)[:-9], pack(LADDER) + "AAAA"])
def test_a_damaged_link_gives_one_sentence_and_figure_1_and_the_rest_applies(started, text: str):
    app = started({"graph": text, "algorithm": "memoised", "step": "2"})
    (sentence,) = sentences(app)
    assert sentence.startswith("The link could not be followed in full: the graph in the link ")
    opened = session(app)
    assert opened.origin.sample == "figure-1"
    assert (opened.algorithm, opened.step) == ("memoised", 2)
    assert address(session(app)) == {"sample": "figure-1", "algorithm": "memoised", "step": "2"}


def test_a_good_graph_opens_though_the_rest_of_the_link_is_damaged(started):
    app = started({"graph": pack(LADDER), "algorithm": "guess", "set.colour": "red", "step": "x"})
    assert len(sentences(app)) == 3
    assert session(app).graph.moves == LADDER.moves
    assert session(app).step == 0


@pytest.mark.parametrize("text", [pack(LADDER), "damaged"])
def test_a_link_beats_the_graph_of_the_command_line(started, text: str):
    app = started({"graph": text}, "sample:components")
    assert session(app).origin.sample == ("figure-1" if text == "damaged" else None)


@pytest.mark.parametrize(
    ("query", "argv", "algorithm"),
    [
        ({"game": "nim"}, (), "kernel"),
        ({"game": "nim", "algorithm": "bounds"}, (), "bounds"),
        ({}, ("game:nim",), "kernel"),
        ({"algorithm": "bounds"}, ("game:nim",), "bounds"),
        ({"sample": "figure-1"}, ("game:nim",), "score-iteration"),
    ],
)
def test_a_game_comes_with_its_algorithm_unless_the_link_names_another(started, query, argv, algorithm):
    app = started(query, *argv)
    assert session(app).algorithm == algorithm
    assert not sentences(app)
    assert address(session(app))["algorithm"] == algorithm


@pytest.mark.parametrize("graph", [GameGraph((), ()), GameGraph((Node("a", Kind.MAX),), (), root="a")])
def test_an_unfinished_graph_is_shared_unfinished(started, graph: GameGraph):
    app = started(link_query(graph, "score-iteration", {}, 0))
    opened = session(app)
    assert [node.id for node in opened.graph.nodes] == [node.id for node in graph.nodes]
    assert opened.problems
    assert (opened.trace is None) == (not graph.nodes)  # a node without moves counts as open
    assert "graph" in app.query_params


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


def test_the_step_in_the_address_of_a_view_stands_still(started):
    query = link_query(LADDER, "depth-first", {}, 3) | {"view": "only"}
    app = started(query)
    session(app).step = 5
    assert dict(run(app).query_params) == query


def test_a_damaged_view_says_so(started):
    app = started({"graph": "A", "view": "only"})
    assert len(sentences(app)) == 1
    assert session(app).view_only
    assert not session(app).stage.editable


def test_any_other_view_is_the_whole_app(started):
    app = started({"view": "all"})
    assert session(app).stage.editable
    assert session(app).stage.bar


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


def test_the_graph_is_packed_once_for_many_runs_and_again_for_each_change(started, monkeypatch):
    packed: list[str] = []
    monkeypatch.setattr(
        links, "with_graph", lambda scene, graph: packed.append(scene.algorithm) or with_graph(scene, graph)
    )
    app = started({})
    run(run(app))
    assert len(packed) == 1
    edit(app, name="Mine")
    assert len(packed) == 2
    session(app).endless = 2
    share(session(app))
    session(app).choose("depth-first")
    share(session(app))
    assert packed[2:] == ["score-iteration", "depth-first"]


def test_of_a_graph_too_large_for_a_link_the_menu_gets_a_sentence(started):
    leaves = tuple(Node(f"{place}", Kind.LEAF, place) for place in range(MOST_PARTS))
    opened = session(started({}))
    large = GameGraph((Node("a", Kind.MAX), *leaves), tuple(("a", leaf.id) for leaf in leaves), root="a")
    opened.graph, opened.version = large, opened.version + 1
    said = share(opened)
    assert "query" not in said
    assert said["refused"].startswith("The graph, 3,001 nodes and 3,000 moves, is too large for a link")
    assert said["refused"].endswith(".game.json file and send the file.")
