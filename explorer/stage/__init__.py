"""The Streamlit component: canvas, player and editor in the browser, and their Python wrapper."""

from explorer.stage.payload import still_data, trace_data
from explorer.stage.stage import Edit, Stage

__all__ = ["Edit", "Stage", "still_data", "trace_data"]
