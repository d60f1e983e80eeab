"""Facts from the user's browser: the shape of the canvas, so that layouts can fill it, and the theme.

The first graph is drawn before anything of the page is there: a script in the head of the page leaves an estimate of
the shape in a cookie, which comes with the request that begins the session.
"""

from __future__ import annotations

import streamlit as st

from explorer.drawing.layout import aspect_of

COOKIE = "canvas"  # also in page_shape.ts


def canvas_aspect() -> float:
    """Return width / height of the canvas, as the page estimated it when the session began."""
    return aspect_of(st.context.cookies.get(COOKIE))


def is_dark() -> bool:
    """Return whether the page is dark, for pictures that Python draws."""
    return st.context.theme.type == "dark"
