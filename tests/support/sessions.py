"""Sessions without a page: what the browser would send stands in `SENT`, see the fixture `nothing_sent`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.opener import GraphOpener
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.app.session.stage_messages import StageMessages
from explorer.stage import Stage
from explorer.stage.component import triggers_of

SENT: dict[str, Any] = {}


def arriving(stage: Stage, document: object) -> dict[str, Any]:
    """What is in the session state when the canvas has sent this for a document."""
    return {triggers_of(stage.key): [{"event": "doc", "value": document}]}


def session(sample: str = "figure-1") -> Session:
    opened = Session()
    opened.of(GraphOpener).open_sample(sample)
    opened.of(CurrentRun).update()
    return opened


def edits(opened: Session, change: Callable[[dict[str, Any]], object]) -> None:
    """Let an edit arrive from the canvas, and a run follow."""
    document = opened.of(OpenGraph).graph.to_json()
    change(document)
    message = {"epoch": opened.of(Stage).epoch, "rev": opened.of(Stage).rev + 1, "document": document}
    SENT.update(arriving(opened.of(Stage), message))
    opened.of(StageMessages).take()
    opened.of(CurrentRun).update()
