"""Files of a lesson: a page to keep or print, and the student's answers to an assignment."""

from __future__ import annotations

import json

import streamlit as st

from explorer.app.learn.state import LessonVisit
from explorer.app.progress import progress
from explorer.app.widgets import plain
from explorer.drawing.exports.lesson_page import lesson_page
from explorer.lessons.lesson import Lesson
from explorer.lessons.marking import MOST_NAME, SUFFIX, answers_document
from explorer.model.errors import FORESEEN, sentence

_HELP = (
    "Your answers are kept; solutions appear on the last slide. A checksum over the lesson and your answers "
    "shows whether the file was changed. It is no exam security: whoever has the program can make such a file."
)


def show_assignment(learning: LessonVisit, lesson: Lesson) -> None:
    """Show the number of answers and a button that saves them; on the last slide offer the solutions."""
    answers = learning.lesson_answers
    keys = [key for number, slide in enumerate(lesson.slides) for key in slide.keys(number)]
    with st.container(border=True, key="assignment"):
        count = sum(bool(answers.get(key, "").strip()) for key in keys)
        st.markdown(f"**Assignment.** {count} of {len(keys)} answered.")
        student = st.text_input("Name (optional)", key=f"student_{learning.lesson}", max_chars=MOST_NAME)
        _show_answers_file(learning, lesson, student)
        if learning.slide == len(lesson.slides) - 1 and not learning.shows_solutions:
            st.button("Show solutions", on_click=learning.show_solutions, help="Save your answers first.")
        st.caption(_HELP)


def _show_answers_file(learning: LessonVisit, lesson: Lesson, student: str) -> None:
    answers, files = dict(learning.lesson_answers), learning.files

    def content() -> str:
        return json.dumps(answers_document(lesson, answers, student=student, files=files), ensure_ascii=False, indent=1)

    st.download_button(
        "Save my answers",
        data=content,
        file_name=f"{lesson.name}{SUFFIX}",
        mime="application/json",
        on_click="ignore",
        icon=":material/download:",
        type="primary",
    )


_PAGE_HELP = (
    "One HTML file that works offline; *Print* in it gives a handout with every slide and its picture, also as PDF"
)


def show_handout(learning: LessonVisit, lesson: Lesson) -> None:
    """Show the button that makes the lesson's page to keep or print, and the one that downloads it."""
    with st.expander("Hand out", icon=":material/print:"):
        notes = any(slide.notes for slide in lesson.slides) and st.checkbox("With the notes", key="handout_notes")
        if st.button("Page to keep or print", key="handout", width="stretch", help=_PAGE_HELP):
            _make_handout(learning, lesson, notes=notes)
        handout = learning.handout
        if handout is not None and handout[0] is lesson:
            st.download_button(
                f"Download {plain(lesson.name)}.html",
                handout[1],
                f"{lesson.name}.html",
                "text/html",
                on_click="ignore",
                icon=":material/download:",
                type="primary",
                width="stretch",
            )


def _make_handout(learning: LessonVisit, lesson: Lesson, *, notes: bool) -> None:
    """Make the page of the lesson, or show the error that prevents it."""
    learning.handout = None
    try:
        with progress(f"{lesson.name}.html", lambda: None, "slide") as report:
            page = lesson_page(lesson, learning.files, notes=notes, progress=lambda count, _: report(count))
    except FORESEEN as error:
        st.error(plain(sentence(error)))
    else:
        learning.handout = lesson, page.encode(errors="replace")
