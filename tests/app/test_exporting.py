"""The export dialog as a script: formats, looks, animations, and what of a graph is exported."""

from __future__ import annotations

import html
import json
import sys
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest
from support.script import at, choose_in_bar, press, run, sentences, session

from explorer import algorithms
from explorer.app.exporting import ExportChoice
from explorer.app.job import Job
from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.app.session.opener import GraphOpener
from explorer.app.session.run import CurrentRun
from explorer.comparison.align import AlignedBy, align
from explorer.drawing import exports
from explorer.drawing.exports import GraphView, Style
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.games.samples import load_sample
from explorer.intake import Assembled
from explorer.model.graph import GameGraph, Kind, Node


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    """The app at an address with the dialog open."""
    monkeypatch.setattr(sys, "argv", ["main.py"])

    def start(graph: GameGraph | None = None, **query: str) -> AppTest:
        app = at(query)
        if graph is not None:
            session(app).of(GraphOpener).open(Assembled.of(graph), Origin("Small"))
            run(app)
        return choose_in_bar(app, "dialog", "export")

    return start


def choose(app: AppTest, name: str) -> AppTest:
    """Choose a format by its name."""
    group = exports.find(name).group
    app.session_state["export_group"] = group
    run(app)
    app.radio(key=f"export_format_{group}").set_value(name)
    return run(app)


def made(app: AppTest, name: str) -> bytes:
    """What the dialog offers for download."""
    return session(app).of(ExportChoice).contents[name][1]


def expected(app: AppTest, name: str, style: Style, step: int = 0) -> bytes:
    opened = session(app)
    shown = GraphView(
        opened.of(OpenGraph).graph, opened.of(CurrentRun).trace, algorithms.find(opened.of(CurrentRun).algorithm), step
    )
    return exports.export(shown, name, style)


@pytest.mark.large
def test_a_format_offers_the_file_of_the_step_on_screen(started: Callable[..., AppTest]):
    app = started(sample="figure-1", step="2")
    last = len(session(app).of(CurrentRun).trace or ()) - 1
    for name in ("svg", "html", "csv"):
        choose(app, name)
        assert not sentences(app), name
        chosen = {"first": 0, "last": last} if "first" in exports.find(name).styled_by else {}
        assert made(app, name) == expected(app, name, Style(**chosen), 2), name


@pytest.mark.large
def test_options_and_step_change_the_picture(started: Callable[..., AppTest]):
    app = choose(started(), "svg")
    app.checkbox(key="export_dark").check()
    app.checkbox(key="export_legend").uncheck()
    next(each for each in app.number_input if each.label == "Step").set_value(3)
    run(app)
    assert made(app, "svg") == expected(app, "svg", Style(dark=True, legend=False), 3)


def test_of_two_runs_the_dialog_counts_moments_and_says_which_formats_hold_one(started: Callable[..., AppTest]):
    app = started(page="compare", sample="example-7-1", left="memoised-naive", right="memoised")
    left, right = (algorithms.trace(session(app).of(OpenGraph).graph, name) for name in ("memoised-naive", "memoised"))
    last = len(align(left, right, AlignedBy.VISIT)) - 1
    assert last != len(left) - 1
    for name, kind, held in (("svg", "number_input", ""), ("gif", "slider", ""), ("html", "number_input", "one run")):
        choose(app, name)
        counted = {each.label: each.max for each in getattr(app, kind)}
        wanted = {"svg": {"Moment": last}, "gif": {"Moments": last}, "html": {"Step": len(left) - 1}}[name]
        assert counted.items() >= wanted.items()
        assert any("one run" in each.value for each in app.caption) == bool(held)


def finished(app: AppTest) -> Job:
    """The job that the dialog has begun, at its end."""
    job = session(app).of(ExportChoice).job
    assert job is not None
    job.wait()
    run(app)
    return job


def small_animation(app: AppTest) -> AppTest:
    choose(app, "gif")
    app.slider[0].set_value((1, 2))
    app.number_input(key="export_scale_of_many").set_value(0.5)
    return run(app)


@pytest.mark.large
def test_an_animation_is_made_when_asked_for_and_kept(started: Callable[..., AppTest]):
    app = small_animation(started())
    assert session(app).of(ExportChoice).job is None
    press(app, "Make the animation")
    job = finished(app)
    assert job.content == expected(app, "gif", Style(first=1, last=2, scale=0.5))
    assert (job.progress, job.total, job.failure) == (2, 2, "")
    assert "Make the animation" not in [button.label for button in app.button]
    app.number_input(key="export_pause").set_value(2.0)
    run(app)
    assert "Make the animation" in [button.label for button in app.button]


def test_of_a_graph_that_is_too_large_to_be_drawn_the_part_that_is_shown_is_exported(started: Callable[..., AppTest]):
    nodes = tuple(Node(f"n{place}", Kind.LEAF, 1) for place in range(LARGEST_DRAWN + 1))
    app = choose(started(GameGraph(nodes, (), root="n0")), "svg")
    assert f"1 of {LARGEST_DRAWN + 1:,} nodes, around n0" in made(app, "svg").decode()


def test_pages_and_files_of_an_edited_sample_carry_its_description_no_longer(started: Callable[..., AppTest]):
    sample = load_sample("figure-1")
    app = choose(started(sample.replace(nodes=(*sample.nodes, Node("e", Kind.LEAF, 9)))), "html")
    assert html.escape(sample.description).encode() not in made(app, "html")
    choose_in_bar(app, "dialog", "save")
    file, _remarks = session(app).of(OpenGraph).cached_value(("file", "game-json"))
    assert not {"description", "expected"} & set(json.loads(file))


def test_the_dialog_for_a_file_says_what_a_spreadsheet_would_take_for_formulas(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "argv", ["main.py"])
    app = at({})
    session(app).of(GraphOpener).open(
        Assembled.of(GameGraph((Node("=1+1", Kind.LEAF, 1),), (), root="=1+1")), Origin("Small")
    )
    choose_in_bar(run(app), "dialog", "save")
    said = {}
    for name in ("csv", "gml"):
        app.selectbox(key="save_format").set_value(name)
        run(app)
        said[name] = [each.value for each in app.caption if "--guard-formulas" in each.value]
    assert [len(said["csv"]), len(said["gml"])] == [1, 0]
