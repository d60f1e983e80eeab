"""The nodes and moves as tables that can be edited: the same document as the canvas and the text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from explorer.app.explore.table_edits import (
    PROBLEM,
    Changes,
    Found,
    Rows,
    Table,
    Tables,
    kinds_of,
    move_orders,
    move_table,
    node_orders,
    node_table,
)
from explorer.app.state import Session, current
from explorer.app.widgets import plain
from explorer.drawing import bundle

if TYPE_CHECKING:
    import pandas as pd

_HEIGHT = 330
_COMPONENT = "explorer_tables"

Orders = Callable[[Rows, Rows], Found]


def show(session: Session) -> None:
    """Show both tables; a change is an edit of the document that the canvas can undo."""
    if session.is_too_large_to_draw:
        st.info("The graph is too large to be edited here. Change its file, and open it again.")
        return
    if session.shows_part:
        st.info("The canvas shows a part of the graph. To edit it, show the whole graph.")
        return
    table = _given(session, "nodes", node_table(session.graph), kinds_of(session.graph))
    _show_table(session, "nodes", table, _node_columns(table.choices), node_orders)
    table = _given(session, "moves", move_table(session.graph), [node.id for node in session.graph.nodes])
    _show_table(session, "moves", table, _move_columns(table.choices), move_orders)
    component = st.components.v2.component(_COMPONENT, js=bundle.built("table_editor"))
    data = {"outdated": sorted(session.of(Tables).outdated)}
    component(data=data, key=_COMPONENT, height="content", on_left_change=_left)


def _left() -> None:
    session, said = current(), st.session_state[_COMPONENT].left
    if session is not None and isinstance(said, dict) and isinstance(said.get("names"), list):
        session.of(Tables).leave(map(str, said["names"]))


def _node_columns(kinds: list[str]) -> dict[str, Any]:
    return {
        "id": st.column_config.TextColumn("Id", required=True),
        "kind": st.column_config.SelectboxColumn("Kind", options=kinds, required=True),
        "score": st.column_config.TextColumn("Score", help="Of a leaf: a number such as 2, -0.5 or 16/3"),
        "label": st.column_config.TextColumn("Label", help="Shown instead of the id"),
        "root": st.column_config.CheckboxColumn("Root"),
    }


def _move_columns(ids: list[str]) -> dict[str, Any]:
    return {
        "from": st.column_config.SelectboxColumn("From", options=ids, required=True),
        "to": st.column_config.SelectboxColumn("To", options=ids, required=True),
    }


def _given(session: Session, name: str, document: pd.DataFrame, choices: list[str]) -> Table:
    return session.of(Tables).given(name, document, _changes, choices)


def _show_table(session: Session, name: str, table: Table, columns: dict[str, Any], orders: Orders) -> None:
    with st.container(key=f"box_of_{name}"):
        st.data_editor(
            table.frame,
            key=table.key,
            column_config=columns | {PROBLEM: st.column_config.TextColumn("Problem", disabled=True)},
            num_rows="dynamic",
            hide_index=True,
            width="stretch",
            height=_HEIGHT,
            on_change=session.due.append,
            args=(partial(_changed, session, name, table.key, orders),),
            column_order=_order(table.frame),
        )
    for sentence in session.of(Tables).refused(name):
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
    if steps := session.of(Tables).changed(name, _changes(key), orders):
        session.stage.order(*steps)
