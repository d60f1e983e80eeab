"""The field for the answer to a question, by the form of the answer; the browser keeps what it holds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from explorer.app.learn.state import LessonVisit
from explorer.app.session.open_graph import OpenGraph
from explorer.app.widgets import markdown_of, plain
from explorer.lessons.answering import NOTHING, answer_words, list_answer, list_entries
from explorer.lessons.choices import choices_of, ordered_items
from explorer.lessons.lesson import AnswerForm, LessonQuestion
from explorer.lessons.scenes import SlideScene
from explorer.lessons.variants import mixed_order
from explorer.scenes.scene import Page
from explorer.stage import Stage

MOST_FREE = 2000  # characters of a free text
_MOST_TYPED = 60
_SHORT_CHOICES = 40  # characters of all choices that stand in one line
_SEVERAL_HELP = "Tick all that hold. Each right choice counts, each wrong one takes as much away."


def show_answer_field(
    open_graph: OpenGraph, learning: LessonVisit, index: int, question: LessonQuestion, scene: SlideScene
) -> str:
    """Show the field for the answer to a question of the slide, and return the answer.

    Raises
    ------
    ExplorerError
        If the choices or items of the question cannot be worked out.
    """
    if question.form is AnswerForm.TYPED:
        return _show_text_field(learning, index)
    if question.form is AnswerForm.FREE:
        return _show_text_area(learning, index)
    if question.form.has_choices:
        texts = open_graph.compute_once(
            ("choices", learning.scene_key, index), lambda: [choice.text for choice in choices_of(question, scene)]
        )
        is_one = question.form is AnswerForm.ONE
        return (_show_radio if is_one else _show_checkboxes)(learning, index, texts)
    return _show_list(learning, index, question, scene)


def keep_field(
    learning: LessonVisit, question: int | str, key: str, content: str | None, texts: list[str]
) -> Callable[[], None]:
    """Put the answer into its field, also once the browser has restored it; return the callback of a change."""
    if st.session_state.get(key) != content:
        st.session_state[key] = content
    learning.add_field(key, question, texts)
    return partial(_take_field, learning, question, key)


def _take_field(learning: LessonVisit, question: int | str, key: str) -> None:
    """Store the content of a field before the run begins, since a press of Next may interrupt the run."""
    learning.take_answer(question, st.session_state[key] or "")


def _field_key(learning: LessonVisit, index: int) -> str:
    return f"answer_{learning.lesson}_{learning.slide}_{index}"


def _show_text_field(learning: LessonVisit, index: int) -> str:
    answer, key = learning.answer(index), _field_key(learning, index)
    take = keep_field(learning, index, key, answer, [])
    st.text_input(
        "Your answer",
        key=key,
        on_change=take,
        max_chars=_MOST_TYPED,
        label_visibility="collapsed",
        width=160,
        disabled=learning.is_fixed(index),
    )
    return answer


def _show_text_area(learning: LessonVisit, index: int) -> str:
    answer, key = learning.answer(index), _field_key(learning, index)
    take = keep_field(learning, index, key, answer, [])
    st.text_area(
        "Your answer",
        key=key,
        on_change=take,
        max_chars=MOST_FREE,
        height=100,
        label_visibility="collapsed",
        disabled=learning.is_fixed(index),
    )
    return answer


def _show_radio(learning: LessonVisit, index: int, texts: list[str]) -> str:
    answer, key = learning.answer(index), _field_key(learning, index)
    content = answer if answer in texts else None
    take = keep_field(learning, index, key, content, texts)
    st.radio(
        "Your answer",
        texts,
        index=None,
        format_func=markdown_of,
        key=key,
        on_change=take,
        horizontal=sum(map(len, texts)) < _SHORT_CHOICES,
        label_visibility="collapsed",
        disabled=learning.is_fixed(index),
    )
    return content or ""


def _show_checkboxes(learning: LessonVisit, index: int, texts: list[str]) -> str:
    answer, keys = learning.answer(index), [f"{_field_key(learning, index)}_{at}" for at in range(len(texts))]
    entries = list_entries(answer) or []

    def take() -> None:
        ticked = [text for text, key in zip(texts, keys, strict=True) if st.session_state[key]]
        learning.take_answer(index, list_answer(ticked) if ticked else "")

    st.caption(_SEVERAL_HELP)
    for text, key in zip(texts, keys, strict=True):
        st.session_state[key] = text in entries
        st.checkbox(markdown_of(text), key=key, on_change=take, disabled=learning.is_fixed(index))
    return answer


# ---- lists of nodes or items


def _show_list(learning: LessonVisit, index: int, question: LessonQuestion, scene: SlideScene) -> str:
    """Show the nodes or items chosen so far, a menu that adds one, and a button that takes one back."""
    answer, names = learning.answer(index), _entries_to_choose(question, scene)
    entries = list_entries(answer)
    with st.container(border=True, key=f"{_field_key(learning, index)}_list"):
        st.markdown(plain(answer_words(question, answer, scene)) if entries is not None else f"*{_hint(question)}*")
        if learning.is_fixed(index):
            return answer
        with st.container(horizontal=True, vertical_alignment="center"):
            _show_menu(learning, index, question, names)
            if entries:
                st.button(
                    "Take back", key=f"{_field_key(learning, index)}_back", on_click=_take_back, args=(learning, index)
                )
            elif entries is None and question.form is AnswerForm.NODES:
                st.button(
                    "None",
                    key=f"{_field_key(learning, index)}_none",
                    on_click=learning.take_answer,
                    args=(index, NOTHING),
                )
            if question.form.has_nodes and clicked_index(learning) != index and scene.scene.page is Page.EXPLORE:
                st.button(
                    "Click nodes for this one",
                    key=f"{_field_key(learning, index)}_click",
                    on_click=setattr,
                    args=(learning, "clicked_question", (learning.slide, index)),
                )
    return answer


def _entries_to_choose(question: LessonQuestion, scene: SlideScene) -> dict[str, str]:
    """Return what a list can be made of, with the words for each."""
    if question.form is AnswerForm.ORDER:
        return {item: item for item in mixed_order(ordered_items(question, scene))}
    return {node.id: node.name for node in scene.graph.nodes}


def _hint(question: LessonQuestion) -> str:
    if question.form is AnswerForm.ORDER:
        return "Choose the first one, then the next."
    return {
        AnswerForm.NODE: "Click a node.",
        AnswerForm.NODES: "Click all these nodes; a second click takes one back.",
        AnswerForm.PATH: "Click the nodes of the path, one after the other.",
    }[question.form]


def _show_menu(learning: LessonVisit, index: int, question: LessonQuestion, names: dict[str, str]) -> None:
    """Show a menu that adds one of the nodes or items; of an order and a set those that are left."""
    entries, key = list_entries(learning.answer(index)) or [], f"{_field_key(learning, index)}_menu"
    is_once = question.form in (AnswerForm.ORDER, AnswerForm.NODES)
    left = [name for name in names if not (is_once and name in entries)]

    def take() -> None:
        chosen, st.session_state[key] = st.session_state[key], None
        if chosen is not None:
            add_entry(learning, index, question, chosen)

    if left:
        st.selectbox(
            "Add",
            left,
            index=None,
            format_func=lambda name: plain(names[name]),
            key=key,
            on_change=take,
            label_visibility="collapsed",
            placeholder="Add …",
            width=180,
        )


def add_entry(learning: LessonVisit, index: int, question: LessonQuestion, entry: str) -> None:
    """Add a node or an item to an answer; of a set, take one back that is there; one node replaces the other."""
    entries = list_entries(learning.answer(index)) or []
    if question.form is AnswerForm.NODE:
        entries = [entry]
    elif question.form is AnswerForm.NODES and entry in entries:
        entries.remove(entry)
    else:
        entries.append(entry)
    learning.take_answer(index, list_answer(entries) if entries else "")


def _take_back(learning: LessonVisit, index: int) -> None:
    entries = (list_entries(learning.answer(index)) or [])[:-1]
    learning.take_answer(index, list_answer(entries) if entries else "")


def clicked_index(learning: LessonVisit) -> int | None:
    """Return the index of the question of the slide whose answer clicks on the canvas give; None if there is none."""
    slide = learning.current_slide
    if slide is None:
        return None
    there = [
        index
        for index, question in enumerate(slide.questions)
        if question.form.has_nodes and not learning.is_fixed(index)
    ]
    slide_index, chosen = learning.clicked_question or (None, None)
    if slide_index == learning.slide and chosen in there:
        return chosen
    return there[0] if there else None


def take_click(learning: LessonVisit, stage: Stage) -> None:
    """Take over the node that the reader has clicked on the canvas of the slide."""
    index, slide = clicked_index(learning), learning.current_slide
    if index is None or slide is None:
        return
    own_stage = learning.graph_stage if learning.hides_run else stage
    if (node := own_stage.picked_node()) is not None:
        add_entry(learning, index, slide.questions[index], node)
