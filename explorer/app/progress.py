"""Progress of a long run with a button to cancel it, and a message while the user waits; none for short runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import streamlit as st

from explorer.model.words import counted

_SHOW_AFTER, _BETWEEN_WORDS = 0.7, 0.1  # seconds


@contextmanager
def progress(
    what: str, cancel: Callable[[], None], unit: str = "step", more: Callable[[], str] = str
) -> Iterator[Callable[[int], None]]:
    """Yield a function that a run calls with its number of steps, or of its `unit`; it shows progress and a button.

    The button cancels the run by running the page again; it calls `cancel` before.  `more` returns the end of the line.
    Nothing of the line remains when the run has ended.
    """
    container = st.empty()
    bars: list[Callable[[str], object]] = []
    spinner = ExitStack()
    next_word = time.monotonic() + _SHOW_AFTER

    def report(steps: int) -> None:
        nonlocal next_word
        if time.monotonic() < next_word:
            return
        next_word = time.monotonic() + _BETWEEN_WORDS
        if not bars:
            spinner.close()
            with container.container(horizontal=True, vertical_alignment="center", key=f"progress {what}"):
                bars.append(st.empty().markdown)
                st.button("Cancel", on_click=cancel, key=f"cancel {what}")  # there may be more than one in a run
        bars[0](f"Running {what}: {counted(steps, unit)}{more()} …")

    try:
        with spinner:
            spinner.enter_context(waiting(f"Running {what}"))
            yield report
    finally:
        if bars:
            container.empty()


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show over the page what the user waits for, if it takes more than half a second."""
    with ExitStack() as stack:
        with st.container(key=f"waiting {what}"):
            stack.enter_context(st.spinner(f"{what} …"))
        yield
