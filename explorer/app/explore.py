"""The page *Explore*: the stage, and under it the table and the chart of scores."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from explorer.app import completions, links, table_editor, tables
from explorer.app.progress import progress
from explorer.app.state import Session, current
from explorer.drawing.limits import LARGEST_DRAWN

STAGE_HEIGHT = 640  # px: with the header it fills a projector of 1280×720


def show() -> None:
    """Show the page."""
    session = current()
    if session is None:
        return
    session.run(progress(session.algorithm, session.cancel))
    if session.failure and session.obstacle is None:
        _show_failure(session)
    if session.shows_part and not session.view_only:
        _choose_part(session)
    session.stage.show(
        step=session.step, problems=session.all_problems, share=links.share(session), height=STAGE_HEIGHT
    )
    if session.view_only:
        return
    completions.show(session)
    if session.trace is not None:
        tables.show(session, session.trace)
    if st.toggle("Edit nodes and moves as tables", key="tables"):
        table_editor.show(session)


def _choose_part(session: Session) -> None:
    """Say how much of the graph is shown, and offer ways to other parts of it."""
    excerpt, total = session.part.excerpt, len(session.graph.nodes)
    if excerpt is None:
        return
    said, *ways = st.columns([5, 2.4, 1.3, 1.3, 1.3], vertical_alignment="center")
    said.markdown(
        f"**{len(excerpt.points):,} of {total:,} nodes are shown; click a node with +n to show more.** "
        "Algorithms, table and files use the whole graph."
    )
    ways[0].text_input(
        "Around node",
        key="around",
        placeholder="Around node: name or id",
        label_visibility="collapsed",
        on_change=_look_for,
        args=(session,),
    )
    ways[1].button("More levels", on_click=_change, args=(session, session.part.show_more), width="stretch")
    ways[2].button(
        "Back to the root",
        on_click=_change,
        args=(session, session.look_at_root),
        width="stretch",
        disabled=session.part.is_at_start,
    )
    ways[3].button(
        "Whole graph",
        on_click=session.choose_part,
        args=(False,),
        width="stretch",
        disabled=not session.can_choose_part,
        help=None if session.can_choose_part else f"A canvas shows at most {LARGEST_DRAWN:,} nodes.",
    )
    _show_suggestions(session)


def _show_suggestions(session: Session) -> None:
    """The nodes that may be meant by what the user typed, or that there is none; and what could not be done."""
    part = session.part
    if part.refused:
        st.warning(part.refused)
    if not part.sought:
        return
    if not part.suggested:
        st.warning(f"No node has a name or id with “{part.sought}” in it.")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(f"“{part.sought}” may be:")
        for node in part.suggested:
            title = node.name if node.name == node.id else f"{node.name} ({node.id})"
            st.button(title, key=f"around_{node.id}", on_click=session.look_at, args=(node.id,))


def _look_for(session: Session) -> None:
    if text := st.session_state.around:
        session.part.look_for(session.graph, text)
        session.draw_part()


def _change(session: Session, change: Callable[[], None]) -> None:
    change()
    session.draw_part()


def _show_failure(session: Session) -> None:
    if not session.is_cancelled:
        st.warning(session.failure)
        return
    left, right = st.columns([5, 1], vertical_alignment="center")
    left.warning(session.failure)
    right.button("Run again", on_click=session.run_again, width="stretch")
