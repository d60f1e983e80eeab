"""`python -m tests.benchmarks.sessions [SESSIONS]`: what the app answers many visitors at once.

Opens raw websocket sessions on Figure 1, each of which asks for one rerun a second for half a minute, and prints how
long the first pages and the reruns took and how much memory a session costs.  The same is measured with Streamlit's
collection of garbage after every run, for a comparison within one run.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from dataclasses import dataclass, field

import psutil
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.support.app import running_app, running_script

RERUNS, PAUSE = 30, 1.0  # of each session, and the seconds from one to the next
PATIENCE = 120.0  # seconds for an answer


@dataclass
class Figures:
    """Seconds that first pages and reruns took, what went wrong, and what the app took of memory and processor."""

    first: list[float] = field(default_factory=list)
    reruns: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    megabytes: float = 0.0  # of memory, at most
    busy: float = 0.0  # seconds of processor, whatever else the machine did

    def __str__(self) -> str:
        wrong = f"; {len(self.errors)} ERRORS, the first: {self.errors[0]}" if self.errors else ""
        each = 1000 * self.busy / max(1, len(self.first) + len(self.reruns))
        return f"first page {_spread(self.first)}, rerun {_spread(self.reruns)}, {each:.0f} ms of processor each{wrong}"


def _spread(seconds: list[float]) -> str:
    if not seconds:
        return "never"
    worst = sorted(seconds)[int(0.95 * (len(seconds) - 1))]
    return f"{1000 * statistics.median(seconds):.0f} ms (19 of 20 within {1000 * worst:.0f})"


async def _answer(socket: websockets.ClientConnection) -> float:
    """The seconds until a run that is asked for now has ended."""
    asked = BackMsg()
    asked.rerun_script.query_string = "sample=figure-1"
    start = time.perf_counter()
    await socket.send(asked.SerializeToString())
    while True:
        message = ForwardMsg.FromString(await asyncio.wait_for(socket.recv(), PATIENCE))
        if message.WhichOneof("type") == "script_finished":
            return time.perf_counter() - start


async def _session(url: str, figures: Figures, *, reruns: int) -> None:
    address = url.replace("http", "ws") + "/_stcore/stream"
    try:
        async with websockets.connect(address, subprotocols=["streamlit"], max_size=None, open_timeout=PATIENCE) as it:
            figures.first.append(await _answer(it))
            for _ in range(reruns):
                began = time.perf_counter()
                figures.reruns.append(await _answer(it))
                await asyncio.sleep(max(0.0, PAUSE - (time.perf_counter() - began)))
    except (OSError, TimeoutError, websockets.WebSocketException) as error:
        figures.errors.append(f"{type(error).__name__}: {error}")


async def _visited(url: str, sessions: int, *, reruns: int) -> Figures:
    figures, before = Figures(), _busy()
    visits = asyncio.gather(*(_session(url, figures, reruns=reruns) for _ in range(sessions)))
    while not visits.done():
        figures.megabytes = max(figures.megabytes, _megabytes())
        await asyncio.wait([visits], timeout=PAUSE)
    figures.busy = _busy() - before
    return figures


def _megabytes() -> float:
    """Of the processes that this one started."""
    return sum(child.memory_info().rss for child in _children()) / 2**20


def _busy() -> float:
    """Seconds of processor that these have taken."""
    return sum(child.cpu_times().user + child.cpu_times().system for child in _children())


def _children() -> list[psutil.Process]:
    return psutil.Process().children(recursive=True)


def measure(sessions: int, *flags: str) -> None:
    """Print what one visitor and many at once are answered, by the app as `open` runs it or with other flags."""
    with running_script("explorer/app/served.py", *flags) if flags else running_app() as url:
        sys.stdout.write(f"{' '.join(flags) or 'as it is'}:\n")
        alone = asyncio.run(_visited(url, 1, reruns=RERUNS))
        sys.stdout.write(f"{1:>5} session: {alone}\n")
        second = asyncio.run(_visited(url, 1, reruns=0))
        many = asyncio.run(_visited(url, sessions, reruns=RERUNS))
        each = (many.megabytes - second.megabytes) / sessions
        sys.stdout.write(f"{1:>5} session after another: {second}\n")
        sys.stdout.write(f"{sessions:>5} sessions: {many}; {each:.1f} MB each\n")


def main() -> None:
    """Print all figures."""
    sessions = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    measure(sessions)
    measure(sessions, "--runner.postScriptGC=true")


if __name__ == "__main__":
    main()
