"""A room as `serve` runs it, and raw followers without a browser."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.sync.client import ClientConnection, connect

from explorer.room.questions import ClassQuestion, questions_json
from explorer.room.store import RoomStore

from .app import ROOT, free_port, wait_for

QUESTIONS = [[ClassQuestion("Which?", ("one", "=two"), {})], [ClassQuestion("How many?", (), {})]]
PATIENCE = 30.0  # seconds for a message
LESSON = """title: Class
source: Our own
minutes: 5

# Choose
scene: sample=figure-1&algorithm=depth-first&step=0

The root is a.

? What does the search return?
* one | Yes.
- two | No.
- three | No.

# Type
scene: sample=figure-1&algorithm=score-iteration&step=0

? What is the score of a?
= score of a

# Nodes
scene: sample=figure-1&algorithm=score-iteration&step=0

? Where do you move from a?
= best moves of a
"""


@contextmanager
def new_store() -> Iterator[RoomStore]:
    """The file of a new room with two questions."""
    with TemporaryDirectory() as folder:
        store = RoomStore(Path(folder) / "room.sqlite")
        store.set("questions", questions_json(QUESTIONS))
        yield store
        store.close()


@dataclass
class Served:
    """A room that is served: its addresses, what the command has printed, and its process."""

    url: str
    code: str
    token: str
    text: str
    process: subprocess.Popen[str]

    @property
    def link(self) -> str:
        return f"{self.url}/class/{self.code}"

    @property
    def live(self) -> str:
        return f"{self.link}/live".replace("http", "ws", 1)

    def stop(self) -> str:
        """End it with Ctrl+C as a terminal does, and return what it says."""
        os.killpg(self.process.pid, signal.SIGINT)
        out, _ = self.process.communicate(timeout=PATIENCE)
        return out

    def kill(self) -> None:
        """Kill it without a word, as a failure of the computer would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate(timeout=PATIENCE)


@contextmanager
def running_room(*arguments: str, room: Path, port: int | None = None, host: str = "localhost") -> Iterator[Served]:
    """A room with its state in a file."""
    port = port or free_port()
    command = [sys.executable, "-u", "-m", "explorer", "serve", *arguments, "--port", str(port), "--room", str(room)]
    command += [] if host == "localhost" else ["--host", host]
    environment = os.environ | {"PYTHONWARNINGS": ""}
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=environment, start_new_session=True
    )
    try:
        text = _text_until(process, "Ctrl+C")
        wait_for(port, process, host="127.0.0.1" if host == "localhost" else host)
        code, token = re.findall(r"/class/(\w+)#lecturer=([\w-]+)", text)[0]
        yield Served(f"http://{host}:{port}", code, token, text, process)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE)
        if process.stdout is not None:
            process.stdout.close()


def _text_until(process: subprocess.Popen[str], end: str) -> str:
    lines: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        if end in line:
            break
    return "".join(lines)


class RawFollower:
    """A browser in the room, without a browser; what it hears last of each kind is in `news`."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.news: dict[str, Any] = {}

    def say(self, message: object) -> None:
        self.connection.send(json.dumps(message))

    def hear(self, kind: str) -> Any:
        """The next message of a kind."""
        while True:
            message = json.loads(self.connection.recv(PATIENCE))
            self.news |= message
            if kind in message:
                return message[kind]

    def hear_until(self, kind: str, holds: Any) -> Any:
        """The first message of a kind for which a function holds."""
        while not holds(content := self.hear(kind)):
            pass
        return content


@contextmanager
def follower(served: Served, *, token: str = "", voter: str = "") -> Iterator[RawFollower]:
    """A follower that has said who it is; with the token it is a lecturer."""
    with connect(served.live, open_timeout=PATIENCE) as connection:
        raw = RawFollower(connection)
        raw.say({"token": token, "voter": voter})
        yield raw
