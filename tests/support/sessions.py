"""Sessions without a page: what the browser would send stands in `SENT`, see the fixture `nothing_sent`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from explorer.app.state import Session

SENT: dict[str, dict[str, Any]] = {}


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
