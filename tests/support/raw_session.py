"""A visitor without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0  # seconds for an answer
QUIET = 1.0  # seconds after which no other run follows


class RawSession:
    """A session of the app at the other end of a connection."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def run(self) -> list[ForwardMsg]:
        """All that the app says in a run."""
        self.ask("")
        return [*self._until_finished()]

    def ask(self, query: str) -> None:
        """Ask for a run at an address, and do not wait for it."""
        asked = BackMsg()
        asked.rerun_script.query_string = query
        self.connection.send(asked.SerializeToString())

    def answer(self, query: str) -> bytes:
        """All that the app says at an address, as one text, also in a run on another page that follows."""
        self.ask(query)
        messages = [message.SerializeToString() for message in self._until_finished()]
        with suppress(TimeoutError):
            while True:
                messages.append(bytes(self.connection.recv(QUIET)))
        return b"".join(messages)

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
