"""The page of `broken_page.py`, served as the app is."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from explorer.app.unexpected_errors import tell

app = st.App(Path(__file__).with_name("broken_page.py"), on_script_error=tell)
