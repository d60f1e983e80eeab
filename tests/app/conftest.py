from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace

import pytest
from streamlit.components.v2 import manifest_scanner
from support.sessions import SENT

from explorer.app.session import run as current_run
from explorer.stage import requests


@pytest.fixture(autouse=True, scope="session")
def installed_components() -> Iterator[None]:
    """What is installed is looked up once: Streamlit reads it for every app, and it is most of the work of a start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture(autouse=True)
def whole_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, pages wait for the end of a run."""
    monkeypatch.setattr(current_run, "PATIENCE", 600)


@pytest.fixture
def nothing_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stages read what the browser sends from `SENT`, where nothing is yet."""
    SENT.clear()
    monkeypatch.setattr(requests, "st", SimpleNamespace(session_state=SENT))
