"""Scenes in the app: the graph, the algorithm with its options and the step of a scene, opened in a session."""

from __future__ import annotations

import streamlit as st

from explorer.app.state import Origin, Session
from explorer.lessons.scenes import EXPAND, UNWIND, SlideScene
from explorer.trace.options import ENDLESS
from explorer.unwinding import View


def open_scene(session: Session, scene: SlideScene, step: int) -> None:
    """Show a scene as it is meant: nothing that the user has chosen before makes a difference."""
    loaded, query = scene.loaded, scene.query
    title = loaded.graph.name or query.get("sample") or query.get("file") or "Scene"
    origin = Origin(title, sample=query.get("sample"), shared=query.get("graph"), game=query.get("game"))
    session.open(loaded, origin)
    session.endless = scene.endless
    session.slid += 1
    session.options[scene.algorithm] = {name: value for name, value in scene.options.items() if name != ENDLESS}
    if scene.page == EXPAND:
        session.growing.let_strategy()
        session.growing.step = step
        return
    session.choose(scene.algorithm)
    session.go_to(step)
    st.session_state["algorithm"] = scene.algorithm  # what the menu in the sidebar says
    if scene.page == UNWIND:
        session.tree.view = View(query.get("tree", View.DEPTH))
        session.tree.depth = int(query.get("depth", "3"))
        st.session_state["tree_view"], st.session_state["tree_depth"] = session.tree.view, session.tree.depth
