"""The page of a lesson, opened from a file without a network: answered, saved, graded; and what it does not hold."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from support.app import StageView
from support.lessons import ASSIGNMENT, HEAD, LESSON, VARIANTS

from explorer.drawing.exports.lesson_page import lesson_page
from explorer.lessons import read_lesson
from explorer.lessons.grading import grade_all
from explorer.lessons.library import lesson_set_of
from explorer.lessons.variants import variant_of

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
Open = Callable[..., Page]


@pytest.fixture
def open_lesson(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens the page of a lesson from a file, in a browser without a network; no script may fail."""
    context = browser.new_context(offline=True)
    faults: list[str] = []

    def opened(text: str, name: str = "every", hash: str = "", *, refuses_storage: bool = False) -> Page:
        path = tmp_path / f"{name}.html"
        path.write_text(lesson_page(read_lesson(text, name)[0]), encoding="utf-8")
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        if refuses_storage:
            page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })")
        page.goto(f"{path.as_uri()}{hash}")
        return page

    yield opened
    context.close()
    assert faults == []


def question(page: Page, text: str) -> Locator:
    """Return the box of a question on the slide that is shown."""
    return page.locator("section.shown .question").filter(has=page.locator("p", has_text=text))


def press(box: Locator, *names: str) -> None:
    """Press buttons of a question one after the other."""
    for name in names:
        box.get_by_role("button", name=name, exact=True).click()


def told(box: Locator, reply: str) -> None:
    """Wait for a reply below a question."""
    expect(box.locator(".verdict")).to_have_text(reply)


def answer_all(page: Page) -> None:
    """Answer every form of question, each right, as far as there is a right answer."""
    question(page, "What is the score of a?").get_by_role("textbox").fill("1")
    question(page, "Which move is best at a?").get_by_role("textbox").fill("c")
    question(page, "Which node does Max move at?").get_by_label("a", exact=True).check()
    leaves = question(page, "Which of these are leaves?")
    leaves.get_by_label("b", exact=True).check()
    leaves.get_by_label("d", exact=True).check()
    page.keyboard.press("PageDown")
    if page.locator("section.shown h2").text_content() != "Clicked":
        page.keyboard.press("PageDown")  # after the step that the slide names
    press(question(page, "Click a best successor of a."), "b")
    press(question(page, "Click all nodes with a score of 1."), "a", "b", "c")
    press(question(page, "Click the path at step 4."), "a", "c", "d")
    press(question(page, "In which order are the nodes first visited?"), "a", "b", "c", "d")
    question(page, "Why is a not worth 2?").get_by_role("textbox").fill("Min does not move to d.")


def saved(page: Page) -> tuple[str, bytes]:
    """Return the file of answers that the page saves."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save my answers").click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_each_form_of_question_is_answered_with_a_reply_and_kept(open_lesson: Open):
    page = open_lesson(LESSON)
    score, move = question(page, "What is the score of a?"), question(page, "Which move is best at a?")
    for text, reply in (
        ("2", "Not quite. Min does not move to d."),
        ("−1/2", "Not quite. Max can get at least 1 at a, which is more than −1/2."),
        ("x", "Type a number such as 2, −1/2 or ∞ (inf)."),
        ("1.0", "Right."),
    ):
        score.get_by_role("textbox").fill(text)
        press(score, "Check")
        told(score, reply)
    move.get_by_role("textbox").fill("b")
    move.get_by_role("textbox").press("Enter")
    told(move, "Right. Just as good: c.")
    circle, leaves = question(page, "Which node does Max move at?"), question(page, "Which of these are leaves?")
    circle.get_by_label("c", exact=True).check()
    told(circle, "Not quite. It is a square.")
    leaves.get_by_label("b", exact=True).check()
    press(leaves, "Check")
    told(leaves, "Partly right. 1 of 2 right choices, 0 wrong. The square c leads to it.")
    page.reload()
    told(question(page, "What is the score of a?"), "Right.")
    told(question(page, "Which node does Max move at?"), "Not quite. It is a square.")
    expect(question(page, "Which of these are leaves?").get_by_label("b", exact=True)).to_be_checked()


def test_nodes_are_clicked_on_the_canvas_or_chosen(open_lesson: Open):
    page = open_lesson(LESSON, hash="#slide=2")
    stage = StageView(page)
    one, many = question(page, "Click a best successor of a."), question(page, "Click all nodes with a score of 1.")
    stage.click_node("d")
    expect(one.locator(".chosen")).to_have_text("d")
    press(one, "Check")
    told(one, "Not quite. The program finds b, c.")
    many.locator("p").first.click()
    stage.click_node("a")
    press(many, "b", "Check")
    told(many, "Partly right. 2 of 3 right nodes, 0 wrong. The program finds a, c, b.")
    path, order = (
        question(page, "Click the path at step 4."),
        question(page, "In which order are the nodes first visited?"),
    )
    press(path, "a", "c", "b", "Take back", "d", "Check")
    told(path, "Right.")
    press(order, "a", "c", "b", "d", "Check")
    told(order, "Partly right. 2 of 4 are in their place. The order: a → b → c → d.")


def test_an_assignment_is_answered_on_a_phone_saved_by_three_students_and_graded(open_lesson: Open):
    page = open_lesson(ASSIGNMENT)
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    answer_all(page)
    expect(page.locator("#homework")).to_contain_text("9 of 9 answered, and 1 task for the program.")
    expect(page.locator("#homework")).to_contain_text("Deadline: 2030-01-01.")
    expect(page.get_by_text("(1 point)")).to_have_count(10)
    expect(page.get_by_role("button", name="Check")).to_have_count(0)
    page.get_by_role("button", name="Save my answers").click()
    expect(page.get_by_text("Type your name first: the file is named after you.")).to_be_visible()
    page.get_by_label("Your name").fill("Ada Lovelace")
    name, data = saved(page)
    assert name == "every-Ada-Lovelace.answers.json"
    (graded,) = grade_all([(name, data)], [lesson_set_of("x", {"every.md": ASSIGNMENT.encode()})])
    rights = [mark.key for mark in graded.marks if mark.is_right]
    assert (graded.student, graded.problems, len(rights)) == ("Ada Lovelace", (), 8)
    page.evaluate("lessonPage.show({ slide: 1 })")
    question(page, "What is the score of a?").get_by_role("textbox").fill("2")
    question(page, "Which node does Max move at?").get_by_label("c", exact=True).check()
    page.get_by_label("Your name").fill("Ben")
    wrong = saved(page)
    edited = ("every-Eve.answers.json", wrong[1].replace(b'"Ben"', b'"Eve"').replace(b'"given": "2"', b'"given": "1"'))
    rows = grade_all([(name, data), wrong, edited], [lesson_set_of("x", {"every.md": ASSIGNMENT.encode()})])
    assert [len([mark for mark in row.marks if mark.is_right]) for row in rows] == [8, 6, 7]
    assert [bool(row.problems) for row in rows] == [False, False, True]
    page.evaluate("lessonPage.show({ slide: 3 })")
    expect(page.locator("section.shown .program")).to_contain_text("python -m explorer open every.md")


def data_of(html: str) -> dict[str, Any]:
    """Return the data in a page."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_the_page_of_an_assignment_holds_no_reply_right_answer_run_or_score():
    lesson, _ = read_lesson(ASSIGNMENT, "every")
    html = lesson_page(lesson).partition('<script type="module"')[0]  # behind it stand scripts, the same for all pages
    for text in ("Min does not move to d", "The square c leads", "It is a circle", "It is a square", "Min need not"):
        assert text not in html
        assert text in ASSIGNMENT
    for text in ("<summary>Answer", "is_right", '"replies"', "score of a<", "nodes with score", "best moves of"):
        assert text not in html
    for slides in data_of(html)["slides"]:
        for slide in slides:
            assert (slide["questions"], slide["steps"]) == ([], [])
            (stage,) = slide["stages"]
            inner = {node["id"] for node in stage["document"]["nodes"] if "score" not in node}
            assert inner == {"a", "c"}
            assert not {"expected", "description"} & stage["document"].keys()
            assert {"trace", "document", "network"} < stage.keys()
            assert stage["trace"]["length"] == 1
            texts = [value["text"] for value in stage["trace"]["values"]]
            leaves = [str(node["score"]) for node in stage["document"]["nodes"] if "score" in node]
            assert sorted(text.replace("−", "-") for text in texts) == sorted(["?", "?", *leaves])
            assert [chunk["captions"] for chunk in stage["trace"]["chunks"]] == [[""]]
            assert not any(stage.get(name) for name in ("transport", "asks", "why", "functions", "ends"))


def test_each_student_has_the_variant_of_their_name(open_lesson: Open):
    seen = {}
    page = open_lesson(VARIANTS, "variants")
    for student in ("Ada", "Ben", "Cleo", "Dan", "Eve"):
        page.evaluate("localStorage.clear()")
        page.reload()
        expect(page.locator("section.shown")).to_have_count(0)
        page.get_by_label("Your name").fill(student)
        page.get_by_role("button", name="Begin").click()
        page.locator("section.shown").get_by_role("textbox").fill("3")
        number = variant_of(student, 3)
        expect(page.locator("#homework")).to_contain_text(f"Your variant: {number}.")
        name, data = saved(page)
        (graded,) = grade_all([(name, data)], [lesson_set_of("x", {"variants.md": VARIANTS.encode()})])
        assert (graded.student, graded.problems, json.loads(data)["variant"]) == (student, (), number)
        seen[number] = StageView(page).js("[...stage.document.nodes.values()].map(({ score }) => score ?? null)")
    assert len(seen) == 3 == len({str(scores) for scores in seen.values()})


def test_values_on_trial_are_checked_and_shown(open_lesson: Open):
    page = open_lesson(LESSON)
    page.get_by_label("Value of a").fill("1")
    page.get_by_label("Value of c").fill("2")
    trial = page.locator("section.shown .trial")
    expect(trial).to_contain_text("a = 1, and max{b, c} = max{1, 2} = 2")
    expect(trial).to_contain_text("The rule does not hold everywhere.")
    page.get_by_label("Value of a").fill("2")
    expect(trial).to_contain_text("The rule holds at every node.")
    assert StageView(page).js("stage.looks.tried.c.holds")
    page.get_by_label("Value of a").fill("two")
    expect(trial).to_contain_text("A score is a number such as 2, -0.5 or 16/3, not “two”.")


def test_the_page_asks_about_the_next_step(open_lesson: Open):
    page = open_lesson(LESSON, hash="#slide=2")
    page.get_by_role("button", name="Ask me").click()
    asking = page.locator(".asking")
    expect(asking).to_contain_text("Which node is visited next, from a?")
    asking.get_by_role("button", name="b", exact=True).click()
    asking.get_by_role("button", name="Answer").click()
    expect(asking).to_contain_text("Right.")
    expect(asking).to_contain_text("right 1")


def test_an_address_names_slide_and_step_and_scripts_lead_the_page(open_lesson: Open):
    page = open_lesson(LESSON, hash="#slide=1&step=3")
    stage = StageView(page)
    expect(page.get_by_text("A later part.")).to_be_visible()
    assert stage.js("stage.player.at") == 3
    page.evaluate("addEventListener('lesson-shown', ({ detail }) => (globalThis.heard = detail))")
    stage.js("stage.player.go(2)")
    expect(page.get_by_text("A later part.")).to_be_hidden()
    assert page.evaluate("[heard, location.hash]") == [{"slide": 1, "step": 2}, "#slide=1&step=2"]
    page.evaluate("lessonPage.show({ slide: 2, step: 4 })")
    assert page.evaluate("[lessonPage.shown(), location.hash]") == [{"slide": 2, "step": 4}, "#slide=2&step=4"]
    page.evaluate("location.hash = '#slide=1&step=3'")
    expect(page.get_by_text("A later part.")).to_be_visible()


def test_a_scene_stands_alone_in_a_frame(open_lesson: Open):
    page = open_lesson(LESSON, hash="#slide=2&step=4&embed")
    expect(page.locator(".transport")).to_be_visible()
    expect(page.locator(".caption")).not_to_be_empty()
    expect(page.locator("nav, article")).to_have_count(2)
    for part in page.locator("nav, article").all():
        expect(part).to_be_hidden()
    size = page.viewport_size or {"height": 0}
    assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]


def test_a_browser_that_stores_nothing_says_so(open_lesson: Open):
    page = open_lesson(LESSON, refuses_storage=True)
    expect(page.get_by_text("This browser keeps nothing for this page")).to_be_visible()
    score = question(page, "What is the score of a?")
    score.get_by_role("textbox").fill("1")
    press(score, "Check")
    told(score, "Right.")


def test_both_canvases_of_a_comparison_have_names(open_lesson: Open):
    scene = "sample=example-7-1&page=compare&left=memoised-naive&right=memoised&step=8"
    page = open_lesson(f"{HEAD}\n# One\nscene: {scene}\n\nText.\n")
    for size in ({"width": 1440, "height": 900}, PHONE):
        page.set_viewport_size(size)
        for name in ("Depth-first search with a naive memo (wrong)", "Depth-first search with memo"):
            expect(page.locator(".graph-title h2").get_by_text(name, exact=True)).to_be_visible()


def test_the_shortcuts_of_a_page_are_those_of_a_graph_that_nobody_edits(open_lesson: Open):
    page = open_lesson(LESSON)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Shortcuts")
    expect(dialog.get_by_text("Find a node by name")).to_be_visible()
    expect(dialog.get_by_text("Drag a node by its middle")).to_be_visible()
    expect(dialog.get_by_text("add a node")).to_have_count(0)


def test_an_address_to_which_embed_is_added_shows_the_scene_alone(open_lesson: Open):
    page = open_lesson(LESSON, hash="#slide=2")
    page.evaluate("location.hash = '#slide=2&embed'")
    expect(page.locator("body.embed .transport")).to_be_visible()
