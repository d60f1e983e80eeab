"""Overview of all nodes of a graph, however many: bars of how many have each score, and a list that they filter."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer.app.explore.state import solution_of
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.requests import Requests
from explorer.app.session.visible_part import VisiblePart, names_of
from explorer.app.widgets import COLOURS
from explorer.model.columns import LEAF, MAX, MIN, MOVER, OPEN
from explorer.model.scores import format_interval
from explorer.model.words import counted
from explorer.solver import Solution
from explorer.solver.groups import Grouping, groupings

if TYPE_CHECKING:
    import altair as alt

MOST_LISTED = 200  # nodes
_BAR = "bar"
_HEIGHT = 130  # px of a chart
_KINDS = {MAX: "Max", MIN: "Min", MOVER: "inner", LEAF: "leaf", OPEN: "open"}


def show(open_graph: OpenGraph, part: VisiblePart, requests: Requests) -> None:
    """Show the numbers of nodes by score, moves and finality, and the nodes of the chosen bars."""
    if open_graph.origin.folder is not None:
        st.caption("A solved folder is read a node at a time; all of its nodes are not counted here.")
        return
    solution = solution_of(open_graph)
    if solution is None:
        st.caption("Scores come once the graph has a root and no errors.")
        return
    st.caption(_sizes_sentence(open_graph))
    groups = open_graph.compute_once(("groups", open_graph.endless), lambda: groupings(solution))
    key = f"{open_graph.number}_{open_graph.version}_{open_graph.endless}"
    is_listed = np.ones(len(open_graph.graph.nodes), np.bool_)
    for grouping in groups:
        chosen = _chosen_bars(grouping, key)
        if chosen:
            is_listed &= np.isin(grouping.codes, chosen)
    text = st.text_input(
        "Name of a node",
        key=f"overview_name_{key}",
        placeholder="Name of a node, or a part of it",
        label_visibility="collapsed",
    )
    if text.strip():
        is_listed &= names_of(open_graph.playable).rows_with(text)
    _show_list(open_graph, part, requests, solution, is_listed)


def _sizes_sentence(open_graph: OpenGraph) -> str:
    """Return a sentence on the numbers of nodes of each kind and of moves."""
    graph = open_graph.playable
    sizes = np.bincount(graph.columns.kinds, minlength=len(_KINDS)).tolist()
    kinds = ", ".join(f"{sizes[kind]:,} {word}" for kind, word in _KINDS.items() if sizes[kind])
    return f"{counted(len(graph.nodes), 'node')} ({kinds}), {counted(len(graph.moves), 'move')}. Click bars to filter."


def _chosen_bars(grouping: Grouping, key: str) -> list[int]:
    """Show the bars of a grouping, and return the numbers of those that the user has chosen."""
    event: Any = st.altair_chart(
        bar_chart(grouping), width="stretch", key=f"overview_{grouping.title}_{key}", on_select="rerun"
    )
    return [grouping.labels.index(each["group"]) for each in event.selection.get(_BAR, []) if "group" in each]


def bar_chart(grouping: Grouping) -> alt.Chart:
    """Return the chart with a bar for each group; a click on one chooses it, with Shift several."""
    import altair as alt
    import pandas as pd

    frame = pd.DataFrame({"group": grouping.labels, "nodes": grouping.sizes})
    choice = alt.selection_point(name=_BAR, fields=["group"], toggle="event.shiftKey")
    chart: alt.Chart = (
        alt.Chart(frame)
        .mark_bar(color=COLOURS[0], cursor="pointer")
        .encode(
            x=alt.X("group:N", sort=None, title=None, axis=alt.Axis(labelAngle=0, labelOverlap=True, labelLimit=160)),
            y=alt.Y("nodes:Q", title=None, axis=alt.Axis(format="~s", tickCount=3)),
            opacity=alt.condition(choice, alt.value(1), alt.value(0.35)),
            tooltip=[alt.Tooltip("group:N", title=grouping.title), alt.Tooltip("nodes:Q", format=",")],
        )
        .add_params(choice)
        .properties(height=_HEIGHT, title=alt.TitleParams(grouping.title, anchor="start", fontSize=13))
    )
    return chart


def _show_list(
    open_graph: OpenGraph, part: VisiblePart, requests: Requests, solution: Solution, is_listed: NDArray[np.bool_]
) -> None:
    """Show the first of the nodes that are listed; a click on one leads there where the canvas shows a part."""
    graph = open_graph.playable
    rows = np.flatnonzero(is_listed)
    first = rows[:MOST_LISTED].tolist()
    ids = [graph.ids[row] for row in first]
    more = f", the first {MOST_LISTED:,} of them here" if len(rows) > MOST_LISTED else ""
    st.caption(f"{counted(len(rows), 'node')}{more}")
    if not ids:
        return
    names = graph.columns.labels
    columns: dict[str, list[str]] = {"node": ids}
    if names is not None:
        columns["label"] = [names[row] or "" for row in first]
    columns["kind"] = [_KINDS[kind] for kind in graph.columns.kinds[first].tolist()]
    columns["score"] = [format_interval(*solution.between_of(id)) for id in ids]
    columns["best move"] = ["" if id in solution.between else solution.best.get(id, "") for id in ids]
    key = f"overview_list_{open_graph.number}_{hash(tuple(ids))}"
    if not part.is_part:
        st.dataframe(columns, hide_index=True, height=330)
        return
    st.dataframe(
        columns,
        key=key,
        hide_index=True,
        height=330,
        selection_mode="single-row",
        on_select=lambda: requests.calls.append(partial(_look_at_row, part, key, ids)),
    )


def _look_at_row(part: VisiblePart, key: str, ids: list[str]) -> None:
    """Show the part around the node whose row the user selected."""
    rows = (st.session_state.get(key) or {}).get("selection", {}).get("rows", [])
    if rows and part.is_part and ids[rows[0]] in part.open_graph.graph.index:
        part.look_at(ids[rows[0]])
