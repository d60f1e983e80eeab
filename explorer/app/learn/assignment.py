"""The end of an assignment: the student's name, the file of answers, and then what is right."""

from __future__ import annotations

import json

import streamlit as st

from explorer.app.learn.state import Learning
from explorer.lessons import Lesson
from explorer.lessons.lesson import Slide
from explorer.lessons.marking import MOST_NAME, SUFFIX, answers_document

_HELP = (
    "Your answers are kept; what is right can be shown on the last slide. A checksum over the lesson and your answers "
    "shows whether the file was changed. It is no exam security: whoever has the program can make such a file."
)


def show_assignment(learning: Learning, lesson: Lesson) -> None:
    """Show how much is answered, and let the answers be saved; on the last slide they can be shown."""
    given = learning.given
    asked = _asked(lesson.slides)
    with st.container(border=True, key="assignment"):
        answered = sum(bool(given.get(key, "").strip()) for key in asked)
        st.markdown(f"**Assignment.** {answered} of {len(asked)} answered.")
        student = st.text_input("Your name (may be left out)", key=f"student_{learning.lesson}", max_chars=MOST_NAME)
        _show_file(learning, lesson, student)
        if learning.slide == len(lesson.slides) - 1 and not learning.is_told:
            st.button("Show what is right", on_click=learning.tell, help="Save your answers first.")
        st.caption(_HELP)


def _asked(slides: tuple[Slide, ...]) -> list[str]:
    """The keys of all questions and tasks."""
    return [key for number, slide in enumerate(slides) for key in slide.keys(number)]


def _show_file(learning: Learning, lesson: Lesson, student: str) -> None:
    given, files = dict(learning.given), learning.files

    def content() -> str:
        return json.dumps(answers_document(lesson, given, student=student, files=files), ensure_ascii=False, indent=1)

    st.download_button(
        "Save my answers",
        data=content,
        file_name=f"{lesson.name}{SUFFIX}",
        mime="application/json",
        on_click="ignore",
        icon=":material/download:",
        type="primary",
    )
