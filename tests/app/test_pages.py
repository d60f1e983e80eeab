"""The pages as a script: they run on samples with every algorithm, and say in a sentence what is wrong."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from support.samples import VARIED
from support.script import at, choose_in_bar, on, page_of, run, sentences, session

from explorer import algorithms
from explorer.app import bar, main, page_style
from explorer.app.bar import Bar
from explorer.app.compare.state import CompareView
from explorer.app.expand.state import ExpandView
from explorer.app.help_texts import help_pages
from explorer.app.links import Links
from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.app.session.opener import GraphOpener
from explorer.app.session.place import Place
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.app.session.visible_part import VisiblePart
from explorer.app.sheet import CHART, TABLES, SideSheet
from explorer.app.tree.state import TreeChoice
from explorer.app.views import Views
from explorer.drawing.excerpt import drawn_part
from explorer.expansion.strategies import STRATEGIES
from explorer.games.samples import load_sample
from explorer.intake import Assembled
from explorer.model.graph import GameGraph, Kind, Node
from explorer.scenes.scene import Page
from explorer.solver import solve
from explorer.unwinding import TreeView

some_samples = pytest.mark.parametrize("sample", VARIED[:2])


def test_the_script_in_the_head_knows_the_addresses_of_all_pages():
    script = Path(page_style.__file__).with_name("page_base.ts").read_text(encoding="utf-8")
    assert {*script.split("/(")[1].split(")$/")[0].split("|")} == {*main.PAGES} - {main.FIRST}


def expand_script() -> None:
    """The page Expand alone, for what `main` has begun."""
    from explorer.app.expand import page as expand_page
    from explorer.app.session.session import begin, current

    (current() or begin()).call(expand_page.show)


def compare_script() -> None:
    """The page Compare alone, for what `main` has begun."""
    from explorer.app.compare import page as compare_page
    from explorer.app.session.session import begin, current

    (current() or begin()).call(compare_page.show)


def unwind_script() -> None:
    """The page of trees alone, for what `main` has begun."""
    from explorer.app.session.session import begin, current
    from explorer.app.tree import page as unwind_page

    (current() or begin()).call(unwind_page.show)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    """Runs the app at an address."""
    monkeypatch.setattr(sys, "argv", ["main.py"])

    def start(**query: str) -> AppTest:
        return at(query)

    return start


def said_of_tree(opened: Session, step: int = 0) -> str:
    """What is said of the tree at a step, as the browser gets it."""
    said: list[str] = json.loads(opened.of(TreeChoice).tree_stage._trace.text)["chunks"][0]["captions"]
    return said[step]


def unwound(opened: Session) -> AppTest:
    return page_of(unwind_script, opened)


@pytest.mark.large
def test_explore_runs_every_algorithm_on_a_sample(started: Callable[..., AppTest]):
    sample = "negamax-half-final"
    app = started(sample=sample, page="explore")
    for name in algorithms.for_explore():
        choose_in_bar(app, "algorithm", name)
        opened = session(app)
        assert not sentences(app)
        assert opened.of(Links).address().keys() & {"sample", "game", "graph", "own"} == {"sample"}
        assert (opened.of(Links).address()["sample"], opened.of(Links).address()["algorithm"]) == (sample, name)
        if (obstacle := algorithms.find(name).obstacle(opened.of(OpenGraph).graph)) is not None:
            assert (opened.of(CurrentRun).trace, opened.of(CurrentRun).obstacle) == (None, obstacle)
            continue
        assert opened.of(CurrentRun).trace is not None
        assert (opened.of(CurrentRun).trace.algorithm, opened.of(CurrentRun).failure) == (name, "")


@some_samples
def test_expand_reveals_a_sample_and_any_strategy_can_be_chosen(sample: str):
    opened = on(f"sample:{sample}")
    opened.of(Place).page, opened.of(SideSheet).name = Page.EXPAND, "history"
    for strategy in STRATEGIES:
        opened.of(CurrentRun).options["expansion"] = {"strategy": strategy}
        app = page_of(expand_script, opened)
        assert not sentences(app)
        assert opened.of(ExpandView).trace is not None
        bounds = solve(opened.of(OpenGraph).graph)
        assert opened.of(ExpandView).trace.result["lower"] == bounds.lower[opened.of(OpenGraph).graph.root or ""]
        assert len(app.dataframe[0].value) == opened.of(ExpandView).trace[-1].counters["expansions"]


@some_samples
def test_unwind_shows_every_view_of_a_sample(sample: str):
    opened = on(f"sample:{sample}")
    app = unwound(opened)
    for view in TreeView:
        app.radio[0].set_value(view)
        run(app)
        refused = sentences(app)
        assert len(refused) <= 1
        if view is not TreeView.UNRAVELLED:
            assert not refused
            assert " tree " in said_of_tree(opened)
        for sentence in refused:
            assert "→" in sentence


@pytest.mark.parametrize("depth", [0, 7])
def test_unwind_shows_every_depth_and_its_value_is_that_of_the_step(depth: int):
    opened = on("sample:figure-3-cycle")
    opened.of(TreeChoice).begin_at(depth)
    unwound(opened)
    assert opened.of(TreeChoice).depth == depth
    trace = algorithms.trace(load_sample("figure-3-cycle"), "score-iteration")
    value = trace.scores_at(min(depth, len(trace) - 1))["a"]
    assert f"(a) = {value}." in said_of_tree(opened, depth)


def test_tree_and_score_iteration_have_one_step_and_the_run_of_another_algorithm_keeps_its_own():
    opened = on("sample:figure-1")
    for algorithm, back in (("score-iteration", 4), ("depth-first", 2)):
        opened.of(Place).page = Page.EXPLORE
        opened.of(CurrentRun).choose(algorithm)
        opened.of(CurrentRun).begin_at(2)
        opened.of(TreeChoice).begin_at(3)
        opened.of(Views).turn_to(Page.UNWIND)
        assert opened.of(TreeChoice).depth == (2 if algorithm == "score-iteration" else 3)
        opened.of(TreeChoice).begin_at(4)
        opened.of(Views).turn_to(Page.EXPLORE)
        assert opened.of(CurrentRun).step == back


@pytest.mark.parametrize("text", ["much", "1/0"])
def test_an_impossible_option_gives_one_sentence_and_the_last_run_stays(started: Callable[..., AppTest], text: str):
    app = started()
    before = session(app).of(CurrentRun).trace
    choose_in_bar(app, "endless", text)
    assert session(app).of(Bar).wrong.startswith("The value of endless play must be")
    assert session(app).of(CurrentRun).trace is before
    choose_in_bar(app, "endless", "7/2")
    assert not session(app).of(Bar).wrong
    assert session(app).of(Links).address()["set.endless"] == "7/2"


@pytest.mark.large
def test_a_page_of_two_canvases_says_of_which_part_they_are():
    opened = on("game:tree?branching=3&depth=7")
    opened.of(VisiblePart).look_at("3.2.1")
    shown = drawn_part(opened.of(OpenGraph).graph, "3.2.1").ids
    for script in (unwind_script, compare_script):
        told = [each.value for each in page_of(script, opened).caption]
        drawn = f"Drawn are {len(shown)} of 3,280 nodes, those around 3.2.1."
        assert f"{drawn} Scores and steps are those of the whole graph." in told
    assert opened.of(TreeChoice).visible_ids == opened.of(CompareView).visible_ids == shown
    small = on("sample:figure-1")
    for script in (unwind_script, compare_script):
        assert not any(each.value.startswith("Drawn") for each in page_of(script, small).caption)


@pytest.mark.large
@pytest.mark.parametrize(
    "graph",
    [
        GameGraph((), ()),
        GameGraph((Node("only", Kind.MAX),), (("only", "only"),), root="only"),
        GameGraph((Node("a", Kind.LEAF, 3, "twin"), Node("b", Kind.LEAF, 4, "twin")), (), root="a"),
    ],
    ids=["empty", "a loop", "twins"],
)
def test_both_pages_show_the_smallest_graphs(started: Callable[..., AppTest], graph: GameGraph):
    app = started()
    session(app).of(GraphOpener).open(Assembled.of(graph), Origin("Small"))
    for name in ("score-iteration", "memoised", "kernel", "witness"):
        choose_in_bar(app, "algorithm", name)
    tree = unwound(session(app))
    for view in TreeView:
        tree.radio[0].set_value(view)
        run(tree)


def test_help_opens_at_a_heading_for_every_view_and_part() -> None:
    pages = help_pages()
    for page, _, anchor in (where.partition("#") for where in bar.HELP.values()):
        assert not anchor or anchor in {section.anchor for section in pages[page].sections}


def test_the_chart_is_made_while_it_is_open_and_python_hears_of_steps_only_then(started: Callable[..., AppTest]):
    app = started(sample="ladder-6", page="explore")
    assert not app.get("vega_lite_chart")
    assert not session(app).of(SideSheet).is_open(CHART)
    choose_in_bar(app, "sheet", CHART)
    assert len(app.get("vega_lite_chart")) == 1
    assert session(app).of(SideSheet).is_open(CHART)
    assert len(app.multiselect[0].value) == 14
    app.multiselect[0].set_value([])
    run(app)
    assert not app.get("vega_lite_chart")
    choose_in_bar(app, "sheet", TABLES)
    assert not app.multiselect
    assert session(app).of(SideSheet).is_open(TABLES)
    choose_in_bar(app, "sheet", TABLES)
    assert not session(app).of(SideSheet).is_open(TABLES)


def test_the_completions_of_a_witness_can_be_opened(started: Callable[..., AppTest]):
    bounds = {}
    for which in ("low", "high"):
        app = started(sample="negamax-half-final", algorithm="witness")
        next(button for button in app.button if button.label.startswith(f"Open the {which} completion")).click()
        run(app)
        opened = session(app)
        assert opened.of(CurrentRun).algorithm == "bounds"
        assert opened.of(CurrentRun).trace is not None
        bounds[which] = opened.of(CurrentRun).trace.result["lower"]["A"]
    assert bounds == {"low": 1, "high": 2}


def test_known_scores_that_were_not_found_are_said(started: Callable[..., AppTest]):
    app = started()
    graph = session(app).of(OpenGraph).graph.replace(expected={"scores": {"a": 2, "c": 1}, "lower": {"a": 3}})
    session(app).of(GraphOpener).open(Assembled(graph, ()), Origin("wrong"))
    run(app)
    (said,) = sentences(app)
    assert said == "Known answers that were not found: scores of a: known 2, found 1; lower of a: known 3, found 1"
