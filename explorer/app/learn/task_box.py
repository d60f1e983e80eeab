"""The task of a slide: what is to be done, a check of the graph as it is, and the counterexample to step through."""

from __future__ import annotations

import streamlit as st

from explorer.app import links
from explorer.app.learn.state import Learning
from explorer.app.state import Session
from explorer.app.widgets import plain, pressed
from explorer.lessons import Slide, SlideScene, graph_hash
from explorer.lessons.answering import answered_graph, judge_task, task_answer
from explorer.model.errors import FORESEEN, sentence
from explorer.scenes.scene import Scene
from explorer.tasks import Verdict, task_of
from explorer.tasks.task import Change

_HOW = {
    Change.SCORES: "double-click a leaf and type its score",
    Change.ORDER: "click a move and press [ or ], which tries it earlier or later",
    Change.MOVE_MORE: "drag from the rim of a node to another node",
    Change.MOVE_LESS: "click a move and press Delete",
    Change.ENDLESS: "drag the slider under the graph",
}
"""How to do on the stage what a task lets one do; a lesson as a page has no such stage, so no slide says it."""


def show_task(session: Session, slide: Slide, scene: SlideScene, *, is_told: bool = True) -> None:
    """Show the task of a slide; of an assignment the verdict is not told yet."""
    try:
        chosen = task_of(slide.task)
        text = chosen.text(scene.graph)
    except FORESEEN as error:
        st.warning(plain(sentence(error)))
        return
    learning = session.of(Learning)
    st.markdown(f"**Task.** {plain(text)}")
    st.caption(f"You may {chosen.task.change}: {_HOW[chosen.task.change]}.")
    if pressed("Check" if is_told else "Keep this graph", icon=":material/rule:", key="task_check"):
        try:
            learning.take_task(task_answer(session.graph, session.endless))
        except FORESEEN as error:
            st.warning(plain(sentence(error)))
    given = learning.task_answer
    if not given:
        return
    if not is_told:
        st.info("The graph is kept. You can change it and keep it again.")
        return
    _show_verdict(session, session.once(("task", slide.task, given), lambda: judge_task(slide, given, scene)), given)


def _show_verdict(session: Session, verdict: Verdict, given: str) -> None:
    if graph_hash(answered_graph(given)[0]) != graph_hash(session.graph):
        st.caption("The graph has changed since it was checked.")
    if verdict.is_done:
        st.success(plain(verdict.text))
        return
    st.warning(plain(verdict.text))
    if verdict.scene is not None and pressed("Show it", icon=":material/visibility:", key="task_show"):
        show_counterexample(session, verdict.scene)


def show_counterexample(session: Session, scene: Scene) -> None:
    """Bring the stage to the counterexample, on the student's graph."""
    links.show(session, scene)
    session.going = None  # it is shown on the page where it is asked for
