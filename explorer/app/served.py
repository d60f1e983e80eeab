"""The app as Streamlit serves it: the script `main.py`, and what is said of errors that nobody foresaw."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from explorer.app.unforeseen import tell
from explorer.solver.warming import warm_up_later

_FIRST_PICTURE = 5.0  # seconds that it may take, which compilation must not lengthen

warm_up_later(_FIRST_PICTURE)

app = st.App(Path(__file__).with_name("main.py"), on_script_error=tell)
