"""A message of the browser is taken whole, even if the next one is there before its run has begun.

Of a message that no page of ours has sent, what cannot be read is left out, and that is said: Streamlit would keep that
and fail in every later run.

Streamlit takes a message for the next run, looks whether another one has come since, and only then has the run know
what the first one said.  If another one has come, the first is gone: a button that was pressed, an edit that was
followed by the press of a link.  Calls of a button's function end in the same way, wherever they ask for the session.
Seen in Streamlit 1.67, in names that are not documented; `tests/app/test_whole_messages.py` looks whether it still is
so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, partial, wraps
from typing import Any, Literal, NotRequired, TypedDict, get_args, get_origin, get_type_hints, is_typeddict

from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.safe_session_state import SafeSessionState

from explorer.drawing.messages.document import GameDocument
from explorer.drawing.messages.from_browser import FromBrowser

_YIELD = "_yield_callback"  # where Streamlit looks for another message; it cannot be set in the usual way
_UNREADABLE = "The page has sent something that cannot be read; nothing was done about it. Reload the page."
_IN_JSON = ("json_value", "json_trigger_value")  # what a component says
_take = SafeSessionState.on_script_will_rerun


@wraps(_take)
def take_whole(state: SafeSessionState, said: WidgetStates | None, **more: Any) -> None:
    """Have the run that begins know what its message says, and call what belongs to it; then look for others."""
    look = getattr(state, _YIELD)
    object.__setattr__(state, _YIELD, lambda: None)
    known = state._state._new_widget_state.widget_metadata
    sound = [widget for widget in (said.widgets if said else ()) if _is_sound(widget, known.get(widget.id))]
    try:
        _take(state, said and WidgetStates(widgets=sound), **more)
        if said and len(sound) < len(said.widgets) and "session" in state:
            state["session"].link_warnings.append(_UNREADABLE)
    finally:
        object.__setattr__(state, _YIELD, look)


def _is_sound(widget: WidgetState, known: WidgetMetadata[Any] | None) -> bool:
    """Whether what a message says of a widget is JSON where it has to be, and of the shape that ours have."""
    kind = widget.WhichOneof("value")
    if known is not None and known.value_type in _IN_JSON and kind not in (known.value_type, None):
        return False
    try:
        said = json.loads(getattr(widget, kind) if kind in _IN_JSON else "null")
    except (ValueError, RecursionError):
        return False
    if isinstance(said, list) and not all(_fits(each, _TriggerEvent) and "value" in each for each in said):
        return False
    return all(_fits(value, _shapes(FromBrowser)[name]) for name, value in _messages(said))


class _TriggerEvent(TypedDict):
    """A message of one moment, as Streamlit lists it."""

    event: str
    value: object


def _messages(said: Any) -> Iterator[tuple[str, Any]]:
    """The messages to a stage among what is said, by name: those that stay, or a list of those of one moment."""
    events = [(each["event"], each["value"]) for each in said] if isinstance(said, list) else []
    for name, value in said.items() if isinstance(said, dict) else events:
        if name in FromBrowser.__annotations__ and value is not None:
            yield name, value


_shapes = cache(partial(get_type_hints, include_extras=True))


def _fits(value: Any, shape: Any) -> bool:
    """Whether a value of JSON has the shape of a message; a document is looked at where it is taken."""
    if is_typeddict(shape) and shape is not GameDocument:
        return isinstance(value, dict) and all(_fits(value.get(key), part) for key, part in _shapes(shape).items())
    origin, parts = get_origin(shape), get_args(shape)
    if origin is NotRequired:
        return value is None or _fits(value, parts[0])
    if origin is Literal:
        return value in parts
    if origin is list:
        return isinstance(value, list) and all(_fits(each, parts[0]) for each in value)
    if isinstance(value, bool):
        return shape in (bool, object)
    kinds = {float: (int, float), GameDocument: (dict,)}.get(shape, parts or (shape,))
    return isinstance(value, kinds)


def begin() -> None:
    """Take messages whole from now on, in this process."""
    SafeSessionState.on_script_will_rerun = take_whole  # type: ignore[assignment, method-assign]
