"""One stage of a session: what it shows, what was sent, and the edits that come back.

The browser owns the document.  It sends the whole document with a rising `rev`; an edit is taken only for the present
`epoch` and a higher `rev`, and acknowledged with `ack`.  Python replaces the document only by a new epoch.  The heavy
parts, document and trace, travel once; the browser asks with `need` when one is missing.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from explorer.check import Problem
from explorer.drawing.network import NetworkData
from explorer.drawing.theme import as_data
from explorer.stage.component import mount

MOST_PROBLEMS = 200  # that travel to the browser with every run


@dataclass(frozen=True)
class Edit:
    """A document that the user changed, with its revision."""

    rev: int
    document: dict[str, Any]


@dataclass(frozen=True)
class Still:
    """A part of the data that does not change between runs, as JSON text with the tag it was sent under."""

    tag: str | int
    text: str


@dataclass
class Stage:
    """A canvas with its player, kept in the session under its own id.

    Attributes
    ----------
    id : names the canvas in the browser; it keeps view and undo while the page is away.
    primary : whether its keys work before anything was clicked.
    """

    id: str
    editable: bool = False
    primary: bool = True
    panel: bool = True
    transport: bool = True
    hint: str = ""
    fresh: bool = True  # nothing was opened or edited in this session yet
    rev: int = 0
    _document: Still = field(default_factory=lambda: Still("", "null"))
    _trace: Still = field(default_factory=lambda: Still(0, "null"))
    _restart: bool = True
    _sent: tuple[str | int, str | int] | None = None
    _need: str | None = None

    @property
    def key(self) -> str:
        return f"stage_{self.id}"

    @property
    def epoch(self) -> str:
        """Names the document; a replaced one has another."""
        return str(self._document.tag)

    def replace(self, document: Mapping[str, Any], network: NetworkData) -> None:
        """Show another document, under a new epoch."""
        parts = {"nodes": network.nodes, "edges": network.edges, "options": network.options}
        text = f'{_json(document)},"network":{_json(parts)},"theme":{_json(as_data())},"hint":{_json(self.hint)}'
        self._document = Still(secrets.token_hex(8), text)
        self.rev = 0

    def set_trace(self, data: Mapping[str, Any] | None, *, restart: bool) -> None:
        """Show another trace; none dims the last picture.  `restart`: go to the step given to `show`."""
        self._trace = Still(int(self._trace.tag) + 1, _json(data))
        self._restart = restart

    def edit(self) -> Edit | None:
        """An edit that has come from the browser and was not taken before; it is taken now."""
        arrived = self._arrived("doc")
        if arrived.get("epoch") != self._document.tag or not isinstance(arrived.get("rev"), int):
            return None
        if arrived["rev"] <= self.rev or not isinstance(arrived.get("document"), dict):
            return None
        self.rev = arrived["rev"]
        self.fresh = False
        return Edit(self.rev, arrived["document"])

    def step(self) -> int | None:
        """The step that the player reported for the present trace."""
        arrived = self._arrived("step")
        step = arrived.get("step")
        return step if arrived.get("seq") == self._trace.tag and isinstance(step, int) else None

    def show(self, *, step: int = 0, problems: Sequence[Problem] = (), height: int = 640) -> None:
        """Mount the stage in the page."""
        arrived = (st.session_state.get(self.key) or {}).get("need")
        asked, self._need = arrived != self._need, arrived
        tags = (self._document.tag, self._trace.tag)
        old = self._sent or ("", -1)
        self._sent = tags
        head = {
            "id": self.id,
            "epoch": self._document.tag,
            "ack": self.rev,
            "seq": self._trace.tag,
            "fresh": self.fresh,
            "editable": self.editable,
            "primary": self.primary,
            "panel": self.panel,
            "transport": self.transport,
            "step": step,
            "restart": self._restart,
            "problems": [
                {"message": p.message, "severity": p.severity, "node": p.node} for p in problems[:MOST_PROBLEMS]
            ],
            "moreProblems": max(0, len(problems) - MOST_PROBLEMS),
        }
        text = _json(head)[:-1]
        if asked or old[0] != tags[0]:
            text += f',"document":{self._document.text}'
        if asked or old != tags:
            text += f',"trace":{self._trace.text}'
        mount((text + "}").encode(), key=self.key, height=height)
        self._restart = False

    def _arrived(self, name: str) -> Mapping[str, Any]:
        value = (st.session_state.get(self.key) or {}).get(name)
        return value if isinstance(value, Mapping) else {}


def _json(value: Any) -> str:
    """Strict JSON text: NaN, infinities and unknown types raise here instead of failing in the browser."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
