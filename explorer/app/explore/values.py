"""Sources of values to compare with the scores, and the tables of the wrong ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from explorer.app.explore.supplied_values import KNOWN_SCORES, SuppliedValues
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.requests import Requests
from explorer.app.widgets import graph_file_types, plain, pressed
from explorer.comparison.claims import DistanceUnit, ValueClaims, ValuesInput, claims_of
from explorer.comparison.expected import answer_kinds, known_scores
from explorer.comparison.first_wrong_proofs import frame as frame_of_all
from explorer.comparison.other_graph import compare_graphs, uploaded_graph
from explorer.comparison.score_words import split_words
from explorer.comparison.supplied import has_words, parsed_values, read_values
from explorer.comparison.turns import Viewpoint, players
from explorer.model.errors import ExplorerError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import format_score
from explorer.model.words import counted

if TYPE_CHECKING:
    import pandas as pd

TITLE = "Compare with values"
_TABLE = "wrong_values"
_WORDS = "win=1, draw=0, loss=-1"
_MOST_WRONG = 5  # known answers that are named
_ABOUT = (
    "Ids and values as CSV, Parquet or JSON, such as those of your solver. A bound is written >= 3. Words such as "
    "win, and columns distance and best, are read. The values are kept for you alone; up to 1 MB over a reload, too."
)


def show(open_graph: OpenGraph, supplied: SuppliedValues) -> None:
    """Show the dialog that takes values, or another graph, to compare with the open graph."""
    if "scores" in answer_kinds(open_graph.graph):
        _offer_comparison(supplied, lambda: known_scores(open_graph.graph), KNOWN_SCORES)
    file = st.file_uploader("Values, or another graph", type=graph_file_types(), help=_ABOUT)
    if file is not None and not _shows_differences(open_graph.graph, file.name, file.getvalue()):
        _offer_comparison(
            supplied, lambda: read_values(file.name, file.getvalue()), file.name, (file.name, file.getvalue())
        )
    text = st.text_area("Or paste them", height=120, placeholder="node,value\na,1\nb,>= 3", key="pasted_values")
    if text.strip():
        _offer_comparison(
            supplied, lambda: parsed_values(text), "the pasted values", ("", text.encode(errors="replace"))
        )
    st.caption(_ABOUT)


def _shows_differences(graph: GameGraph, name: str, content: bytes) -> bool:
    """Show the differences between the open graph and one in a file, and return whether the file holds a graph."""
    try:
        other = uploaded_graph(name, content)
        comparison = None if other is None else compare_graphs(graph, other)
    except ExplorerError as error:
        st.error(plain(f"{error}."))
        return True
    if comparison is None:
        return False
    st.write(plain(f"The open graph is the first one, {name} the second: {'; '.join(comparison.summary())}."))
    if comparison.differences:
        st.dataframe(comparison.frame(), hide_index=True, height=330)
    return True


def _offer_comparison(
    supplied: SuppliedValues, load: Callable[[], ValuesInput], title: str, source: tuple[str, bytes] | None = None
) -> None:
    """Describe the values of a file or another source, with a button that compares the open graph with them."""
    open_graph, words = supplied.open_graph, None
    try:
        given = load()
        if has_words(given):
            words = split_words(st.text_input("What words are worth", key=f"words_{title}", placeholder=_WORDS))
        claims = claims_of(open_graph.playable, given, words=words, endless=open_graph.endless)
    except ExplorerError as error:
        st.error(plain(f"{error}."))
        return
    distance, values_for = _ask_unit(claims, title), _ask_viewpoint(open_graph.graph, claims, title)
    if claims.left_out:
        st.caption(plain(f"Not compared: {', '.join(claims.left_out)}"))
    if strangers := claims.strangers:
        verb = "is no node" if len(strangers) == 1 else "are no nodes"
        st.warning(plain(f"{counted(len(strangers), 'id')} {verb} of the graph: {quoted(strangers[0])}, …"))
    count = counted(int((claims.codes >= 0).sum()), "value") if claims.has_values else "other columns"
    if pressed(plain(f"Compare with {title}: {count}"), type="primary", key=f"compare_{title}", width="stretch"):
        supplied.compare(given, title, words=words, distance=distance, values_for=values_for, source=source)
        st.rerun()


def _ask_unit(claims: ValueClaims, title: str) -> DistanceUnit | None:
    """Ask for the unit of the distances among the supplied values, if there are any."""
    if claims.distances is None:
        return None
    units = [*DistanceUnit]
    unit: DistanceUnit | None = st.radio(
        plain(f"Distances ({claims.distances.title}) are"),
        units,
        index=units.index(claims.distances.unit),
        format_func=lambda unit: unit.words,
        key=f"unit_{title}",
    )
    return unit


def _ask_viewpoint(graph: GameGraph, claims: ValueClaims, title: str) -> Viewpoint | None:
    """Ask for which player large values are good, unless they are the known scores of the graph."""
    if title == KNOWN_SCORES or not claims.has_values:
        return None
    words = {Viewpoint.MAX: players(graph)[0], Viewpoint.MOVER: "the player to move"}
    views = [*words] if graph.sign > 0 else [*reversed(words)]
    chosen: Viewpoint | None = st.radio(
        "A large value is good for", views, format_func=words.__getitem__, key=f"view_{title}", horizontal=True
    )
    return chosen


def show_contradictions(open_graph: OpenGraph, supplied: SuppliedValues, requests: Requests) -> None:
    """Show the known answers of the open graph that the program does not confirm, unless a comparison shows them."""
    if open_graph.origin.is_edited or not answer_kinds(open_graph.graph) or open_graph.errors or supplied.is_of_graph:
        return
    wrong = open_graph.contradictions()
    if not wrong:
        return
    more = f" (and {len(wrong) - _MOST_WRONG:,} more)" if len(wrong) > _MOST_WRONG else ""
    named = "; ".join(problem.message for problem in wrong[:_MOST_WRONG])
    st.error(f"Known answers that were not found: {plain(named)}{more}")
    if any(problem.known_score is not None for problem in wrong):
        st.button("Compare on the canvas", on_click=requests.calls.append, args=(supplied.compare_known_scores,))


def show_wrong_values(open_graph: OpenGraph, supplied: SuppliedValues, requests: Requests) -> None:
    """Show the user's values that differ from the scores as a table, in which one can be chosen."""
    try:
        comparison = supplied.difference()
    except ExplorerError:
        return
    key = f"{_TABLE}_{supplied.number}_{open_graph.version}_{open_graph.endless}"
    frame = open_graph.compute_once(("frame", key), lambda: _as_text(comparison.frame()))
    st.dataframe(
        frame,
        key=key,
        hide_index=True,
        height=330,
        selection_mode="single-row",
        on_select=lambda: requests.calls.append(partial(_select_row, supplied, key)),
    )
    others = open_graph.compute_once(("others", key), lambda: frame_of_all(comparison))
    if "compared" in others and len(rest := others[others["compared"] != "value"]):
        words = {name: rest[name].astype(str) for name in ("mine", "true")}
        st.dataframe(
            rest.drop(columns=["lower", "upper"]).assign(**words).astype({"first wrong": bool}), hide_index=True
        )


def _as_text(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the table of wrong values with mixed columns of texts and numbers turned into texts."""
    words = {name: frame[name].map(_cell_text) for name in ("mine", "true", "lower", "upper")}
    return frame.assign(**words)


def _cell_text(cell: Any) -> str:
    return cell if isinstance(cell, str) else format_score(cell)


def _select_row(supplied: SuppliedValues, key: str) -> None:
    """Display the wrong value whose row the user selected in the table."""
    rows = (st.session_state.get(key) or {}).get("selection", {}).get("rows", [])
    if rows and supplied.is_of_graph:
        supplied.show_wrong_value(int(rows[0]))
