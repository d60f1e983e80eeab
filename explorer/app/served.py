"""The app as Streamlit serves it: the script `main.py`, and what is said of errors that nobody foresaw."""

from __future__ import annotations

import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from threading import Thread

import streamlit as st
from starlette.middleware import Middleware

from explorer.algorithms import entry_of, own
from explorer.app import parent, whole_messages
from explorer.app.page_style import PageStyle
from explorer.app.unexpected_errors import tell
from explorer.solver.warm_up import warm_up_later

_FIRST_PICTURE = 5.0  # seconds that it may take, which compilation must not lengthen

_FOLDER, _ALGORITHMS = 4, 5  # which arguments: where the files of the user's own algorithms are, and the first of these

parent.end_with_parent()
warm_up_later(_FIRST_PICTURE)
whole_messages.begin()
for reference in sys.argv[_ALGORITHMS:]:
    entry_of(own.load(reference, sys.argv[_FOLDER]))


@asynccontextmanager
async def _life(_: st.App) -> AsyncIterator[None]:
    """What the app has written for the browser goes away with it: a signal ends the process before `atexit` does."""
    yield
    import_module("explorer.stage.component").remove_files()


app = st.App(
    Path(__file__).with_name("main.py"), lifespan=_life, middleware=[Middleware(PageStyle)], on_script_error=tell
)


def _warm_up() -> None:
    """Import what the pages need while the first visitor comes, and keep it out of the way of the collector.

    What is in memory then stays until the end; frozen, no collection looks through it again.
    """
    import_module("explorer.app.main")
    gc.collect()
    gc.freeze()


Thread(target=_warm_up, daemon=True).start()
