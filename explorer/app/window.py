"""The shape of the canvas in the window of the user, so that layouts can fill it.

Only the browser knows it, and the first graph is drawn before anything of the page is there: a script in the head of
the page leaves an estimate in a cookie, which comes with the request that begins the session.
"""

from __future__ import annotations

import streamlit as st

from explorer.drawing.layout import aspect_of

COOKIE = "canvas"  # also in page_shape.ts


def canvas_aspect() -> float:
    """The width over the height of the canvas, as the page estimated it when the session began."""
    return aspect_of(st.context.cookies.get(COOKIE))
