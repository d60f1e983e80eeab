"""The pages as a script: they run on samples of all kinds with every algorithm, and say in a sentence what is wrong."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest
from support.samples import VARIED
from support.script import at, choose_in_bar, on, page_of, press, run, sentences, session
from support.sessions import arriving

from explorer import algorithms
from explorer.app import bar
from explorer.app.bar import Bar, bar_data
from explorer.app.compare.state import Comparing
from explorer.app.expand.state import Growing
from explorer.app.explore import values
from explorer.app.help_texts import help_pages
from explorer.app.links import address
from explorer.app.sheet import CHART, TABLES, Sheet, is_open
from explorer.app.state import Origin, Session
from explorer.app.tree.state import TreeChoice
from explorer.app.views import turn_to
from explorer.cli.launch import MAIN
from explorer.drawing.excerpt import drawn_part
from explorer.expansion.strategies import STRATEGIES
from explorer.games.catalogue import cards
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.intake import Assembled
from explorer.scenes.scene import Page
from explorer.solver import solve
from explorer.unwinding import View

some_samples = pytest.mark.parametrize("sample", VARIED)


def expand_script() -> None:
    """The page Expand alone, for what `main` has begun."""
    from explorer.app.expand import page as expand_page

    expand_page.show()


def compare_script() -> None:
    """The page Compare alone, for what `main` has begun."""
    from explorer.app.compare import page as compare_page

    compare_page.show()


def unwind_script() -> None:
    """The page of trees alone, for what `main` has begun."""
    from explorer.app.tree import page as unwind_page

    unwind_page.show()


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
@some_samples
def test_explore_runs_every_algorithm_on_a_sample(started: Callable[..., AppTest], sample: str):
    app = started(sample=sample, page="explore")
    for name in algorithms.for_explore():
        choose_in_bar(app, "algorithm", name)
        opened = session(app)
        assert not sentences(app)
        assert address(opened).keys() & {"sample", "game", "graph", "own"} == {"sample"}
        assert (address(opened)["sample"], address(opened)["algorithm"]) == (sample, name)
        if (obstacle := algorithms.find(name).obstacle(opened.graph)) is not None:
            assert (opened.trace, opened.obstacle) == (None, obstacle)
            continue
        assert opened.trace is not None
        assert (opened.trace.algorithm, opened.failure) == (name, "")


@some_samples
def test_expand_reveals_a_sample_and_any_strategy_can_be_chosen(sample: str):
    opened = on(f"sample:{sample}")
    opened.page, opened.of(Sheet).name = Page.EXPAND, "history"
    for strategy in STRATEGIES:
        opened.options["expansion"] = {"strategy": strategy}
        app = page_of(expand_script, opened)
        assert not sentences(app)
        assert opened.of(Growing).trace is not None
        bounds = solve(opened.graph)
        assert opened.of(Growing).trace.result["lower"] == bounds.lower[opened.graph.root or ""]
        assert len(app.dataframe[0].value) == opened.of(Growing).trace[-1].counters["expansions"]


def test_known_scores_that_were_not_found_are_compared_on_the_canvas_at_a_press(started: Callable[..., AppTest]):
    app = started()
    opened = session(app)
    graph = opened.graph.replace(expected={"scores": {"a": 2, "c": 1}, "lower": {"a": 3}})
    opened.open(Assembled(graph, ()), Origin("wrong"))
    opened.endless = 5
    run(app)
    (said,) = sentences(app)
    assert said == "Known answers that were not found: scores of a: known 2, found 1; lower of a: known 3, found 1"
    press(app, "Compare on the canvas")
    told = values.data(opened)
    assert told["lines"][0].startswith("Compared with the known scores of the graph: 1 of 2 values agree")
    assert opened.endless == 0
    assert not sentences(app)


@some_samples
def test_unwind_shows_every_view_of_a_sample(sample: str):
    opened = on(f"sample:{sample}")
    app = unwound(opened)
    for view in View:
        app.radio[0].set_value(view)
        run(app)
        refused = sentences(app)
        assert len(refused) <= 1
        if view is not View.UNRAVELLED:
            assert not refused
            assert " tree " in said_of_tree(opened)
        for sentence in refused:
            assert "→" in sentence


@pytest.mark.parametrize("depth", [0, 1, 7, 60])
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
        opened.page = Page.EXPLORE
        opened.choose(algorithm)
        opened.begin_at(2)
        opened.of(TreeChoice).begin_at(3)
        turn_to(opened, Page.UNWIND)
        assert opened.of(TreeChoice).depth == (2 if algorithm == "score-iteration" else 3)
        opened.of(TreeChoice).begin_at(4)
        turn_to(opened, Page.EXPLORE)
        assert opened.step == back


@pytest.mark.parametrize("budget", [10, 5000])
def test_unwind_keeps_to_its_budget_on_a_tree_too_large_to_build(budget: int):
    opened = on("game:ladder?layers=12")
    app = unwound(opened)
    app.radio[0].set_value(View.BACK_LINKS)
    app.number_input[0].set_value(budget)
    run(app)
    assert "Allow more nodes to see more." in said_of_tree(opened)


@pytest.mark.parametrize("text", ["much", "", "1/0", "nan", "--1", "1e999999"])
def test_an_impossible_option_gives_one_sentence_and_the_last_run_stays(started: Callable[..., AppTest], text: str):
    app = started()
    before = session(app).trace
    choose_in_bar(app, "endless", text)
    assert session(app).of(Bar).wrong.startswith("The value of endless play must be")
    assert session(app).trace is before
    choose_in_bar(app, "endless", "7/2")
    assert not session(app).of(Bar).wrong
    assert address(session(app))["set.endless"] == "7/2"


def test_a_damaged_link_gives_one_sentence(started: Callable[..., AppTest]):
    app = started(sample="nothing")
    (sentence,) = sentences(app)
    assert "there is no sample 'nothing'" in sentence
    run(app)
    assert not sentences(app)


def test_a_file_that_the_command_line_names_and_cannot_be_read_gives_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "argv", ["main.py", str(tmp_path / "gone.game.json")])
    app = run(AppTest.from_file(str(MAIN), default_timeout=60))
    (sentence,) = sentences(app)
    assert "gone.game.json" in sentence
    assert [node.id for node in session(app).graph.nodes] == ["a", "c", "b", "d"]


def test_an_edited_sample_is_listed_as_edited_and_no_longer_in_the_address(started: Callable[..., AppTest]):
    app = started()
    opened = session(app)
    document = opened.graph.to_json() | {"description": ""}
    message = {"epoch": opened.stage.epoch, "rev": 1, "document": document}
    ((key, said),) = arriving(opened.stage, message).items()
    app.session_state[key] = said
    run(app)
    assert "sample" not in app.query_params
    assert "own" in app.query_params  # though the browser never came to show what it was told before
    assert bar_data(opened, "")["title"].endswith(" (edited)")


@pytest.mark.large
@pytest.mark.large
def test_a_page_of_two_canvases_says_of_which_part_they_are():
    opened = on("game:tree?branching=3&depth=7")
    for centre in ("r", "3.2.1"):
        opened.look_at(centre)
        shown = drawn_part(opened.graph, centre).ids
        for script in (unwind_script, compare_script):
            told = [each.value for each in page_of(script, opened).caption]
            drawn = f"Drawn are {len(shown)} of 3,280 nodes, those around {centre}."
            assert f"{drawn} Scores and steps are those of the whole graph." in told
        assert opened.of(TreeChoice).there == opened.of(Comparing).shown == shown
    small = on("sample:figure-1")
    for script in (unwind_script, compare_script):
        assert not any(each.value.startswith("Drawn") for each in page_of(script, small).caption)


@pytest.mark.large
@pytest.mark.parametrize(
    "graph",
    [
        GameGraph((), ()),
        GameGraph((Node("only", Kind.LEAF, 3),), (), root="only"),
        GameGraph((Node("only", Kind.OPEN),), (), root="only"),
        GameGraph((Node("only", Kind.MAX),), (("only", "only"),), root="only"),
        GameGraph((Node("only", Kind.MAX),), (), root="only"),
        GameGraph((Node("only", Kind.LEAF, 3),), ()),
        GameGraph((Node("a", Kind.LEAF, 3, "twin"), Node("b", Kind.LEAF, 4, "twin")), (), root="a"),
    ],
    ids=["empty", "a leaf", "an open node", "a loop", "no moves", "no root", "twins"],
)
def test_both_pages_show_the_smallest_graphs(started: Callable[..., AppTest], graph: GameGraph):
    from explorer.app.state import Origin

    app = started()
    session(app).open(Assembled.of(graph), Origin("Small"))
    for name in algorithms.for_explore():
        choose_in_bar(app, "algorithm", name)
    tree = unwound(session(app))
    for view in View:
        tree.radio[0].set_value(view)
        run(tree)


@pytest.mark.large
def test_the_dialog_stays_open_while_the_app_runs_and_closes_with_a_choice(started: Callable[..., AppTest]):
    app = started()
    choose_in_bar(app, "dialog", "draw")
    run(app)
    assert session(app).choosing
    press(app, "Start drawing")
    assert session(app).origin.title == "My graph"
    assert not [button for button in app.button if button.label == "Start drawing"]


def test_the_lists_of_the_bar_travel_when_they_have_changed_or_the_bar_asks(started: Callable[..., AppTest]):
    opened = session(started())
    assert not {"groups", "samples"} & bar_data(opened, "").keys()
    bar.choose(opened, "lists", "")
    assert "groups" in bar_data(opened, "")
    opened.open_sample("loopy-draw")
    assert "groups" in bar_data(opened, "")  # other algorithms can run
    assert "groups" not in bar_data(opened, "")
    bar.choose(opened, "samples", "")
    entries = [entry for group in bar_data(opened, "")["samples"] for entry in group["entries"]]
    assert [entry["title"] for entry in entries] == [card.title for card in cards()]
    assert "samples" not in bar_data(opened, "")


def test_help_opens_at_a_heading_for_every_view_and_part() -> None:
    pages = help_pages()
    for page, _, anchor in (where.partition("#") for where in bar.HELP.values()):
        assert not anchor or anchor in {section.anchor for section in pages[page].sections}


@pytest.mark.large
def test_a_sample_that_is_chosen_in_the_bar_is_opened_on_the_view_that_is_shown(started: Callable[..., AppTest]):
    app = started(page="compare")
    scene = next(card.scene for card in cards() if card.name == "ladder-3")
    choose_in_bar(app, "sample", scene)
    opened = session(app)
    assert (opened.origin.sample, opened.page) == ("ladder-3", Page.COMPARE)


def test_beside_the_naive_memo_the_right_one_is_compared_from_the_first_difference_on(started: Callable[..., AppTest]):
    app = choose_in_bar(started(sample="example-7-1", algorithm="memoised-naive"), "view", Page.COMPARE)
    opened = session(app)
    assert opened.page is Page.COMPARE
    page_of(compare_script, opened)
    comparing = opened.of(Comparing)
    assert [side.algorithm for side in comparing.sides] == ["memoised-naive", "memoised"]
    way = next(iter(comparing.lockstep._alignments.values()))
    assert json.loads(comparing.lockstep._data)["at"] == way.differences[0] > 0


def test_the_menu_has_every_algorithm_once_and_finds_it_by_its_number(started: Callable[..., AppTest]):
    opened = session(started())
    bar.choose(opened, "lists", "")
    entries = [entry for group in bar_data(opened, "")["groups"] for entry in group["entries"]]
    assert sorted(entry["name"] for entry in entries) == sorted(algorithms.for_explore())
    for words, name in {"7.2": "memoised", "GHI": "memoised-naive", "Zermelo": "status"}.items():
        assert name in {each["name"] for each in entries if words in " ".join(map(str, each.values()))}


@pytest.mark.large
def test_pasted_text_that_is_no_graph_gives_a_sentence(started: Callable[..., AppTest]):
    app = started()
    choose_in_bar(app, "dialog", "paste")
    for text in ("nonsense", "{", "<graphml", "<graphml/>", "from,to", '{"nodes": []}', '{"nodes": 5}'):
        app.text_area[0].set_value(text)
        run(app)
        assert sentences(app)
        assert not [button for button in app.button if button.label.startswith("Open it")]


def test_the_chart_is_made_while_it_is_open_and_python_hears_of_steps_only_then(started: Callable[..., AppTest]):
    app = started(sample="ladder-6", page="explore")
    assert not app.get("vega_lite_chart")
    assert not is_open(session(app), CHART)
    choose_in_bar(app, "sheet", CHART)
    assert len(app.get("vega_lite_chart")) == 1
    assert is_open(session(app), CHART)
    assert len(app.multiselect[0].value) == 14
    app.multiselect[0].set_value([])
    run(app)
    assert not app.get("vega_lite_chart")
    choose_in_bar(app, "sheet", TABLES)
    assert not app.multiselect
    choose_in_bar(app, "sheet", TABLES)
    assert not app.get("data_editor")


def test_the_completions_of_a_witness_can_be_opened(started: Callable[..., AppTest]):
    bounds = {}
    for which in ("low", "high"):
        app = started(sample="negamax-half-final", algorithm="witness")
        next(button for button in app.button if button.label.startswith(f"Open the {which} completion")).click()
        run(app)
        opened = session(app)
        assert opened.algorithm == "bounds"
        assert opened.trace is not None
        bounds[which] = opened.trace.result["lower"]["A"]
    assert bounds == {"low": 1, "high": 2}
