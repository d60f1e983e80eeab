"""The tab *Table 1*: the expressions of the paper on e-Valuate, and any other, with our counts beside the paper's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from explorer.app.compare.state import CompareView
from explorer.app.job import SECONDS_BETWEEN_LOOKS, Job
from explorer.app.widgets import plain, pressed
from explorer.games.e_valuate.expression import parse_expression, str_of
from explorer.games.e_valuate.leaves import ARITHMETICS
from explorer.games.e_valuate.search import SEARCHES
from explorer.games.e_valuate.table_1 import ORDERS_OF_TABLE, TABLE_1, Method, run_row
from explorer.model.errors import ExplorerError, OptionError

_MOST_SEED = 1_000_000
_COLUMNS = {
    "expression": "Expression",
    "value": "Value",
    "pruned": "Nodes pruned",
    "paper": "In the paper",
    "visits": "Nodes visited",
    "line": "Principal variation",
    "digits": "Order of the digits",
    "tree": "Nodes of the tree",
    "seconds": "Seconds",
}

TableRequest = tuple[tuple[str, ...], Method]  # the expressions, and the method for them


def show(comparing: CompareView) -> None:
    """Show the choice of expressions, the progress of their searches, and the table of results."""
    st.caption(
        "Max proposes a digit, Min substitutes it for a variable of the expression; Max maximises its value. Nodes "
        "of the game tree that a search need not visit are pruned (Aravamuthan and Ganguly, e-Valuate, Table 1)."
    )
    request = _choose()
    job = comparing.table_1
    if job is not None and job.is_running:
        _show_progress(comparing)
        return
    if request is None:
        return
    container = st.empty()
    if pressed("Run the searches", container=container, type="primary", icon=":material/table:"):
        container.empty()
        job = comparing.table_1 = Job(request)
        job.start(lambda tell: _compute_rows(request, tell))
        _show_progress(comparing)
    elif job is not None and job.key == request:
        _show_rows(job)


def _choose() -> TableRequest | None:
    """Ask for the expressions and the method; say why and return None if they are invalid."""
    left, right = st.columns(2, vertical_alignment="bottom")
    names = [row.expression for row in TABLE_1]
    chosen = left.multiselect("Expressions of the paper", names, names, key="table_1_expressions")
    own = right.text_input("Your own expression", key="table_1_own", placeholder="(10 - X)*Y")
    method = _choose_method()
    try:
        mine = [str_of(parse_expression(own))] if own.strip() else []
    except OptionError as error:
        st.error(plain(f"{error}."))
        return None
    if not chosen and not mine:
        st.info("Choose an expression, or type one.")
        return None
    return tuple(dict.fromkeys((*chosen, *mine))), method


def _choose_method() -> Method:
    columns = st.columns([3, 3, 3, 2, 2], vertical_alignment="bottom")
    search = _select_box(columns[0], "Search", SEARCHES, "The search that visits the tree. MTD(f) always has a table.")
    order = _select_box(
        columns[1], "Digits are tried", ORDERS_OF_TABLE, "The order in which the moves of Max are tried."
    )
    rounding = "Rounded arithmetic distinguishes equal values, which changes the counts."
    arithmetic = _select_box(columns[2], "Arithmetic", ARITHMETICS, rounding)
    seed = columns[3].number_input(
        "Seed", 0, _MOST_SEED, 1, key="table_1_seed", help="Determines the random instantiations."
    )
    about = "Transposition table: equal positions are searched once."
    table = columns[4].toggle("Table", key="table_1_table", help=about)
    return Method(order=order, seed=int(seed), table=table, search=search, arithmetic=arithmetic)


def _select_box(column: Any, title: str, choices: dict[str, str], help: str) -> str:
    key = f"table_1_{title.lower()}"
    return str(column.selectbox(title, list(choices), format_func=choices.__getitem__, help=help, key=key))


def _compute_rows(request: TableRequest, tell: Callable[[int, int], None]) -> list[dict[str, Any]]:
    """Search each expression and return its row of the table; a row without a result says why."""
    expressions, method = request
    rows: list[dict[str, Any]] = []

    def report(visits: int) -> None:
        tell(sum(row.get("visits", 0) for row in rows) + visits, len(rows))

    for expression in expressions:
        report(0)
        try:
            rows.append(run_row(expression, method, report))
        except ExplorerError as error:
            rows.append({"expression": expression, "remark": f"{error}."})
    return rows


@st.fragment(run_every=SECONDS_BETWEEN_LOOKS)
def _show_progress(comparing: CompareView) -> None:
    """Show the progress of the searches; run the page again once they have ended, so that it shows the results."""
    job = comparing.table_1
    if job is None or not job.is_running:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center"):
        expressions = "1 expression" if job.total == 1 else f"{job.total} expressions"
        st.markdown(f"Searching: {job.progress:,} nodes visited, {expressions} done …")
        st.button("Cancel", on_click=job.cancel, key="table_1_cancel")


def _show_rows(job: Job[list[dict[str, Any]]]) -> None:
    import pandas as pd

    if job.content is None:
        st.warning(f"There is no table: {plain(job.failure)}.")
        return
    rows = job.content
    frame = pd.DataFrame([{title: row.get(name) for name, title in _COLUMNS.items()} for row in rows])
    counts = {
        _COLUMNS[name]: st.column_config.NumberColumn(format="localized") for name in ("pruned", "visits", "tree")
    }
    st.dataframe(frame, hide_index=True, width="stretch", column_config=counts)
    for row in rows:
        if row["remark"]:
            st.markdown(f"`{row['expression']}`: {row['remark']}")
