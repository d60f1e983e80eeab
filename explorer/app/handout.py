"""What the page *Learn* hands out of a lesson: a page that works offline, and a handout to print."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from explorer.app.learning import HandedOut, Learning
from explorer.app.progress import progress
from explorer.app.widgets import plain
from explorer.lessons.lesson import Lesson
from explorer.lessons.scenes import Files
from explorer.model.errors import FORESEEN, sentence

Told = Callable[[int], None]  # how many slides are done


def show(learning: Learning, lesson: Lesson) -> None:
    """Show the buttons that make the files, and the one that was made last."""
    with st.expander("Hand out", icon=":material/print:"):
        notes = any(slide.notes for slide in lesson.slides) and st.checkbox("With the notes", key="handout_notes")
        if st.button("Handout (PDF)", key="handout_pdf", width="stretch", help="Text and a picture for each slide"):
            _make(learning, lesson, ".pdf", "application/pdf", lambda files, told: _pdf(lesson, files, notes, told))
        if st.button("Page that works offline", key="handout_html", width="stretch", help="One HTML file"):
            _make(learning, lesson, ".html", "text/html", lambda files, told: _html(lesson, files))
        made = learning.handed_out
        if made is not None and made.lesson is lesson:
            st.download_button(
                f"Download {plain(made.name)}",
                made.content,
                made.name,
                made.mime,
                on_click="ignore",
                icon=":material/download:",
                type="primary",
                width="stretch",
            )


def _make(learning: Learning, lesson: Lesson, suffix: str, mime: str, write: Callable[[Files, Told], bytes]) -> None:
    """Make a file, or say why it cannot be made."""
    learning.handed_out = None
    name = lesson.name + suffix
    try:
        with progress(name, lambda: None, "slide") as told:
            content = write(learning.files, told)
    except FORESEEN as error:
        st.error(plain(sentence(error)))
    else:
        learning.handed_out = HandedOut(lesson, name, mime, content)


def _pdf(lesson: Lesson, files: Files, notes: bool, told: Told) -> bytes:
    from explorer.drawing.exports.lesson_handout import lesson_handout  # heavy, and seldom asked for

    return lesson_handout(lesson, files, notes=notes, progress=lambda done, _: told(done))


def _html(lesson: Lesson, files: Files) -> bytes:
    from explorer.drawing.exports.lesson_page import lesson_page

    return lesson_page(lesson, files).encode(errors="replace")
