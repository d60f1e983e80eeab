"""The sheet beside the stage: a chart, table or editor that Python draws, one at a time, on request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import streamlit as st

from explorer.app.session.place import Place
from explorer.scenes.scene import Page

CHART, OVERVIEW, TABLES, WRONG = "chart", "overview", "tables", "wrong"
HISTORY, STRATEGIES = "history", "strategies"
_TITLES = {  # of the sheets of each page
    Page.EXPLORE: {CHART: "Chart of scores", OVERVIEW: "Scores of all nodes", TABLES: "Edit nodes and moves as tables"},
    Page.EXPAND: {HISTORY: "What each expansion has shown", STRATEGIES: "Strategies compared"},
}


@dataclass
class SideSheet:
    """The name of the open sheet, or "", and additional sheets of Explore with their titles."""

    place: Place
    name: str = ""
    more: Mapping[str, str] = field(default_factory=dict)

    @property
    def titles(self) -> Mapping[str, str]:
        """The titles of the page's sheets by name."""
        more = self.more if self.place.page is Page.EXPLORE else {}
        return {**_TITLES.get(self.place.page, {}), **more}

    def is_open(self, name: str) -> bool:
        """Return whether the page shows the sheet of this name."""
        return self.name == name and name in self.titles and not self.place.view_only

    def toggle(self, name: str) -> None:
        """Open or close a sheet beside the stage."""
        self.name = "" if name == self.name else name

    def show(self, fills: Mapping[str, Callable[[], None]]) -> None:
        """Show the open sheet, if any; `fills` has the function that draws each."""
        name = self.name
        if name not in fills or not self.is_open(name):
            return
        with st.container(key="sheet"):
            left, right = st.columns([8, 1], vertical_alignment="center")
            left.markdown(f"**{self.titles[name]}**")
            right.button("✕", key="sheet_close", help="Close", on_click=self.toggle, args=(name,))
            fills[name]()
