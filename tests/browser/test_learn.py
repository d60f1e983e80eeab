"""A lesson in the browser: keys turn it, the browser keeps it, links lead to slides, and nothing is fetched."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from support.app import (
    PATIENCE,
    StageView,
    after_run,
    choose,
    eventually,
)

from explorer.drawing.exports.lesson_page import lesson_page
from explorer.lessons import load_lesson, read_lesson
from explorer.lessons.library import lesson_names
from explorer.lessons.marking import TIME
from explorer.lessons.writing import NEW_LESSON

pytestmark = pytest.mark.browser

NASTY = "![p](https://picture.invalid/p.png) <img src='https://html.invalid/i.png'> $x$ :red[red] `code` **bold**"
HEAD = f"title: {NASTY}\nsource: {NASTY}\nminutes: 1\nbefore: {NASTY}\n"
TEXT = f"{HEAD}# {NASTY}\nscene: sample=figure-1\ngraph: 4110b93b\n\n{NASTY}\n\n? {NASTY}\n* {NASTY} | {NASTY}\n- No\n"


def kept(page: Page) -> dict[str, Any]:
    """What the browser keeps of lessons."""
    found: dict[str, Any] = page.evaluate("JSON.parse(localStorage['game-graph-explorer lessons'] ?? '{}')")
    return found


def kept_places(page: Page) -> dict[str, int]:
    """Where the browser keeps that lessons were left."""
    return kept(page).get("places", {})


def kept_answers(page: Page) -> dict[str, dict[str, str]]:
    """What the browser keeps that was answered."""
    return {
        lesson: {name: text for name, text in answers.items() if not name.endswith(TIME)}
        for lesson, answers in kept(page).get("answers", {}).items()
    }


def title(page: Page, text: str) -> None:
    """Wait until a slide is there, and the run that brought it is over."""
    expect(page.locator(".st-key-slide h2")).to_have_text(text, timeout=PATIENCE)
    after_run(page)


def press(page: Page, name: str) -> None:
    after_run(page).get_by_role("button", name=name, exact=True).click()


def test_keys_turn_the_slides_and_the_browser_keeps_the_place(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=minimax-cycles&slide=8")
    title(page, "The definition of the score")
    stage = StageView(page).ready()
    eventually(lambda: kept_places(page), {"minimax-cycles": 7})  # else that run is still to come
    after_run(page).keyboard.press("PageDown")
    stage.go_to(1)
    after_run(page).keyboard.press("PageUp")
    stage.go_to(0)
    after_run(page).get_by_role("button", name="Slides").click()
    press(page, "9. The sequence stops")
    title(page, "The sequence stops")
    expect(page.get_by_test_id("stPopoverBody")).to_be_hidden()
    eventually(lambda: page.url.partition("?")[2], "lesson=minimax-cycles&slide=9")
    eventually(lambda: kept_places(page), {"minimax-cycles": 8})
    page.reload()
    title(page, "The sequence stops")
    press(page, "Lessons")
    press(page, "Continue with slide 9")
    title(page, "The sequence stops")


def answer(page: Page, number: int, text: str) -> None:
    page.bring_to_front()  # a tab behind another is given no frames
    field = after_run(page).get_by_role("textbox", name="Your answer").nth(number)
    field.fill(text)
    field.press("Enter")


def test_answers_are_kept_one_that_next_is_pressed_after_and_those_of_another_tab(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=cycles-assignment&slide=1")
    answer(page, 0, "2")
    eventually(lambda: kept_answers(page), {"cycles-assignment": {"0.0": "2"}})
    after_run(page).get_by_role("textbox", name="Your answer").nth(1).fill("1")
    page.get_by_role("button", name="Next", exact=True).click()
    eventually(lambda: kept_answers(page), {"cycles-assignment": {"0.0": "2", "0.1": "1"}})
    press(page, "Previous")
    expect(page.get_by_role("textbox", name="Your answer").nth(1)).to_have_value("1", timeout=PATIENCE)
    after_run(page).reload()
    expect(page.get_by_text("2 of 14 answered")).to_be_visible(timeout=PATIENCE)
    for number, given in enumerate(("2", "1")):
        field = page.get_by_role("textbox", name="Your answer").nth(number)
        expect(field).to_have_value(given, timeout=PATIENCE)
    other = open_page("/learn?lesson=cycles-assignment&slide=1")
    expect(other.get_by_role("textbox", name="Your answer").first).to_have_value("2", timeout=PATIENCE)
    answer(page, 1, "4")
    answer(other, 0, "3")
    eventually(lambda: kept_answers(page), {"cycles-assignment": {"0.0": "3", "0.1": "4"}})


def test_what_is_typed_is_there_again_without_enter_after_a_reload_and_after_back(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=cycles-assignment&slide=1")
    press(page, "Next")
    title(page, load_lesson("cycles-assignment").slides[1].title)
    field = page.get_by_role("textbox", name="Your answer").first
    choice = page.get_by_test_id("stRadio").locator("label").filter(has_text="Every value below the upper bound of a")
    field.press_sequentially("2")
    page.reload()
    expect(field).to_have_value("2", timeout=PATIENCE)
    after_run(page)
    choice.click()
    page.reload()
    expect(choice.locator("input")).to_be_checked(timeout=PATIENCE)
    expect(field).to_have_value("2")
    after_run(page)
    field.press("End")
    field.press_sequentially("3")
    page.go_back()
    title(page, load_lesson("cycles-assignment").slides[0].title)
    page.go_forward()
    title(page, load_lesson("cycles-assignment").slides[1].title)
    expect(field).to_have_value("23", timeout=PATIENCE)
    after_run(page)
    press(page, "Slides")
    press(page, "Clear answers")
    expect(field).to_have_value("", timeout=PATIENCE)
    after_run(page).reload()
    expect(choice).to_be_visible(timeout=PATIENCE)
    after_run(page)
    expect(field).to_have_value("")
    eventually(lambda: set(kept_answers(page)["cycles-assignment"].values()), {""})


def test_the_notes_follow_the_slides_in_a_second_window_and_turn_them(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=minimax-cycles&slide=3")
    title(page, "The rule as two equations")
    StageView(page).ready().settled()
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Notes", exact=True).click()
    notes = opened.value
    expect(notes.locator("#notes")).to_contain_text("with pencil and paper", timeout=PATIENCE)
    expect(notes.locator("#next")).to_have_text("Next: Many solutions")
    expect(page.get_by_text("with pencil and paper")).to_have_count(0)
    after_run(page).get_by_role("button", name="Next", exact=True).click()
    expect(notes.locator("h1")).to_have_text("Many solutions", timeout=PATIENCE)
    after_run(page)
    notes.keyboard.press("PageUp")
    title(page, "The rule as two equations")
    expect(notes.locator("h1")).to_have_text("The rule as two equations", timeout=PATIENCE)


def shown_in(stage: StageView) -> dict[str, str]:
    """The text in every node."""
    return stage.js("Object.fromEntries([...stage.document.nodes.keys()].map((id) => [id, stage.looks.of(id).text]))")


def test_trial_values_stand_in_the_nodes_and_w_explains_in_a_lecture(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=minimax-cycles&slide=3")
    stage = StageView(page).ready().settled()
    stage.find("[data-tool=lecture]").click()
    stage.settled()
    for label, value in (("Value of a", "1.5"), ("Value of c", "1")):
        page.get_by_label(label).fill(value)
        page.get_by_label(label).press("Enter")
        after_run(page)
    stage.wait("stage.looks.tried.a?.holds === false && stage.looks.tried.c?.holds === false")
    assert shown_in(stage) == {"a": "1.5", "b": "1", "c": "1", "d": "2"}
    page.get_by_label("Value of c").fill("3/2")
    page.get_by_label("Value of c").press("Enter")
    stage.wait("stage.looks.tried.a.holds && stage.looks.tried.c.holds")
    assert shown_in(stage) == {"a": "1.5", "b": "1", "c": "3/2", "d": "2"}
    after_run(page)
    stage.settled()
    stage.click_node("c")
    page.keyboard.press("w")
    expect(stage.find(".why h3")).to_have_text("Why is c = 1?", timeout=PATIENCE)
    expect(stage.find(".why [role=option]").first).to_be_visible()


def test_a_draft_survives_a_reload_and_is_seen_on_learn(open_page: Callable[..., Page]):
    page = open_page("/write")
    text = page.get_by_label("The text of the lesson")
    expect(text).to_have_value(NEW_LESSON, timeout=PATIENCE)
    after_run(page)
    text.press("Control+End")
    text.press_sequentially("\n# Two\n\nIt is {{5 : score of a}}.\n")
    expect(page.get_by_text("Slide 2 of 2")).to_be_visible(timeout=PATIENCE)
    after_run(page)
    page.get_by_role("button", name="Take this scene").click()
    wrong = page.get_by_role("button", name="the text says 5, but score of a is 1")
    expect(wrong).to_be_visible(timeout=PATIENCE)
    after_run(page).reload()
    expect(text).to_have_value(re.compile(r"# Two\nscene: sample=figure-1&.*\n\nIt is", re.DOTALL), timeout=PATIENCE)
    after_run(page)
    page.get_by_role("button", name="See it on Learn").click()
    title(page, "The first slide")


def test_of_two_tabs_that_write_a_lesson_the_second_is_told_and_both_texts_stay(open_page: Callable[..., Page]):
    def write(page: Page, words: str) -> None:
        page.bring_to_front()
        text = after_run(page).get_by_label("The text of the lesson")
        text.press("Control+End")
        text.press_sequentially(words)

    one, other = open_page("/write"), open_page("/write")
    for page in (one, other):
        expect(page.get_by_label("The text of the lesson")).to_have_value(NEW_LESSON, timeout=PATIENCE)
    write(one, "one")
    expect(one.get_by_text("The browser keeps what you write")).to_be_visible()
    write(other, "other")
    expect(other.get_by_text("A lesson is written in another tab, too. The browser keeps both")).to_be_visible()
    other.get_by_role("button", name="Write on at the other one").click()
    text = other.get_by_label("The text of the lesson")
    expect(text).to_have_value(f"{NEW_LESSON}one", timeout=PATIENCE)
    after_run(other).evaluate("sessionStorage.clear()")  # as if it were closed
    other.goto("about:blank")
    one.bring_to_front()
    after_run(one).reload()
    expect(one.get_by_label("The text of the lesson")).to_have_value(f"{NEW_LESSON}one", timeout=PATIENCE)
    after_run(one).get_by_role("button", name="Write on at the other one").click()
    expect(one.get_by_label("The text of the lesson")).to_have_value(f"{NEW_LESSON}other", timeout=PATIENCE)


def test_a_lecture_is_large_and_blank_while_wanted(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=minimax-cycles&slide=2")
    stage = StageView(page).ready()
    lecture, text = stage.find("[data-tool=lecture]"), page.locator(".st-key-slide p").first
    letters = "element => Number.parseFloat(getComputedStyle(element).fontSize)"
    normal = text.evaluate(letters)
    lecture.click()
    assert text.evaluate(letters) > 1.2 * normal
    assert page.evaluate("Boolean(document.fullscreenElement)")
    page.wait_for_url("**?lesson=minimax-cycles&slide=2&lecture=1")
    stage.ready().go_to(0)
    page.keyboard.press("b")
    seen = "getComputedStyle(document.elementFromPoint(innerWidth / 2, innerHeight / 2)).backgroundColor"
    assert page.evaluate(seen) == "rgb(0, 0, 0)"
    page.keyboard.press("PageDown")  # which only brings it back
    assert page.evaluate(seen) != "rgb(0, 0, 0)"
    assert stage.step == 0


def test_the_keys_that_turn_slides_answer_what_is_asked_first(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=minimax-cycles&slide=9")
    title(page, "The sequence stops")
    stage = StageView(page).ready()
    stage.js("stage.player.go(0)")
    after_run(page).get_by_role("button", name="Ask me").click()
    stage.wait("stage.asking.open")
    expect(stage.find(".transport .count")).to_have_text("0")
    page.keyboard.press("PageDown")
    expect(stage.find(".verdict b")).to_have_text("Shown.")
    stage.go_to(1)
    page.keyboard.press("PageUp")
    stage.go_to(0)
    stage.js("stage.player.act('last')")
    while stage.step < stage.last or stage.js("stage.asking.open"):
        page.keyboard.press("PageDown")
    title(page, "The sequence stops")
    page.keyboard.press("PageDown")
    expect(page.locator(".st-key-slide h2")).not_to_have_text("The sequence stops", timeout=PATIENCE)


SIZES: list[ViewportSize] = [
    {"width": 1024, "height": 768},
    {"width": 1440, "height": 900},
    {"width": 1920, "height": 1080},
]
_LECTURE = """() => {
  const roots = [...document.querySelectorAll('*')].map(each => each.shadowRoot).filter(Boolean);
  const seen = elements => [...elements].filter(each => each.checkVisibility());
  const captions = seen(roots.flatMap(root => [...root.querySelectorAll('.caption, .captions')]));
  const texts = seen(document.querySelectorAll('.st-key-slide [data-testid=stMarkdownContainer] :is(p, li, td, th)'));
  const letters = each => parseFloat(getComputedStyle(each).fontSize) / innerHeight;
  const least = elements => Math.min(...elements.map(letters));
  const beyond = each => Math.max(each.scrollHeight - each.clientHeight, each.scrollWidth - each.clientWidth);
  return {
    letters: least(texts), caption: least(captions), beyond: beyond(document.querySelector('[data-testid=stMain]')),
    rest: Math.max(0, ...captions.map(beyond)),
  };
}"""


@pytest.mark.parametrize("name", ["minimax-cycles", "kernels"])
def test_in_a_lecture_letters_grow_with_the_window_and_the_densest_slide_fits(
    open_page: Callable[..., Page], name: str
):
    slides = load_lesson(name).slides
    densest = max(range(len(slides)), key=lambda number: len(slides[number].text))
    page = open_page(f"/learn?lesson={name}&slide={densest + 1}", size=SIZES[0])
    title(page, slides[densest].title)
    stage = StageView(page).ready().settled()
    page.evaluate("delete Element.prototype.requestFullscreen")  # a window in full screen has no other size
    stage.find("[data-tool=lecture]").click()
    for size in SIZES:
        page.set_viewport_size(size)
        found = after_run(page).evaluate(_LECTURE)
        assert found["letters"] >= 0.034
        assert found["caption"] >= 0.028
        assert found["beyond"] <= 0
        assert found["rest"] == 0


def test_a_slide_makes_no_document_and_shows_its_own_scene_after_a_detour(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=memo-search&slide=6")
    stage = StageView(page).ready().settled()
    stage.wait("stage.documents.autosave.store.db")
    page.get_by_role("link", name="Explore").click()
    stage = StageView(page).ready()
    choose(page, "Algorithm", "Score iteration: s₀, s₁, …")
    stage.wait("stage.frames.trace.title.startsWith('Score iteration')")
    page.get_by_role("link", name="Learn").click()
    title(page, load_lesson("memo-search").slides[5].title)
    stage = StageView(page).ready()
    stage.wait("stage.frames.trace.title.includes('memo')")
    assert stage.js("stage.documents.autosave.store.rows.size") == 0
    expect(stage.find(".offer")).to_be_hidden()


def test_the_text_of_a_foreign_lesson_is_shown_as_it_stands(open_page: Callable[..., Page]):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("nasty.md", TEXT)
    page = open_page("/learn")  # fails if the page asks for anything elsewhere
    after_run(page).get_by_text("Lessons of your own").click()
    file = {"name": "nasty.zip", "mimeType": "application/octet-stream", "buffer": buffer.getvalue()}
    page.locator("input[type=file]").set_input_files([file])
    offer = page.get_by_role("button", name="Put it on the list")
    offer.wait_for(timeout=PATIENCE)
    after_run(page)
    offer.click()
    begin = page.get_by_role("button", name="Begin")
    expect(begin).to_have_count(len(lesson_names()) + 1, timeout=PATIENCE)
    after_run(page)
    begin.last.click()
    heading = page.locator(".st-key-slide h2")
    expect(heading).to_contain_text("![p](https", timeout=PATIENCE)
    StageView(page).ready().settled()
    main = page.get_by_test_id("stApp")
    for made in ("img[alt=p]", "a[href^=http][href*=invalid]", "code:text-is('code')", "span:text-is('red')"):
        assert not main.locator(made).count()


def test_a_lesson_as_a_page_works_without_a_network(browser: Browser, tmp_path: Path):
    path = tmp_path / "lesson.html"
    path.write_text(lesson_page(load_lesson("minimax-cycles")), encoding="utf-8")
    nasty, _ = read_lesson(TEXT, "nasty")
    (tmp_path / "nasty.html").write_text(lesson_page(nasty), encoding="utf-8")
    context = browser.new_context(offline=True)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(f"{path.as_uri()}#slide=8")
    stage = StageView(page)
    stage.wait("stage.frames")
    later = page.get_by_text("After step 2 the node a has the value 1")
    for expected in (1, 2, 3, 4):
        expect(later).to_be_visible(visible=expected > 2)
        page.keyboard.press("PageDown")
        stage.go_to(expected)
    page.keyboard.press("PageDown")
    expect(page.locator("section.shown h2")).to_have_text("The sequence stops")
    page.goto((tmp_path / "nasty.html").as_uri())
    expect(page.locator("section.shown h2")).to_contain_text("![p](https")
    assert not page.locator("img, a").count()
    assert errors == []
    context.close()
