"""The two completions that a witness found, to be opened and played with."""

from __future__ import annotations

import streamlit as st

from explorer.app.state import Origin, Session
from explorer.app.widgets import plain
from explorer.expansion.witness import with_leaves
from explorer.model.intake import Assembled
from explorer.model.scores import format_score

_SHOWN_WITH = "bounds"
_TITLES = {"low": "The low completion", "high": "The high completion"}


def show(session: Session) -> None:
    """Show a button for each completion, if the run has found a witness."""
    found = session.trace.result.get("witness") if session.trace is not None else None
    if not found or session.is_too_large_to_draw:
        return
    with st.container(horizontal=True):
        for which, title in _TITLES.items():
            value = format_score(found[f"{which}_value"])
            st.button(f"Open {title[:1].lower()}{title[1:]}: {plain(value)}", on_click=_open, args=(session, which))


def _open(session: Session, which: str) -> None:
    """Open the graph with the open nodes of the witness made leaves; the run of it is that of the bounds."""
    if session.trace is None:
        return
    graph = with_leaves(session.graph, session.trace.result["witness"][f"{which}_scores"])
    name = f"{session.graph.name or session.origin.title}: {_TITLES[which].lower()}"
    graph = graph.replace(name=name)
    session.open(Assembled.of(graph), Origin(name))
    session.choose(_SHOWN_WITH)
