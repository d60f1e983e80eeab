"""A page beside which something is worked on that never ends; the file that the command names says how far it is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import streamlit as st

from explorer.app import job
from explorer.app.job import Job

job._AWAY = 1.0  # a page is soon taken for closed


def work(progress: Callable[[int, int], None]) -> None:
    """Count, a hundred times a second."""
    done = 0
    while True:
        Path(sys.argv[1]).write_text(str(done), encoding="utf-8")
        progress(done, 0)
        time.sleep(0.01)
        done += 1


if "job" not in st.session_state:
    st.session_state.job = Job[None]("count")
    st.session_state.job.start(work)
