"""The files that *Hand out* makes of an open lesson."""

from __future__ import annotations

import pytest
from support.lessons import LESSON
from support.script import learn_script, page_of, press, run

from explorer.app.learn.state import OWN, LessonVisit
from explorer.app.session.session import Session
from explorer.drawing.exports.lesson_page import HandoutForm, handout, lesson_page
from explorer.lessons import read_lesson
from explorer.lessons.library import lesson_set_of

pytestmark = pytest.mark.usefixtures("nothing_sent")


def test_a_lesson_is_handed_out_as_page_worksheet_solutions_and_quiz():
    session = Session()
    visit = session.of(LessonVisit)
    visit.put(lesson_set_of("x", {"every.md": LESSON.encode()}))
    visit.open(f"{OWN}every")
    app, (lesson, _) = page_of(learn_script, session), read_lesson(LESSON, "every")
    expected = {
        "Page for students": ("every.html", lesson_page(lesson)),
        "Worksheet": ("every-worksheet.html", handout(lesson, HandoutForm.WORKSHEET)),
        "Solutions": ("every-solutions.html", handout(lesson, HandoutForm.SOLUTIONS)),
        "Quiz for Moodle": ("every.xml", None),
    }
    for form, (name, page) in expected.items():
        next(box for box in app.radio if box.label == "Form").set_value(form)
        run(app)
        press(app, "Make the file")
        made = visit.handout
        assert made is not None, form
        assert made.name == name
        assert page is None or made.content == page.encode()
