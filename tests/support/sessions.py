"""Sessions without a page: what the browser would send stands in `SENT`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from explorer.app.state import Session
from explorer.stage import stage as stage_module

SENT: dict[str, dict[str, Any]] = {}


@contextmanager
def nothing_sent() -> Iterator[None]:
    """Stages read what the browser sends from `SENT`, where nothing is yet."""
    SENT.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stage_module, "st", SimpleNamespace(session_state=SENT))
        yield


def session(sample: str = "figure-1") -> Session:
    opened = Session()
    opened.open_sample(sample)
    opened.run()
    return opened


def edits(opened: Session, change: Callable[[dict[str, Any]], object]) -> None:
    """Let an edit arrive from the canvas, and a run follow."""
    document = opened.graph.to_json()
    change(document)
    SENT[opened.stage.key] = {"doc": {"epoch": opened.stage.epoch, "rev": opened.stage.rev + 1, "document": document}}
    opened.take_edits()
    opened.run()
