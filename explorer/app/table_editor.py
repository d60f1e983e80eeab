"""The nodes and moves as tables that can be edited: the same document as the canvas and the text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from explorer.app.state import Session
from explorer.app.table_edits import (
    PROBLEM,
    Changes,
    Found,
    Rows,
    kinds_of,
    move_orders,
    move_table,
    node_orders,
    node_table,
)
from explorer.app.widgets import plain

_HEIGHT = 330

Orders = Callable[[Rows, Rows], Found]


def show(session: Session) -> None:
    """Show both tables side by side; a change is an edit of the document that the canvas can undo."""
    if session.is_too_large_to_draw:
        st.info("The graph is too large to be edited here. Change its file, and open it again.")
        return
    if session.shows_part:
        st.info("The canvas shows a part of the graph. To edit it, show the whole graph.")
        return
    left, right = st.columns([3, 2])
    with left:
        _show_nodes(session)
    with right:
        _show_moves(session)


def _show_nodes(session: Session) -> None:
    columns = {
        "id": st.column_config.TextColumn("Id", required=True),
        "kind": st.column_config.SelectboxColumn("Kind", options=kinds_of(session.graph), required=True),
        "score": st.column_config.TextColumn("Score", help="Of a leaf: a number such as 2, -0.5 or 16/3"),
        "label": st.column_config.TextColumn("Label", help="Shown instead of the id"),
        "root": st.column_config.CheckboxColumn("Root"),
    }
    _show_table(session, "nodes", node_table(session.graph), columns, node_orders)


def _show_moves(session: Session) -> None:
    ids = [node.id for node in session.graph.nodes]
    columns = {
        "from": st.column_config.SelectboxColumn("From", options=ids, required=True),
        "to": st.column_config.SelectboxColumn("To", options=ids, required=True),
    }
    _show_table(session, "moves", move_table(session.graph), columns, move_orders)


def _show_table(session: Session, name: str, document: pd.DataFrame, columns: dict[str, Any], orders: Orders) -> None:
    table = session.tables.given(name, document, _changes)
    columns = columns | {PROBLEM: st.column_config.TextColumn("Problem", disabled=True)}
    st.data_editor(
        table.frame,
        key=table.key,
        column_config=columns,
        num_rows="dynamic",
        hide_index=True,
        width="stretch",
        height=_HEIGHT,
        on_change=session.due.append,
        args=(partial(_changed, session, name, table.key, orders),),
        column_order=_order(table.frame),
    )
    for sentence in session.tables.refused(name):
        st.error(plain(sentence))


def _order(frame: pd.DataFrame) -> list[str]:
    """The columns as they are shown: what is wrong stands beside what the user wrote."""
    columns = [column for column in frame.columns if column != PROBLEM]
    if PROBLEM in frame.columns:
        columns.insert(3, PROBLEM)  # after the score, or at the end
    return columns


def _changes(key: str) -> Changes:
    changes: Changes = st.session_state.get(key) or {}
    return changes


def _changed(session: Session, name: str, key: str, orders: Orders) -> None:
    """Have the stage do what was changed in a table."""
    if steps := session.tables.changed(name, _changes(key), orders):
        session.stage.order(*steps)
