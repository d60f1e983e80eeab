"""What the browser sends of its own accord: where it arrives, and how a `Stage` hands it on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from explorer.drawing.messages.from_browser import Wish
from explorer.stage.component import triggers_of

FIND: Wish = "find"


@dataclass
class Inbox:
    """What has come from the component with this key, by name; the same may be there in many runs.

    All of it has the shape of its message (`explorer.app.whole_messages`).  What counts once bears a number of its
    own, and is new until the number was taken.
    """

    key: str
    _taken: dict[str, object] = field(default_factory=dict)

    def arrived(self, name: str) -> Mapping[str, Any]:
        """What has come under a name; empty if nothing has."""
        return self.value(name) or {}

    def value(self, name: str) -> Any:
        """The same of what need not be a mapping; None if nothing has come."""
        return (st.session_state.get(self.key) or {}).get(name)

    def events(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """What was said while callbacks and their run last, with its names, in order."""
        for said in st.session_state.get(triggers_of(self.key)) or ():
            if said["value"]:
                yield said["event"], said["value"]

    def new(self, name: str) -> Mapping[str, Any]:
        """What has come under a name and was not taken yet; empty if nothing has."""
        said = self.arrived(name)
        return said if said.get("number") != self._taken.get(name) else {}

    def take(self, name: str) -> Mapping[str, Any]:
        """What is new under a name, once."""
        said = self.new(name)
        if said:
            self._taken[name] = said.get("number")
        return said


@dataclass(frozen=True)
class Opened:
    """What the browser says of a document that it kept and has opened: its titles, and the step where it was left.

    `title` is what the user calls it, `own` its name in an address.
    """

    title: str
    step: int = 0
    edited: bool = False
    own: str = ""


@dataclass(frozen=True)
class Edit:
    """A document that the user changed, with its revision; or one that the browser had kept and has `opened`.

    `changes` counts the edits since the document was made.
    """

    rev: int
    document: dict[str, Any]
    opened: Opened | None = None
    changes: int = 0


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
