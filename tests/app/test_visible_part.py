"""The page Explore with a graph too large to be read: the part that is shown, what users do to it, and the run."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from support.graphs import long_path
from support.script import at
from support.sent import opened
from support.sessions import SENT

from explorer import algorithms, formats
from explorer.app.links import Links
from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.app.session.opener import GraphOpener
from explorer.app.session.place import Place
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.app.session.stage_messages import StageMessages
from explorer.app.session.visible_part import VisiblePart
from explorer.app.views import Views
from explorer.drawing.limits import FIRST_SHOWN, LARGEST_DRAWN, LARGEST_READ, SMALLEST_IN_PART
from explorer.drawing.trace_data import SentTrace
from explorer.intake import Assembled
from explorer.model.graph import GameGraph
from explorer.solver import solve
from explorer.stage import Stage

TREE = "tree?branching=3&depth=6"  # 1,093 nodes


@pytest.fixture(autouse=True)
def _component_state(request: pytest.FixtureRequest) -> None:
    if "started" not in request.fixturenames:
        request.getfixturevalue("nothing_sent")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    """Runs the app at an address."""
    monkeypatch.setattr(sys, "argv", ["main.py"])
    return lambda **query: at(query)


@pytest.fixture
def tree() -> Session:
    """A game tree of 1,093 positions with the trace of a depth-first search."""
    opened = Session()
    opened.of(GraphOpener).open_reference(f"game:{TREE}")
    opened.of(CurrentRun).choose("depth-first")
    opened.of(CurrentRun).update()
    return opened


def drawn(graph: GameGraph) -> Session:
    """The session of a user who drew or uploaded a graph."""
    opened = Session()
    opened.of(GraphOpener).open(Assembled.of(graph), Origin("Mine"))
    opened.of(CurrentRun).update()
    return opened


def clicks(opened: Session, id: str, what: str = "open", step: int = 0) -> None:
    """Let a wish at a node arrive from the canvas, and a run follow."""
    seq, number = opened.of(Stage)._trace.tag, f"{len(SENT)}/{id}/{what}/{opened.of(Stage).epoch}"
    message = {"id": id, "what": what, "step": step, "seq": seq, "epoch": opened.of(Stage).epoch, "number": number}
    SENT[opened.of(Stage).key] = {"expand": message}
    opened.of(StageMessages).take()
    opened.of(CurrentRun).update()


def shown(opened: Session) -> set[str]:
    """The nodes that the stage has, which are those whose trace it has."""
    document = json.loads("{" + opened.of(Stage)._document.text + "}")["document"]
    ids = [node["id"] for node in document["nodes"]]
    trace = json.loads(opened.of(Stage)._trace.text)
    assert trace is None or trace["nodes"] == ids
    return set(ids)


def told(opened: Session) -> dict[str, Any]:
    """What the stage is told of the part."""
    found: dict[str, Any] = json.loads("{" + opened.of(Stage)._document.text + "}")["part"]
    return found


# ---- which graphs are shown in part


@pytest.mark.parametrize(("nodes", "in_part"), [(LARGEST_READ - 1, False), (LARGEST_READ, True), (LARGEST_DRAWN, True)])
def test_a_game_is_shown_in_part_if_it_is_too_large_to_be_read(nodes: int, in_part: bool):
    opened = Session()
    opened.of(GraphOpener).open_reference(f"game:random?nodes={nodes + 1}&seed=3")
    assert opened.of(VisiblePart).is_part is in_part
    assert (opened.of(Stage).editable, opened.of(Stage).expandable) == (not in_part, in_part)
    assert len(shown(opened)) == (FIRST_SHOWN if in_part else nodes + 1)


@pytest.mark.large
def test_a_graph_of_the_user_that_cannot_be_drawn_is_shown_in_part():
    opened = drawn(long_path(LARGEST_DRAWN))
    assert opened.of(VisiblePart).is_part
    assert not opened.of(Stage).editable
    assert not opened.of(VisiblePart).can_be_chosen


def test_of_a_game_a_best_move_is_shown_and_what_follows_it():
    opened = Session()
    opened.of(GraphOpener).open_reference("game:e-valuate")
    best = solve(opened.of(OpenGraph).graph).best
    line = [opened.of(OpenGraph).graph.root or ""]
    while line[-1] in best and len(line) < 4:
        line.append(best[line[-1]])
    assert opened.of(OpenGraph).graph.node(line[1]).name == "5?"
    assert set(line) <= set(opened.of(VisiblePart).visible_ids or ())
    assert opened.of(VisiblePart).is_at_start


def test_the_user_switches_between_the_whole_and_a_part():
    graph = long_path(SMALLEST_IN_PART - 1)
    opened = drawn(graph)
    places = [(node.x, node.y) for node in opened.of(OpenGraph).graph.nodes]
    assert opened.of(VisiblePart).can_be_chosen
    opened.of(VisiblePart).choose(True)
    opened.of(CurrentRun).update()
    assert shown(opened) < {node.id for node in graph.nodes}
    assert (opened.of(Stage).editable, opened.of(Stage).again) == (False, True)
    opened.of(VisiblePart).choose(False)
    opened.of(CurrentRun).update()
    assert shown(opened) == {node.id for node in graph.nodes}
    assert [(node.x, node.y) for node in opened.of(OpenGraph).graph.nodes] == places
    assert (opened.of(Stage).editable, opened.of(Stage).expandable, opened.of(Stage).again) == (True, False, True)


# ---- what is shown, and what runs


@pytest.mark.large
def test_the_run_is_that_of_the_whole_graph_and_the_stage_has_that_of_the_shown_nodes(tree: Session):
    assert tree.of(CurrentRun).trace is not None
    assert len(tree.of(CurrentRun).trace.graph.nodes) == 1_093
    truth = tree.of(CurrentRun).trace.scores_at(len(tree.of(CurrentRun).trace) - 1)
    data = json.loads(tree.of(Stage)._trace.text)
    scores: dict[str, str] = {}
    sent = SentTrace(
        tree.of(CurrentRun).trace, algorithms.find(tree.of(CurrentRun).algorithm), tree.of(VisiblePart).visible_ids
    )
    chunks = [sent.chunk(number) for number in range(sent.chunks)]
    assert data["chunks"] == json.loads(json.dumps(chunks[: len(data["chunks"])]))
    for step in (step for chunk in chunks for step in opened(chunk, data)["steps"]):
        pairs = zip(step["s"][::2], step["s"][1::2], strict=True)
        scores |= {data["nodes"][node]: data["values"][value]["text"] for node, value in pairs}
    assert scores == {id: str(truth[id]).replace("-", "−") for id in shown(tree)}


def test_a_click_opens_the_node_and_keeps_run_step_and_places(tree: Session):
    run_before, before = tree.of(CurrentRun).trace, shown(tree)
    places = dict(tree.of(VisiblePart).excerpt.points)
    id, count = next(pair for pair in told(tree)["hidden"] if pair[0] not in told(tree)["foldable"])
    clicks(tree, id, step=77)
    assert tree.of(CurrentRun).trace is run_before
    assert tree.of(CurrentRun).step == 77
    assert len(shown(tree)) == len(before) + count
    assert places.items() <= tree.of(VisiblePart).excerpt.points.items()
    assert id in told(tree)["foldable"]
    assert id not in dict(told(tree)["hidden"])
    clicks(tree, id, "fold", step=78)
    assert (shown(tree), tree.of(CurrentRun).step) == (before, 78)


@pytest.mark.large
def test_a_step_that_is_elsewhere_is_shown_with_the_way_to_it(tree: Session):
    assert tree.of(CurrentRun).trace is not None
    step = next(number for number, step in enumerate(tree.of(CurrentRun).trace) if len(step.path) == 7)
    focus, path = tree.of(CurrentRun).trace[step].focus or "", tree.of(CurrentRun).trace[step].path
    clicks(tree, focus, "reveal", step)
    assert {*path, focus} <= shown(tree)
    assert told(tree)["selection"] == focus


@pytest.mark.large
def test_the_neighbourhood_of_any_node_can_be_shown_and_that_of_the_root_again(tree: Session):
    first = shown(tree)
    clicks(tree, "2.2", "centre")
    assert tree.of(VisiblePart).centre == "2.2"
    assert told(tree)["selection"] == "2.2"
    assert {"2", "2.2", "2.2.1"} <= shown(tree)
    assert not tree.of(VisiblePart).is_at_start
    tree.of(VisiblePart).look_at(tree.of(OpenGraph).graph.root or "")
    tree.of(CurrentRun).update()
    assert shown(tree) == first
    assert tree.of(VisiblePart).is_at_start


# ---- the page


def test_a_deep_node_of_a_file_is_where_a_scene_begins_that_selects_it_and_after_a_reload(tmp_path: Path):
    graph = long_path(LARGEST_DRAWN + 10)
    formats.write(graph, tmp_path / "long.csv")
    first, again, wrong = Session(), Session(), Session()
    assert first.of(Links).follow({}, reference=str(tmp_path / "long.csv"), scene="select=v2000") == []
    assert (
        again.of(Links).follow(first.of(Links).address() | {"select": "v2000"}, reference=str(tmp_path / "long.csv"))
        == []
    )
    for anew in (first, again):
        assert anew.of(VisiblePart).centre == "v2000"
        assert "v2000" in shown(anew)
        assert anew.of(Place).initial_scene is not None
        assert anew.of(Place).initial_scene["select"] == "v2000"
    picture = first.of(Views).current.on_screen()
    assert "v2000" in picture.graph
    assert picture.graph.name == f"{len(shown(first))} of {len(graph):,} nodes, around v2000"
    told = wrong.of(Links).follow(first.of(Links).address() | {"select": "zz"}, reference=str(tmp_path / "long.csv"))
    assert told == ["The link could not be followed in full: there is no node 'zz' in the graph"]
    assert wrong.of(VisiblePart).centre == "v0"
