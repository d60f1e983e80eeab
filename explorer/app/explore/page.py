"""The page *Explore*: the stage, and on request the chart of scores or the editors beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from explorer.app import links, refusals, sheet
from explorer.app.explaining import ScoreQuestion
from explorer.app.explore import kept_values, open_positions, tables, values
from explorer.app.explore.state import moves_to_end, score_functions
from explorer.app.job import SECONDS_BETWEEN_LOOKS
from explorer.app.last_edit import edited_data
from explorer.app.progress import progress, waiting
from explorer.app.state import Session
from explorer.app.widgets import plain
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.stage.component import show_tables

_SEARCH_WIDTH = 175  # px
_SAVE = f" The browser keeps graphs of up to {LARGEST_DRAWN:,} nodes: save what you change in this one as a file."
_NOT_KEPT = "Not kept in this browser."
_PART_HELP = (
    "A click on a node with +n shows more of its n hidden successors. Algorithms, table and files use the whole graph."
)


def show(session: Session) -> None:
    """Show the page *Explore*."""
    tables.keep_choice(session)
    if not session.view_only:
        kept_values.show(session)
    with st.container(key="screen"):
        with progress(session.algorithm, session.cancel) as report:
            session.run(report, whole=False)
        if session.goes_on:
            _show_progress(session)
        with st.container(key="controls"):
            if session.failure and session.obstacle is None:
                _show_failure(session)
            if not session.view_only:
                open_positions.show_completions(session)
            if not session.view_only:
                _show_extent(session)
                values.show_contradictions(session)
        with waiting("Comparing the values"):
            compared_values = values.data(session)
        with progress("the explanation", session.of(ScoreQuestion).cancel, "position") as report:
            why = session.of(ScoreQuestion).data(session, report)
        session.stage.bar = not session.view_only
        session.stage.about = session.about
        session.stage.show(
            step=session.step,
            endless=session.endless,
            problems=() if session.is_absent else open_positions.other_troubles(session),
            refusal=refusals.refusal(session),
            share=links.share(session),
            scene=session.initial_scene,
            why=why,
            last_edit=edited_data(session),
            comparison=compared_values,
            ends=moves_to_end(session),
            functions=score_functions(session),
            listens=sheet.is_open(session, sheet.CHART) or session.goes_on,
        )
    sheet.show(
        session,
        {
            sheet.CHART: lambda: tables.show(session),
            sheet.TABLES: lambda: _show_editable_tables(session),
            sheet.WRONG: lambda: values.show_wrong_values(session),
        },
    )


@st.fragment(run_every=SECONDS_BETWEEN_LOOKS)
def _show_progress(session: Session) -> None:
    """Show the progress of a run whose first steps are on screen; run the page again once it has ended."""
    if not session.is_recording:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", key="running"):
        st.markdown(f"Running {session.algorithm}: {session.steps_so_far:,} steps so far …")
        st.button("Stop", on_click=session.cancel, key="stop_run")


def _show_editable_tables(session: Session) -> None:
    """Show the nodes and moves of the document as tables, or the reason why they cannot be edited."""
    if session.is_too_large_to_draw:
        st.info("The graph is too large to be edited here. Change its file, and open it again.")
    elif session.shows_part:
        st.info("The canvas shows a part of the graph. To edit it, show the whole graph.")
    else:
        show_tables()


def _show_extent(session: Session) -> None:
    """Show in one line the extent of the visible part and of the known game, and ways to extend them."""
    excerpt, opens = session.part.excerpt, open_positions.expandable_count(session)
    if excerpt is None and not opens:
        return
    is_lost = excerpt is not None and session.is_too_large_to_draw and not links.scene_of(session).graph
    shown = "" if excerpt is None else f"{len(excerpt.points):,} of {len(session.graph.nodes):,} nodes are shown."
    known = open_positions.extent_sentence(session) if opens else ""
    with st.container(horizontal=True, vertical_alignment="center", key="part"):
        st.caption(
            " ".join(filter(None, [shown, known, _NOT_KEPT if is_lost else ""])),
            width="content",
            help=_PART_HELP + (_SAVE if is_lost else "") if excerpt else None,
        )
        if excerpt:
            st.text_input(
                "Around node",
                key="around",
                placeholder="Around node: name",
                label_visibility="collapsed",
                width=_SEARCH_WIDTH,
                on_change=session.pending_requests.append,
                args=(partial(_look_for_text, session),),
            )
        with st.popover("Show more"):
            if excerpt:
                _offer_parts(session)
            if opens:
                open_positions.show(session)
    if excerpt:
        _show_suggestions(session)


def _offer_parts(session: Session) -> None:
    """Show buttons that lead to other parts of the graph."""
    st.button("More levels", on_click=_change_part, args=(session, session.part.show_more), width="stretch")
    st.button(
        "Back to the root",
        on_click=session.look_at,
        args=(session.graph.root or session.graph.ids[0],),
        disabled=session.part.is_at_start,
        width="stretch",
    )


def _show_suggestions(session: Session) -> None:
    """Show the nodes that the user's text may name, or that there are none, and the last refusal."""
    part = session.part
    if part.refusal:
        st.warning(plain(part.refusal))
    if not part.search_text:
        return
    if not part.suggestions:
        st.text(f"No node has a name or id with “{part.search_text}” in it.")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(f"“{part.search_text}” may be:")
        for node in part.suggestions:
            title = node.name if node.name == node.id else f"{node.name} ({node.id})"
            st.button(plain(title), key=f"around_{node.id}", on_click=session.look_at, args=(node.id,))


def _look_for_text(session: Session) -> None:
    text = st.session_state.around
    if text and session.look_for(text):
        st.session_state.around = ""


def _change_part(session: Session, change: Callable[[], None]) -> None:
    """Change the visible part of the graph, and draw it."""
    change()
    session.draw_part()


def _show_failure(session: Session) -> None:
    if not session.is_cancelled:
        st.warning(plain(session.failure))
        return
    left, right = st.columns([5, 1], vertical_alignment="center")
    left.warning(plain(session.failure))
    right.button("Run again", on_click=session.run_again, width="stretch")
