"""A page with a graph, on which things go wrong that nobody foresaw: on the page, in a button, in a fragment."""

from __future__ import annotations

import streamlit as st

from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.opener import GraphOpener
from explorer.app.session.session import begin, current


def fail() -> None:
    raise KeyError("nobody knows")


@st.fragment
def part() -> None:
    if st.button("Fail in a fragment"):
        fail()


session = current() or begin()
if not session.of(OpenGraph).graph.nodes:
    session.of(GraphOpener).open_sample("figure-1")
st.button("Fail in a button", on_click=fail)
part()
if st.button("Fail on the page"):
    fail()
st.write("All is well.")
