"""An assignment: nothing says what is right before the end, and the answers can be saved at any time."""

from __future__ import annotations

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from support.help import code_of
from support.script import learn_script, on, page_of, press, run

from explorer.app.learn.state import OWN, LessonVisit
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.session import Session
from explorer.lessons.library import lesson_set_of
from explorer.lessons.marking import answers_document
from explorer.lessons.variants import variant_of
from explorer.stage import stage

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
    record = session.of(LessonVisit).lesson_answers
    assert record["0.0"] == "1"
    assert record.keys() == {"0.0", "0.0@"}
    assert "1 of 2 answered" in " ".join(each.value for each in app.markdown)
    assert "Show solutions" not in [button.label for button in app.button]


def test_the_end_says_what_is_right():
    app, session = at_slide(1)
    session.of(LessonVisit).open(f"{OWN}cycles", 0)
    session.of(LessonVisit).take_answer(0, "1")
    session.of(LessonVisit).open(f"{OWN}cycles", 1)
    press(app, "Keep this graph")
    assert verdicts(app) == []
    press(app, "Show solutions")
    assert verdicts(app)[0].startswith(
        "In this task you may add one move and change nothing else; nothing has changed."
    )
    session.of(LessonVisit).open(f"{OWN}cycles", 0)
    session.of(LessonVisit).take_answer(0, "2")  # too late
    run(app)
    assert verdicts(app) == ["**Right.**"]
    assert "Check" not in [button.label for button in app.button]
    assert session.of(LessonVisit).lesson_answers["revealed"] == "yes"
    session.of(LessonVisit).clear()
    session.of(LessonVisit).take_answer(0, "2")
    record = session.of(LessonVisit).lesson_answers
    assert (record["0.0"], record["revealed"]) == ("2", "earlier")


EVERY_FORM = """title: Forms
source: S
minutes: 5
before: B
assignment: yes
variants: 3

# One
scene: game=random?nodes=7%26cycles=yes%26seed={variant}&algorithm=score-iteration&step=0
graph: 0

Text.

? The score of p0?
answer: one
= score of p0

? What holds?
answer: several
* Yes
- No

? Final?
answer: nodes
= nodes with final score

? Order?
answer: order
1. First
2. Second

? Why?
answer: free
"""


def test_every_form_is_answered_for_the_variant_of_the_name():
    session = Session()
    learning = session.of(LessonVisit)
    learning.put(lesson_set_of("x", {"forms.md": EVERY_FORM.encode()}))
    learning.open(f"{OWN}forms")
    app = page_of(learn_script, session)
    assert len(app.radio) == 0
    next(box for box in app.text_input if box.label == "Your name").set_value("Ada")
    run(app)
    scene = learning.scene()
    assert scene is not None
    assert f"seed={variant_of('Ada', 3)}" in scene.scene.graph
    app.radio[0].set_value(app.radio[0].options[0])
    app.checkbox[0].check()
    nodes, items = [box for box in app.selectbox if box.label == "Add"]
    nodes.set_value("x0")
    items.set_value("Second")
    app.text_area[0].set_value("Since so.")
    run(app)
    menus = [box for box in app.selectbox if box.label == "Add"]
    assert "x0" not in menus[0].options
    menus[1].set_value("First")
    run(app)
    record = learning.lesson_answers
    assert [record[key] for key in ("0.1", "0.2", "0.3", "0.4")] == [
        '["Yes"]',
        '["x0"]',
        '["Second", "First"]',
        "Since so.",
    ]
    document = answers_document(learning.find(f"{OWN}forms"), record)
    assert (document["variant"], document["student"]) == (variant_of("Ada", 3), "Ada")
    assert "right" not in str(document)


HIDDEN = """title: Hidden
source: S
minutes: 5
before: B
assignment: yes
feedback: question
attempts: 2

# Graph
scene: sample=figure-1&algorithm=score-iteration&step=3
graph: 4110b93b
stage: graph

Text.

? Score?
= score of a
- 0 | Look at b.

# Run
scene: sample=figure-1&algorithm=score-iteration&step=3
graph: 4110b93b
stage: run

Text.

? Score?
= score of a
"""


def at_hidden_slide(index: int) -> tuple[AppTest, Session]:
    session = on("sample:components")
    session.of(LessonVisit).put(lesson_set_of("x", {"hidden.md": HIDDEN.encode()}))
    session.of(LessonVisit).open(f"{OWN}hidden", index)
    return page_of(learn_script, session), session


@pytest.fixture
def sent_data(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What stages send to the browser."""
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(stage, "mount", lambda data, **_: sent.append(json.loads(data)))
    return sent


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def test_a_hidden_run_is_neither_on_the_stage_nor_in_the_session(sent_data: list[dict[str, Any]]):
    app, session = at_hidden_slide(0)
    (data,) = sent_data
    assert data["document"]["nodes"]
    assert "expected" not in data["document"]
    assert not data["document"].get("description")
    looks = dict(zip(data["trace"]["nodes"], data["trace"]["values"], strict=True))
    assert [looks[id]["text"] for id in "abcd"] == ["?", "1", "?", "2"]
    assert (data["trace"]["count"] if "count" in data["trace"] else len(data["trace"]["chunks"])) == 1
    assert not data.keys() & {"share", "why", "functions", "questions", "ends"}
    assert session.of(OpenGraph).graph.name != "Figure 1: 0 < b < d"  # no other page shows it
    assert "Open in Explore" not in labels(app)
    assert "Fix my answers and show the run" not in labels(app)


def test_the_run_comes_once_the_answers_are_fixed(sent_data: list[dict[str, Any]]):
    app, session = at_hidden_slide(1)
    assert len(sent_data[-1]["trace"]["nodes"]) == 4
    assert "Open in Explore" not in labels(app)
    next(box for box in app.text_input if box.label == "Your answer").set_value("2")
    run(app)
    press(app, "Fix my answers and show the run")
    assert session.of(OpenGraph).graph.name == "Figure 1: 0 < b < d"
    assert "Open in Explore" in labels(app)
    session.of(LessonVisit).take_answer(0, "1")
    session.of(LessonVisit).clear()
    assert session.of(LessonVisit).answer(0) == "2"


def test_an_answer_is_checked_as_often_as_the_assignment_says():
    app, session = at_hidden_slide(0)
    learning = session.of(LessonVisit)
    for given, said in (("7", ["**Not quite.**"]), ("0", ["**Not quite.** Look at b."])):
        next(box for box in app.text_input if box.label == "Your answer").set_value(given)
        run(app)
        assert verdicts(app) == []
        press(app, next(label for label in labels(app) if label.startswith("Check")))
        assert [each.strip() for each in verdicts(app)] == said
    learning.take_answer(0, "1")
    run(app)
    assert learning.answer(0) == "0"
    assert next(box for box in app.text_input if box.label == "Your answer").disabled
    document = answers_document(learning.find(f"{OWN}hidden"), learning.lesson_answers)
    assert [each["attempts"] for each in document["answers"]] == [2, 0]


def test_solutions_bring_the_scene_of_a_slide_that_hid_its_run_and_clearing_hides_it_again():
    first, second = ("sample=figure-1&algorithm=score-iteration&step=0", "sample=figure-1-b-neg-d-pos&algorithm=bounds")
    slides = (
        f"\n# One\nscene: {first}\n\nText.\n\n# Two\nscene: {second}\nstage: graph\n\nText.\n\n? Sure?\n* Yes\n- No\n"
    )
    session = Session()
    head = "title: Two\nsource: S\nminutes: 5\nbefore: B\nassignment: yes\n"
    session.of(LessonVisit).put(lesson_set_of("x", {"two.md": f"{head}{slides}".encode()}))
    session.of(LessonVisit).open(f"{OWN}two", 0)
    app = page_of(learn_script, session)
    assert session.of(OpenGraph).graph.node("b").score == 1
    session.of(LessonVisit).open(f"{OWN}two", 1)
    run(app)
    assert session.of(OpenGraph).graph.node("b").score == 1
    session.of(LessonVisit).show_solutions()
    run(app)
    assert session.of(OpenGraph).graph.node("b").score == -1
    session.of(LessonVisit).clear()
    session.of(LessonVisit).graph_stage.title = ""
    run(app)
    assert session.of(LessonVisit).graph_stage.title != ""
