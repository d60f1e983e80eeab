"""A message of the browser is taken whole, even if the next one is there before its run has begun.

Streamlit takes a message for the next run, looks whether another one has come since, and only then has the run know
what the first one said.  If another one has come, the first is gone: a button that was pressed, an edit that was
followed by the press of a link.  Calls of a button's function end in the same way, wherever they ask for the session.
Seen in Streamlit 1.67, in names that are not documented; `tests/app/test_whole_messages.py` looks whether it still is
so.
"""

from __future__ import annotations

from functools import wraps
from typing import Any

from streamlit.runtime.state.safe_session_state import SafeSessionState

_YIELD = "_yield_callback"  # where Streamlit looks for another message; it cannot be set in the usual way
_take = SafeSessionState.on_script_will_rerun


@wraps(_take)
def take_whole(state: SafeSessionState, *said: Any, **more: Any) -> None:
    """Have the run that begins know what its message says, and call what belongs to it; then look for others."""
    look = getattr(state, _YIELD)
    object.__setattr__(state, _YIELD, lambda: None)
    try:
        _take(state, *said, **more)
    finally:
        object.__setattr__(state, _YIELD, look)


def begin() -> None:
    """Take messages whole from now on, in this process."""
    SafeSessionState.on_script_will_rerun = take_whole  # type: ignore[assignment, method-assign]
