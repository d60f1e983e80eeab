"""The Streamlit component: canvas, player and editor in the browser, and their Python wrapper."""

from explorer.stage.component import keep_address, show_bar
from explorer.stage.lockstep import Lockstep
from explorer.stage.requests import FIND, Edit, ExpandRequest, StoredDocument, WhyRequest
from explorer.stage.stage import Stage

__all__ = [
    "FIND",
    "Edit",
    "ExpandRequest",
    "Lockstep",
    "Stage",
    "StoredDocument",
    "WhyRequest",
    "keep_address",
    "show_bar",
]
