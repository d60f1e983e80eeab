"""The app ends with the process that started it, however that ended.

They share a pipe, of which nothing is ever read but its end: the system closes it with the process that holds it.  Both
sides need this, the command line without Streamlit.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from threading import Thread

_KEY = "GAME_GRAPH_EXPLORER_STARTED_BY_COMMAND"
_INPUT = 0  # the number of standard input
_PATIENCE = 5.0  # seconds that the app has to end by itself


def environment() -> Mapping[str, str]:
    """The environment of an app that is to end when its standard input does."""
    return os.environ | {_KEY: "1"}


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
    time.sleep(_PATIENCE)
    os._exit(1)
