"""Exercises of a slide: questions with immediate verdicts, values to try at nodes, and a task with its check."""

from __future__ import annotations

import streamlit as st

from explorer.app.learn.answer_field import keep_field, show_answer_field
from explorer.app.learn.state import LessonVisit
from explorer.app.links import Links
from explorer.app.session.open_graph import OpenGraph
from explorer.app.widgets import markdown_of, plain, pressed
from explorer.drawing.number_line import number_line
from explorer.lessons.answering import answered_graph, judge, judge_task, task_answer
from explorer.lessons.facts import node_of, rule_holds
from explorer.lessons.lesson import TASK, AnswerForm, LessonQuestion, Slide
from explorer.lessons.scenes import SlideScene, graph_hash
from explorer.model.errors import FORESEEN, ExplorerError, sentence
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, format_score, parse_score
from explorer.model.words import counted
from explorer.tasks import TaskVerdict, task_of
from explorer.tasks.task import AllowedChange


def show_question(
    open_graph: OpenGraph, learning: LessonVisit, index: int, question: LessonQuestion, scene: SlideScene
) -> None:
    """Ask a question, and show the verdict on the answer at once, or in an assignment with the solutions."""
    lesson = learning.open_lesson
    points = f" *({counted(question.points, 'point')})*" if lesson and lesson.is_assignment else ""
    st.markdown(f"**{markdown_of(question.text)}**{points}")
    try:
        answer = show_answer_field(open_graph, learning, index, question, scene)
    except FORESEEN as error:
        st.warning(plain(sentence(error)))
        return
    if learning.shows_solutions and (answer.strip() or question.form is AnswerForm.FREE):
        _show_reply(question, answer, scene)
    elif learning.checks_each and question.form is not AnswerForm.FREE and answer.strip():
        _show_check(learning, index, question, answer, scene)


def _show_check(learning: LessonVisit, index: int, question: LessonQuestion, answer: str, scene: SlideScene) -> None:
    """Show the button that asks for the verdict on an answer, and the verdict once it was asked for.

    While attempts are left, the program's reply is not shown, since it says what is right.
    """
    left = learning.attempts_left(index)
    if learning.is_checked(index):
        _show_reply(question, answer, scene, is_full=left == 0)
    elif left != 0:
        label = "Check" if left is None else f"Check ({counted(left, 'attempt')} left)"
        st.button(
            label,
            key=f"check_{learning.lesson}_{learning.slide}_{index}",
            on_click=learning.check_answer,
            args=(index,),
        )


def _show_reply(question: LessonQuestion, answer: str, scene: SlideScene, *, is_full: bool = True) -> None:
    """Show the verdict on an answer; to a free text a model answer of the author.

    A reply that is not full is one that the author wrote for this answer, or nothing.
    """
    try:
        verdict = judge(question, answer, scene)
    except FORESEEN as error:
        st.warning(plain(sentence(error)))
        return
    is_by_author = verdict.reply in {each.reply for each in question.answers}
    reply = markdown_of(verdict.reply) if is_full or is_by_author or verdict.is_right is None else ""
    if question.form is AnswerForm.FREE:
        models = [markdown_of(model.text) for model in question.answers]
        st.info("\n\n".join([reply, *models]))
    elif verdict.is_right is None:
        st.info(reply)
    elif verdict.is_right:
        st.success(f"**Right.** {reply}")
    elif verdict.share:
        st.warning(f"**Partly right: {verdict.share} of the points.** {reply}")
    else:
        st.warning(f"**Not quite.** {reply}")


def show_trial(slide: Slide, scene: SlideScene, learning: LessonVisit) -> None:
    """Show fields for trial values, and at each node whether the minimax rule holds with them."""
    values: dict[str, Score] = {}
    with st.container(horizontal=True):
        for index, name in enumerate(slide.trial):
            key, question = f"try_{learning.lesson}_{learning.slide}_{index}", f"try.{name}"
            take = keep_field(learning, question, key, learning.answer(question), [])
            text = st.text_input(plain(f"Value of {name}"), key=key, on_change=take, width=110)
            try:
                if text.strip():
                    values[node_of(scene.graph, name)] = parse_score(text)
            except ExplorerError as error:
                st.error(plain(sentence(error)))
    holding = rule_holds(scene.graph, values) if len(values) == len(slide.trial) else {}
    learning.trial_values = {id: (value, holding.get(id)) for id, value in values.items()}
    if not holding:
        return
    rows = [
        f":{'green[**✓' if holds else 'red[**✗'}**] {plain(_minimax_equation(scene.graph, id, values))}"
        for id, holds in holding.items()
    ]
    verdict = "The rule holds at every node." if all(holding.values()) else "The rule does not hold everywhere."
    st.markdown("  \n".join([*rows, f":{'green' if all(holding.values()) else 'red'}[**{verdict}**]"]))
    low, high = ({id: bound[id] for id in values} for bound in (scene.solution.lower, scene.solution.upper))
    marks = {scene.graph.node(id).name: value for id, value in values.items()}
    line = number_line(marks, min(low.values()), max(high.values()))
    st.image(line, width="stretch", caption="Shaded: between the lower and the upper bound.")


def _minimax_equation(graph: GameGraph, id: str, values: dict[str, Score]) -> str:
    """Return the minimax rule at a node with the trial values."""
    node, nexts = graph.node(id), graph.successors_of(id)
    operator, sign = "min" if node.kind is Kind.MIN else "max", "" if graph.sign > 0 else "−"
    names = ", ".join(f"{sign}{next.name}" for next in nexts)
    next_values = [values.get(next.id, next.score) for next in nexts]
    numbers = [graph.sign * score for score in next_values if score is not None]
    result = (min if operator == "min" else max)(numbers)
    listed = ", ".join(map(format_score, numbers))
    text = f"{operator}{{{names}}} = {operator}{{{listed}}} = {format_score(result)}"
    return f"{node.name} = {format_score(values[id])}, and {text}"


_HOW = {
    AllowedChange.SCORES: "double-click a leaf and type its score",
    AllowedChange.ORDER: "click a move and press [ or ], which tries it earlier or later",
    AllowedChange.MOVE_MORE: "drag from the rim of a node to another node",
    AllowedChange.MOVE_LESS: "click a move and press Delete",
    AllowedChange.ENDLESS: "drag the slider under the graph",
}
"""Gestures on the stage for the changes that a task allows; slides omit them, since a printed lesson has no stage."""


def show_task(open_graph: OpenGraph, learning: LessonVisit, links: Links, slide: Slide, scene: SlideScene) -> None:
    """Show the task of a slide with its verdict; in an assignment the verdict waits for the solutions."""
    try:
        chosen = task_of(slide.task)
        text = chosen.text(scene.graph)
    except FORESEEN as error:
        st.warning(plain(sentence(error)))
        return
    shows_solutions = learning.shows_solutions
    st.markdown(f"**Task.** {plain(text)}")
    st.caption(f"You may {chosen.task.change}: {_HOW[chosen.task.change]}.")
    is_checked, left = shows_solutions or learning.checks_each, learning.attempts_left(TASK)
    label = "Check" if is_checked else "Keep this graph"
    if learning.checks_each and left is not None:
        label = f"Check ({counted(left, 'attempt')} left)"
    if not learning.is_fixed(TASK) and pressed(label, icon=":material/rule:", key="task_check"):
        try:
            learning.take_answer(TASK, task_answer(open_graph.graph, open_graph.endless))
            if learning.checks_each:
                learning.check_answer(TASK)
        except FORESEEN as error:
            st.warning(plain(sentence(error)))
    answer = learning.answer(TASK)
    if not answer:
        return
    if not is_checked:
        st.info("The graph is kept. You can change it and keep it again.")
        return
    _show_verdict(
        open_graph,
        links,
        open_graph.compute_once(("task", slide.task, answer), lambda: judge_task(slide, answer, scene)),
        answer,
    )


def _show_verdict(open_graph: OpenGraph, links: Links, verdict: TaskVerdict, answer: str) -> None:
    if graph_hash(answered_graph(answer)[0]) != graph_hash(open_graph.graph):
        st.caption("The graph has changed since it was checked.")
    if verdict.is_done:
        st.success(plain(verdict.text))
        return
    st.warning(plain(verdict.text))
    if verdict.scene is not None and pressed("Show it", icon=":material/visibility:", key="task_show"):
        links.show_here(verdict.scene)  # on the student's graph
