"""The tabs of the page Compare about whole games: sharing games, the tiling game, cat and mouse with a memo."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest
from support.script import on, page_of, press, run, session

from explorer import trace
from explorer.app.compare.state import CompareView
from explorer.app.session.open_graph import OpenGraph
from explorer.games import parse_reference
from explorer.scenes.reference import build_game
from explorer.solver import solve


def sharing_page() -> None:
    """The tab alone."""
    from explorer.app.compare import sharing_tab
    from explorer.app.session.session import current

    session = current()
    assert session is not None
    session.call(sharing_tab.show)


def tiling_page() -> None:
    """The tab alone."""
    from explorer.app.compare import tiling_tab
    from explorer.app.compare.state import CompareView
    from explorer.app.session.session import current

    session = current()
    assert session is not None
    tiling_tab.show(session.of(CompareView))


def memo_page() -> None:
    """The tab alone."""
    from explorer.app.compare import memo_tab
    from explorer.app.session.session import current

    session = current()
    assert session is not None
    session.call(memo_tab.show)


def opened(reference: str, page: Callable[[], None]) -> AppTest:
    """A tab, with a graph by reference open in the app."""
    return page_of(page, on(reference))


def graph_text(app: AppTest) -> str:
    (field,) = app.text_input
    return str(field.value)


def test_the_chain_of_a_graph_is_a_chart_and_a_table():
    app = opened("sample:figure-1", sharing_page)
    app.text_input[0].set_value("friendship-2")
    run(app)
    assert not app.dataframe
    press(app, "Compute the chain")
    rows = app.dataframe[0].value.to_dict("records")
    assert [row["Game"] for row in rows][:2] == ["colour vertices, share edges", "colour edges, share vertices"]
    assert rows[0]["With 1, 2, … colours"].startswith("0, ")
    assert all(row["Colours for everything"] != "not up to here" for row in rows)
    (found,) = session(app).of(CompareView).chains.values()
    assert {row["Colours for everything"] for row in rows} == {str(each.least) for each in found.values()}
    assert len(app.get("vega_lite_chart")) == 1


def test_the_graph_of_a_game_is_opened():
    app = opened("sample:figure-1", sharing_page)
    app.text_input[0].set_value("a-b b-c c-a")
    app.number_input(key="sharing_game_colours").set_value(3)
    run(app)
    press(app, "Open the graph of this game")
    graph = session(app).of(OpenGraph).graph
    assert graph.name == "Sharing the edges of the graph a-b b-c c-a by colouring its vertices"
    assert solve(graph).score == 3
    assert session(app).of(OpenGraph).origin.game is not None
    assert build_game(*parse_reference(session(app).of(OpenGraph).origin.game)).moves == graph.moves
    assert graph_text(app) == "a-b b-c c-a"


def test_theorem_1_is_shown_with_a_tiling_of_22():
    app = opened("sample:figure-1", tiling_page)
    assert any("there are from 22 to 32 of them in the end" in each.value for each in app.markdown)
    app.number_input(key="tiling_rows").set_value(3)
    app.number_input(key="tiling_columns").set_value(4)
    run(app)
    assert any("there are from 4 to 6 of them in the end" in each.value for each in app.markdown)
    assert len(app.get("image")) == 1


def test_the_table_has_the_values_of_small_boards():
    app = opened("sample:figure-1", tiling_page)
    app.number_input(key="tiling_values_columns").set_value(3)
    app.number_input(key="tiling_values_rows").set_value(2)
    run(app)
    press(app, "Compute the table")
    assert app.dataframe[0].value.to_numpy().tolist() == [[0, 1, 1], [1, 2, 3]]
    assert list(app.dataframe[0].value.index) == ["1 row", "2 rows"]


@pytest.mark.large
def test_wrong_scores_of_the_memo_are_a_chart_and_the_smallest_game_opens():
    app = opened("sample:figure-1", memo_page)
    app.number_input(key="memo_games").set_value(50)
    run(app)
    press(app, "Count the wrong scores")
    (shares,) = session(app).of(CompareView).wrong_shares.values()
    assert [each.rooms for each in shares] == [5, 7, 9, 11, 13]
    assert shares[0].wrong < shares[-1].wrong
    assert len(app.get("vega_lite_chart")) == 1
    press(app, "Open the smallest wrong game")
    graph = session(app).of(OpenGraph).graph
    assert trace(graph, "memoised-naive").result["value"] != solve(graph).score
