"""The process of the app: it loads while the command that starts it checks its graph, and ends with it.

They share a pipe: its first line is the command line that Streamlit is to run, after which comes the reading of a large
file, so that the app need not read it again.  Then nothing is read but its end, for the system closes it with the
process that holds it.  Both sides need this, the command line without Streamlit.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from threading import Thread
from typing import Any

FileVersions = tuple[tuple[int, int], ...]
"""When each of the files of a graph was changed, and its size."""

_KEY = "GAME_GRAPH_EXPLORER_STARTED_BY_COMMAND"
_CODE = f"from {__name__} import run; run()"
_INPUT = 0  # the number of standard input
PATIENCE = 5.0  # seconds that the app has to end by itself


# ---- the command


@cache
def app_process() -> subprocess.Popen[bytes]:
    """Return the process of the app, which waits for its command line; the first call starts it.

    It runs in the folder above the package, where a checkout has the settings of its look.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", _CODE],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        env=os.environ | {_KEY: "1"},
    )
    atexit.register(process.kill)  # of a command that fails before the app runs
    return process


def send_command(process: subprocess.Popen[bytes], command: Sequence[str], reading: bytes = b"") -> None:
    """Have the process of the app run a command line, and hand it the packed reading of its file."""
    if process.stdin is None:
        return
    with suppress(BrokenPipeError):  # of one that has ended, whose exit code says more
        process.stdin.write(json.dumps([command, len(reading)]).encode() + b"\n" + reading)
        process.stdin.flush()


def packed_reading(reference: str, versions: FileVersions, reading: object) -> bytes:
    """Return what was read of a file, for `send_command`."""
    return bytes(ForkingPickler.dumps((reference, versions, reading)))


# ---- the app

_readings: list[bytes] = []  # of the file that the command line names


def take_reading(reference: str, versions: FileVersions) -> Any:
    """Return what the command has read of a file, once; None if it has read nothing, or the file has changed."""
    while _readings:
        *origin, reading = ForkingPickler.loads(_readings.pop())
        if origin == [reference, versions]:
            return reading
    return None


def run() -> None:
    """Load Streamlit and run the command line that comes; none does if the command has failed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command hears it, too, and ends this process
    with suppress(ModuleNotFoundError):  # of which the command says a sentence
        import_module("streamlit.web.cli")
    if line := sys.stdin.buffer.readline():
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.argv, size = json.loads(line)
        _readings.extend([sys.stdin.buffer.read(size)] if size else [])
        import_module("streamlit.web.cli").main(prog_name=sys.argv[0])


def end_with_parent() -> None:
    """Have this process end with the one that started it, if that was a command of ours."""
    if os.environ.pop(_KEY, ""):
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a terminal that closes tells both, and this one tidies up
        Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    while os.read(_INPUT, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os._exit(1)
