"""A visitor without a browser: what a page says is written by hand, and what the app answers is there to be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0  # seconds for an answer


class RawSession:
    """A session of the app at the other end of a connection."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def run(self, query: str = "", widgets: Sequence[WidgetState] = (), *, page: str = "") -> list[ForwardMsg]:
        """All that the app says in a run on a page in which widgets have these states."""
        self.ask(query, widgets, page=page)
        return [*self._until_finished()]

    def ask(self, query: str = "", widgets: Sequence[WidgetState] = (), *, page: str = "") -> None:
        """Ask for such a run, and do not wait for it."""
        asked = BackMsg()
        asked.rerun_script.query_string = query
        asked.rerun_script.page_name = page
        asked.rerun_script.widget_states.widgets.extend(widgets)
        self.connection.send(asked.SerializeToString())

    def _until_finished(self) -> Iterator[ForwardMsg]:
        while True:
            message = ForwardMsg.FromString(self.connection.recv(PATIENCE))
            yield message
            if message.WhichOneof("type") == "script_finished":
                return


@contextmanager
def raw_session(url: str) -> Iterator[RawSession]:
    """A session, which ends as if its tab was closed."""
    address = url.replace("http", "ws") + "/_stcore/stream"
    with connect(address, subprotocols=["streamlit"], max_size=None, open_timeout=PATIENCE) as connection:
        yield RawSession(connection)


def boxes_in(messages: Sequence[ForwardMsg]) -> list[str]:
    """What the page says in boxes, of errors and of warnings, also in those that lie over it."""
    elements = _elements(messages)
    alerts = [each.alert for each in elements if each.WhichOneof("type") == "alert"]
    exceptions = [each.exception for each in elements if each.WhichOneof("type") == "exception"]
    wrong = [alert.body for alert in alerts if alert.format in (Alert.ERROR, Alert.WARNING)]
    over = [each.toast.body for each in elements if each.WhichOneof("type") == "toast"]
    return [*wrong, *over, *(exception.message for exception in exceptions)]


def components_in(messages: Sequence[ForwardMsg]) -> dict[str, bytes]:
    """The components that a run mounts: the data of each by its id."""
    found = [each.bidi_component for each in _elements(messages) if each.WhichOneof("type") == "bidi_component"]
    return {component.id: component.bytes or component.json.encode() for component in found}


def _elements(messages: Sequence[ForwardMsg]) -> list[Element]:
    return [message.delta.new_element for message in messages if message.WhichOneof("type") == "delta"]
