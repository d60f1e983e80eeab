"""A page with one stage that shows a trace made by hand, for `streamlit run`: `?trace=growing`, `&expandable=1`."""

from __future__ import annotations

import streamlit as st

from explorer.drawing.trace_data import SentTrace
from explorer.stage import Stage
from explorer.trace import Trace
from tests.support.stepped import ENTRY, bounded, growing, widening

_TRACES = {
    "loop": bounded,
    "three-loop": lambda: bounded("negamax-three-loop"),
    "growing": growing,
    "wide": lambda: widening(1_000),
    "start": lambda: growing([]),
}


def show_trace(stage: Stage, trace: Trace) -> None:
    graph = trace.graph
    stage.show_graph(graph)
    stage.set_trace(SentTrace(trace, ENTRY), restart=True)


st.set_page_config(layout="wide")
state, query = st.session_state, st.query_params
if "stage" not in state:
    state.stage = Stage("hand", expandable="expandable" in query)
    state.order = []
    state.at = 0
    show_trace(state.stage, _TRACES[query.get("trace", "loop")]())
request = state.stage.expand_request()
if request is not None and int(request.id) not in state.order:
    state.order.append(int(request.id))
    state.at = len(state.order)
    show_trace(state.stage, growing(state.order))
state.stage.show(step=state.at, height=620)
st.caption(f"expanded: {state.order}")
