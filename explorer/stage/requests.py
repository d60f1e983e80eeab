"""Messages that the browser sends of its own accord: where they arrive, and the requests that a `Stage` makes of
them."""

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
    """Messages from the component with this key, by name; the same may be there in many runs.

    All of it has the shape of its message (`explorer.app.whole_messages`).  What counts once bears a number of its
    own, and is new until the number was taken.
    """

    key: str
    _last_numbers: dict[str, object] = field(default_factory=dict)

    def message(self, name: str) -> Mapping[str, Any]:
        """Return the last message that came from the browser under a name; empty if none has come."""
        return self.value(name) or {}

    def value(self, name: str) -> Any:
        """Return the last value that came under a name, which need not be a mapping; None if none has come."""
        return (st.session_state.get(self.key) or {}).get(name)

    def events(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield the names and values of messages in order, while callbacks and their run last."""
        for news in st.session_state.get(triggers_of(self.key)) or ():
            if news["value"]:
                yield news["event"], news["value"]

    def new(self, name: str) -> Mapping[str, Any]:
        """Return the message under a name that was not accepted yet; empty if there is none."""
        news = self.message(name)
        return news if news.get("number") != self._last_numbers.get(name) else {}

    def take(self, name: str) -> Mapping[str, Any]:
        """Accept and return a new message under a name; empty if there is none."""
        news = self.new(name)
        if news:
            self._last_numbers[name] = news.get("number")
        return news


@dataclass(frozen=True)
class StoredDocument:
    """A document that the browser had stored and has opened: its titles, and the step where it was left.

    `title` is what the user calls it, `own` its name in an address.
    """

    title: str
    step: int = 0
    edited: bool = False
    own: str = ""


@dataclass(frozen=True)
class Edit:
    """A document that the user changed, with its revision; or one that the browser had stored and has `opened`.

    `changes` counts the edits since the document was made.
    """

    rev: int
    document: dict[str, Any]
    opened: StoredDocument | None = None
    changes: int = 0


@dataclass(frozen=True)
class ExpandRequest:
    """A wish of the user at a node: the node, and the step of the trace; None for a trace that has been replaced.

    `what` is "open": an open node is expanded, or hidden successors of a node are shown; in a part of a graph also
    "fold": what was opened at it is hidden; "reveal": a hidden node is shown; "centre": its neighbourhood is shown;
    "find": that of the node which `id` names, as a user types it.
    """

    id: str
    step: int | None
    what: str = "open"


@dataclass(frozen=True)
class WhyRequest:
    """A question of the user about the score of a node. `what` is "ask", "path" or "line"; or "close", "play" against
    the refutation of the value `expected`, or "compare" before and after the last edit.

    `number` names the question.
    """

    what: str
    id: str
    expected: str
    step: int
    number: str
