"""The sheet beside the stage: charts, tables and editors that Python draws, one of them, when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import streamlit as st

from explorer.app.state import Session
from explorer.scenes.scene import Page

CHART, TABLES, WRONG, HISTORY, STRATEGIES = "chart", "tables", "wrong", "history", "strategies"
_TITLES = {  # what each page has
    Page.EXPLORE: {CHART: "Chart of scores", TABLES: "Edit nodes and moves as tables"},
    Page.EXPAND: {HISTORY: "What each expansion has shown", STRATEGIES: "Strategies compared"},
}


@dataclass
class SideSheet:
    """Which one is shown beside the stage, "" for none; and those that Explore has for now, with their titles."""

    name: str = ""
    more: Mapping[str, str] = field(default_factory=dict)


def titles(session: Session) -> Mapping[str, str]:
    """What can be shown on the page, with the title of each."""
    more = session.of(SideSheet).more if session.page is Page.EXPLORE else {}
    return {**_TITLES.get(session.page, {}), **more}


def is_open(session: Session, name: str) -> bool:
    """Whether the sheet of this name is shown on the page."""
    return session.of(SideSheet).name == name and name in titles(session) and not session.view_only


def toggle(session: Session, name: str) -> None:
    """Have a sheet shown, or no longer."""
    sheet = session.of(SideSheet)
    sheet.name = "" if name == sheet.name else name


def show(session: Session, fills: Mapping[str, Callable[[], None]]) -> None:
    """Show the sheet that is open, if one is, with what draws it."""
    name = session.of(SideSheet).name
    if name not in fills or not is_open(session, name):
        return
    with st.container(key="sheet"):
        left, right = st.columns([8, 1], vertical_alignment="center")
        left.markdown(f"**{titles(session)[name]}**")
        right.button("✕", key="sheet_close", help="Close", on_click=toggle, args=(session, name))
        fills[name]()
