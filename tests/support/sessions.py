"""Sessions without a page: what the browser would send stands in `SENT`, see the fixture `nothing_sent`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from explorer.app.state import Session
from explorer.stage import Stage
from explorer.stage.component import triggers_of

SENT: dict[str, Any] = {}


def arriving(stage: Stage, document: object) -> dict[str, Any]:
    """What is in the session state when the canvas has sent this for a document."""
    return {triggers_of(stage.key): [{"event": "doc", "value": document}]}


def session(sample: str = "figure-1") -> Session:
    opened = Session()
    opened.open_sample(sample)
    opened.run()
    return opened


def edits(opened: Session, change: Callable[[dict[str, Any]], object]) -> None:
    """Let an edit arrive from the canvas, and a run follow."""
    document = opened.graph.to_json()
    change(document)
    message = {"epoch": opened.stage.epoch, "rev": opened.stage.rev + 1, "document": document}
    SENT.update(arriving(opened.stage, message))
    opened.take_edits()
    opened.run()
