"""The Streamlit component: canvas, player and editor in the browser, and their Python wrapper."""

from explorer.stage.stage import Edit, Opened, Stage

__all__ = ["Edit", "Opened", "Stage"]
