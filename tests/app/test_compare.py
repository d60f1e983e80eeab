"""The page Compare as a script: its table, the chart, the poisoned memo, and graphs that are found."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest
from support.graphs import game
from support.script import on, page_of, press, run, session

from explorer.app import bar
from explorer.app.compare import page as compare_page
from explorer.app.compare.page import TAB
from explorer.app.compare.state import CompareView
from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.app.session.opener import GraphOpener
from explorer.app.session.place import Place
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.comparison.poisoned import answers_wrong
from explorer.drawing.exports import Style, export
from explorer.intake import Assembled
from explorer.scenes.scene import Page
from explorer.stage import Stage

FIND = "A graph where the two differ"


def compare_script() -> None:
    """The page alone, for what `main` has begun."""
    from explorer.app.compare import page as compare_page
    from explorer.app.session.session import begin, current

    (current() or begin()).call(compare_page.show)


def compared(reference: str) -> AppTest:
    """The page with a graph by reference."""
    return page_of(compare_script, on(reference))


def choose(app: AppTest, left: str, right: str) -> AppTest:
    for side, name in (("left", left), ("right", right)):
        bar.choose(session(app), side, name)
    return run(app)


def open_tab(app: AppTest, title: str) -> AppTest:
    app.session_state[TAB] = title
    return run(app)


def rows(app: AppTest) -> list[dict[str, str]]:
    records: list[dict[str, str]] = app.dataframe[0].value.to_dict("records")
    return records


def test_it_compares_depth_first_search_and_the_memo_at_first():
    app = compared("sample:ladder-3")
    plain, memo = rows(app)
    assert (plain["Visits"], memo["Visits"], plain["Memo hits"]) == ("70", "41", "–")
    assert plain["Correct"] == memo["Correct"] == "✓"
    assert not app.warning


def test_the_run_of_steps_stands_at_the_left_until_another_pair_is_chosen():
    app = compared("sample:figure-1")
    opened = session(app)

    def pair() -> list[str]:
        return [side.algorithm for side in opened.of(CompareView).sides]

    for algorithm, expected in (
        ("score-iteration", ["score-iteration", "memoised"]),
        ("memoised", ["memoised", "depth-first"]),
        ("memoised-naive", ["memoised-naive", "memoised"]),
    ):
        opened.of(CurrentRun).choose(algorithm)
        bar.choose(opened, "view", "compare")
        assert pair() == expected
    opened.of(CurrentRun).choose("depth-first")
    bar.choose(opened, "view", "compare")
    choose(app, "bounds", "alpha-beta")
    bar.choose(opened, "view", "compare")
    assert pair() == ["bounds", "alpha-beta"]


@pytest.mark.parametrize(
    ("right", "sample", "worth", "said"),
    [
        ("minimax", "negamax-half-final", "5", True),
        ("minimax", "negamax-half-final", "0", False),
    ],
)
def test_that_endless_play_counts_for_two_players_is_said_where_it_does(right, sample, worth, said):
    opened = on(f"sample:{sample}")
    left_side, right_side = opened.of(CompareView).sides
    left_side.options["score-iteration"] = right_side.options[right] = {"endless": worth}
    left_side.algorithm, right_side.algorithm = "score-iteration", right
    app = page_of(compare_script, opened)
    assert all(side.run.trace for side in opened.of(CompareView).sides)
    assert any("both are valid" in each.value for each in app.info) == said


def test_further_algorithms_join_the_table():
    app = compared("sample:example-7-1")
    app.multiselect(key="compare_more").set_value(["memoised-naive", "memoised"])
    run(app)
    assert len(rows(app)) == 3
    assert [row["Correct"] for row in rows(app)] == ["✓", "✓", "✗ wrong"]


@pytest.mark.large
def test_the_poisoned_memo_is_explained_and_the_shrunk_graph_opened():
    app = open_tab(compared("game:ladder?layers=6"), "Poisoned memo")
    assert any("its true score is" in each.value for each in app.markdown)
    assert any("Path: t → " in each.value for each in app.markdown)
    press(app, "Shrink the graph")
    press(app, "Open the shrunk graph")
    opened = session(app)
    assert answers_wrong(opened.of(OpenGraph).graph)
    assert len(opened.of(OpenGraph).graph.nodes) < 10
    assert opened.of(OpenGraph).origin.title == "Ladder with 6 layers, shrunk"
    assert opened.of(Stage).keep


@pytest.mark.large
def test_a_graph_where_the_two_differ_is_found_and_opened():
    app = open_tab(choose(compared("sample:figure-1"), "memoised-naive", "memoised"), FIND)
    press(app, "Find me a graph where these two differ")
    naive, memo = rows(app)
    assert naive["Value of the root"] != memo["Value of the root"]
    assert naive["Correct"] == "✗ wrong"
    assert any("shrunk to 4" in each.value for each in app.success)
    assert session(app).of(OpenGraph).origin.title == "Where memoised-naive and memoised differ"


@pytest.mark.parametrize("title", compare_page._TABS)
def test_every_tab_opens_beside_the_two_stages(title):
    app = open_tab(compared("sample:example-7-1"), title)
    assert len(rows(app)) == 2
    assert not app.warning
    assert not app.error


@pytest.fixture
def long_runs() -> CompareView:
    """Two runs that are long enough to be told of."""
    comparing = on("game:ladder?layers=9").of(CompareView)
    comparing.right.algorithm = "depth-first"
    return comparing


def test_a_run_that_was_cancelled_does_not_begin_again(long_runs):
    told = list[int]()

    def cancel(steps: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        long_runs.run(cancel)
    long_runs.cancel()
    long_runs.run(told.append)
    assert (told, long_runs.rows, bool(long_runs.failure)) == ([], [], True)


@pytest.mark.large
def test_of_a_graph_that_is_too_large_to_be_drawn_a_picture_shows_the_part_that_the_page_shows():
    leaves = {f"x{number}": number for number in range(4_000)}
    graph = game("n0", n0=f"max {' '.join(leaves)}", **leaves)
    opened = Session()
    opened.of(GraphOpener).open(Assembled.of(graph), Origin("star"))
    opened.of(Place).page = Page.COMPARE
    app = page_of(compare_script, opened)
    choose(app, "score-iteration", "bounds")
    shown = opened.of(CompareView).on_screen()
    assert shown.beside is not None
    for side in (shown, shown.beside):
        assert (side.part is not None, len(side.trace.graph.nodes)) == (True, 4_001)
        assert {*opened.of(CompareView).visible_ids} == {*side.graph.ids}
    assert "around n0" in export(shown, "svg", Style()).decode()


def test_the_chart_of_the_ladder_has_both_counts_and_both_formulas():
    app = compared("sample:figure-1")
    app.number_input(key="family_largest_ladder").set_value(4)
    press(app, "Draw the chart")
    (found,) = session(app).of(CompareView).charts.values()
    assert len({point.series for point in found}) == 4
    assert {point.size for point in found} == {1, 2, 3, 4}
