"""An assignment: nothing says what is right before the end, and the answers can be saved at any time."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest
from support.help import code_of
from support.script import learn_script, page_of, press, run

from explorer.app.learn.state import OWN, LessonVisit
from explorer.app.state import Session
from explorer.lessons.library import lesson_set_of

pytestmark = pytest.mark.usefixtures("nothing_sent")
_, TEXT = code_of("lessons", "text")


def at_slide(index: int) -> tuple[AppTest, Session]:
    session = Session()
    session.of(LessonVisit).put(lesson_set_of("x", {"cycles.md": TEXT.encode()}))
    session.of(LessonVisit).open(f"{OWN}cycles", index)
    return page_of(learn_script, session), session


def verdicts(app: AppTest) -> list[str]:
    return [each.value for kind in (app.success, app.warning) for each in kind]


def test_an_answer_is_kept_and_nothing_is_said_of_it():
    app, session = at_slide(0)
    for given in ("2", "1"):
        next(box for box in app.text_input if box.label == "Your answer").set_value(given)
        run(app)
        assert verdicts(app) == []
    assert session.of(LessonVisit).lesson_answers == {"0.0": "1"}
    assert "1 of 2 answered" in " ".join(each.value for each in app.markdown)
    assert "Show solutions" not in [button.label for button in app.button]


def test_the_end_says_what_is_right():
    app, session = at_slide(1)
    press(app, "Keep this graph")
    assert verdicts(app) == []
    press(app, "Show solutions")
    assert verdicts(app)[0].startswith(
        "In this task you may add one move and change nothing else; nothing has changed."
    )
    session.of(LessonVisit).open(f"{OWN}cycles", 0)
    session.of(LessonVisit).take_answer(0, "1")
    run(app)
    assert verdicts(app) == ["**Right.**"]
    assert "Check" not in [button.label for button in app.button]
