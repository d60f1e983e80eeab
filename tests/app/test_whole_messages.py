"""A message of the browser is taken whole, with the parts of Streamlit that do so in the app."""

from __future__ import annotations

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.scriptrunner_utils.exceptions import RerunException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState
from support.app import running_app
from support.raw_session import boxes_in, components_in, raw_session

from explorer.app.whole_messages import _UNREADABLE, _is_sound, _take, take_whole


def look() -> None:
    """Another message is always there."""
    raise RerunException(RerunData())


@pytest.mark.large
def test_what_a_message_says_that_is_no_json_or_of_no_shape_of_ours_is_left_out_and_said_once():
    with running_app("sample:figure-1") as url, raw_session(url) as session:
        for id in components_in(session.run()):
            odd = ('{"step": 3}', '{"jump": {"seq": 1, "number": "1"}}', '{"chunks": {"wanted": "a", "seq": 1}}')
            texts = [WidgetState(id=id, json_value=text) for text in ("not JSON", "{", "[" * 5_000, "", *odd)]
            for forged in (*texts, WidgetState(id=id, string_value="not JSON")):
                assert boxes_in(session.run(widgets=[forged])) == [_UNREADABLE]
            assert boxes_in(session.run()) == []


def test_a_message_of_one_moment_without_a_value_is_not_sound():
    for text, is_sound in (('[{"event": "ask"}]', False), ('[{"event": "other", "value": 1}]', True)):
        assert _is_sound(WidgetState(id="x", json_trigger_value=text), None) is is_sound


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


def test_streamlit_alone_still_loses_it():
    """If it no longer does, `explorer/app/whole_messages.py` can go."""
    pressed: list[bool] = []
    state, said = button(pressed)
    with pytest.raises(RerunException):
        _take(state, said)
    assert not pressed
