"""The page New lesson: the draft is kept, takes scenes, and says what is wrong with it."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest
from support.script import on, page_of, run

from explorer.app.compare.state import CompareView
from explorer.app.links import Links
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.place import Place
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.app.write.state import LessonDraft
from explorer.lessons import scene_of
from explorer.lessons.scenes import slide_scene
from explorer.lessons.writing import NEW_LESSON
from explorer.scenes.scene import Page


def write_script() -> None:
    """The page alone."""
    from explorer.app.session.session import begin, current
    from explorer.app.write import page as write_page

    (current() or begin()).call(write_page.show)


def taken(session: Session, *, new: bool) -> LessonDraft:
    session.of(LessonDraft).take_scene(session.of(Links).scene_of(), new=new)
    return session.of(LessonDraft)


def test_a_scene_is_taken_as_it_stands_and_its_slide_has_no_problems():
    session = on("sample:takeaway-10")
    session.of(CurrentRun).choose("kernel")
    session.of(CurrentRun).step = 3
    drafting = taken(session, new=True)
    assert drafting.slide is not None
    shown = scene_of(drafting.slide.scene, drafting.files)
    assert (shown.scene.graph, shown.scene.algorithm, shown.step) == ("sample:takeaway-10", "kernel", 3)
    assert [slide.title for slide in drafting.lesson.slides] == ["The first slide", "New slide"]
    assert drafting.problems() == []


@pytest.mark.parametrize("page", Page)
def test_a_scene_of_every_page_but_play_is_taken_with_its_page(page: Page):
    session = on("sample:example-7-1")
    session.of(Place).page = page
    drafting = taken(session, new=False)
    assert drafting.slide is not None
    shown = slide_scene(drafting.slide.scene, drafting.files).scene
    assert (shown.page is page) == (page is not Page.PLAY) == (not drafting.scene_note)
    if page is Page.COMPARE:
        assert [shown.left.algorithm, shown.right.algorithm] == [
            side.algorithm for side in session.of(CompareView).sides
        ]


def test_an_edited_graph_is_put_beside_the_lesson_once():
    session = on("sample:figure-1")
    session.of(OpenGraph).origin = type(session.of(OpenGraph).origin)("Mine", is_edited=True)
    drafting = taken(session, new=False)
    taken(session, new=True)
    assert len(drafting.files) == 1
    drafting.check_all()
    assert drafting.full_check is not None
    assert drafting.full_check[1] == []
    assert drafting.slide is not None
    shown = scene_of(drafting.slide.scene, drafting.files)
    assert shown.graph.moves == session.of(OpenGraph).graph.moves


def test_what_the_browser_kept_comes_back():
    draft = Session().of(LessonDraft)
    draft.open("mine", "title: T\n# One\n", {"a.game.json": b"\x00\xff"})
    again = Session().of(LessonDraft)
    again.restore(json.dumps({**json.loads(draft.browser_record()), "text": draft.text}))
    assert (again.name, again.text, again.files) == (draft.name, draft.text, draft.files)


def test_what_was_typed_into_an_older_text_is_let_go():
    drafting = Session().of(LessonDraft)
    drafting.take({"text": "new", "line": 1, "version": 0, "rev": 1})
    drafting.take({"text": "older", "line": 1, "version": 0, "rev": 0})
    drafting.jump(1)
    drafting.take({"text": "old", "line": 1, "version": 0, "rev": 1})
    assert drafting.text == "new"


def test_the_page_shows_the_slide_at_the_cursor_and_its_problems():
    session = on("sample:figure-1")
    wrong = NEW_LESSON + "\n# Two\nscene: sample=figure-1\ngraph: 4110b93b\n\n{{7 : score of a}}\n"
    session.of(LessonDraft).take({"text": wrong, "line": 99, "version": 0, "rev": 1})
    app = page_of(write_script, session)
    assert "### Two" in [each.value for each in app.markdown]
    assert problems_on(app) == ["Line 24: the text says 7, but score of a is 1"]
    session.of(LessonDraft).take({"text": wrong, "line": 1, "version": 0, "rev": 1})
    assert problems_on(run(app)) == []
    next(button for button in app.button if button.label == "Check all slides").click()
    assert problems_on(run(app)) == ["Line 24: the text says 7, but score of a is 1"]


def problems_on(app: AppTest) -> list[str]:
    return [button.label for button in app.button if button.label.startswith("Line ")]
