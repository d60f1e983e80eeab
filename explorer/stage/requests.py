"""What the browser sends of its own accord, as a `Stage` hands it on: edits, and what is asked for at a node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explorer.drawing.messages.from_browser import Wish

FIND: Wish = "find"


@dataclass(frozen=True)
class Opened:
    """What the browser says of a document that it kept and has opened: how the user calls it, and where it was left."""

    title: str
    step: int = 0
    edited: bool = False


@dataclass(frozen=True)
class Edit:
    """A document that the user changed, with its revision; or one that the browser had kept and has `opened`."""

    rev: int
    document: dict[str, Any]
    opened: Opened | None = None


@dataclass(frozen=True)
class ExpandRequest:
    """The user wants something done at a node: which one, and at which step of the trace; None: of the trace before.

    `what` is "open": an open node is expanded, or hidden successors of a node are shown; in a part of a graph also
    "fold": what was opened at it is hidden; "reveal": a hidden node is shown; "centre": its neighbourhood is shown;
    "find": that of the node which `id` names, as a user types it.
    """

    id: str
    step: int | None
    what: str = "open"


@dataclass(frozen=True)
class WhyRequest:
    """The user asks why a node has its score ("ask"), no longer ("close"), wants to play against the refutation of
    what was `expected` ("play"), or to compare before and after the last edit ("compare").

    `number` names the question.
    """

    what: str
    id: str
    expected: str
    step: int
    number: str
