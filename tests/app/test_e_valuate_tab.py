"""The tab Table 1 of the page Compare: what it runs, what it shows, and how it is cancelled."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explorer.app.compare.state import Comparing
from explorer.games.e_valuate.table_1 import TABLE_1

NAMES = [row.expression for row in TABLE_1]


def tab() -> None:
    """The tab alone."""
    import streamlit as st

    from explorer.app.compare import e_valuate_tab

    e_valuate_tab.show(st.session_state["comparing"])


@pytest.fixture
def app() -> AppTest:
    made = AppTest.from_function(tab, default_timeout=60)
    made.session_state["comparing"] = Comparing()
    return without_exception(made.run())


def without_exception(app: AppTest) -> AppTest:
    assert not app.exception
    return app


def comparing(app: AppTest) -> Comparing:
    found: Comparing = app.session_state["comparing"]
    return found


def ran(app: AppTest) -> list[dict[str, Any]]:
    """The rows of the table, once it has been asked for and is there."""
    next(button for button in app.button if button.label == "Run the searches").click()
    app.run()
    job = comparing(app).table_1
    assert job is not None
    job.wait()
    without_exception(app.run())
    records: list[dict[str, Any]] = app.dataframe[0].value.to_dict("records")
    return records


@pytest.mark.large
def test_it_shows_our_counts_beside_the_paper_s_with_the_reason(app):
    app.multiselect[0].set_value(NAMES[:3])
    rows = ran(app)
    assert [row["Nodes pruned"] for row in rows] == [4_515, 302_314, 21_739_075]
    assert [row["In the paper"] for row in rows] == ["4,515", "302,271", "≈ 2.18·10⁸"]
    assert [row["Value"] for row in rows] == ["16/3", "21", "12"]
    said = [markdown.value for markdown in app.markdown]
    assert any("32-bit arithmetic" in text for text in said)
    assert any("exceeds the whole tree" in text for text in said)


def test_all_four_rows_are_chosen_at_first(app):
    assert app.multiselect[0].value == NAMES


def test_the_paper_s_own_order_and_its_table_give_its_counts(app):
    app.multiselect[0].set_value(NAMES[:2])
    app.selectbox("table_1_digits are tried").set_value("paper")
    app.toggle("table_1_table").set_value(True)
    assert [row["Nodes pruned"] for row in ran(app)] == [7_526, 464_162]


def test_an_expression_of_one_s_own_is_run_too(app):
    app.multiselect[0].set_value([])
    app.text_input[0].set_value("X*(Y−Z)")
    (row,) = ran(app)
    assert (row["Expression"], row["Value"], row["In the paper"]) == ("X*(Y - Z)", "18", "–")


def test_an_expression_that_has_no_value_says_so_in_its_row(app):
    app.multiselect[0].set_value(NAMES[:1])
    app.text_input[0].set_value("1/(x - x)")
    first, second = ran(app)
    assert first["Value"] == "16/3"
    assert not isinstance(second["Value"], str)
    assert "it has no value" in app.markdown[-1].value


def test_what_cannot_be_read_is_one_sentence_and_nothing_is_run(app):
    app.text_input[0].set_value("x +")
    without_exception(app.run())
    assert "at column 4" in app.error[0].value
    assert not app.button
    app.text_input[0].set_value("")
    app.multiselect[0].set_value([])
    without_exception(app.run())
    assert "Choose an expression" in app.info[0].value


@pytest.mark.large
def test_a_run_can_be_cancelled(app):
    app.multiselect[0].set_value(NAMES[3:])
    app.text_input[0].set_value("(a + b)/c - (d + e)/f")
    next(button for button in app.button if button.label == "Run the searches").click()
    app.run()
    job = comparing(app).table_1
    assert job is not None
    eventually(lambda: job.done > 0)
    without_exception(app.run())
    cancel = [button for button in app.button if button.label == "Cancel"]
    assert job.is_running
    assert cancel
    cancel[0].click()
    app.run()
    job.wait()
    without_exception(app.run())
    assert "it was cancelled" in app.warning[0].value
    assert not app.dataframe


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)
