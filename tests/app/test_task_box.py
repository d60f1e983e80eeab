"""The task of a slide: checked on the graph as the student has changed it, with the counterexample on the stage."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from support.script import learn_script, page_of, press, run
from support.sessions import edits

from explorer.app.learn.state import LessonVisit
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.lessons import load_lesson

pytestmark = pytest.mark.usefixtures("nothing_sent")


def at_task(lesson: str) -> tuple[AppTest, Session]:
    slides = load_lesson(lesson).slides
    session = Session()
    session.of(LessonVisit).open(lesson, next(index for index, slide in enumerate(slides) if slide.task))
    return page_of(learn_script, session), session


def test_a_refusal_brings_the_stage_to_what_shows_it():
    app, session = at_task("alpha-beta")
    assert "reads at most 6 leaves" in " ".join(each.value for each in app.markdown)
    press(app, "Check")
    assert "The first one too many is h2 at step 33" in app.warning[0].value
    press(app, "Show it")
    run(app)
    assert (session.of(CurrentRun).algorithm, session.of(CurrentRun).step) == ("alpha-beta", 33)


def test_the_changed_graph_is_checked_and_kept():
    app, session = at_task("minimax-cycles")

    def add_move(document: dict[str, Any]) -> None:
        document["moves"].append(["c", "b"])

    edits(session, add_move)
    press(app, "Check")
    assert app.success[0].value == "Done. The property holds."
    given = session.of(LessonVisit).answer("task")
    assert given.startswith("graph=A")
    assert session.of(LessonVisit).browser_record().count(given) == 1
    edits(session, lambda document: document["moves"].append(["c", "c"]))
    run(app)
    assert "has changed since it was checked" in " ".join(each.value for each in app.caption)
