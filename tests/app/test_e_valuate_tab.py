"""The tab Table 1 of the page Compare: what it runs and what it shows."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest
from support.script import press, run

from explorer.app.compare.state import CompareView
from explorer.app.session.session import Session
from explorer.games.e_valuate.table_1 import TABLE_1


def tab() -> None:
    """The tab alone."""
    import streamlit as st

    from explorer.app.compare import e_valuate_tab

    e_valuate_tab.show(st.session_state["comparing"])


def test_it_shows_our_counts_beside_the_paper_s():
    app = AppTest.from_function(tab, default_timeout=60)
    app.session_state["comparing"] = comparing = Session().of(CompareView)
    run(app).multiselect[0].set_value([row.expression for row in TABLE_1[:1]])
    press(app, "Run the searches")
    assert comparing.table_1 is not None
    comparing.table_1.wait()
    rows = run(app).dataframe[0].value.to_dict("records")
    assert [row["Nodes pruned"] for row in rows] == [4_515]
    assert [row["In the paper"] for row in rows] == ["4,515"]
    assert [row["Value"] for row in rows] == ["16/3"]
