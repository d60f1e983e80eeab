"""The registered Streamlit component behind a stage.

Streamlit documents two ways to give a component its scripts.  One is by path, from a manifest: "This is only possible
for installed components", so the app would not run from a checkout, and only in a distribution that is named as its
import package; and one broken manifest of another package would take ours away, since all are read in one `try`.  The
other is as text, which travels with every run: 800 kB here.  So the manifest is handed to Streamlit's own registry,
with three names that are not documented; a fourth is where it keeps triggers.  They were seen in Streamlit 1.67;
`tests/stage/test_packaging.py` looks at them, and at whether the documented way still refuses a checkout.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, Literal
from urllib.parse import urlencode

import streamlit as st
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest
from streamlit.runtime import Runtime

from explorer.drawing import bundle
from explorer.drawing.messages.from_browser import FromBrowser
from explorer.drawing.messages.to_browser import AddressData, BarData, TablesData
from explorer.drawing.stage_data import strict_json
from explorer.formats.files import write_files

_PACKAGE, _COMPONENT = "explorer", "stage"
_NAME = f"{_PACKAGE}.{_COMPONENT}"
_BAR = "top_bar"  # the key of the bar
_REGISTERING = Lock()
_RUNS = count(1)


def mount(data: bytes, *, key: str, height: int | Literal["content"], hear: Callable[[], None] | None = None) -> None:
    """Mount the component in the page with strict JSON bytes as its data; `height` in pixels, or as it needs.

    `hear` is called when a document, a step or a choice has come from the browser, before the run that it asks for.
    """
    if not Runtime.exists():
        return  # a page under test has no browser
    with _REGISTERING:  # the first two users of an app may come at the same time
        _register_if_missing()
    callbacks: dict[str, Any] = {f"on_{name}_change": _do_nothing for name in FromBrowser.__annotations__}
    callbacks |= dict.fromkeys(("on_doc_change", "on_step_change", "on_bar_change"), hear or _do_nothing)
    component = st.components.v2.component(_NAME, js=bundle.ENTRY, css=bundle.STYLE, isolate_styles=True)
    component(data=data, key=key, height=height, **callbacks)


def triggers_of(key: str) -> str:
    """Return the key of the session state for the triggers of a component, which last for callbacks and their run.

    A list of `{"event": name, "value": value}`.  Streamlit also shows them beside the state of the component, but that
    is forgotten with its page.
    """
    return f"{key}__events"


def keep_address(query: Mapping[str, str], *, loose: Sequence[str], browser_keys: Sequence[str]) -> None:
    """Have the browser show the query of a scene in the address, unless it shows one of another scene.

    Parameters
    ----------
    loose : names of which another text is still the same scene, so that no entry is added to the history.
    browser_keys : those of them that the browser keeps.
    """
    data: AddressData = {"query": urlencode(query), "loose": loose, "browser_keys": browser_keys, "run": next(_RUNS)}
    mount(strict_json(data).encode(), key="address", height="content")


def show_tables() -> None:
    """Have the primary stage of the page show its nodes and moves as tables here."""
    data: TablesData = {"tables": True}
    mount(strict_json(data).encode(), key="tables", height="content")


def show_bar(data: BarData, chosen: Callable[[str, str], None]) -> None:
    """Mount the bar in the page; `chosen` is called with what was chosen in it, and which, before the next run."""

    def hear() -> None:
        for said in st.session_state.get(triggers_of(_BAR)) or ():
            if said["event"] == "bar" and said["value"]:
                chosen(said["value"]["what"], said["value"]["value"])

    mount(strict_json(data).encode(), key=_BAR, height="content", hear=hear)


def remove_files() -> None:
    """Remove the files of the stage; called when the app ends."""
    _asset_folder().cleanup()


def _register_if_missing() -> None:
    """Declare the assets where they are; Streamlit's own way, a manifest, knows only files of the package."""
    manager, folder = get_bidi_component_manager(), Path(_asset_folder().name)
    _write_if_missing(folder)
    if manager.get_component_asset_root(_NAME) is None:
        manifest = ComponentManifest(_PACKAGE, "0", [ComponentConfig(_COMPONENT, folder.name)])
        manager.register_from_manifest(manifest, folder.parent)


@cache
def _asset_folder() -> TemporaryDirectory[str]:
    """Return the folder of the assets until the app ends."""
    return TemporaryDirectory(prefix="game-graph-explorer-")


def _write_if_missing(folder: Path) -> None:
    """Write the scripts of the stage as one file, and its style sheet, if they are missing.

    Systems clean up old files, and an app runs long.
    """
    for name, text in (
        (bundle.ENTRY, bundle.module),
        (bundle.STYLE, bundle.style_sheet),
    ):
        if not (folder / name).exists():
            folder.mkdir(exist_ok=True)
            write_files({folder / name: text().encode()})


def _do_nothing() -> None:
    """Do nothing: values are read from the session state, and a change needs no more than a run."""
