"""The tab *Tiling games*: the smallest maximal tiling of a board, and the values of the game on small boards."""

from __future__ import annotations

import streamlit as st

from explorer.app.browser import is_dark
from explorer.app.compare.state import CompareView
from explorer.app.progress import progress
from explorer.app.widgets import pressed
from explorer.drawing.board import board_svg
from explorer.games.maximal_tilings import counted_dominoes, dominoes, fewest, most
from explorer.games.tiling import MAX_SIDE, Tiling
from explorer.games.tiling_values import tiling_values
from explorer.model.errors import FORESEEN, sentence

_MOST_ROWS, _MOST_COLUMNS = 5, 6  # of a board whose value is computed within a minute


def show(comparing: CompareView) -> None:
    """Show the smallest maximal tiling of a board, and on request the table of values."""
    left, right = st.columns([2, 3], gap="large")
    with left:
        _show_smallest()
    with right:
        _show_values(comparing)


def _show_smallest() -> None:
    st.markdown("**What is the smallest number of dominoes that blocks a board?**")
    rows_at, columns_at = st.columns(2)
    rows = int(rows_at.number_input("Rows", 1, MAX_SIDE, MAX_SIDE, key="tiling_rows"))
    columns = int(columns_at.number_input("Columns", 1, MAX_SIDE, MAX_SIDE, key="tiling_columns"))
    smallest = fewest(rows, columns)
    rules = Tiling(rows=rows, columns=columns)
    name = f"A maximal tiling with {counted_dominoes(smallest)}"
    st.image(board_svg(rules.board, rules.cells(smallest), name=name, size=320.0, dark=is_dark()), alt=name)
    st.markdown(
        f"However two players place dominoes on a board of {rows} × {columns} until none fits, there are from "
        f"{dominoes(smallest)} to {most(rows, columns)} of them in the end. The picture shows a maximal tiling with "
        f"{dominoes(smallest)}. No maximal tiling has fewer, as an exhaustive search shows."
    )
    st.caption("For 8 × 8 this is Theorem 1 of *e-Valuate*, section 6: 22 ≤ x ≤ 32.")


def _show_values(comparing: CompareView) -> None:
    import pandas as pd

    st.markdown("**How many dominoes are placed if both players play optimally?**")
    rows_at, columns_at, first_at = st.columns([1, 1, 2], vertical_alignment="bottom")
    rows = int(rows_at.number_input("Up to rows", 1, _MOST_ROWS, 4, key="tiling_values_rows"))
    columns = int(columns_at.number_input("Up to columns", 1, _MOST_COLUMNS, 5, key="tiling_values_columns"))
    max_first = first_at.segmented_control("First", ["Max", "Min"], default="Max", required=True) == "Max"
    key = (rows, columns, max_first)
    if pressed("Compute the table", icon=":material/table:"):
        try:
            with progress("the boards", lambda: None, "position") as report:
                comparing.tilings[key] = tiling_values(rows, columns, max_first=max_first, progress=report)
        except FORESEEN as error:
            st.warning(sentence(error))
    values = comparing.tilings.get(key)
    if values is not None:
        table = pd.DataFrame(
            values,
            index=pd.Index([f"{row} rows" if row > 1 else "1 row" for row in range(1, rows + 1)]),
            columns=[f"{column} columns" if column > 1 else "1 column" for column in range(1, columns + 1)],
        )
        st.dataframe(table)
        st.caption(
            "Max maximises the number of dominoes, Min minimises it. 5 × 5 takes a second or two, 5 × 6 half a minute."
        )
