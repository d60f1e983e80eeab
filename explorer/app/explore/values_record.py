"""Record of a comparison with values, which the browser keeps for its tab over a reload of the page."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from explorer.app.explore import values
from explorer.app.explore.supplied_values import SuppliedValues
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.requests import Requests
from explorer.app.session.session import current
from explorer.comparison.claims import DistanceUnit
from explorer.comparison.expected import known_scores
from explorer.comparison.supplied import ValuesInput, parsed_values, read_values
from explorer.comparison.turns import Viewpoint
from explorer.drawing import bundle
from explorer.model.errors import FORESEEN

_COMPONENT = "values_record"
_LARGEST = 1_000_000  # bytes of a file or a text that the browser keeps


@dataclass
class ValuesRecord:
    """The record of a comparison that the browser keeps, and its state there.

    Attributes
    ----------
    stored_number : the number of the comparison that the browser has stored.
    pending_record : the comparison before the reload, and the name of its graph, until that graph is open.
    """

    open_graph: OpenGraph
    requests: Requests
    supplied_values: SuppliedValues
    stored_number: int = 0
    pending_record: tuple[Mapping[str, Any], str] | None = None

    @property
    def graph_name(self) -> str:
        """A name of the open graph that a reload does not change."""
        origin = self.open_graph.origin
        return self.open_graph.own if origin.is_edited or not origin.reference else origin.reference

    def resume(self) -> None:
        """Resume the comparison before the reload, if the open graph is the one of that comparison."""
        if self.pending_record is None or self.pending_record[1] != self.graph_name:
            return
        record, self.pending_record = self.pending_record[0], None
        if self.supplied_values.number:
            return  # another comparison has begun
        if not record.get("is_known") and record.get("content") is None:
            self.requests.notices.append(
                f"{record.get('title')} was compared and is too large to be kept over a reload: choose the file again, "
                f"under {values.TITLE}."
            )
            return
        try:
            self._compare_with(record)
        except (*FORESEEN, KeyError, TypeError, ValueError):
            return  # the record is invalid, or the graph has changed
        self.stored_number = self.supplied_values.number

    def _compare_with(self, record: Mapping[str, Any]) -> None:
        """Compare the open graph with the values in a record."""
        source = None if record["is_known"] else (record["name"], b64decode(record["content"]))
        supplied: ValuesInput
        if source is None:
            supplied = known_scores(self.open_graph.graph)
        else:
            supplied = read_values(*source) if source[0] else parsed_values(source[1].decode())
        self.supplied_values.compare(
            supplied,
            str(record["title"]),
            words=record["words"],
            distance=DistanceUnit(record["distance"]) if record["distance"] else None,
            values_for=Viewpoint(record["values_for"]) if record["values_for"] else None,
            source=source,
        )


def show(values_record: ValuesRecord, supplied: SuppliedValues) -> None:
    """Resume the comparison before a reload, and have the browser keep the current one."""
    values_record.resume()
    is_new = supplied.values is not None and values_record.stored_number != supplied.number
    data = {
        "is_open": bool(supplied.number or values_record.pending_record),
        "has_ended": supplied.number > 0 and supplied.values is None,
        "number": supplied.number,
        "graph": values_record.graph_name,
        "record": json.dumps(_record_of(supplied)) if is_new else None,
    }
    component = st.components.v2.component(_COMPONENT, js=bundle.built(_COMPONENT))
    component(data=data, key=_COMPONENT, height="content", on_kept_change=_restore, on_stored_change=_note_stored)


def _record_of(supplied: SuppliedValues) -> dict[str, Any]:
    """Return the record of a comparison: its input, without values that are too large for the browser."""
    name, content = supplied.source or ("", b"")
    return {
        "title": supplied.title,
        "is_known": supplied.source is None,
        "name": name,
        "content": b64encode(content).decode() if len(content) <= _LARGEST else None,
        "words": supplied.words,
        "distance": supplied.distance,
        "values_for": supplied.values_for,
    }


def _restore() -> None:
    """Take over the record that the browser has kept."""
    session, text = current(), st.session_state[_COMPONENT].kept
    if session is None or not isinstance(text, str):
        return
    try:
        found = json.loads(text)
        record = json.loads(found["record"])
        graph = found["graph"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return
    if isinstance(record, dict) and isinstance(graph, str):
        session.of(ValuesRecord).pending_record = record, graph


def _note_stored() -> None:
    """Note which record the browser has stored, or warn that it could not store one."""
    session, answer = current(), st.session_state[_COMPONENT].stored
    if session is None or not isinstance(answer, dict):
        return
    if type(number := answer.get("number")) is int:
        session.of(ValuesRecord).stored_number = number
    if not answer.get("is_kept"):
        session.of(Requests).notices.append(
            "The browser has no room for the values that are compared: a reload ends the comparison."
        )
