"""The Streamlit component: canvas, player and editor in the browser, and their Python wrapper."""

from explorer.stage.stage import Edit, ExpandRequest, Opened, Stage

__all__ = ["Edit", "ExpandRequest", "Opened", "Stage"]
