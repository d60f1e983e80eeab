"""What the page *Learn* hands out of a lesson: a page that works offline, and is the handout when it is printed."""

from __future__ import annotations

import streamlit as st

from explorer.app.learn.state import HandedOut, Learning
from explorer.app.progress import progress
from explorer.app.widgets import plain
from explorer.lessons.lesson import Lesson
from explorer.model.errors import FORESEEN, sentence

_HELP = "One HTML file that works offline; *Print* in it gives a handout with every slide and its picture, also as PDF"


def show(learning: Learning, lesson: Lesson) -> None:
    """Show the button that makes the page, and the one that downloads it."""
    with st.expander("Hand out", icon=":material/print:"):
        notes = any(slide.notes for slide in lesson.slides) and st.checkbox("With the notes", key="handout_notes")
        if st.button("Page to keep or print", key="handout", width="stretch", help=_HELP):
            _make(learning, lesson, notes=notes)
        made = learning.handed_out
        if made is not None and made.lesson is lesson:
            st.download_button(
                f"Download {plain(made.name)}",
                made.content,
                made.name,
                "text/html",
                on_click="ignore",
                icon=":material/download:",
                type="primary",
                width="stretch",
            )


def _make(learning: Learning, lesson: Lesson, *, notes: bool) -> None:
    """Make the page, or say why it cannot be made."""
    from explorer.drawing.exports.lesson_page import lesson_page  # heavy, and seldom asked for

    learning.handed_out = None
    name = f"{lesson.name}.html"
    try:
        with progress(name, lambda: None, "slide") as told:
            page = lesson_page(lesson, learning.files, notes=notes, progress=lambda done, _: told(done))
    except FORESEEN as error:
        st.error(plain(sentence(error)))
    else:
        learning.handed_out = HandedOut(lesson, name, page.encode(errors="replace"))
