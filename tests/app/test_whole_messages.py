"""A message of the browser is taken whole, with the parts of Streamlit that do so in the app."""

from __future__ import annotations

import json

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.scriptrunner_utils.exceptions import RerunException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState

from explorer.app.whole_messages import _is_sound, take_whole


def look() -> None:
    """Another message is always there."""
    raise RerunException(RerunData())


def test_what_a_stage_reads_has_the_shape_of_its_message():
    at = {"epoch": "e", "number": "1"}
    good = {
        "pick": {"id": "b", "seq": 1, **at},
        "expand": {"id": "q", "what": "open", "step": 2, "seq": 1, **at},
        "doc": {"epoch": "e", "rev": 6, "ordersDone": 0, "document": {}},
    }
    assert _is_sound(WidgetState(id="x", json_value=json.dumps(good)), None)
    for name, key, value in (("pick", "id", 7), ("expand", "what", "eat"), ("expand", "id", None), ("doc", "rev", "6"),
                             ("doc", "rev", 6.5), ("doc", "document", [1])):  # fmt: skip
        odd = {name: good[name] | {key: value}}
        assert not _is_sound(WidgetState(id="x", json_value=json.dumps(odd)), None), odd


def button(pressed: list[bool]) -> tuple[SafeSessionState, WidgetStates]:
    """The state of a session with a button, whose function asks for the session first, and the message of a press."""
    states = WidgetStates()
    states.widgets.add(id="button", trigger_value=True)
    state = SafeSessionState(SessionState(), look)

    def press() -> None:
        pressed.append("session" in state)

    state._state._set_widget_metadata(
        WidgetMetadata("button", bool, bool, "trigger_value", callback=press)  # type: ignore[arg-type]
    )
    return state, states


def test_a_press_counts_though_another_message_has_come():
    pressed: list[bool] = []
    state, said = button(pressed)
    ThreadState.initialize()  # as of a thread in which a script runs
    take_whole(state, said)
    assert pressed == [False]
    with pytest.raises(RerunException):
        state["session"]
