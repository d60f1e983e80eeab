"""The page Compare as a script: its table, the chart, the poisoned memo, and graphs that are found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest
from support.graphs import game
from support.script import on, page_of, press, run, session

from explorer import algorithms
from explorer.app import bar, unexpected_errors
from explorer.app.compare import page as compare_page
from explorer.app.compare import poison_tab, tiling_tab
from explorer.app.compare.page import TAB
from explorer.app.compare.state import Comparing
from explorer.app.state import Origin, Session
from explorer.comparison.align import AlignedBy
from explorer.comparison.poisoned import answers_wrong, poisoned
from explorer.drawing.exports import Style, export
from explorer.drawing.layout import with_positions
from explorer.games import generate
from explorer.games.samples import sample_names
from explorer.model.errors import LimitError
from explorer.model.intake import Assembled
from explorer.scenes.scene import Page

FIND = "A graph where the two differ"


def compare_script() -> None:
    """The page alone, for what `main` has begun."""
    from explorer.app.compare import page as compare_page

    compare_page.show()


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
        return [side.algorithm for side in opened.of(Comparing).sides]

    for algorithm, expected in (
        ("score-iteration", ["score-iteration", "memoised"]),
        ("memoised", ["memoised", "depth-first"]),
        ("memoised-naive", ["memoised-naive", "memoised"]),
    ):
        opened.choose(algorithm)
        bar.choose(opened, "view", "compare")
        assert pair() == expected
    opened.choose("depth-first")
    bar.choose(opened, "view", "compare")
    choose(app, "bounds", "alpha-beta")
    bar.choose(opened, "view", "compare")
    assert pair() == ["bounds", "alpha-beta"]


@pytest.mark.parametrize("place", range(4))
def test_every_algorithm_is_shown_beside_the_memo(place):
    app = compared(f"sample:{sample_names()[place]}")
    names = [name for name, entry in algorithms.registered().items() if not entry.grows]
    for name in names[place::4]:
        choose(app, name, "memoised")
        assert all("Correct" in row for row in rows(app))


def test_the_options_of_each_side_are_its_own():
    app = compared("sample:figure-5-two-cycle")
    choose(app, "score-iteration", "score-iteration")
    bar.choose(session(app), "option", "left=endless=1/2")
    run(app)
    left, right = rows(app)
    assert (left["Value of the root"], right["Value of the root"]) == ("1/2", "0")


@pytest.mark.parametrize(
    ("right", "sample", "worth", "said"),
    [
        ("minimax", "negamax-half-final", "5", True),
        ("minimax", "negamax-half-final", "0", False),
        ("bounds", "negamax-half-final", "5", False),
        ("minimax", "ladder-3", "5", False),
    ],
)
def test_that_endless_play_counts_for_two_players_is_said_where_it_does(right, sample, worth, said):
    opened = on(f"sample:{sample}")
    left_side, right_side = opened.of(Comparing).sides
    left_side.options["score-iteration"] = right_side.options[right] = {"endless": worth}
    left_side.algorithm, right_side.algorithm = "score-iteration", right
    app = page_of(compare_script, opened)
    assert all(side.run.trace for side in opened.of(Comparing).sides)
    assert any("both are valid" in each.value for each in app.info) == said


def test_behind_the_dialog_no_run_begins():
    opened = on("sample:figure-1")
    opened.choosing = True
    app = page_of(compare_script, opened)
    assert not opened.of(Comparing).rows
    opened.choosing = False
    assert len(rows(run(app))) == 2


def test_further_algorithms_join_the_table():
    app = compared("sample:example-7-1")
    app.multiselect(key="compare_more").set_value(["memoised-naive", "memoised"])
    run(app)
    assert len(rows(app)) == 3
    assert [row["Correct"] for row in rows(app)] == ["✓", "✓", "✗ wrong"]


@contextmanager
def long(what: str, cancel: Callable[[], None], unit: str = "step") -> Iterator[Callable[[int], None]]:
    """Progress at whose first word the page waits until the user cancels; not where both sides run."""

    def told(steps: int) -> None:
        if what != "both algorithms":
            st.button("Cancel", on_click=cancel)
            st.stop()

    yield told


@pytest.fixture
def wordy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs tell of every step, and the page waits at the first."""
    monkeypatch.setattr(sys.modules["explorer.trace.run"], "_SECONDS_BETWEEN_WORDS", -1.0)
    for page in (compare_page, poison_tab):
        monkeypatch.setattr(page, "progress", long)


@pytest.mark.usefixtures("wordy")
def test_a_run_for_the_table_that_is_cancelled_does_not_begin_again():
    app = compared("sample:example-7-1")
    app.multiselect(key="compare_more").set_value(["memoised-naive"])
    run(app)
    press(app, "Cancel")
    assert app.multiselect(key="compare_more").value == []
    assert len(rows(app)) == 2
    assert not [button for button in app.button if button.label == "Cancel"]


@pytest.mark.usefixtures("wordy")
def test_the_way_to_a_poisoned_entry_that_is_cancelled_does_not_begin_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(poison_tab, "run_around", lambda found, step, *, limits, progress: progress(1))
    found = compared("sample:example-7-1")
    session(found).keep("poisoned", poisoned(session(found).graph))
    press(open_tab(found, "Poisoned memo"), "Cancel")
    assert [each.value for each in found.warning] == ["The run was cancelled, so its steps are not shown."]
    assert not [button for button in found.button if button.label == "Cancel"]


def test_the_lock_step_goes_by_visit_first_where_both_count_visits():
    app = compared("sample:example-7-1")
    comparing = session(app).of(Comparing)
    assert f'"name":"{AlignedBy.VISIT}"' in comparing.lockstep._data.partition("differences")[0]
    choose(app, "score-iteration", "memoised")
    assert f'"name":"{AlignedBy.VISIT}"' not in comparing.lockstep._data


@pytest.mark.large
def test_the_poisoned_memo_is_explained_and_the_shrunk_graph_opened():
    app = open_tab(compared("game:ladder?layers=6"), "Poisoned memo")
    assert any("its true score is" in each.value for each in app.markdown)
    assert any("Path: t → " in each.value for each in app.markdown)
    press(app, "Shrink the graph")
    press(app, "Open the shrunk graph")
    opened = session(app)
    assert answers_wrong(opened.graph)
    assert len(opened.graph.nodes) < 10
    assert opened.origin.title == "Ladder with 6 layers, shrunk"
    assert opened.stage.keep


@pytest.mark.large
def test_shrinking_that_is_cancelled_keeps_the_smallest_graph(monkeypatch: pytest.MonkeyPatch):
    @contextmanager
    def patient(
        what: str, cancel: Callable[[], None], unit: str = "step", more: Callable[[], str] = str
    ) -> Iterator[Callable[[int], None]]:
        def told(graphs: int) -> None:
            if graphs == 30:
                st.markdown(more())
                st.button("Cancel", on_click=cancel)
                st.stop()

        yield told

    app = open_tab(compared("game:ladder?layers=6"), "Poisoned memo")
    before = len(session(app).graph.nodes)
    monkeypatch.setattr(poison_tab, "progress", patient)
    press(app, "Shrink the graph")
    told = next(each.value for each in app.markdown if "the smallest so far" in each.value)
    press(app, "Cancel")
    press(app, "Open the shrunk graph")
    opened = session(app).graph
    assert told == f"tried, the smallest so far with {len(opened.nodes)} nodes"
    assert answers_wrong(opened)
    assert len(opened.nodes) < before


def test_where_nothing_is_poisoned_it_says_so():
    app = open_tab(compared("sample:figure-1-b-neg-d-pos"), "Poisoned memo")
    assert any("is correct here" in each.value for each in app.success)
    assert not [button for button in app.button if button.label == "Shrink the graph"]


@pytest.mark.large
def test_a_graph_where_the_two_differ_is_found_and_opened():
    app = open_tab(choose(compared("sample:figure-1"), "memoised-naive", "memoised"), FIND)
    press(app, "Find me a graph where these two differ")
    naive, memo = rows(app)
    assert naive["Value of the root"] != memo["Value of the root"]
    assert naive["Correct"] == "✗ wrong"
    assert any("shrunk to 4" in each.value for each in app.success)
    assert session(app).origin.title == "Where memoised-naive and memoised differ"


def test_two_that_do_not_count_the_same_cannot_differ_in_it_and_the_page_says_so():
    app = open_tab(choose(compared("sample:figure-1"), "score-iteration", "memoised"), FIND)
    app.selectbox(key="differ_by").set_value("visits")
    press(app, "Find me a graph where these two differ")
    assert any("score-iteration has no visits" in each.value for each in app.warning)


def test_the_chart_of_the_ladder_has_both_counts_and_both_formulas():
    app = compared("sample:figure-1")
    app.number_input(key="family_largest_ladder").set_value(4)
    press(app, "Draw the chart")
    (found,) = session(app).of(Comparing).charts.values()
    assert len({point.series for point in found}) == 4
    assert {point.size for point in found} == {1, 2, 3, 4}


def test_nothing_runs_for_a_tab_before_it_is_opened():
    app = compared("sample:example-7-1")
    assert [tab.label for tab in app.tabs] == list(compare_page._TABS)
    assert session(app).known("poisoned") is None
    assert "poison" not in " ".join(each.value for each in app.markdown)
    open_tab(app, "Poisoned memo")
    assert session(app).known("poisoned") is not None


@pytest.mark.parametrize("title", compare_page._TABS)
def test_every_tab_opens_beside_the_two_stages(title):
    app = open_tab(compared("sample:example-7-1"), title)
    assert len(rows(app)) == 2
    assert not app.warning
    assert not app.error


def test_what_was_chosen_on_a_tab_is_kept_while_another_is_open():
    app = compared("sample:figure-1")
    app.number_input(key="family_largest_ladder").set_value(4)
    press(app, "Draw the chart")
    open_tab(app, "Tiling games")
    app.number_input(key="tiling_rows").set_value(2)
    run(app)
    open_tab(app, "Over a family")
    assert app.number_input(key="family_largest_ladder").value == 4
    assert len(app.get("vega_lite_chart")) == 1
    open_tab(app, "Tiling games")
    assert app.number_input(key="tiling_rows").value == 2


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (LimitError("the game has more than 10 positions"), "The game has more than 10 positions."),
        (MemoryError(), "It is too large for the memory of this machine; choose a smaller one."),
        (KeyError("c"), "Unexpected KeyError: 'c'; this is a fault of the program, please report it."),
    ],
)
def test_what_goes_wrong_on_a_tab_ends_in_a_sentence_there(monkeypatch, caplog, fault, sentence):
    def fail(*_: object, **settings: object) -> None:
        raise fault

    app = open_tab(compared("sample:figure-1"), "Tiling games")
    monkeypatch.setattr(tiling_tab, "tiling_values", fail)
    press(app, "Compute the table")
    assert [each.value for each in (*app.tabs[-1].warning, *app.tabs[-1].error)] == [sentence]
    assert len(rows(app)) == 2
    logged = [record for record in caplog.records if record.name == unexpected_errors.__name__]
    assert bool(logged) == isinstance(fault, KeyError)


@pytest.fixture
def long_runs() -> Comparing:
    """Two runs that are long enough to be told of."""
    comparing = Comparing()
    comparing.right.algorithm = "depth-first"
    return comparing


@pytest.mark.large
def test_a_run_that_was_cut_short_is_taken_up_where_it_was(long_runs):
    graph, told = generate("ladder", layers=9), list[int]()

    def cut_short(steps: int) -> None:
        told.append(steps)
        if long_runs.left.run is not None:  # in the second run
            raise InterruptedError

    with pytest.raises(InterruptedError):
        long_runs.run(graph, 1, lambda: with_positions(graph), cut_short)
    assert told == sorted(told)  # the steps of both
    first = long_runs.left.run
    assert (first is None, long_runs.right.run) == (False, None)
    long_runs.run(graph, 1, lambda: with_positions(graph), told.append)
    assert (long_runs.left.run is first, long_runs.right.run is None) == (True, False)


def test_a_run_that_was_cancelled_does_not_begin_again(long_runs):
    graph, told = generate("ladder", layers=9), list[int]()

    def cancel(steps: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        long_runs.run(graph, 1, lambda: with_positions(graph), cancel)
    long_runs.cancel()
    long_runs.run(graph, 1, lambda: with_positions(graph), told.append)
    assert (told, long_runs.rows, bool(long_runs.failure)) == ([], [], True)


def test_a_graph_that_cannot_run_gives_one_sentence():
    from explorer.app.state import Origin
    from explorer.model.graph import GameGraph
    from explorer.model.intake import Assembled

    app = compared("sample:figure-1")
    empty = GameGraph((), ())
    session(app).open(Assembled.of(empty), Origin("Empty"))
    run(app)
    (warning,) = app.warning
    assert warning.value.startswith("Nothing can run on the graph yet: ")


@pytest.mark.large
def test_of_a_graph_that_is_too_large_to_be_drawn_a_picture_shows_the_part_that_the_page_shows():
    chain = {f"n{number}": f"max n{number + 1} x{number}" for number in range(2_000)}
    graph = game("n0", **chain, n2000=1, **{f"x{number}": 0 for number in range(2_000)})
    opened = Session()
    opened.open(Assembled.of(graph), Origin("chain"))
    opened.page = Page.COMPARE
    app = page_of(compare_script, opened)
    choose(app, "score-iteration", "bounds")
    shown = opened.of(Comparing).on_screen(opened)
    assert shown.beside is not None
    for side in (shown, shown.beside):
        assert (side.part is not None, len(side.trace.graph.nodes)) == (True, 4_001)
        assert {*opened.of(Comparing).shown} == {*side.graph.ids}
    assert "around n0" in export(shown, "svg", Style()).decode()
