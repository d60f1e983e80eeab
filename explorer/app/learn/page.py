"""The page *Learn*: lessons, with the text of a slide at the left and its scene, live, at the right."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import algorithms
from explorer.app.compare import page as compare_page
from explorer.app.expand import page as expand_page
from explorer.app.explore.page import answers
from explorer.app.learn import hidden_run
from explorer.app.learn.answer_field import take_click
from explorer.app.learn.handing_out import show_assignment, show_handout, show_name_fields
from explorer.app.learn.question_box import show_question, show_task, show_trial
from explorer.app.learn.state import LessonVisit
from explorer.app.learn.walk import SlideWalk
from explorer.app.links import Links
from explorer.app.progress import progress
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.place import Place
from explorer.app.session.requests import Requests
from explorer.app.session.session import Session, current
from explorer.app.tree import page as unwind_page
from explorer.app.widgets import BUTTON_CSS, markdown_of, plain, pressed
from explorer.drawing import bundle
from explorer.drawing.memo_table import memo_head, memo_rows
from explorer.drawing.messages.to_browser import PageData
from explorer.drawing.stage_data import tried_data
from explorer.lessons.lesson import Lesson, Slide
from explorer.lessons.library import unpacked
from explorer.lessons.markup import html_of, inline_html
from explorer.lessons.scenes import SlideScene
from explorer.model.errors import ExplorerError, sentence
from explorer.model.graph import Kind
from explorer.scenes.scene import Page
from explorer.stage import Stage, keep_address
from explorer.trace import Trace

QUERY, LECTURE = "lesson", "lecture"  # of an address, beside "slide"; the browser updates the second one
_COMPONENT = "explorer_learn"
_STYLE = Path(__file__).with_suffix(".css")
_NOTES = _STYLE.with_name("learn_notes.html")
_AWAY = (
    "This address names a lesson of somebody's own, which this browser does not keep: put it on the list again, under "
    "Lessons of your own."
)
_COLUMNS = 2  # of the list of lessons


def show(session: Session, learning: LessonVisit) -> None:
    """Show the page *Learn*."""
    lesson, slide = learning.open_lesson, learning.current_slide
    st.html(f"<style>{_STYLE.read_text(encoding='utf-8')}</style>")
    if lesson is None or slide is None:
        session.call(_show_list)
    elif learning.needs_name:
        session.call(_ask_for_name, lesson)
    else:
        session.call(_show_slide, lesson, slide)


def _show_contents(learning: LessonVisit, lesson: Lesson) -> None:
    """Show the list of slides of the open lesson, and the button for a handout."""
    st.markdown(f"**{markdown_of(lesson.title)}**")
    st.caption(_card_line(lesson))
    with st.container(key="lesson_contents", gap=None):
        for index, slide in enumerate(lesson.slides):
            title = f"{index + 1}\\. {plain(slide.title)}"
            st.button(
                f"**{title}**" if index == learning.slide else title,
                key=f"slide_{index}",
                type="tertiary",
                on_click=learning.open,
                args=(learning.lesson, index),
            )
    if any(learning.lesson_answers.values()):
        st.button("Clear answers", icon=":material/ink_eraser:", on_click=learning.clear)
    show_handout(learning, lesson)


def show_address(place: Place, learning: LessonVisit) -> None:
    """Set the address to a link to the slide; a link to the reader's own lesson works in their browser alone."""
    address = {QUERY: learning.lesson, "slide": str(learning.slide + 1)} if learning.lesson else {}
    if place.view_only or learning.pending_link is not None:
        return
    keep_address(address, loose=[LECTURE], browser_keys=[LECTURE])
    if {name: text for name, text in st.query_params.to_dict().items() if name != LECTURE} != address:
        st.query_params.from_dict(address)


def go_back(requests: Requests, learning: LessonVisit, query: Mapping[str, str], page: Page) -> None:
    """Show the slide or the list that an address names, for Back and Forward of the browser."""
    if QUERY in query:
        requests.notices += follow(learning, query)
    else:
        learning.close()


def follow(learning: LessonVisit, query: Mapping[str, str]) -> list[str]:
    """Open the slide that an address names, and return warnings on invalid parts of the address."""
    if QUERY not in query:
        return []
    slide = query.get("slide", "")
    learning.lecture(query.get(LECTURE) == "1")
    try:
        learning.open(query[QUERY], int(slide) - 1 if slide.isdecimal() and len(slide) < 9 else None)
    except ExplorerError as error:
        return [f"The link could not be followed in full: {error}"]
    return []


# ---- the list


def _show_list(requests: Requests, learning: LessonVisit, walk: SlideWalk) -> None:
    with st.container(key="lesson_bar"):
        st.markdown("## Lessons")
        st.caption("Each slide comes with a scene that you can step through, drag and change.")
        _talk_to_browser(requests, learning, walk)
    names = learning.names()
    for start in range(0, len(names), _COLUMNS):
        for column, name in zip(st.columns(_COLUMNS), names[start : start + _COLUMNS], strict=False):
            with column.container(border=True, height="stretch"):
                _show_card(learning, name)
    _show_own_lessons(learning)


def _show_card(learning: LessonVisit, name: str) -> None:
    lesson = learning.find(name)
    st.markdown(f"**{markdown_of(lesson.title)}**")
    if lesson.about:
        st.markdown(markdown_of(lesson.about))
    st.caption(_card_line(lesson))
    at = learning.place(name)
    label = f"Continue with slide {at + 1}" if at else "Begin"
    st.button(label, key=f"lesson_{name}", on_click=learning.open, args=(name,), disabled=not lesson.slides)


def _card_line(lesson: Lesson) -> str:
    """Return the source, the length and the prerequisite of a lesson."""
    minutes = f", about {lesson.minutes} minutes" if lesson.minutes else ""
    before = f"  \nPrerequisite: {plain(lesson.before)}." if lesson.before else ""
    kind = "  \nAn assignment: what is right is shown at the end." if lesson.is_assignment else ""
    return f"{plain(lesson.source)}  \n{len(lesson.slides)} slides{minutes}.{before}{kind}"


def _show_own_lessons(learning: LessonVisit) -> None:
    """Show the upload for lessons of the reader's own, and their problems with their lines."""
    with st.expander("Lessons of your own", expanded=learning.own is not None):
        file = st.file_uploader(
            "A lesson (.md), or a .zip file with lessons and graph files",
            type=["md", "zip"],
            help="A lesson is text: nothing in it is run, and nothing is fetched for it.",
        )
        if file is not None and pressed("Put it on the list", type="primary", key=f"shelf_{file.file_id}"):
            try:
                learning.put(unpacked(file.name, file.getvalue()))
            except ExplorerError as error:
                st.error(plain(sentence(error)))
            else:
                st.rerun()
        if learning.own is not None and not learning.own_packed:
            st.caption("These files are too large for the browser to keep: after a reload, put them on the list again.")
        for name, problems in (learning.own.problems if learning.own is not None else {}).items():
            if problems:
                lines = "\n".join(f"- {plain(str(problem))}" for problem in problems[:20])
                st.warning(f"{plain(name)}: {len(problems)} problems in how it is written\n{lines}")


# ---- a slide


def _show_slide(session: Session, walk: SlideWalk, lesson: Lesson, slide: Slide) -> None:
    learning, run = walk.visit, walk.run
    session.call(take_click)
    scene = learning.scene()
    if scene is not None and learning.hides_run:
        hidden_run.open_graph(learning, scene)
    elif scene is not None and learning.scene_slide != learning.scene_key:
        walk.restore(scene, learning.return_step)
    end_of_bar = session.call(_show_bar, lesson, scene)
    text, stage = st.columns([2, 3], gap="medium")
    if scene is not None and scene.scene.page is Page.EXPLORE and not learning.hides_run:
        with progress(algorithms.find(run.algorithm).title, run.cancel) as report:
            run.update(report)  # the text shows the content of the memo
    with text, st.container(key="slide"):
        _show_text(session, walk, slide, scene)
        if lesson.is_assignment:
            show_assignment(learning, lesson)
    with end_of_bar:
        session.call(_talk_to_browser)  # which keeps the answers that the text has taken over
    if scene is not None:
        with stage:
            if learning.hides_run:
                hidden_run.show_graph(learning, scene)
            else:
                session.call(_show_stage, scene)


def _ask_for_name(requests: Requests, learning: LessonVisit, walk: SlideWalk, lesson: Lesson) -> None:
    """Ask for the reader's name, on which their variant depends, before any slide is shown."""
    with st.container(horizontal=True, vertical_alignment="center", key="lesson_bar"):
        st.button("Lessons", icon=":material/apps:", on_click=learning.close)
        end_of_bar = st.container(width="content", key="lesson_notes")
    learning.fields = []
    st.markdown(f"## {markdown_of(lesson.title)}")
    st.markdown("Everybody has graphs of their own here. Which ones are yours follows from your name.")
    show_name_fields(learning)
    st.button("Begin", type="primary")  # a press leaves the field, which tells of the name
    with end_of_bar:
        _talk_to_browser(requests, learning, walk)


def show_way_back(requests: Requests, learning: LessonVisit) -> None:
    """Show a button back to the slide on the page for which the reader left it."""
    lesson = learning.open_lesson
    if lesson is None:
        return
    with st.container(key="way_back", horizontal=True, vertical_alignment="center"):
        st.button("Back to the slide", icon=":material/undo:", on_click=requests.go_to_path, args=("learn",))
        st.caption(f"{plain(lesson.title)}, slide {learning.slide + 1}")
        st.button("Leave the lesson", icon=":material/close:", type="tertiary", on_click=learning.close)


def _show_bar(
    requests: Requests, learning: LessonVisit, walk: SlideWalk, lesson: Lesson, scene: SlideScene | None
) -> DeltaGenerator:
    """Show the buttons above a slide, at the same place on each, and return the container at their end."""
    with st.container(horizontal=True, vertical_alignment="center", key="lesson_bar"):
        st.button("Lessons", icon=":material/apps:", on_click=learning.close)
        st.button(
            "Previous",
            icon=":material/chevron_left:",
            on_click=requests.calls.append,
            args=(partial(walk.turn, -1),),
            disabled=learning.slide == 0 and walk.step_in_direction(-1) is None,
        )
        is_last = learning.slide == len(lesson.slides) - 1
        st.button(
            "Next",
            icon=":material/chevron_right:",
            on_click=requests.calls.append,
            args=(partial(walk.turn, 1),),
            disabled=is_last and walk.step_in_direction(1) is None,
        )
        st.markdown(f"Slide {learning.slide + 1} of {len(lesson.slides)}")
        with st.popover("Slides", icon=":material/list:", key=f"slides_{learning.slide}"):  # another slide closes it
            _show_contents(learning, lesson)
        has_run = not learning.hides_run
        if scene is not None and has_run and pressed("Back to the slide", icon=":material/undo:"):
            walk.restore(scene)
        if scene is not None and has_run:
            st.button(
                "Open in Explore", icon=":material/open_in_new:", on_click=walk.leave_for, args=(scene.scene.page,)
            )
        return st.container(width="content", key="lesson_notes")


def _show_text(session: Session, walk: SlideWalk, slide: Slide, scene: SlideScene | None) -> None:
    learning, run = walk.visit, walk.run
    learning.trial_values, learning.fields = {}, []
    st.markdown(f"## {markdown_of(slide.title)}")
    if learning.scene_note:
        st.warning(plain(learning.scene_note))
    st.markdown(markdown_of(slide.text_at(walk.step_and_last_step[0])))
    if scene is None:
        return
    if slide.trial:
        show_trial(slide, scene, learning)
    if learning.hides_run:
        hidden_run.show_hint(slide)
    elif run.trace is not None and run.trace.has_memo and scene.scene.page is Page.EXPLORE:
        _show_memo(run.trace, run.step)
    if slide.task:
        session.call(show_task, slide, scene)
    for index, question in enumerate(slide.questions):
        session.call(show_question, index, question, scene)
    hidden_run.show_run_button(learning, slide)


def _show_memo(trace: Trace, step: int) -> None:
    """Show the memo at the step without its leaves: values, with dependency sets as Algorithm 7.2 stores them."""
    at = min(step, len(trace) - 1)
    entries = memo_rows(trace, at)
    inner = [row for row in entries if trace.graph.node(row.id).kind is not Kind.LEAF]
    rows = ["| " + " | ".join(map(plain, row.cells)) + " |" for row in inner]
    if rows:
        head = memo_head(trace)
        st.markdown("\n".join([f"| {' | '.join(head)} |", "|---" * len(head) + "|", *rows]))
    else:
        st.caption("The memo holds leaves alone." if entries else "The memo is empty.")


def _show_stage(session: Session, learning: LessonVisit, walk: SlideWalk, stage: Stage, scene: SlideScene) -> None:
    """Show the live scene of the slide: the stage, or the page to which it belongs."""
    comparing, growing, tree = walk.compare_view, walk.expand_view, walk.tree
    two_stages = [side.stage for side in comparing.sides]
    stages = (stage, growing.stage, tree.graph_stage, tree.tree_stage, *two_stages)
    panels, slide = [each.panel for each in stages], learning.current_slide
    for each in stages:
        each.slide, each.bar, each.draws = True, False, bool(slide and slide.task)
    for each in (stage, growing.stage, *two_stages):
        each.panel = False  # the slide has its texts, and the canvas needs the space
    for control in (comparing.lockstep, tree.control):
        control.listens = walk.follows_steps
    _show_scene(session, scene)
    for control in (comparing.lockstep, tree.control):
        control.listens = False
    for each, panel in zip(stages, panels, strict=True):
        each.slide, each.draws, each.panel = False, False, panel


def _show_scene(session: Session, scene: SlideScene) -> None:
    if scene.scene.page is Page.UNWIND:
        session.call(unwind_page.show, stacked=True)
    elif scene.scene.page is Page.EXPAND:
        session.call(expand_page.show, alone=False)
    elif scene.is_comparison:
        session.call(compare_page.show_beside_text)
    else:
        session.call(_show_steps)


def _show_steps(session: Session, walk: SlideWalk, open_graph: OpenGraph, stage: Stage) -> None:
    """Show the stage of Explore beside the text."""
    learning, run = walk.visit, walk.run
    if run.failure and run.obstacle is None:
        st.warning(plain(run.failure))
    data: PageData = session.of(Links).for_stage() | session.call(answers)
    data |= {
        "trials": tried_data(open_graph.graph, learning.trial_values),
        "picks": hidden_run.clickable_nodes(learning, open_graph.graph),
        "listens": walk.follows_steps,
    }
    stage.show(step=run.step, endless=open_graph.endless, problems=open_graph.troubles, **data)


# ---- the browser


def notes_data(learning: LessonVisit) -> dict[str, str] | None:
    """Return the content of the lecturer's window, as HTML; None if the lesson has no notes."""
    lesson, slide = learning.open_lesson, learning.current_slide
    if lesson is None or slide is None or not any(each.notes for each in lesson.slides):
        return None
    after = lesson.slides[learning.slide + 1 :][:1]
    return {
        "place": f"{lesson.title}: slide {learning.slide + 1} of {len(lesson.slides)}",
        "title": inline_html(slide.title),
        "notes": html_of(slide.notes) or "<p>No notes.</p>",
        "next": f"Next: {inline_html(after[0].title)}" if after else "This is the last slide.",
    }


def _talk_to_browser(requests: Requests, learning: LessonVisit, walk: SlideWalk) -> None:
    """Mount the component that turns slides by keys, keeps places and answers, and shows notes in a second window."""
    component = st.components.v2.component(_COMPONENT, js=bundle.built("learn_page"), css=BUTTON_CSS)
    data = {
        "open": bool(learning.lesson),
        "lecture": learning.lecture_answers is not None,
        "restored": learning.is_restored,
        "kept": learning.browser_record(),
        "own": learning.own_packed,
        "lesson": learning.browser_key,
        "fields": learning.fields if learning.lesson else [],
        "shown": notes_data(learning),
        "window": _NOTES.read_text(encoding="utf-8"),
    }
    component(
        data=data,
        key=_COMPONENT,
        width="content",
        height="content",
        on_next_change=partial(requests.calls.append, partial(walk.turn, 1)),
        on_previous_change=partial(requests.calls.append, partial(walk.turn, -1)),
        on_kept_change=_restore_record,
        on_typed_change=_take_drafts,
        on_lecture_change=_switch_lecture,
    )


def _switch_lecture() -> None:
    """Begin or end the lecture, as the user chose in the browser."""
    session, is_on = current(), st.session_state[_COMPONENT].lecture
    if session is not None and isinstance(is_on, str):
        session.of(LessonVisit).lecture(is_on == "on")


def _take_drafts() -> None:
    session, drafts = current(), st.session_state[_COMPONENT].typed
    if session is not None and isinstance(drafts, dict):
        session.of(LessonVisit).take_drafts(drafts.get("answers"))


def _restore_record() -> None:
    """Take over the places and answers that the browser has kept."""
    session, text = current(), st.session_state[_COMPONENT].kept
    if session is None or not isinstance(text, str):
        return
    try:
        session.of(LessonVisit).restore(text)
    except ExplorerError:
        session.of(Requests).notices.append(_AWAY)
