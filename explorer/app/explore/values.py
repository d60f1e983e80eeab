"""Comparison of supplied values with the scores: their sources, and the walk through the wrong ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from explorer.app import sheet
from explorer.app.explaining import ScoreQuestion
from explorer.app.state import Session
from explorer.app.widgets import graph_file_types, plain, pressed
from explorer.comparison.claims import DistanceUnit, ValueClaims, ValuesInput, claims_of
from explorer.comparison.expected import answer_kinds, known_scores
from explorer.comparison.first_wrong import ValueDifference, difference
from explorer.comparison.first_wrong_proofs import frame as frame_of_all
from explorer.comparison.first_wrong_proofs import is_anything_wrong, summary
from explorer.comparison.other_graph import compare_graphs, uploaded_graph
from explorer.comparison.score_words import split_words
from explorer.comparison.supplied import has_words, parsed_values, read_values
from explorer.comparison.turns import Viewpoint, players
from explorer.drawing.compared_data import compared_data, proof_sentence
from explorer.drawing.messages.to_browser import ComparedData, Remedy
from explorer.model.errors import ExplorerError, OptionError, quoted
from explorer.model.scores import format_score
from explorer.model.words import counted
from explorer.scenes.scene import Page
from explorer.trace import Relation

if TYPE_CHECKING:
    import pandas as pd

TITLE = "Compare with values"
_NEXT, _PREVIOUS, _WHY, _LIST, _END = "next", "previous", "why", "list", "end"
_CARRIED = "the known scores of the graph"
_TABLE = "wrong_values"
_WORDS = "win=1, draw=0, loss=-1"
_MOST_WRONG = 5  # known answers that are named
_ABOUT = (
    "Ids and values as CSV, Parquet or JSON, such as those of your solver. A bound is written >= 3. Words such as "
    "win, and columns distance and best, are read. The values are kept for you alone; up to 1 MB over a reload, too."
)


@dataclass
class SuppliedValues:
    """Values that the user supplied to compare with the scores.

    Attributes
    ----------
    values : the values for `claims_of`; None if there is no comparison.
    words, distance, values_for : their interpretation, as for `difference`.
    title : their source.
    graph : the number of their graph, as the session counts them.
    number : the number of the comparison.
    node : the node whose wrong value is on display, if any.
    source : the name and the content of their file, "" for a pasted text; None for known scores of the graph.
    """

    values: ValuesInput | None = None
    words: Mapping[str, object] | None = None
    distance: DistanceUnit | None = None
    values_for: Viewpoint | None = None
    title: str = ""
    graph: int = 0
    number: int = 0
    node: str | None = None
    source: tuple[str, bytes] | None = None


def is_comparing(session: Session) -> bool:
    """Return whether the open graph is compared with values."""
    kept = session.of(SuppliedValues)
    return kept.values is not None and kept.graph == session.graph_number


# ---- their source


def show(session: Session) -> None:
    """Show the dialog that takes values, or another graph, to compare with the open graph."""
    if "scores" in answer_kinds(session.graph):
        _offer_comparison(session, lambda: known_scores(session.graph), _CARRIED)
    file = st.file_uploader("Values, or another graph", type=graph_file_types(), help=_ABOUT)
    if file is not None and not _shows_differences_of_graphs(session, file.name, file.getvalue()):
        _offer_comparison(
            session, lambda: read_values(file.name, file.getvalue()), file.name, (file.name, file.getvalue())
        )
    text = st.text_area("Or paste them", height=120, placeholder="node,value\na,1\nb,>= 3", key="pasted_values")
    if text.strip():
        _offer_comparison(
            session, lambda: parsed_values(text), "the pasted values", ("", text.encode(errors="replace"))
        )
    st.caption(_ABOUT)


def _shows_differences_of_graphs(session: Session, name: str, content: bytes) -> bool:
    """Show the differences between the open graph and one in a file, and return whether the file holds a graph."""
    try:
        other = uploaded_graph(name, content)
        comparison = None if other is None else compare_graphs(session.graph, other)
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
    session: Session, load: Callable[[], ValuesInput], title: str, source: tuple[str, bytes] | None = None
) -> None:
    """Describe the values of a file or another source, with a button that compares the open graph with them."""
    words: Mapping[str, object] | None = None
    try:
        given = load()
        if has_words(given):
            words = split_words(st.text_input("What words are worth", key=f"words_{title}", placeholder=_WORDS))
        claims = claims_of(session.playable, given, words=words, endless=session.endless)
    except ExplorerError as error:
        st.error(plain(f"{error}."))
        return
    distance, values_for = _ask_unit(claims, title), _ask_viewpoint(session, claims, title)
    if claims.left_out:
        st.caption(plain(f"Not compared: {', '.join(claims.left_out)}"))
    if strangers := claims.strangers:
        verb = "is no node" if len(strangers) == 1 else "are no nodes"
        st.warning(plain(f"{counted(len(strangers), 'id')} {verb} of the graph: {quoted(strangers[0])}, …"))
    count = counted(int((claims.codes >= 0).sum()), "value") if claims.has_values else "other columns"
    if pressed(plain(f"Compare with {title}: {count}"), type="primary", key=f"compare_{title}", width="stretch"):
        compare(session, given, title, words=words, distance=distance, values_for=values_for, source=source)
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


def _ask_viewpoint(session: Session, claims: ValueClaims, title: str) -> Viewpoint | None:
    """Ask for which player large values are good, unless they are the known scores of the graph."""
    if title == _CARRIED or not claims.has_values:
        return None
    words = {Viewpoint.MAX: players(session.graph)[0], Viewpoint.MOVER: "the player to move"}
    views = [*words] if session.graph.sign > 0 else [*reversed(words)]
    chosen: Viewpoint | None = st.radio(
        "A large value is good for", views, format_func=words.__getitem__, key=f"view_{title}", horizontal=True
    )
    return chosen


def compare(
    session: Session,
    supplied: ValuesInput,
    title: str,
    *,
    words: Mapping[str, object] | None = None,
    distance: DistanceUnit | None = None,
    values_for: Viewpoint | None = None,
    source: tuple[str, bytes] | None = None,
) -> None:
    """Compare the open graph with supplied values, on the page Explore; the options are those of `difference`."""
    kept = session.of(SuppliedValues)
    kept.words, kept.distance, kept.values_for = words, distance, values_for
    kept.values, kept.title, kept.graph, kept.node = supplied, title, session.graph_number, None
    kept.source = source
    kept.number, session.dialog = kept.number + 1, ""
    session.of(ScoreQuestion).cancel()
    session.of(sheet.SideSheet).more = {sheet.WRONG: "Wrong values"}
    if session.page is not Page.EXPLORE:
        session.next_page = Page.EXPLORE


def _end_comparison(session: Session) -> None:
    session.of(SuppliedValues).values = None
    session.of(sheet.SideSheet).more = {}


def show_contradictions(session: Session) -> None:
    """Show the known answers of the open graph that the program does not confirm, unless a comparison shows them."""
    if session.origin.is_edited or not answer_kinds(session.graph) or session.errors or is_comparing(session):
        return
    wrong = session.contradictions()
    if not wrong:
        return
    more = f" (and {len(wrong) - _MOST_WRONG:,} more)" if len(wrong) > _MOST_WRONG else ""
    named = "; ".join(problem.message for problem in wrong[:_MOST_WRONG])
    st.error(f"Known answers that were not found: {plain(named)}{more}")
    if any(problem.known_score is not None for problem in wrong):
        st.button(
            "Compare on the canvas",
            on_click=session.pending_requests.append,
            args=(partial(_compare_in_place, session),),
        )


def _compare_in_place(session: Session) -> None:
    """Compare the open graph with its known scores, which are those with endless play worth 0."""
    session.endless = 0
    compare(session, known_scores(session.graph), _CARRIED)


# ---- their differences


def data(session: Session) -> ComparedData | None:
    """Return the data of the comparison for the browser; None if there is none."""
    kept = session.of(SuppliedValues)
    if not is_comparing(session):
        _end_comparison(session)
        return None
    try:
        comparison = _difference(session)
    except ExplorerError as error:
        words = f"{kept.title} cannot be compared: {error}."
        return {"lines": [words], "actions": [Remedy(name=_END, title="End")], "claims": [], "nodes": [], "at": None}
    choice = session.compute_once(("summary", kept.number, session.endless), lambda: "; ".join(summary(comparison)))
    place, shown = _wrong_index(session, comparison), session.part.visible_ids or session.graph.ids
    words = f"Compared with {kept.title}: {choice}."
    return compared_data(comparison, words, ids=shown, place=place, actions=_comparison_buttons(comparison, place))


def _difference(session: Session) -> ValueDifference:
    """Return the differences between supplied values and scores; raises `ExplorerError` if it cannot compare them."""
    kept, endless = session.of(SuppliedValues), session.endless
    if kept.values is None or session.errors:
        raise OptionError("the graph has errors; correct them first")
    given = kept.values
    key = ("difference", kept.number, endless)
    return session.compute_once(
        key,
        lambda: difference(
            session.playable,
            given,
            endless=endless,
            words=kept.words,
            distance=kept.distance,
            values_for=kept.values_for,
        ),
    )


def _wrong_index(session: Session, comparison: ValueDifference) -> int | None:
    """Return the index of the wrong value on display; None if there is none."""
    node = session.of(SuppliedValues).node
    if node is None or node not in comparison.graph.index:
        return None
    places: list[int] = (comparison.wrong == comparison.graph.index[node]).nonzero()[0].tolist()
    return places[0] if places else None


def _comparison_buttons(comparison: ValueDifference, place: int | None) -> list[Remedy]:
    """Return the buttons of the comparison."""
    all_wrong = [Remedy(name=_LIST, title="List"), Remedy(name=_END, title="End")]
    if not len(comparison.wrong):
        return all_wrong if is_anything_wrong(comparison) else all_wrong[1:]
    if place is None:
        return [Remedy(name=_NEXT, title="First wrong (X)"), *all_wrong]
    expected = _expected_value(comparison, place)
    why = Remedy(name=_WHY, title=f"Why not {expected}?" if expected else "Why?")
    return [Remedy(name=_NEXT, title="Next wrong (X)"), Remedy(name=_PREVIOUS, title="Previous"), why, *all_wrong]


def _expected_value(comparison: ValueDifference, place: int) -> str:
    """Return a wrong value as the expected one of a question; "" if it is a bound."""
    claim = comparison.claims.of(int(comparison.wrong[place]))
    return str(claim) if claim is not None and claim.relation is Relation.EXACT else ""


# ---- the walk


def follow(session: Session) -> None:
    """Carry out the button of the comparison that the user pressed on the canvas."""
    choice = session.stage.walk_choice()
    if choice is None or not is_comparing(session):
        return
    chosen, number = choice
    if chosen == _END:
        _end_comparison(session)
    elif chosen == _LIST:
        sheet.toggle(session, sheet.WRONG)
    else:
        _walk_wrong_values(session, chosen, number)


def _walk_wrong_values(session: Session, chosen: str, number: str) -> None:
    """Go to the next or previous wrong value, or carry out another button of the comparison."""
    try:
        comparison = _difference(session)
    except ExplorerError:
        return  # `data` shows the error
    place, count = _wrong_index(session, comparison), len(comparison.wrong)
    if chosen == _WHY and place is not None:
        session.of(ScoreQuestion).begin(session.of(SuppliedValues).node, _expected_value(comparison, place))
        session.of(ScoreQuestion).id = number
    elif chosen in (_NEXT, _PREVIOUS) and count:
        by = 1 if chosen == _NEXT else -1
        _show_wrong_value(session, comparison, 0 if place is None else (place + by) % count)


def _show_wrong_value(session: Session, comparison: ValueDifference, place: int) -> None:
    """Display one of the wrong values, with its proof in view."""
    node = session.of(SuppliedValues).node = comparison.graph.ids[int(comparison.wrong[place])]
    session.of(ScoreQuestion).cancel()
    if session.shows_part:
        session.part.look_at(session.graph, node)
        session.part.show_moves([(one, other) for one, other, _ in proof_sentence(comparison, place)["moves"]])
        session.part.marked_node = node
        session.draw_part()


def show_wrong_values(session: Session) -> None:
    """Show the user's values that differ from the scores as a table, in which one can be chosen."""
    try:
        comparison = _difference(session)
    except ExplorerError:
        return
    key = f"{_TABLE}_{session.of(SuppliedValues).number}_{session.version}_{session.endless}"
    frame = session.compute_once(("frame", key), lambda: _as_text(comparison.frame()))
    st.dataframe(
        frame,
        key=key,
        hide_index=True,
        height=330,
        selection_mode="single-row",
        on_select=lambda: session.pending_requests.append(partial(_select_row, session, key)),
    )
    others = session.compute_once(("others", key), lambda: frame_of_all(comparison))
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


def _select_row(session: Session, key: str) -> None:
    """Display the wrong value whose row the user selected in the table."""
    rows = (st.session_state.get(key) or {}).get("selection", {}).get("rows", [])
    if rows and is_comparing(session):
        _show_wrong_value(session, _difference(session), int(rows[0]))
