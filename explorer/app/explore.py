"""The page *Explore*: the stage, and under it the table and the chart of scores."""

from __future__ import annotations

import time
from collections.abc import Callable

import streamlit as st

from explorer.app import links, table_editor, tables
from explorer.app.state import LARGEST_DRAWN, Session, current
from explorer.errors import ExplorerError

STAGE_HEIGHT = 640  # px: with the header it fills a projector of 1280×720
_SHOW_PROGRESS_AFTER = 0.7  # seconds


def show() -> None:
    """Show the page."""
    session = current()
    if session is None:
        return
    session.run(_progress(session))
    if session.failure:
        _show_failure(session)
    if session.is_too_large_to_draw:
        _choose_part(session)
    session.stage.show(step=session.step, problems=session.problems, share=links.share(session), height=STAGE_HEIGHT)
    if session.view_only:
        return
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


def _progress(session: Session) -> Callable[[int], None]:
    """Progress of a long run with a button to cancel it; nothing is shown of a short one."""
    began = time.monotonic()
    place = st.empty()
    bars: list[Callable[[str], object]] = []

    def report(steps: int) -> None:
        if time.monotonic() - began < _SHOW_PROGRESS_AFTER:
            return
        if not bars:
            with place.container(horizontal=True, vertical_alignment="center"):
                bars.append(st.empty().markdown)
                st.button("Cancel", on_click=session.cancel)
        bars[0](f"Running {session.algorithm}: {steps:,} steps …")

    return report
