"""The page *Learn*: lessons, with the text of a slide at the left and its scene, live, at the right."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.app import links
from explorer.app.compare import page as compare_page
from explorer.app.compare.state import CompareView
from explorer.app.expand import page as expand_page
from explorer.app.expand.state import ExpandView
from explorer.app.explaining import ScoreQuestion
from explorer.app.last_edit import edited_data
from explorer.app.learn.answer_field import clicked_index, take_click
from explorer.app.learn.handing_out import show_assignment, show_handout, show_name_fields
from explorer.app.learn.question_box import show_question, show_task, show_trial
from explorer.app.learn.state import LessonVisit
from explorer.app.progress import progress
from explorer.app.state import Session, current
from explorer.app.tree import page as unwind_page
from explorer.app.tree.state import TreeChoice
from explorer.app.widgets import BUTTON_CSS, markdown_of, plain, pressed
from explorer.drawing import bundle
from explorer.drawing.memo_table import memo_head, memo_rows
from explorer.drawing.stage_data import tried_data
from explorer.lessons.lesson import Lesson, Slide
from explorer.lessons.library import unpacked
from explorer.lessons.markup import html_of, inline_html
from explorer.lessons.scenes import SlideScene
from explorer.model.errors import ExplorerError, sentence
from explorer.model.graph import Kind
from explorer.scenes.scene import Page
from explorer.stage import keep_address
from explorer.trace import Trace
from explorer.unwinding import TreeView
from explorer.unwinding.limits import MOST_LEVELS

QUERY, LECTURE = "lesson", "lecture"  # of an address, beside "slide"; the browser updates the second one
_COMPONENT = "explorer_learn"
_STYLE = Path(__file__).with_suffix(".css")
_NOTES = _STYLE.with_name("learn_notes.html")
_AWAY = (
    "This address names a lesson of somebody's own, which this browser does not keep: put it on the list again, under "
    "Lessons of your own."
)
_COLUMNS = 2  # of the list of lessons


def show(session: Session) -> None:
    """Show the page *Learn*."""
    learning = session.of(LessonVisit)
    lesson, slide = learning.open_lesson, learning.current_slide
    st.html(f"<style>{_STYLE.read_text(encoding='utf-8')}</style>")
    if lesson is None or slide is None:
        _show_list(session)
    elif learning.needs_name:
        _ask_for_name(session, lesson)
    else:
        _show_slide(session, lesson, slide)


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


def show_address(session: Session) -> None:
    """Set the address to a link to the slide; a link to the reader's own lesson works in their browser alone."""
    learning = session.of(LessonVisit)
    address = {QUERY: learning.lesson, "slide": str(learning.slide + 1)} if learning.lesson else {}
    if session.view_only or learning.pending_link is not None:
        return
    keep_address(address, loose=[LECTURE], browser_keys=[LECTURE])
    if {name: text for name, text in st.query_params.to_dict().items() if name != LECTURE} != address:
        st.query_params.from_dict(address)


def go_back(session: Session, query: Mapping[str, str], page: Page) -> None:
    """Show the slide or the list that an address names, for Back and Forward of the browser."""
    if QUERY in query:
        session.link_warnings += follow(session, query)
    else:
        session.of(LessonVisit).close()


def follow(session: Session, query: Mapping[str, str]) -> list[str]:
    """Open the slide that an address names, and return warnings on invalid parts of the address."""
    learning = session.of(LessonVisit)
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


def _show_list(session: Session) -> None:
    learning = session.of(LessonVisit)
    with st.container(key="lesson_bar"):
        st.markdown("## Lessons")
        st.caption("Each slide comes with a scene that you can step through, drag and change.")
        _talk_to_browser(session)
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


def _show_slide(session: Session, lesson: Lesson, slide: Slide) -> None:
    learning = session.of(LessonVisit)
    take_click(session)
    scene = learning.scene()
    if scene is not None and learning.scene_slide != learning.scene_key:
        _restore_scene(session, scene, learning.return_step)
    end_of_bar = _show_bar(session, lesson, scene)
    text, stage = st.columns([2, 3], gap="medium")
    if scene is not None and scene.scene.page is Page.EXPLORE:
        with progress(session.algorithm, session.cancel) as report:
            session.run(report)  # the text shows the content of the memo
    with text, st.container(key="slide"):
        _show_text(session, slide, scene)
        if lesson.is_assignment:
            show_assignment(learning, lesson)
    with end_of_bar:
        _talk_to_browser(session)  # which keeps the answers that the text has taken over
    if scene is not None:
        with stage:
            _show_stage(session, scene)


def _ask_for_name(session: Session, lesson: Lesson) -> None:
    """Ask for the reader's name, on which their variant depends, before any slide is shown."""
    learning = session.of(LessonVisit)
    with st.container(horizontal=True, vertical_alignment="center", key="lesson_bar"):
        st.button("Lessons", icon=":material/apps:", on_click=learning.close)
        end_of_bar = st.container(width="content", key="lesson_notes")
    learning.fields = []
    st.markdown(f"## {markdown_of(lesson.title)}")
    st.markdown("Everybody has graphs of their own here. Which ones are yours follows from your name.")
    show_name_fields(learning)
    st.button("Begin", type="primary")  # a press leaves the field, which tells of the name
    with end_of_bar:
        _talk_to_browser(session)


def _restore_scene(session: Session, scene: SlideScene, step: int | None = None) -> None:
    """Show the scene of the slide, by default at its own step."""
    learning = session.of(LessonVisit)
    own = learning.step_of(scene)
    learning.lead_step = own if step is None else min(step, scene.last)
    links.open_slide(session, scene, learning.lead_step)
    learning.scene_slide, learning.return_step = learning.scene_key, None


def leave(session: Session) -> None:
    """Remember the step of the slide that the reader leaves for another page."""
    learning = session.of(LessonVisit)
    if learning.current_slide is not None and learning.return_step is None:
        learning.return_step = _step_and_last_step(session)[0]


def show_way_back(session: Session) -> None:
    """Show a button back to the slide on the page for which the reader left it."""
    learning = session.of(LessonVisit)
    lesson = learning.open_lesson
    if lesson is None:
        return
    with st.container(key="way_back", horizontal=True, vertical_alignment="center"):
        st.button("Back to the slide", icon=":material/undo:", on_click=setattr, args=(session, "next_path", "learn"))
        st.caption(f"{plain(lesson.title)}, slide {learning.slide + 1}")
        st.button("Leave the lesson", icon=":material/close:", type="tertiary", on_click=learning.close)


def _open_on_own_page(session: Session, scene: SlideScene) -> None:
    """Continue with the scene of the slide on its own page."""
    leave(session)
    session.next_path = str(scene.scene.page)


def _show_bar(session: Session, lesson: Lesson, scene: SlideScene | None) -> DeltaGenerator:
    """Show the buttons above a slide, at the same place on each, and return the container at their end."""
    learning = session.of(LessonVisit)
    with st.container(horizontal=True, vertical_alignment="center", key="lesson_bar"):
        st.button("Lessons", icon=":material/apps:", on_click=learning.close)
        st.button(
            "Previous",
            icon=":material/chevron_left:",
            on_click=session.pending_requests.append,
            args=(partial(_turn_step_or_slide, session, -1),),
            disabled=learning.slide == 0 and _step_in_direction(session, -1) is None,
        )
        is_last = learning.slide == len(lesson.slides) - 1
        st.button(
            "Next",
            icon=":material/chevron_right:",
            on_click=session.pending_requests.append,
            args=(partial(_turn_step_or_slide, session, 1),),
            disabled=is_last and _step_in_direction(session, 1) is None,
        )
        st.markdown(f"Slide {learning.slide + 1} of {len(lesson.slides)}")
        with st.popover("Slides", icon=":material/list:", key=f"slides_{learning.slide}"):  # another slide closes it
            _show_contents(learning, lesson)
        if scene is not None and pressed("Back to the slide", icon=":material/undo:"):
            _restore_scene(session, scene)
        if scene is not None:
            st.button(
                "Open in Explore", icon=":material/open_in_new:", on_click=_open_on_own_page, args=(session, scene)
            )
        return st.container(width="content", key="lesson_notes")


def _step_in_direction(session: Session, direction: int) -> int | None:
    """Return the nearest step in a direction that the slide names and the run has; None if there is none."""
    return session.of(LessonVisit).next_step(*_step_and_last_step(session), direction)


def _step_and_last_step(session: Session) -> tuple[int, int]:
    """Return the current and the last step of the scene: of two runs the moment, of trees the depth."""
    learning = session.of(LessonVisit)
    growing, tree, lockstep = session.of(ExpandView), session.of(TreeChoice), session.of(CompareView).lockstep
    scene = learning.scene()
    page = Page.EXPLORE if scene is None else scene.scene.page
    if page is Page.UNWIND:
        return tree.depth, MOST_LEVELS if tree.view is TreeView.DEPTH else tree.depth
    if page is Page.COMPARE:
        at = learning.lead_step if lockstep.moment is None else lockstep.moment
        return at, at if lockstep.position is None else len(lockstep.position[0]) - 1
    step, trace = (growing.step, growing.trace) if page is Page.EXPAND else (session.step, session.trace)
    return step, step if trace is None else len(trace) - 1


def _set_step(session: Session, step: int) -> None:
    """Have the slide's scene go to a step, regardless of its current one."""
    growing = session.of(ExpandView)
    session.of(LessonVisit).lead_step = step
    if session.page is Page.UNWIND:
        session.of(TreeChoice).begin_at(step)
    elif session.page is Page.COMPARE:
        session.of(CompareView).lockstep.lead(step)
    elif session.page is Page.EXPAND:
        growing.begin_at(growing.by_hand, step)
    else:
        session.begin_at(step)


def _turn_step_or_slide(session: Session, direction: int) -> None:
    """Go to the next or the previous step that the slide names, else to the next or the previous slide."""
    learning = session.of(LessonVisit)
    step = _step_in_direction(session, direction)
    if step is not None:
        _set_step(session, step)
    elif learning.turn(direction) and direction < 0 and (slide := learning.current_slide) is not None and slide.stops:
        scene = learning.scene()
        if scene is not None:
            _restore_scene(session, scene, slide.stops[-1])


def _show_text(session: Session, slide: Slide, scene: SlideScene | None) -> None:
    learning = session.of(LessonVisit)
    learning.trial_values, learning.fields = {}, []
    st.markdown(f"## {markdown_of(slide.title)}")
    if learning.scene_note:
        st.warning(plain(learning.scene_note))
    st.markdown(markdown_of(slide.text_at(_step_and_last_step(session)[0])))
    if scene is None:
        return
    if slide.trial:
        show_trial(slide, scene, learning)
    if session.trace is not None and session.trace.has_memo and scene.scene.page is Page.EXPLORE:
        _show_memo(session, session.trace)
    if slide.task:
        show_task(session, slide, scene, shows_solutions=learning.shows_solutions)
    for index, question in enumerate(slide.questions):
        show_question(session, index, question, scene)


def _show_memo(session: Session, trace: Trace) -> None:
    """Show the memo at the step without its leaves: values, with dependency sets as Algorithm 7.2 stores them."""
    at = min(session.step, len(trace) - 1)
    entries = memo_rows(trace, at)
    inner = [row for row in entries if trace.graph.node(row.id).kind is not Kind.LEAF]
    rows = ["| " + " | ".join(map(plain, row.cells)) + " |" for row in inner]
    if rows:
        head = memo_head(trace)
        st.markdown("\n".join([f"| {' | '.join(head)} |", "|---" * len(head) + "|", *rows]))
    else:
        st.caption("The memo holds leaves alone." if entries else "The memo is empty.")


def _show_stage(session: Session, scene: SlideScene) -> None:
    """Show the live scene of the slide: the stage, or the page to which it belongs."""
    comparing = session.of(CompareView)
    growing = session.of(ExpandView)
    tree = session.of(TreeChoice)
    two_stages = [side.stage for side in comparing.sides]
    stages = (
        session.stage,
        growing.stage,
        tree.graph_stage,
        tree.tree_stage,
        *two_stages,
    )
    panels, slide = [stage.panel for stage in stages], session.of(LessonVisit).current_slide
    for stage in stages:
        stage.slide, stage.bar, stage.draws = True, False, bool(slide and slide.task)
    for stage in (session.stage, growing.stage, *two_stages):
        stage.panel = False  # the slide has its texts, and the canvas needs the space
    for control in (comparing.lockstep, tree.control):
        control.listens = _follows_steps(session)
    _show_scene(session, scene)
    for control in (comparing.lockstep, tree.control):
        control.listens = False
    for stage, panel in zip(stages, panels, strict=True):
        stage.slide, stage.draws, stage.panel = False, False, panel


def _show_scene(session: Session, scene: SlideScene) -> None:
    if scene.scene.page is Page.UNWIND:
        unwind_page.show(session, stacked=True)
        return
    if scene.scene.page is Page.EXPAND:
        expand_page.show(session, alone=False)
        return
    if scene.is_comparison:
        compare_page.show_beside_text(session)
        return
    if session.failure and session.obstacle is None:
        st.warning(plain(session.failure))
    with progress("the explanation", session.of(ScoreQuestion).cancel, "position") as report:
        why = session.of(ScoreQuestion).data(session, report)
    session.stage.show(
        step=session.step,
        endless=session.endless,
        problems=session.troubles,
        share=links.share(session),
        scene=session.initial_scene,
        why=why,
        last_edit=edited_data(session),
        trials=tried_data(session.graph, session.of(LessonVisit).trial_values),
        listens=_follows_steps(session),
        picks=list(session.graph.ids) if clicked_index(session.of(LessonVisit)) is not None else [],
    )


def _follows_steps(session: Session) -> bool:
    """Return whether the slide depends on the current step: its text shows the memo, or it names steps."""
    slide = session.of(LessonVisit).current_slide
    has_memo = session.trace is not None and session.trace.has_memo and session.page is Page.EXPLORE
    return has_memo or (slide is not None and len(slide.stops) > 0)


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


def _talk_to_browser(session: Session) -> None:
    """Mount the component that turns slides by keys, keeps places and answers, and shows notes in a second window."""
    learning = session.of(LessonVisit)
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
        on_next_change=partial(session.pending_requests.append, partial(_turn_step_or_slide, session, 1)),
        on_previous_change=partial(session.pending_requests.append, partial(_turn_step_or_slide, session, -1)),
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
        session.link_warnings.append(_AWAY)
