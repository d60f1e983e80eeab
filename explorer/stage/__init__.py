"""The Streamlit component: canvas, player and editor in the browser, and their Python wrapper."""

from explorer.stage.component import keep_address
from explorer.stage.lockstep import Lockstep
from explorer.stage.stage import FIND, Edit, ExpandRequest, Opened, Stage

__all__ = ["FIND", "Edit", "ExpandRequest", "Lockstep", "Opened", "Stage", "keep_address"]
