"""Record of a comparison with values, which the browser keeps for its tab over a reload of the page."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from explorer.app.explore import values
from explorer.app.explore.values import SuppliedValues
from explorer.app.state import Session, current
from explorer.comparison.claims import DistanceUnit
from explorer.comparison.expected import known_scores
from explorer.comparison.supplied import ValuesInput, parsed_values, read_values
from explorer.comparison.turns import Viewpoint
from explorer.drawing import bundle
from explorer.model.errors import FORESEEN

_COMPONENT = "kept_values"
_LARGEST = 1_000_000  # bytes of a file or a text that the browser keeps


@dataclass
class KeptValues:
    """The record of a comparison that the browser keeps, and its state there.

    Attributes
    ----------
    stored_number : the number of the comparison that the browser has stored.
    pending_record : the comparison before the reload, and the name of its graph, until that graph is open.
    """

    stored_number: int = 0
    pending_record: tuple[Mapping[str, Any], str] | None = None


def show(session: Session) -> None:
    """Resume the comparison before a reload, and have the browser keep the current one."""
    kept, supplied = session.of(KeptValues), session.of(SuppliedValues)
    _resume_comparison(session)
    is_new = supplied.values is not None and kept.stored_number != supplied.number
    data = {
        "is_open": bool(supplied.number or kept.pending_record),
        "has_ended": supplied.number > 0 and supplied.values is None,
        "number": supplied.number,
        "graph": _graph_name(session),
        "record": json.dumps(_record_of(supplied)) if is_new else None,
    }
    component = st.components.v2.component(_COMPONENT, js=bundle.built("kept_values"))
    component(data=data, key=_COMPONENT, height="content", on_kept_change=_restore, on_stored_change=_note_stored)


def _graph_name(session: Session) -> str:
    """Return a name of the open graph that a reload does not change."""
    origin = session.origin
    return session.own if origin.is_edited or not origin.reference else origin.reference


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


def _resume_comparison(session: Session) -> None:
    """Resume the comparison before the reload, if the open graph is the one of that comparison."""
    kept, supplied = session.of(KeptValues), session.of(SuppliedValues)
    if kept.pending_record is None or kept.pending_record[1] != _graph_name(session):
        return
    record, kept.pending_record = kept.pending_record[0], None
    if supplied.number:
        return  # another comparison has begun
    if not record.get("is_known") and record.get("content") is None:
        session.link_warnings.append(
            f"{record.get('title')} was compared and is too large to be kept over a reload: choose the file again, "
            f"under {values.TITLE}."
        )
        return
    try:
        _compare_with_record(session, record)
    except (*FORESEEN, KeyError, TypeError, ValueError):
        return  # the record is invalid, or the graph has changed
    kept.stored_number = supplied.number


def _compare_with_record(session: Session, record: Mapping[str, Any]) -> None:
    """Compare the open graph with the values in a record."""
    source = None if record["is_known"] else (record["name"], b64decode(record["content"]))
    supplied: ValuesInput
    if source is None:
        supplied = known_scores(session.graph)
    else:
        supplied = read_values(*source) if source[0] else parsed_values(source[1].decode())
    values.compare(
        session,
        supplied,
        str(record["title"]),
        words=record["words"],
        distance=DistanceUnit(record["distance"]) if record["distance"] else None,
        values_for=Viewpoint(record["values_for"]) if record["values_for"] else None,
        source=source,
    )


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
        session.of(KeptValues).pending_record = record, graph


def _note_stored() -> None:
    """Note which record the browser has stored, or warn that it could not store one."""
    session, answer = current(), st.session_state[_COMPONENT].stored
    if session is None or not isinstance(answer, dict):
        return
    if type(number := answer.get("number")) is int:
        session.of(KeptValues).stored_number = number
    if not answer.get("is_kept"):
        session.link_warnings.append(
            "The browser has no room for the values that are compared: a reload ends the comparison."
        )
