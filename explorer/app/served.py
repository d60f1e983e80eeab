"""The app as Streamlit serves it: the script `main.py`, and the message for unexpected errors."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from threading import Thread

import streamlit as st
from starlette.middleware import Middleware

from explorer.app import process, turns, whole_messages
from explorer.app.gate import Gate
from explorer.app.page_style import PageStyle
from explorer.room import class_room

_FIRST_PICTURE = 5.0  # seconds that it may take, which nothing else must lengthen
_OF_CHARTS = ("pandas", "altair")  # libraries that the first page does not need

_FOLDER, _ALGORITHMS = 4, 5  # which arguments: where the files of the user's own algorithms are, and the first of these

process.end_with_parent()
whole_messages.begin()


@asynccontextmanager
async def _server_life(_: st.App) -> AsyncIterator[None]:
    """Load the rest of the program once the server answers, and remove the files for the browser when it ends.

    A signal ends the process before `atexit` does.
    """
    room.open()
    asyncio.get_running_loop().call_soon(Thread(target=_warm_up, daemon=True).start)
    yield
    import_module("explorer.stage.component").remove_files()
    room.close()


def _tell(error: Exception) -> bool:
    """Describe an error on the page; see `unexpected_errors.tell`."""
    has_message: bool = import_module("explorer.app.unexpected_errors").tell(error)
    return has_message


def _warm_up() -> None:
    """Import what the pages need while the first visitor comes, and keep it out of the way of the collector.

    What is in memory then stays until the end; frozen, no collection looks through it again.  Once the first picture is
    there, the libraries of charts and compiled code follow.
    """
    import_module("explorer.app.main")
    gc.collect()
    gc.freeze()
    time.sleep(_FIRST_PICTURE)
    for library in _OF_CHARTS:
        import_module(library)
    import_module("explorer.solver.warm_up").warm_up()


def _load_own_algorithms(references: Sequence[str]) -> None:
    """Add the user's own algorithms to the registry."""
    algorithms = import_module("explorer.algorithms")
    for reference in references:
        algorithms.entry_of(algorithms.own.load(reference, sys.argv[_FOLDER]))


if own := sys.argv[_ALGORITHMS:]:
    _load_own_algorithms(own)
room = class_room.begin()
if room.routes:
    turns.begin()
app = st.App(
    Path(__file__).with_name("main.py"),
    lifespan=_server_life,
    routes=room.routes,
    middleware=[Middleware(Gate), *room.middleware, Middleware(PageStyle)],
    on_script_error=_tell,
)
