"""The page *Explore*: the stage, and under it the table and the chart of scores."""

from __future__ import annotations

import streamlit as st

from explorer.app import completions, links, table_editor, tables
from explorer.app.progress import progress
from explorer.app.state import LARGEST_DRAWN, Session, current
from explorer.errors import ExplorerError

STAGE_HEIGHT = 640  # px: with the header it fills a projector of 1280×720


def show() -> None:
    """Show the page."""
    session = current()
    if session is None:
        return
    session.run(progress(session.algorithm, session.cancel))
    if session.failure and session.obstacle is None:
        _show_failure(session)
    if session.is_too_large_to_draw:
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
    left, right = st.columns([4, 2], vertical_alignment="center")
    left.info(
        f"The graph has {len(session.graph.nodes):,} nodes. The canvas shows the {LARGEST_DRAWN:,} nearest to "
        f"{session.centre}; algorithms, table and files have all of them."
    )
    centre = right.text_input("Around node", session.centre)
    if centre != session.centre:
        try:
            session.look_at(centre)
        except ExplorerError as error:
            right.error(str(error))
        else:
            st.rerun()


def _show_failure(session: Session) -> None:
    if not session.is_cancelled:
        st.warning(session.failure)
        return
    left, right = st.columns([5, 1], vertical_alignment="center")
    left.warning(session.failure)
    right.button("Run again", on_click=session.run_again, width="stretch")
