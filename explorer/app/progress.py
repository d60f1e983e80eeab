"""Progress of a long run, with a button to cancel it; nothing is shown of a short one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

_SHOW_AFTER = 0.7  # seconds


@contextmanager
def progress(what: str, cancel: Callable[[], None], unit: str = "steps") -> Iterator[Callable[[int], None]]:
    """What a run calls with the number of its steps, or of its `unit`; the button cancels it by running the page anew.

    `cancel` is for what must be remembered of that. Nothing of it is left when the run has ended.
    """
    began = time.monotonic()
    container = st.empty()
    bars: list[Callable[[str], object]] = []

    def report(steps: int) -> None:
        if time.monotonic() - began < _SHOW_AFTER:
            return
        if not bars:
            with container.container(horizontal=True, vertical_alignment="center", key=f"progress {what}"):
                bars.append(st.empty().markdown)
                st.button("Cancel", on_click=cancel, key=f"cancel {what}")  # there may be more than one in a run
        bars[0](f"Running {what}: {steps:,} {unit} …")

    try:
        yield report
    finally:
        if bars:
            container.empty()
