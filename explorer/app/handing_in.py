"""The open graph for the class that this server has: the action in the bar, and its deed."""

from __future__ import annotations

from dataclasses import dataclass, field
from secrets import token_hex

import streamlit as st

from explorer.app.progress import waiting
from explorer.app.session.open_graph import OpenGraph
from explorer.drawing.messages.to_browser import BarAction
from explorer.room import class_room
from explorer.room.door import BROWSER
from explorer.room.hand_ins import HandIn

HAND_IN = "hand in"  # what the bar sends


@dataclass
class ClassSeat:
    """A seat in the class for a browser without cookies: a name that lasts as long as the session."""

    name: str = field(default_factory=lambda: f"session {token_hex(8)}")


def actions() -> list[BarAction]:
    """Return the action that hands the graph in; none if this server has no class."""
    if class_room.desk() is None:
        return []
    return [{"what": HAND_IN, "value": "", "title": "Hand in to the class", "help": "no name"}]


def hand_in(open_graph: OpenGraph, seat: ClassSeat, _: str) -> None:
    """Hand the open graph in to the class, in place of the one that this browser has handed in before.

    Raises
    ------
    ExplorerError
        If it is refused.
    """
    if (desk := class_room.desk()) is None:
        return
    with waiting("Handing in"):
        made = HandIn.of(open_graph.file_graph, open_graph.endless)
        desk.take(st.context.cookies.get(BROWSER, ""), seat.name, made)
    st.toast("The lecturer has your graph.", icon=":material/check:")
