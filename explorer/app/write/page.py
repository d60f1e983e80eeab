"""The page *New lesson*, or *Edit*: the text beside a preview of the slide at the cursor, and its problems."""

from __future__ import annotations

import streamlit as st

from explorer.app.browser import is_dark
from explorer.app.learn.state import OWN, LessonVisit
from explorer.app.links import Links
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.requests import Requests
from explorer.app.session.session import current
from explorer.app.widgets import BUTTON_CSS, markdown_of, numbered_css, plain, pressed
from explorer.app.write.state import EditRequest, LessonDraft
from explorer.drawing import bundle
from explorer.drawing.exports.lesson_stages import view_of_slide
from explorer.drawing.exports.svg import svg_text
from explorer.drawing.graph_view import Style
from explorer.drawing.picture import picture_of
from explorer.lessons import LessonProblem, lesson_names, load_lesson, slide_scene
from explorer.lessons.answering import printable_answers
from explorer.lessons.checking import unchecked_note
from explorer.lessons.lesson import Slide
from explorer.lessons.library import lesson_path, unpacked
from explorer.lessons.variants import is_varied, slide_variant
from explorer.lessons.writing import NEW_LESSON, lesson_file
from explorer.model.errors import FORESEEN, ExplorerError, sentence

_COMPONENT = "explorer_write"
_HEIGHT = 620  # px, of the editor
_MOST_PROBLEMS = 30
_CSS = f"""
{numbered_css(_HEIGHT)}{BUTTON_CSS}
p {{ margin: 4px 0 0; font-size: 14px; opacity: 0.75; }}
button {{ margin: 4px 4px 0 0; }}
"""


def show(open_graph: OpenGraph, requests: Requests, learning: LessonVisit, drafting: LessonDraft, links: Links) -> None:
    """Show the page *New lesson*, or *Edit*."""
    drafting.fulfil_edit_request()
    if drafting.edit_request is not None and drafting.is_restored:
        _ask_which(drafting, drafting.edit_request)
    text, preview = st.columns([1, 1], gap="medium")
    with text:
        _show_buttons(open_graph, requests, learning, drafting, links)
        _show_editor(drafting)
    with preview:
        slide = drafting.slide
        if slide is None:
            st.info("A line that begins with # and a blank begins a slide.")
        else:
            _show_slide_preview(drafting, slide)
        _show_problems(drafting)


def _ask_which(drafting: LessonDraft, request: EditRequest) -> None:
    """Ask whether the requested lesson is to replace the current text."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.warning(f"Here is still {plain(drafting.name)}. Save it first if you need it.")
        st.button(
            f"Edit {plain(request.name)} in its place", on_click=drafting.fulfil_edit_request, kwargs={"replaces": True}
        )
        st.button("Keep it", on_click=drafting.drop_edit_request)


def _show_files(drafting: LessonDraft) -> None:
    """Show the name of the file, the button that saves it, and other lessons to begin with."""
    drafting.name = st.text_input("Name of the file", drafting.name, max_chars=60, key=f"draft_name_{drafting.version}")
    name, content = lesson_file(drafting.name, drafting.text, drafting.files)
    st.download_button(
        f"Save {plain(name)}", content, name, on_click="ignore", icon=":material/download:", type="primary"
    )
    if drafting.files:
        st.caption(f"Beside it: {', '.join(map(plain, drafting.files))}")
    with st.expander("Begin with another lesson"):
        st.caption("What you have written is replaced; save it first.")
        names = ["", *lesson_names()]
        template = st.selectbox(
            "Begin with", names, format_func=lambda name: load_lesson(name).title if name else "An empty lesson"
        )
        if pressed("Begin", key="draft_begin"):
            if template:
                drafting.open(f"my-{template}", lesson_path(template).read_text(encoding="utf-8"), {})
            else:
                drafting.open("my-lesson", NEW_LESSON, {})
            st.rerun()
        _open_file(drafting)


def _open_file(drafting: LessonDraft) -> None:
    """Open a saved lesson; of an archive with several, the first."""
    file = st.file_uploader("or a file that you saved (.md, .zip)", type=["md", "zip"], key="draft_file")
    if file is None or not pressed("Open it", key=f"draft_open_{file.file_id}"):
        return
    try:
        lesson_set = unpacked(file.name, file.getvalue())
    except ExplorerError as error:
        st.error(plain(sentence(error)))
        return
    name = lesson_set.lessons[0].name
    drafting.open(name, lesson_set.texts[name], lesson_set.files)
    st.rerun()


def _show_buttons(
    open_graph: OpenGraph, requests: Requests, learning: LessonVisit, drafting: LessonDraft, links: Links
) -> None:
    """Show the buttons that take the scene of the other pages, or show the lesson to a reader."""
    scene = links.scene_of()
    with st.container(horizontal=True, vertical_alignment="center", key="draft_bar"):
        with st.popover("File", icon=":material/description:"):
            _show_files(drafting)
        where = f"{scene.page.title()}: {open_graph.graph.name or open_graph.origin.title}, step {scene.step}"
        if pressed("Take this scene", icon=":material/photo_camera:", help=f"Into the slide at the cursor. {where}"):
            _take_scene(drafting, links, is_new=False)
        if pressed("New slide with it", icon=":material/add_a_photo:", help=f"Below the slide at the cursor. {where}"):
            _take_scene(drafting, links, is_new=True)
        if pressed("See it on Learn", icon=":material/school:", help="The lesson as readers see it, from this slide"):
            _show_to_reader(requests, learning, drafting)
    st.caption(f"The scene: {plain(where)}")
    if drafting.scene_note:
        st.warning(plain(drafting.scene_note))


def _take_scene(drafting: LessonDraft, links: Links, *, is_new: bool) -> None:
    try:
        drafting.take_scene(links.scene_of(), new=is_new)
    except ExplorerError as error:
        st.error(plain(sentence(error)))
    else:
        st.rerun()


def _show_to_reader(requests: Requests, learning: LessonVisit, drafting: LessonDraft) -> None:
    """Open the draft as a lesson of the reader's own, at the slide of the cursor."""
    lesson, slide = drafting.lesson, drafting.slide
    if slide is None:
        st.error("The lesson has no slides yet.")
        return
    learning.put(drafting.lesson_set)
    learning.open(f"{OWN}{drafting.name}", lesson.slides.index(slide))
    requests.next_path = "learn"
    st.rerun()


def _show_editor(drafting: LessonDraft) -> None:
    """Mount the editor of the browser with the text."""
    component = st.components.v2.component(_COMPONENT, js=bundle.built("write_page"), css=_CSS)
    data = {
        "text": drafting.text,
        "line": drafting.line,
        "version": drafting.version,
        "rev": drafting.rev,
        "restored": drafting.is_restored,
        "kept": drafting.browser_record(),
    }
    component(data=data, key=_COMPONENT, height="content", on_draft_change=_take_draft, on_kept_change=_restore_record)


def _take_draft() -> None:
    """Take over the text and the cursor from the editor in the browser."""
    session, draft = current(), _editor_value("draft")
    if session is not None and isinstance(draft, dict):
        session.of(LessonDraft).take(draft)


def _editor_value(name: str) -> object:
    """Return a value from the editor; None if the user has left its page, which sends it again later."""
    return (st.session_state.get(_COMPONENT) or {}).get(name)


def _restore_record() -> None:
    session, record = current(), _editor_value("kept")
    if session is not None and isinstance(record, str):
        session.of(LessonDraft).restore(record)


# ---- preview and problems


def _show_slide_preview(drafting: LessonDraft, slide: Slide) -> None:
    """Show the slide as readers see it, with a picture of its scene, the answers and the notes."""
    number = drafting.lesson.slides.index(slide) + 1
    variants = drafting.lesson.variants
    which = f", variant 1 of {variants}" if variants and is_varied(slide) else ""
    st.caption(f"Slide {number} of {len(drafting.lesson.slides)}{which}")
    slide = slide_variant(slide, 1) if variants else slide
    with st.container(border=True, key="draft_preview"):
        st.markdown(f"### {markdown_of(slide.title)}")
        st.markdown(markdown_of(slide.text))
        try:
            scene = slide_scene(slide.scene, drafting.files)
            picture = picture_of(view_of_slide(scene), Style(title=False, legend=False, dark=is_dark()))
            answers = [(question, printable_answers(question, scene)) for question in slide.questions]
        except FORESEEN:  # the problems say why
            return
        st.image(svg_text(picture), width="stretch" if picture.width > 600 else "content")
        for question, told in answers:
            st.markdown(f"**{markdown_of(question.text)}**")
            rows = [
                (answer.is_right, f"{answer.text}: {answer.reply}" if answer.reply else answer.text) for answer in told
            ]
            st.markdown("\n".join(f"- {'✓' if is_right else '✗'} {markdown_of(row)}" for is_right, row in rows))
        if slide.notes:
            st.info(markdown_of(slide.notes), icon=":material/speaker_notes:")


def _show_problems(drafting: LessonDraft) -> None:
    """Show the problems as buttons, each of which leads to its line."""
    if pressed("Check all slides", icon=":material/fact_check:", key="draft_check"):
        with st.spinner("Checking all slides …"):
            drafting.check_all()
    is_whole = drafting.full_check is not None and drafting.full_check[0] == drafting.text
    problems = drafting.full_check[1] if drafting.full_check is not None and is_whole else drafting.problems()
    if not problems:
        claims = sum(1 for slide in drafting.lesson.slides for _ in slide.claims())
        message = f"No problems; {claims} statements checked." if is_whole else "No problems in this slide."
        st.success(message)
    if unchecked := unchecked_note(drafting.lesson):
        st.caption(f"{unchecked}.")
    for index, problem in enumerate(problems[:_MOST_PROBLEMS]):
        _show_problem(drafting, index, problem)
    if len(problems) > _MOST_PROBLEMS:
        st.caption(f"and {len(problems) - _MOST_PROBLEMS} more")


def _show_problem(drafting: LessonDraft, index: int, problem: LessonProblem) -> None:
    st.button(
        f"Line {problem.line}: {plain(problem.message)}",
        key=f"draft_problem_{index}",
        type="tertiary",
        icon=":material/error:",
        on_click=drafting.jump,
        args=(problem.line,),
    )
