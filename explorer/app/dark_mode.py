"""Which of the two themes the browser shows."""

from __future__ import annotations

import streamlit as st


def is_dark() -> bool:
    """Whether the page is dark, for pictures that are drawn in Python."""
    return st.context.theme.type == "dark"
