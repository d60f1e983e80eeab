"""What a slide asks: a question with its answer judged at once, and values that are tried at nodes."""

from __future__ import annotations

from functools import partial

import streamlit as st

from explorer.app.learn.state import Learning
from explorer.app.lesson_text import markdown_of
from explorer.app.widgets import plain
from explorer.drawing.number_line import number_line
from explorer.lessons.answering import judge
from explorer.lessons.fact_kinds import node_of, rule_holds
from explorer.lessons.lesson import Question, Slide
from explorer.lessons.scenes import SlideScene
from explorer.model.errors import FORESEEN, ExplorerError, sentence
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, format_score, parse_score


def show_question(learning: Learning, index: int, question: Question, scene: SlideScene) -> None:
    """Ask a question, and say at once what is to be said to the answer."""
    given, key = learning.answer(index), f"answer_{learning.lesson}_{learning.slide}_{index}"
    texts = [answer.text for answer in question.answers]
    shown = given if question.is_typed or given in texts else None
    if st.session_state.get(key) != shown:  # when the browser has said what it kept
        st.session_state[key] = shown
    take = partial(_take, learning, index, key)
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


def _take(learning: Learning, index: int, key: str) -> None:
    """Keep what a field holds; before the run begins, for a press of Next may cut that short."""
    learning.take_answer(index, st.session_state[key] or "")


def _reply(question: Question, given: str, scene: SlideScene) -> None:
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
        for name in slide.trial:
            label = f"Value of {name}"
            text = st.text_input(plain(label), key=f"try_{learning.lesson}_{learning.slide}_{name}", width=110)
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
