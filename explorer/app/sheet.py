"""The sheet beside the stage: a chart, table or editor that Python draws, one at a time, on request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import streamlit as st

from explorer.app.state import Session
from explorer.scenes.scene import Page

CHART, TABLES, WRONG, HISTORY, STRATEGIES = "chart", "tables", "wrong", "history", "strategies"
_TITLES = {  # of the sheets of each page
    Page.EXPLORE: {CHART: "Chart of scores", TABLES: "Edit nodes and moves as tables"},
    Page.EXPAND: {HISTORY: "What each expansion has shown", STRATEGIES: "Strategies compared"},
}


@dataclass
class SideSheet:
    """The name of the open sheet, or "", and additional sheets of Explore with their titles."""

    name: str = ""
    more: Mapping[str, str] = field(default_factory=dict)


def titles(session: Session) -> Mapping[str, str]:
    """Return the titles of the page's sheets by name."""
    more = session.of(SideSheet).more if session.page is Page.EXPLORE else {}
    return {**_TITLES.get(session.page, {}), **more}


def is_open(session: Session, name: str) -> bool:
    """Return whether the page shows the sheet of this name."""
    return session.of(SideSheet).name == name and name in titles(session) and not session.view_only


def toggle(session: Session, name: str) -> None:
    """Open or close a sheet beside the stage."""
    sheet = session.of(SideSheet)
    sheet.name = "" if name == sheet.name else name


def show(session: Session, fills: Mapping[str, Callable[[], None]]) -> None:
    """Show the open sheet, if any; `fills` has the function that draws each."""
    name = session.of(SideSheet).name
    if name not in fills or not is_open(session, name):
        return
    with st.container(key="sheet"):
        left, right = st.columns([8, 1], vertical_alignment="center")
        left.markdown(f"**{titles(session)[name]}**")
        right.button("✕", key="sheet_close", help="Close", on_click=toggle, args=(session, name))
        fills[name]()
