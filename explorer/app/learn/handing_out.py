"""Files of a lesson: a page to keep or print, a quiz for Moodle, and the student's answers to an assignment."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import streamlit as st

from explorer.app.learn.answer_field import keep_field
from explorer.app.learn.state import Handout, LessonVisit
from explorer.app.progress import progress
from explorer.app.widgets import plain
from explorer.drawing.exports.export import ExportProgress
from explorer.drawing.exports.lesson_page import HandoutForm, handout, lesson_page
from explorer.drawing.exports.moodle_quiz import moodle_quiz
from explorer.lessons.lesson import Lesson
from explorer.lessons.marking import MOST_NAME, NUMBER, STUDENT, answers_document, answers_file_name, time_now
from explorer.lessons.scenes import Files
from explorer.lessons.variants import variant_of
from explorer.model.errors import FORESEEN, sentence

_HELP = (
    "Your answers are kept in this browser; solutions appear on the last slide. The file that you save holds your "
    "answers and no verdicts. Its checksum shows whether the file was changed. It is no exam security: "
    "whoever has the program can make such a file."
)
_REVEAL_HELP = "Save your answers first: from then on they cannot be changed, and the file says so."


def show_assignment(learning: LessonVisit, lesson: Lesson) -> None:
    """Show the number of answers and a button that saves them; on the last slide offer the solutions."""
    answers = learning.lesson_answers
    keys = [key for number, slide in enumerate(lesson.slides) for key in slide.keys(number)]
    with st.container(border=True, key="assignment"):
        count = sum(bool(answers.get(key, "").strip()) for key in keys)
        variant = variant_of(answers.get(STUDENT, ""), lesson.variants)
        which = f" Your variant: {variant}." if variant else ""
        deadline = f" Deadline: {plain(lesson.deadline)}." if lesson.deadline else ""
        st.markdown(f"**Assignment.** {count} of {len(keys)} answered.{which}{deadline}")
        show_name_fields(learning)
        _show_answers_file(learning)
        if learning.slide == len(lesson.slides) - 1 and not learning.shows_solutions:
            st.button("Show solutions", on_click=learning.show_solutions, help=_REVEAL_HELP)
        if learning.is_frozen:
            st.caption("The solutions are shown, so your answers stay as they are. The file says that they were shown.")
        st.caption(_HELP)


def show_name_fields(learning: LessonVisit) -> None:
    """Show the fields for name and number of the student; with variants the name stays once there are answers."""
    lesson = learning.open_lesson
    keys = [key for number, slide in enumerate(lesson.slides) for key in slide.keys(number)] if lesson else []
    is_fixed = bool(lesson and lesson.variants) and any(learning.lesson_answers.get(key) for key in keys)
    with st.container(horizontal=True):
        for field, label in ((STUDENT, "Your name"), (NUMBER, "Student number (optional)")):
            key = f"{field}_{learning.lesson}"
            take = keep_field(learning, field, key, learning.answer(field), [])
            is_off = learning.is_frozen or (is_fixed and field == STUDENT)
            st.text_input(label, key=key, on_change=take, max_chars=MOST_NAME, disabled=is_off)


def _show_answers_file(learning: LessonVisit) -> None:
    """Show the button that saves the answers, once there is a name."""
    answers, files, lesson = dict(learning.lesson_answers), learning.files, learning.find(learning.lesson)
    student = answers.get(STUDENT, "").strip()

    def content() -> str:
        document = answers_document(lesson, answers, files=files, saved=time_now())
        return json.dumps(document, ensure_ascii=False, indent=1)

    st.download_button(
        "Save my answers",
        data=content,
        file_name=answers_file_name(lesson, student),
        mime="application/json",
        on_click="ignore",
        icon=":material/download:",
        type="primary",
        disabled=not student,
        help=None if student else "Type your name first: the file is named after you.",
    )


HandoutContent = tuple[bytes, list[str]]
"""The content of a file, and the sentences on what it leaves out."""

_PAGE, _QUIZ = "Page for students", "Quiz for Moodle"
_WORKSHEET, _SOLUTIONS = "Worksheet", "Solutions"
_PAPERS = {_WORKSHEET: HandoutForm.WORKSHEET, _SOLUTIONS: HandoutForm.SOLUTIONS}
_FORM_HELP = (
    "The page is one HTML file that works offline: students answer it in their browser and save a file of answers. "
    "The worksheet and the solutions are for print, also as PDF. The quiz is for the question bank of Moodle, with the "
    "pictures inside; *Import questions*, *Moodle XML format*."
)


def show_handout(learning: LessonVisit, lesson: Lesson) -> None:
    """Show the buttons that make and download a page, a handout or a quiz of the lesson."""
    with st.expander("Hand out", icon=":material/print:"):
        has_quiz = any(slide.questions for slide in lesson.slides)
        with_answers = [_SOLUTIONS, *([_QUIZ] if has_quiz else [])] if learning.shows_solutions else []
        forms = [_PAGE, _WORKSHEET, *with_answers]  # before its end, an assignment gives nobody its answers
        form = st.radio("Form", forms, key="handout_form", help=_FORM_HELP, label_visibility="collapsed") or _PAGE
        has_notes = form != _QUIZ and any(slide.notes for slide in lesson.slides)
        notes = has_notes and st.checkbox("With the notes", key="handout_notes")
        has_variants = form in _PAPERS and lesson.variants > 1
        variant = st.number_input("Variant", 1, lesson.variants, key="handout_variant") if has_variants else 1
        if st.button("Make the file", key="handout", width="stretch"):
            if form == _QUIZ:
                _make_handout(learning, lesson, f"{lesson.name}.xml", _quiz_content)
            elif form == _PAGE:
                _make_handout(learning, lesson, f"{lesson.name}.html", partial(_page_content, notes=notes))
            else:
                content = partial(_paper_content, form=_PAPERS[form], notes=notes, variant=variant)
                _make_handout(learning, lesson, f"{lesson.name}-{_PAPERS[form]}.html", content)
        _show_download(learning, lesson)


def _show_download(learning: LessonVisit, lesson: Lesson) -> None:
    """Show the button that downloads the file that was made of the lesson, with what it leaves out."""
    made = learning.handout
    if made is None or made.lesson is not lesson:
        return
    for omission in made.omissions:
        st.caption(f"{plain(omission)}.")
    st.download_button(
        f"Download {plain(made.name)}",
        made.content,
        made.name,
        on_click="ignore",
        icon=":material/download:",
        type="primary",
        width="stretch",
    )


def _make_handout(
    learning: LessonVisit,
    lesson: Lesson,
    name: str,
    content: Callable[[Lesson, Files, ExportProgress], HandoutContent],
) -> None:
    """Make a file of the lesson, or show the error that prevents it."""
    learning.handout = None
    try:
        with progress(name, lambda: None, "slide") as report:
            data, omissions = content(learning.find(learning.lesson), learning.files, lambda count, _: report(count))
    except FORESEEN as error:
        st.error(plain(sentence(error)))
    else:
        learning.handout = Handout(lesson, name, data, omissions)


def _page_content(lesson: Lesson, files: Files, tell: ExportProgress, *, notes: bool) -> HandoutContent:
    return lesson_page(lesson, files, notes=notes, progress=tell).encode(errors="replace"), []


def _paper_content(
    lesson: Lesson, files: Files, tell: ExportProgress, *, form: HandoutForm, notes: bool, variant: int
) -> HandoutContent:
    page = handout(lesson, form, files, notes=notes, variant=variant, progress=tell)
    return page.encode(errors="replace"), []


def _quiz_content(lesson: Lesson, files: Files, tell: ExportProgress) -> HandoutContent:
    quiz = moodle_quiz(lesson, files, progress=tell)
    return quiz.content, quiz.omissions
