"""Complete handling of each message of the browser, even if the next one comes before its run has begun.

The unreadable parts of a message that no page of ours sends are dropped with a warning: Streamlit would keep them and
fail in every later run.

Streamlit takes a message for the next run, looks for a later message, and only then passes the first one to the run.
A later message makes it lose the first: the press of a button, or an edit before the press of a link.  Callbacks of
buttons are interrupted in the same way, wherever they use the session.
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
_IN_JSON = ("json_value", "json_trigger_value")  # values of a component
_take = SafeSessionState.on_script_will_rerun


@wraps(_take)
def take_whole(state: SafeSessionState, message: WidgetStates | None, **more: Any) -> None:
    """Pass a message to the run that begins and call its callbacks; only then look for other messages."""
    look = getattr(state, _YIELD)
    object.__setattr__(state, _YIELD, lambda: None)
    metadata = state._state._new_widget_state.widget_metadata
    sound = [widget for widget in (message.widgets if message else ()) if _is_sound(widget, metadata.get(widget.id))]
    try:
        _take(state, message and WidgetStates(widgets=sound), **more)
        if message and len(sound) < len(message.widgets) and "session" in state:
            state["session"].link_warnings.append(_UNREADABLE)
    finally:
        object.__setattr__(state, _YIELD, look)


def _is_sound(widget: WidgetState, metadata: WidgetMetadata[Any] | None) -> bool:
    """Return whether the value of a widget is JSON where it must be, and has the shape of our messages."""
    kind = widget.WhichOneof("value")
    if metadata is not None and metadata.value_type in _IN_JSON and kind not in (metadata.value_type, None):
        return False
    try:
        value = json.loads(getattr(widget, kind) if kind in _IN_JSON else "null")
    except (ValueError, RecursionError):
        return False
    if isinstance(value, list) and not all(_has_shape(each, _TriggerEvent) and "value" in each for each in value):
        return False
    return all(_has_shape(content, _shapes(FromBrowser)[name]) for name, content in _messages_by_name(value))


class _TriggerEvent(TypedDict):
    """A message of one moment, as Streamlit lists it."""

    event: str
    value: object


def _messages_by_name(content: Any) -> Iterator[tuple[str, Any]]:
    """Yield the messages to a stage by name: from an object of lasting values, or from a list of events."""
    events = [(each["event"], each["value"]) for each in content] if isinstance(content, list) else []
    for name, value in content.items() if isinstance(content, dict) else events:
        if name in FromBrowser.__annotations__ and value is not None:
            yield name, value


_shapes = cache(partial(get_type_hints, include_extras=True))


def _has_shape(value: Any, shape: Any) -> bool:
    """Return whether a value of JSON has the shape of a message; documents are checked where they are read."""
    if is_typeddict(shape) and shape is not GameDocument:
        return isinstance(value, dict) and all(_has_shape(value.get(key), part) for key, part in _shapes(shape).items())
    origin, parts = get_origin(shape), get_args(shape)
    if origin is NotRequired:
        return value is None or _has_shape(value, parts[0])
    if origin is Literal:
        return value in parts
    if origin is list:
        return isinstance(value, list) and all(_has_shape(each, parts[0]) for each in value)
    if isinstance(value, bool):
        return shape in (bool, object)
    kinds = {float: (int, float), GameDocument: (dict,)}.get(shape, parts or (shape,))
    return isinstance(value, kinds)


def begin() -> None:
    """Handle messages completely from now on, in this process."""
    SafeSessionState.on_script_will_rerun = take_whole  # type: ignore[assignment, method-assign]
