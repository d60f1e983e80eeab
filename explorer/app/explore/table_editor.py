"""Editable tables of nodes and moves: the same document as the canvas and the text."""

from __future__ import annotations

import streamlit as st

from explorer.app.state import Session
from explorer.stage.component import show_tables


def show(session: Session) -> None:
    """Show both tables, or the reason why they cannot be edited."""
    if session.is_too_large_to_draw:
        st.info("The graph is too large to be edited here. Change its file, and open it again.")
    elif session.shows_part:
        st.info("The canvas shows a part of the graph. To edit it, show the whole graph.")
    else:
        show_tables()
