"""The page Learn: a slide opens at its scene, and the reader finds the way through it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest
from support.script import learn_script, page_of, press, run, sentences

from explorer.app.compare.state import CompareView
from explorer.app.expand.state import ExpandView
from explorer.app.learn.page import notes_data
from explorer.app.learn.state import OWN, LessonVisit
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.opener import GraphOpener
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.app.tree.state import TreeChoice
from explorer.app.widgets import markdown_of
from explorer.drawing.number_line import number_line
from explorer.lessons import LessonSet, load_lesson, scene_of
from explorer.lessons.library import lesson_set_of
from explorer.scenes.scene import Page

SLIDES = [("minimax-cycles", 14), ("unwinding", 1), ("memo-search", 8), ("bounds", 13)]  # one for each page
HEAD = "title: A\nsource: B\nminutes: 1\nbefore: C\n"


@pytest.fixture
def at_slide() -> Callable[[str, int], tuple[AppTest, Session]]:
    def open_slide(name: str, index: int) -> tuple[AppTest, Session]:
        session = Session()
        session.of(LessonVisit).open(name, index)
        return page_of(learn_script, session), session

    return open_slide


def typed(app: AppTest, label: str, text: str) -> AppTest:
    next(box for box in app.text_input if box.label == label).set_value(text)
    return run(app)


@pytest.mark.parametrize(("name", "index"), SLIDES)
def test_a_slide_of_each_page_shows_its_scene(
    at_slide: Callable[[str, int], tuple[AppTest, Session]], name: str, index: int
):
    app, session = at_slide(name, index)
    slide = load_lesson(name).slides[index]
    scene = scene_of(slide.scene)
    assert sentences(app) == []
    assert session.of(LessonVisit).scene_note == ""
    assert (session.of(OpenGraph).graph.ids, session.of(OpenGraph).graph.moves) == (scene.graph.ids, scene.graph.moves)
    if scene.scene.page is Page.EXPAND:
        assert session.of(ExpandView).step == scene.step
    elif scene.is_comparison:
        sides = [side.contender.notation for side in session.of(CompareView).sides]
        assert sides == [chosen.algorithm for chosen in (scene.scene.left, scene.scene.right)]
        assert session.of(CompareView).lockstep.key in app.session_state
    else:
        assert (session.of(CurrentRun).algorithm, session.of(CurrentRun).chosen_options) == (
            scene.scene.algorithm,
            scene.scene.options,
        )
        assert session.of(CurrentRun).step == scene.step
    if scene.scene.page is Page.UNWIND:
        assert (session.of(TreeChoice).view, session.of(TreeChoice).depth) == (scene.scene.tree, scene.scene.depth)


def test_next_goes_through_the_named_steps_and_then_to_the_next_slide(
    at_slide: Callable[[str, int], tuple[AppTest, Session]],
):
    app, session = at_slide("minimax-cycles", 7)
    seen = []
    for _ in range(6):
        seen.append((session.of(LessonVisit).slide, session.of(CurrentRun).step))
        press(app, "Next")
    assert seen == [(7, 0), (7, 1), (7, 2), (7, 3), (7, 4), (8, 4)]
    assert session.of(LessonVisit).slide == 9
    back = []
    for _ in range(3):
        press(app, "Previous")
        back.append((session.of(LessonVisit).slide, session.of(CurrentRun).step))
    assert back == [(8, 4), (7, 4), (7, 3)]


def test_a_lecture_sees_no_answers_of_before_and_leaves_none():
    learning = LessonVisit()
    learning.open("minimax-cycles", 3)
    learning.take_answer(0, "Yes")
    kept = learning.browser_record()
    learning.lecture(True)
    assert learning.answer(0) == ""
    learning.take_answer(0, "No")
    learning.lecture(True)  # it goes on
    assert (learning.answer(0), learning.browser_record()) == ("No", kept)
    learning.lecture(False)
    assert (learning.answer(0), learning.browser_record()) == ("Yes", kept)


def test_back_to_the_slide_restores_its_scene(at_slide: Callable[[str, int], tuple[AppTest, Session]]):
    app, session = at_slide("minimax-cycles", 0)
    session.of(GraphOpener).open_sample("takeaway-10")
    session.of(CurrentRun).choose("kernel")
    session.of(OpenGraph).endless = 5
    press(app, "Back to the slide")
    assert (
        session.of(OpenGraph).origin.sample,
        session.of(CurrentRun).algorithm,
        session.of(OpenGraph).endless,
        session.of(CurrentRun).step,
    ) == (
        "figure-1",
        "depth-first",
        0,
        0,
    )


def test_answers_are_judged_and_kept(at_slide: Callable[[str, int], tuple[AppTest, Session]]):
    app, session = at_slide("minimax-cycles", 5)
    typed(app, "Your answer", "2")
    assert app.warning[0].value.startswith("**Not quite.** Max would like d")
    typed(app, "Your answer", "7")
    assert "Min can hold a to at most 1" in app.warning[0].value
    typed(app, "Your answer", "1")
    assert app.success[0].value.startswith("**Right.**")
    assert session.of(LessonVisit).answers["minimax-cycles"]["5.0"] == "1"


def test_fields_show_the_answers_that_the_browser_kept(at_slide: Callable[[str, int], tuple[AppTest, Session]]):
    app, session = at_slide("cycles-assignment", 1)
    choice = "Every value below the upper bound of a"
    session.of(LessonVisit).restore(json.dumps({"answers": {"cycles-assignment": {"1.0": "2", "1.1": choice}}}))
    run(app)
    answers = [box for box in (*app.text_input, *app.radio) if box.label == "Your answer"]
    assert [box.value for box in answers] == ["2", choice]
    assert session.of(LessonVisit).answers == {"cycles-assignment": {"1.0": "2", "1.1": choice}}


def test_trial_values_say_where_the_rule_holds(at_slide: Callable[[str, int], tuple[AppTest, Session]]):
    app, _ = at_slide("minimax-cycles", 2)
    for label, value in (("Value of a", "1.5"), ("Value of c", "1")):
        typed(app, label, value)
    texts = " ".join(each.value for each in app.markdown)
    assert "The rule does not hold everywhere" in texts
    typed(app, "Value of c", "3/2")
    assert "The rule holds at every node" in " ".join(each.value for each in app.markdown)


def test_a_changed_graph_is_told_and_the_nearest_true_step_shown():
    text = f"{HEAD}# One\nscene: sample=figure-1&step=0\ngraph: 00000000\n\nNow c is {{{{1 : value of c}}}}.\n"
    session = Session()
    session.of(LessonVisit).put(lesson_set_of("x", {"x.md": text.encode()}))
    session.of(LessonVisit).open(f"{OWN}x")
    app = page_of(learn_script, session)
    assert app.warning[0].value.startswith("The graph of this slide has changed")
    assert session.of(CurrentRun).step == 3


def test_places_and_answers_come_back():
    learning = LessonVisit()
    learning.open("minimax-cycles", 3)
    learning.take_answer(0, "No")
    again = LessonVisit()
    again.restore(learning.browser_record())
    again.open("minimax-cycles")
    assert (again.slide, again.answer(0)) == (3, "No")
    assert json.loads(again.browser_record()) == json.loads(learning.browser_record())


def own_lesson(title: str) -> LessonSet:
    text = f"title: {title}\nsource: B\nminutes: 1\nbefore: C\n"
    slide = "# {}\nscene: sample=figure-1\n\n? What?\n= score of a\n\n"
    return lesson_set_of("x", {"x.md": (text + slide.format(1) + slide.format(2)).encode()})


def test_answers_to_a_lesson_of_the_readers_own_are_there_again_when_the_lesson_is():
    learning = LessonVisit()
    for title, answer in (("One", "1"), ("Two", "2" * 200_000)):
        learning.put(own_lesson(title))
        learning.open(f"{OWN}x", 1)
        learning.take_answer(0, answer)
    again = LessonVisit()
    again.restore(learning.browser_record())
    again.put(own_lesson("Three"))
    assert again.place(f"{OWN}x") == 0
    for title, answer in (("One", "1"), ("Two", "2" * 200_000)):
        again.put(own_lesson(title))
        again.open(f"{OWN}x")
        assert (again.slide, again.answer(0)) == (1, answer)


@pytest.mark.parametrize(
    "nasty",
    [
        "![p](https://picture.invalid/p.png)",
        "<img src='https://html.invalid/i.png'>",
        "[link](https://link.invalid)",
        "$x$![p](//picture.invalid)$y$",
        "$\\href{https://link.invalid}{x}$",
    ],
)
def test_the_text_of_a_lesson_makes_no_links_pictures_html_or_colours(nasty: str):
    """Every mark that could is escaped, whatever Streamlit takes it for."""
    text = markdown_of(nasty)
    for mark in ("[", "<", "`", "#"):
        assert text.count(mark) == text.count(f"\\{mark}")
    assert "://" not in text
    assert "www." not in text.replace("\N{WORD JOINER}", "|")


def test_the_window_of_the_lecturer_has_the_notes_and_the_page_has_not(
    at_slide: Callable[[str, int], tuple[AppTest, Session]],
):
    app, session = at_slide("minimax-cycles", 15)
    shown = notes_data(session.of(LessonVisit))
    assert shown is not None
    assert (shown["place"], shown["next"]) == ("Minimax and cycles: slide 16 of 16", "This is the last slide.")
    assert "play again" in shown["notes"]
    assert all("play again" not in each.value for each in app.markdown)


def test_the_number_line_marks_values_and_shades_the_interval():
    picture = number_line({"a": 1, "c": 1, "<b>": 3}, 1, float("inf"))
    assert "a = c</text>" in picture
    assert "&lt;b&gt;" in picture
    assert re.findall(r'<circle cx="(\d+)"', picture) == ["115", "285"]  # a quarter of the way from 0 to 4, and three
