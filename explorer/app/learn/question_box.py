"""What a slide asks: questions, whose answers are judged at once, values to try at nodes, and a task with its check."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from explorer.app import links
from explorer.app.learn.state import Learning
from explorer.app.state import Session
from explorer.app.widgets import markdown_of, plain, pressed
from explorer.drawing.number_line import number_line
from explorer.lessons.answering import answered_graph, judge, judge_task, task_answer
from explorer.lessons.facts import node_of, rule_holds
from explorer.lessons.lesson import TASK, LessonQuestion, Slide
from explorer.lessons.scenes import SlideScene, graph_hash
from explorer.model.errors import FORESEEN, ExplorerError, sentence
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, format_score, parse_score
from explorer.tasks import TaskVerdict, task_of
from explorer.tasks.task import AllowedChange


def show_question(learning: Learning, index: int, question: LessonQuestion, scene: SlideScene) -> None:
    """Ask a question, and say at once what is to be said to the answer."""
    given, key = learning.answer(index), f"answer_{learning.lesson}_{learning.slide}_{index}"
    texts = [answer.text for answer in question.answers]
    shown = given if question.is_typed or given in texts else None
    take = _keep(learning, index, key, shown, [] if question.is_typed else texts)
    st.markdown(f"**{markdown_of(question.text)}**")
    if question.is_typed:
        st.text_input("Your answer", key=key, on_change=take, max_chars=60, label_visibility="collapsed", width=160)
    else:
        st.radio(
            "Your answer",
            texts,
            index=None,
            format_func=markdown_of,
            key=key,
            on_change=take,
            horizontal=sum(map(len, texts)) < 40,
            label_visibility="collapsed",
        )
    if shown and shown.strip() and learning.is_told:
        _reply(question, shown, scene)


def _keep(learning: Learning, question: int | str, key: str, shown: str | None, texts: list[str]) -> Callable[[], None]:
    """Have a field hold its answer, also when the browser has said what it kept; return what takes in a change."""
    if st.session_state.get(key) != shown:
        st.session_state[key] = shown
    learning.add_field(key, question, texts)
    return partial(_take, learning, question, key)


def _take(learning: Learning, question: int | str, key: str) -> None:
    """Keep what a field holds; before the run begins, for a press of Next may cut that short."""
    learning.take_answer(question, st.session_state[key] or "")


def _reply(question: LessonQuestion, given: str, scene: SlideScene) -> None:
    try:
        verdict = judge(question, given, scene)
    except FORESEEN as error:
        st.warning(plain(sentence(error)))
        return
    reply = markdown_of(verdict.reply)
    if verdict.is_right is None:
        st.info(reply)
    elif verdict.is_right:
        st.success(f"**Right.** {reply}")
    else:
        st.warning(f"**Not quite.** {reply}")


def show_trial(slide: Slide, scene: SlideScene, learning: Learning) -> None:
    """Fields for values on trial; at each node whether the minimax rule holds with them."""
    values: dict[str, Score] = {}
    with st.container(horizontal=True):
        for index, name in enumerate(slide.trial):
            key, asked = f"try_{learning.lesson}_{learning.slide}_{index}", f"try.{name}"
            take = _keep(learning, asked, key, learning.answer(asked), [])
            text = st.text_input(plain(f"Value of {name}"), key=key, on_change=take, width=110)
            try:
                if text.strip():
                    values[node_of(scene.graph, name)] = parse_score(text)
            except ExplorerError as error:
                st.error(plain(sentence(error)))
    holding = rule_holds(scene.graph, values) if len(values) == len(slide.trial) else {}
    learning.tried = {id: (value, holding.get(id)) for id, value in values.items()}
    if not holding:
        return
    rows = [
        f":{'green[**✓' if holds else 'red[**✗'}**] {plain(_equation(scene.graph, id, values))}"
        for id, holds in holding.items()
    ]
    verdict = "The rule holds at every node." if all(holding.values()) else "The rule does not hold everywhere."
    st.markdown("  \n".join([*rows, f":{'green' if all(holding.values()) else 'red'}[**{verdict}**]"]))
    low, high = ({id: bound[id] for id in values} for bound in (scene.solution.lower, scene.solution.upper))
    marks = {scene.graph.node(id).name: value for id, value in values.items()}
    line = number_line(marks, min(low.values()), max(high.values()))
    st.image(line, width="stretch", caption="Shaded: between the lower and the upper bound.")


def _equation(graph: GameGraph, id: str, values: dict[str, Score]) -> str:
    """The rule at a node, with the values on trial."""
    node, nexts = graph.node(id), graph.successors_of(id)
    operator, sign = "min" if node.kind is Kind.MIN else "max", "" if graph.sign > 0 else "−"
    names = ", ".join(f"{sign}{next.name}" for next in nexts)
    there = [values.get(next.id, next.score) for next in nexts]
    seen = [graph.sign * score for score in there if score is not None]
    found = (min if operator == "min" else max)(seen)
    listed = ", ".join(map(format_score, seen))
    text = f"{operator}{{{names}}} = {operator}{{{listed}}} = {format_score(found)}"
    return f"{node.name} = {format_score(values[id])}, and {text}"


_HOW = {
    AllowedChange.SCORES: "double-click a leaf and type its score",
    AllowedChange.ORDER: "click a move and press [ or ], which tries it earlier or later",
    AllowedChange.MOVE_MORE: "drag from the rim of a node to another node",
    AllowedChange.MOVE_LESS: "click a move and press Delete",
    AllowedChange.ENDLESS: "drag the slider under the graph",
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
            learning.take_answer(TASK, task_answer(session.graph, session.endless))
        except FORESEEN as error:
            st.warning(plain(sentence(error)))
    given = learning.answer(TASK)
    if not given:
        return
    if not is_told:
        st.info("The graph is kept. You can change it and keep it again.")
        return
    _show_verdict(
        session, session.compute_once(("task", slide.task, given), lambda: judge_task(slide, given, scene)), given
    )


def _show_verdict(session: Session, verdict: TaskVerdict, given: str) -> None:
    if graph_hash(answered_graph(given)[0]) != graph_hash(session.graph):
        st.caption("The graph has changed since it was checked.")
    if verdict.is_done:
        st.success(plain(verdict.text))
        return
    st.warning(plain(verdict.text))
    if verdict.scene is not None and pressed("Show it", icon=":material/visibility:", key="task_show"):
        links.show(session, verdict.scene)  # on the student's graph
        session.next_page = None  # it is shown on the page where it is asked for
