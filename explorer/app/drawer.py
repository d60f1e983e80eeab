"""The drawer under the stage: tables, charts and editors, which slide up; only what is in an open one is made."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from explorer.drawing import bundle

_HANDLE = "drawer_handle"
OPEN_AT_FIRST = False  # until the browser says how it was left


def is_open() -> bool:
    """Whether the drawer of the page is open, which the browser keeps."""
    return bool((st.session_state.get(_HANDLE) or {}).get("open", OPEN_AT_FIRST))


def show(title: str, fill: Callable[[], None]) -> None:
    """Show the handle of the drawer, and what `fill` draws if it is open."""
    component = st.components.v2.component("explorer_drawer", js=bundle.built("drawer"), isolate_styles=False)
    component(data={"title": title, "open": is_open()}, key=_HANDLE, height="content", on_open_change=_changed)
    with st.container(key="drawer"):
        if is_open():
            fill()


def _changed() -> None:
    """The state is read from the session; its change needs no more than a run."""
