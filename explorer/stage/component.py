"""The registered Streamlit component behind a stage."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest
from streamlit.runtime import Runtime

_DISTRIBUTION, _COMPONENT = "explorer", "stage"
_NAME = f"{_DISTRIBUTION}.{_COMPONENT}"
_FRONTEND = Path(__file__).parent / "frontend"


def mount(data: bytes, *, key: str, height: int) -> None:
    """Mount the component in the page with strict JSON bytes as its data."""
    if not Runtime.exists():
        return  # a page under test has no browser
    _register_if_missing()
    component = st.components.v2.component(_NAME, js="main.js", css="stage.css", isolate_styles=True)
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
    """Declare the assets when the package runs from a folder that was not installed."""
    manager = get_bidi_component_manager()
    if manager.get_component_asset_root(_NAME) is None:
        config = ComponentConfig(_COMPONENT, _FRONTEND.name)
        manager.register_from_manifest(ComponentManifest(_DISTRIBUTION, "0", [config]), _FRONTEND.parent)


def _nothing() -> None:
    """A value of the component is read from the session state; its change needs no more than a run."""
