"""The export dialog as a script: every format can be chosen, and what cannot be made is said in one sentence."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest
from support.script import at, choose_in_bar, press, run, sentences, session

from explorer import algorithms
from explorer.app.bar import bar_data
from explorer.app.export_choice import ExportChoice
from explorer.app.job import Job
from explorer.app.state import Origin
from explorer.comparison.align import AlignedBy, align
from explorer.drawing import exports
from explorer.drawing.exports import Shown, Style, gif
from explorer.drawing.exports.table_xlsx import MOST_NODES
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.intake import Assembled


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    """The app at an address with the dialog open."""
    monkeypatch.setattr(sys, "argv", ["main.py"])

    def start(graph: GameGraph | None = None, **query: str) -> AppTest:
        app = at(query)
        if graph is not None:
            session(app).open(Assembled.of(graph), Origin("Small"))
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
    return session(app).of(ExportChoice).made[name][1]


def expected(app: AppTest, name: str, style: Style, step: int = 0) -> bytes:
    opened = session(app)
    shown = Shown(opened.graph, opened.trace, algorithms.find(opened.algorithm), step)
    return exports.export(shown, name, style)


QUICK = [name for name, entry in exports.registered().items() if "pause" not in entry.styled_by and name != "xlsx"]


@pytest.mark.large
def test_every_format_offers_the_file_of_the_step_on_screen(started: Callable[..., AppTest]):
    app = started(sample="figure-1", step="2")
    last = len(session(app).trace or ()) - 1
    for name in QUICK:
        choose(app, name)
        assert not sentences(app), name
        chosen = {"first": 0, "last": last} if "first" in exports.find(name).styled_by else {}
        assert made(app, name) == expected(app, name, Style(**chosen), 2), name


@pytest.mark.large
def test_the_drawing_alone_is_handed_out_when_the_algorithm_is_switched_off(started: Callable[..., AppTest]):
    app = started(sample="figure-1", step="2")
    choose(app, "svg")
    app.toggle(key="export_steps").set_value(False)
    run(app)
    assert made(app, "svg") == exports.export(Shown(session(app).graph), "svg", Style())


def test_a_drawing_on_which_nothing_can_run_is_handed_out_with_the_scores_of_its_leaves(
    started: Callable[..., AppTest],
):
    rootless = GameGraph((Node("a", Kind.MAX), Node("b", Kind.LEAF, 7)), (("a", "b"),))
    app = choose(started(rootless), "svg")
    assert session(app).trace is None
    assert ">7<" in made(app, "svg").decode()


@pytest.mark.large
def test_every_option_of_a_format_has_a_widget(started: Callable[..., AppTest]):
    app = started()
    labels = {
        "title": "Name of the graph",
        "legend": "Legend",
        "caption": "Caption of the step",
        "dark": "Dark",
        "scale": "Scale",
        "first": "Steps",
        "last": "Steps",
        "pause": "Seconds for a step",
    }
    for name, entry in exports.registered().items():
        choose(app, name)
        found = {each.label for kind in (app.checkbox, app.number_input, app.slider) for each in kind}
        assert {labels[option] for option in entry.styled_by} <= found, name


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
    left, right = (algorithms.trace(session(app).graph, name) for name in ("memoised-naive", "memoised"))
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
    assert (job.done, job.total, job.failure) == (2, 2, "")
    assert "Make the animation" not in [button.label for button in app.button]
    app.number_input(key="export_pause").set_value(2.0)
    run(app)
    assert "Make the animation" in [button.label for button in app.button]


@pytest.mark.large
def test_an_animation_that_cannot_be_made_gives_a_sentence_and_another_try(started: Callable[..., AppTest]):
    app = small_animation(started())
    app.number_input(key="export_scale_of_many").set_value(8.0)
    app.session_state["export_steps_4"] = (0, 4)
    run(app)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gif, "MOST_PIXELS", 1_000)
        press(app, "Make the animation")
        job = finished(app)
    assert job.content is None
    assert [each.value for each in app.error] == [f"{job.failure}."]
    assert "Make the animation" in [button.label for button in app.button]


@pytest.mark.large
def test_closing_the_dialog_cancels_what_it_makes(started: Callable[..., AppTest]):
    app = small_animation(started())
    press(app, "Make the animation")
    job = session(app).of(ExportChoice).job
    session(app).of(ExportChoice).close()
    assert job is not None
    job.wait()
    assert session(app).of(ExportChoice).job is None


@pytest.mark.large
def test_a_graph_with_errors_has_pictures_and_the_rest_says_why_not(started: Callable[..., AppTest]):
    graph = GameGraph((Node("a", Kind.MAX), Node("b", Kind.LEAF, 1)), (("a", "b"),))
    app = choose(started(graph), "svg")
    assert not sentences(app)
    assert made(app, "svg").startswith(b"<")
    for name, entry in exports.registered().items():
        if entry.needs_trace:
            (sentence,) = sentences(choose(app, name))
            assert "there are none: the graph has errors" in sentence
            assert name not in session(app).of(ExportChoice).made


def test_what_cannot_be_made_is_said_in_one_sentence(started: Callable[..., AppTest]):
    nodes = tuple(Node(f"n{place}", Kind.LEAF, 1) for place in range(MOST_NODES + 1))
    app = choose(started(GameGraph(nodes, (), root="n0")), "xlsx")
    (sentence,) = [each.value for each in app.error]
    assert sentence.startswith(f"a sheet has room for {MOST_NODES:,} nodes")


def test_of_a_graph_that_is_too_large_to_be_drawn_the_part_that_is_shown_is_exported(started: Callable[..., AppTest]):
    nodes = tuple(Node(f"n{place}", Kind.LEAF, 1) for place in range(LARGEST_DRAWN + 1))
    app = choose(started(GameGraph(nodes, (), root="n0")), "svg")
    assert f"1 of {LARGEST_DRAWN + 1:,} nodes, around n0" in made(app, "svg").decode()


def test_an_empty_page_has_nothing_to_export(started: Callable[..., AppTest]):
    app = started()
    session(app).of(ExportChoice).close()
    session(app).open(Assembled(GameGraph((), ()), ()), Origin("Empty"))
    run(app)
    assert not bar_data(session(app), "")["exports"]


@pytest.mark.large
def test_the_dialog_stays_open_over_runs_and_gives_way_to_the_other_one(started: Callable[..., AppTest]):
    app = started()
    run(app)
    assert session(app).of(ExportChoice).is_open
    choose_in_bar(app, "dialog", "paste")
    assert not session(app).of(ExportChoice).is_open
    assert not session(app).of(ExportChoice).made
