"""The registered Streamlit component behind a stage."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import streamlit as st
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest
from streamlit.runtime import Runtime

from explorer.drawing import frontend

_DISTRIBUTION, _COMPONENT = "explorer", "stage"
_NAME = f"{_DISTRIBUTION}.{_COMPONENT}"


def mount(data: bytes, *, key: str, height: int | Literal["content"]) -> None:
    """Mount the component in the page with strict JSON bytes as its data; `height` in pixels, or as it needs."""
    if not Runtime.exists():
        return  # a page under test has no browser
    _register_if_missing()
    component = st.components.v2.component(_NAME, js=frontend.ENTRY, css=frontend.STYLE, isolate_styles=True)
    component(
        data=data,
        key=key,
        height=height,
        on_doc_change=_nothing,
        on_step_change=_nothing,
        on_need_change=_nothing,
        on_ask_change=_nothing,
        on_expand_change=_nothing,
    )


def _register_if_missing() -> None:
    """Declare the assets where they are; Streamlit's own way, a manifest, knows only files of the package."""
    manager = get_bidi_component_manager()
    if manager.get_component_asset_root(_NAME) is None:
        folder = Path(_assets().name)
        manifest = ComponentManifest(_DISTRIBUTION, "0", [ComponentConfig(_COMPONENT, folder.name)])
        manager.register_from_manifest(manifest, folder.parent)


@cache
def _assets() -> TemporaryDirectory[str]:
    """A folder with the scripts of the stage as one file, and its style sheet; it goes away with the process."""
    folder = TemporaryDirectory(prefix="game-graph-explorer-")
    for name, text in ((frontend.ENTRY, frontend.module()), (frontend.STYLE, frontend.style_sheet())):
        (Path(folder.name) / name).write_text(text, encoding="utf-8")
    return folder


def _nothing() -> None:
    """A value of the component is read from the session state; its change needs no more than a run."""
