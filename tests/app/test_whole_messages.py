"""A message of the browser is taken whole, with the parts of Streamlit that do so in the app."""

from __future__ import annotations

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner_utils.exceptions import RerunException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState

from explorer.app.whole_messages import take_whole


def look() -> None:
    """Another message is always there."""
    raise RerunException(RerunData())


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
