"""A lesson in the browser: keys turn it, the browser keeps it, links lead to slides, and nothing is fetched."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from support.app import (
    PATIENCE,
    StageView,
    after_run,
    choose,
    eventually,
    show_view,
)

from explorer.algorithms import find
from explorer.drawing.exports.lesson_page import lesson_page
from explorer.lessons import load_lesson, read_lesson
from explorer.lessons.library import lesson_names
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
    return kept(page).get("answers", {})


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


def test_the_last_answer_is_kept_and_one_that_next_is_pressed_after(open_page: Callable[..., Page]):
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


def test_a_graph_that_is_handed_in_is_kept(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=cycles-assignment&slide=5")
    StageView(page).ready().settled()
    press(page, "Keep this graph")
    eventually(lambda: list(kept_answers(page).get("cycles-assignment", ())), ["4.task"])


def test_two_tabs_keep_the_answers_of_both(open_page: Callable[..., Page]):
    one = open_page("/learn?lesson=cycles-assignment&slide=1")
    answer(one, 0, "2")
    eventually(lambda: kept_answers(one), {"cycles-assignment": {"0.0": "2"}})
    other = open_page("/learn?lesson=cycles-assignment&slide=1")
    expect(other.get_by_role("textbox", name="Your answer").first).to_have_value("2", timeout=PATIENCE)
    answer(one, 1, "1")
    eventually(lambda: kept_answers(one), {"cycles-assignment": {"0.0": "2", "0.1": "1"}})
    answer(other, 0, "3")
    eventually(lambda: kept_answers(one), {"cycles-assignment": {"0.0": "3", "0.1": "1"}})
    answer(one, 1, "")
    eventually(lambda: kept_answers(one), {"cycles-assignment": {"0.0": "3", "0.1": ""}})


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
    other = open_page("/learn?lesson=memo-search&slide=2")  # which the window does not follow, nor turn
    title(other, "Why this is correct")
    page.bring_to_front()
    expect(notes.locator("#next")).to_have_text("Next: Many solutions")
    StageView(page).find("[data-tool=lecture]").click()
    after_run(page).get_by_role("button", name="Next", exact=True).click()
    expect(notes.locator("h1")).to_have_text("Many solutions", timeout=PATIENCE)
    after_run(page)
    notes.keyboard.press("PageUp")
    title(page, "The rule as two equations")
    expect(notes.locator("h1")).to_have_text("The rule as two equations", timeout=PATIENCE)
    title(other, "Why this is correct")
    page.reload()
    title(page, "The rule as two equations")
    page.wait_for_function("() => Boolean(globalThis.onmessage)")
    notes.keyboard.press("PageDown")
    title(page, "Many solutions")
    expect(notes.locator("h1")).to_have_text("Many solutions", timeout=PATIENCE)


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


def test_what_was_typed_a_moment_before_the_page_is_left_is_there_again(open_page: Callable[..., Page]):
    page = open_page("/write")
    text = page.get_by_label("The text of the lesson")
    expect(text).to_have_value(NEW_LESSON, timeout=PATIENCE)
    after_run(page)
    text.press("Control+End")
    for turn in range(3):
        text.press_sequentially(f"more {turn} ")
        if turn == 2:
            page.go_back()
        else:
            show_view(page, "Lessons")
        expect(page.get_by_role("heading", name="Lessons").first).to_be_visible(timeout=PATIENCE)
        after_run(page)
        expect(page.get_by_text("Unexpected")).to_have_count(0)
        show_view(page, "New lesson")
        expect(text).to_have_value(f"{NEW_LESSON}{''.join(f'more {each} ' for each in range(turn + 1))}")
        after_run(page)
        text.press("Control+End")


def test_a_draft_says_where_it_is_kept_and_leaves_that_of_another_tab(open_page: Callable[..., Page]):
    first, second = open_page("/write"), open_page("/write")
    texts = [page.get_by_label("The text of the lesson") for page in (first, second)]
    for page, text in zip((first, second), texts, strict=True):
        page.bring_to_front()
        expect(text).to_have_value(NEW_LESSON, timeout=PATIENCE)
        after_run(page)
    texts[1].fill("# Second\n")
    expect(second.get_by_role("status").filter(has_text="over reloads too")).to_be_visible()
    first.bring_to_front()
    first.wait_for_function("localStorage['game-graph-explorer draft'].includes('Second')")  # it has come to this tab
    texts[0].fill("# First\n")
    expect(first.get_by_role("status").filter(has_text="kept for this tab alone")).to_be_visible()
    after_run(first).reload()
    expect(texts[0]).to_have_value("# First\n", timeout=PATIENCE)
    after_run(first)
    assert '"# Second\\n"' in first.evaluate("localStorage['game-graph-explorer draft']")
    first.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('refused'); }; }")
    texts[0].fill("# Nowhere\n")
    expect(first.get_by_role("status").filter(has_text="This browser keeps nothing")).to_be_visible()


def test_a_lecture_is_large_on_every_slide_and_blank_while_wanted(open_page: Callable[..., Page]):
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
    page.keyboard.press("?")
    stage.find("dialog.help").wait_for()
    page.keyboard.press("Escape")
    for _ in load_lesson("minimax-cycles").slides[1].steps:  # to those after the first, and to the next slide
        after_run(page).keyboard.press("PageDown")
    title(page, "The rule as two equations")
    page.wait_for_url("**?lesson=minimax-cycles&slide=3&lecture=1")
    assert text.evaluate(letters) > 1.1 * normal
    StageView(page).find("[data-tool=lecture]").click()
    page.wait_for_url("**?lesson=minimax-cycles&slide=3")
    assert text.evaluate(letters) == normal


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


@pytest.mark.parametrize("name", lesson_names())
def test_in_a_lecture_letters_grow_with_the_window_and_every_slide_fits(open_page: Callable[..., Page], name: str):
    page = open_page(f"/learn?lesson={name}&slide=1", size=SIZES[0])
    begun = StageView(page).ready()
    page.evaluate("delete Element.prototype.requestFullscreen")  # a window in full screen has no other size
    begun.find("[data-tool=lecture]").click()
    slides = load_lesson(name).slides
    densest = sorted(slides, key=lambda slide: len(slide.text))[-2:]  # the others are seen at the smallest size alone
    wrong = []
    for number, slide in enumerate(slides, 1):
        title(page, slide.title)
        stage = StageView(page).ready()
        if slide.stops and stage.js("stage.stepper.at") != slide.stops[-1]:
            stage.js("stage.stepper.go(x)", slide.stops[-1])
            page.wait_for_timeout(300)  # in which Python hears of it
            stage.settled()
        for size in SIZES if slide in densest else SIZES[:1]:
            if size != page.viewport_size:
                page.set_viewport_size(size)
            found = after_run(page).evaluate(_LECTURE)
            is_long = "page=expand" in slide.scene  # what an expansion says may go on below what is seen
            if (
                found["letters"] < 0.034
                or found["caption"] < 0.028
                or found["beyond"] > 0
                or found["rest"] > is_long * 999
            ):
                wrong.append((number, size["width"], found))
        if slide in densest:
            page.set_viewport_size(SIZES[0])
        if number < len(slides):
            after_run(page).keyboard.press("PageDown")
    assert wrong == []


def test_a_slide_makes_no_document_and_shows_its_own_scene_after_a_detour(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=memo-search&slide=6")
    stage = StageView(page).ready().settled()
    stage.wait("stage.documents.autosave.store.db")
    page.get_by_role("link", name="Explore").click()
    show_view(page, "Tree")
    page.wait_for_url("**/unwind?**")
    StageView(page).ready()
    StageView(page, 1).ready().click_node("1")
    StageView(page).wait("stage.looks.lit.size === 1")
    page.get_by_role("link", name="Explore").click()
    page.wait_for_url(lambda url: "/unwind" not in url)
    stage = StageView(page).ready()
    assert stage.js("[stage.looks.lit.size, stage.documents.autosave.store.rows.size]") == [0, 0]
    choose(page, "Algorithm", "Score iteration: s₀, s₁, …")
    stage.wait("stage.frames.trace.title.startsWith('Score iteration')")
    page.get_by_role("link", name="Learn").click()
    title(page, load_lesson("memo-search").slides[5].title)
    stage = StageView(page).ready()
    stage.wait("stage.frames.trace.title.includes('memo')")
    assert stage.js("[stage.looks.lit.size, stage.documents.autosave.store.rows.size]") == [0, 0]
    expect(stage.find(".offer")).to_be_hidden()


def test_an_edit_is_undone_by_back_to_the_slide(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=minimax-cycles&slide=1")
    stage = StageView(page).ready()
    stage.click_node("d")
    page.keyboard.press("Delete")
    stage.wait("stage.document.nodes.size === 3")
    stage.settled()
    press(page, "Back to the slide")
    stage.wait("stage.document.nodes.size === 4")


def test_drawing_tools_come_on_tasks_alone(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=minimax-cycles&slide=1")
    stage = StageView(page).ready()
    stage.click_node("d")
    page.keyboard.press("Delete")
    stage.wait("stage.document.nodes.size === 3")
    expect(stage.settled().find(".toolbar.edit")).to_be_hidden()
    page.goto(page.url.replace("slide=1", "slide=15"))
    title(page, "Task: one move more")
    expect(StageView(page).ready().find(".toolbar.edit")).to_be_visible()


def test_a_lecture_that_begins_on_a_slide_hides_the_answer_that_was_given_there(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=minimax-cycles&slide=6")
    stage = StageView(page).ready()
    answer(page, 0, "2")
    told = page.get_by_text("Not quite.")
    expect(told).to_be_visible(timeout=PATIENCE)
    stage.find("[data-tool=lecture]").click()
    expect(told).to_have_count(0, timeout=PATIENCE)
    expect(page.get_by_role("textbox", name="Your answer")).to_have_value("")
    after_run(page)
    StageView(page).find("[data-tool=lecture]").click()
    expect(told).to_be_visible(timeout=PATIENCE)


def put_on_the_list(page: Page, name: str, content: bytes) -> None:
    """Put a lesson on the list of the page Learn."""
    own = after_run(page).locator("details", has_text="Lessons of your own")
    if not own.evaluate("element => element.open"):
        own.get_by_text("Lessons of your own").click()
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    page.locator("input[type=file]").set_input_files([file])
    offer = page.get_by_role("button", name="Put it on the list")
    offer.wait_for(timeout=PATIENCE)
    after_run(page)
    offer.click()


def test_answers_to_a_lesson_of_the_readers_own_are_there_again_with_the_lesson(open_page: Callable[..., Page]):
    slide = "# A {}\nscene: sample=figure-1\n\nText.\n\n? What is it?\n= score of a\n\n"
    text = f"title: Homework\nsource: B\nminutes: 1\nbefore: C\n{slide.format(1)}{slide.format(2)}"
    page = open_page("/learn")
    put_on_the_list(page, "mine.md", text.encode())
    begin = page.get_by_role("button", name="Begin")
    expect(begin).to_have_count(len(lesson_names()) + 1, timeout=PATIENCE)
    after_run(page)
    begin.last.click()
    title(page, "A 1")
    press(page, "Next")
    title(page, "A 2")
    answer(page, 0, "2")
    eventually(lambda: [*kept_answers(page).values()], [{"1.0": "2"}])
    after_run(page).reload()  # which leads back there, as its address does in another tab of this browser
    for tab in (page, open_page(page.url)):
        title(tab, "A 2")
        expect(tab.get_by_role("textbox", name="Your answer")).to_have_value("2", timeout=PATIENCE)
    press(page, "Lessons")
    put_on_the_list(page, "renamed.md", text.encode())
    page.get_by_role("button", name="Continue with slide 2").wait_for(timeout=PATIENCE)
    press(page, "Continue with slide 2")
    expect(page.get_by_role("textbox", name="Your answer")).to_have_value("2", timeout=PATIENCE)


def test_the_address_of_a_lesson_that_the_browser_does_not_keep_says_so(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=own:mine&slide=2")
    expect(page.get_by_text("which this browser does not keep")).to_be_visible(timeout=PATIENCE)
    after_run(page).get_by_role("button", name="Begin").first.wait_for()


def test_a_reader_is_told_when_the_browser_has_no_room_for_answers(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=cycles-assignment&slide=1")
    title(page, load_lesson("cycles-assignment").slides[0].title)
    warning = page.get_by_text("The browser cannot keep your answers")
    expect(warning).to_have_count(0)
    eventually(lambda: kept_places(page), {"cycles-assignment": 0})
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') } }")
    answer(page, 0, "2")
    expect(warning).to_be_visible(timeout=PATIENCE)
    assert kept_answers(page) == {}


def test_the_text_of_a_foreign_lesson_is_shown_as_it_stands(open_page: Callable[..., Page]):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("nasty.md", TEXT)
    page = open_page("/learn")  # fails if the page asks for anything elsewhere
    put_on_the_list(page, "nasty.zip", buffer.getvalue())
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


def test_a_slide_steps_two_searches_side_by_side(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=memo-search&slide=9")
    title(page, "Side by side")
    left, right = StageView(page).ready(), StageView(page, 1).ready()
    left.go_to(14)
    right.go_to(14)
    expect(page.locator("strong", has_text="Depth-first search with a naive memo (wrong)")).to_be_visible()
    page.locator(".lockstep").get_by_role("button", name="Next difference").click()
    left.go_to(18)
    right.go_to(18)
    last = page.get_by_text("The naive search ends with 0")
    expect(page.get_by_text("Both ask their memo for c")).to_be_visible(timeout=PATIENCE)  # of the moment
    expect(last).to_have_count(0)
    press(page, "Next")
    left.go_to(21)
    expect(last).to_be_visible(timeout=PATIENCE)
    press(page, "Open in Explore")
    page.wait_for_url("**/compare?**", timeout=PATIENCE)
    StageView(page).ready().go_to(21)
    press(page, "Back to the slide")
    expect(last).to_be_visible(timeout=PATIENCE)
    StageView(page).ready().go_to(21)
    press(page, "Next")
    title(page, "The memo on the ladder")
    assert StageView(page).ready().js("[stage.data.led, stage.data.slide]") == [False, True]


def test_a_lesson_as_a_page_steps_two_searches_side_by_side(browser: Browser, tmp_path: Path):
    path = tmp_path / "lesson.html"
    path.write_text(lesson_page(load_lesson("memo-search")), encoding="utf-8")
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto(f"{path.as_uri()}#slide=9")
    left, right = (StageView(page, place) for place in (0, 1))
    left.go_to(14)
    later = page.get_by_text("Both ask their memo for c")
    expect(later).to_be_hidden()
    titles = [left.find(".graph-title"), right.find(".graph-title")]
    for shown, name in zip(titles, ("memoised-naive", "memoised"), strict=True):
        expect(shown).to_have_text(find(name).title)
    expect(page.get_by_text("graphs cannot be changed in it")).to_be_visible()
    page.locator(".lockstep").get_by_role("button", name="Next difference").click()
    left.go_to(18)
    right.go_to(18)
    expect(later).to_be_visible()
    page.get_by_role("button", name="Back to the slide").click()
    right.go_to(14)
    expect(later).to_be_hidden()
    page.keyboard.press("PageUp")
    expect(page.locator("section.shown h2")).to_have_text("Use or refuse")
    expect(page.locator(".lockstep")).to_be_hidden()
    page.locator(".one .stage").wait_for()
    page.keyboard.press("PageDown")  # the first step that the slide names after its own
    StageView(page).go_to(22)
    context.close()


def test_a_comparison_at_its_last_moment_is_there_without_a_network_too(browser: Browser, tmp_path: Path):
    scene = "page=compare&sample=example-7-1&left=memoised-naive&right=memoised&step=last"
    lesson, _ = read_lesson(f"title: A\nsource: B\nminutes: 1\nbefore: C\n# One\nscene: {scene}\n\nText.\n", "x")
    path = tmp_path / "lesson.html"
    path.write_text(lesson_page(lesson), encoding="utf-8")
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto(path.as_uri())
    StageView(page).go_to(21)
    StageView(page, 1).go_to(27)
    page.locator(".lockstep input").press("Home")
    StageView(page, 1).go_to(0)
    page.get_by_role("button", name="Back to the slide").click()
    StageView(page, 1).go_to(27)
    context.close()


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


def test_a_tree_grows_with_the_steps_of_its_slide_without_a_network_too(browser: Browser, tmp_path: Path):
    path = tmp_path / "lesson.html"
    path.write_text(lesson_page(load_lesson("unwinding")), encoding="utf-8")
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto(f"{path.as_uri()}#slide=4")
    later, tree = page.get_by_text("At depth 4 both are 2"), StageView(page, 1)
    StageView(page).go_to(3)
    expect(later).to_be_hidden()
    expect(page.get_by_text("The depth-3 tree has 7 nodes and the value s₃(a) = 1").first).to_be_visible()
    page.keyboard.press("PageDown")
    tree.go_to(4)
    expect(later).to_be_visible()
    expect(tree.find(".strip [aria-pressed=true]")).to_have_text("2")
    page.keyboard.press("PageDown")
    expect(page.locator("section.shown h2")).to_have_text("Fresh leaves, exactly")
    context.close()


def answer_by_hand(page: Page, tap: Callable[[Locator], None]) -> None:
    """Answer the question of a slide, if there is one: choose the last answer, or type 7 and stay in the field."""
    text = page.locator(".st-key-slide")
    choices, field = text.get_by_role("radio"), text.get_by_role("textbox", name="Your answer")
    if choices.count():
        tap(text.get_by_test_id("stRadioOption").last)
        expect(choices.last).to_be_checked(timeout=PATIENCE)
    elif field.count():
        tap(field.first)
        page.keyboard.type("7")


def to_last_step(page: Page) -> None:
    """Tap the end of the slider."""
    box = page.get_by_role("slider", name="Step").first.bounding_box() or {}
    page.touchscreen.tap(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize(
    ("name", "phone"), [("minimax-cycles", False), ("memo-search", True)], ids=["keys and mouse", "touch"]
)
def test_a_lesson_is_walked_to_its_end(open_page: Callable[..., Page], name: str, phone: bool):
    page = open_page(
        f"/learn?lesson={name}&slide=1", size=None if phone else {"width": 1024, "height": 768}, phone=phone
    )
    following = page.get_by_role("button", name="Next", exact=True)
    tap: Callable[[Locator], None] = Locator.tap if phone else Locator.click
    for index, slide in enumerate(load_lesson(name).slides):
        expect(page.locator(".st-key-slide h2")).to_have_text(slide.title, timeout=PATIENCE)
        stage = StageView(page).ready().settled()
        if slide.title == "The definition of the score" and not phone:
            stage.double_click("d")
            stage.find(".inspector [name=score]").fill("-1")  # which makes the run shorter
            page.keyboard.press("Enter")
            stage.wait("stage.document.node('d').score === -1")
            stage.settled()
        answer_by_hand(page, tap)
        after_run(page)
        if phone:
            to_last_step(page)
        elif page.get_by_role("textbox", name="Your answer").count():
            ahead = [step for step in slide.steps if step > stage.step]
            page.keyboard.press("PageDown")  # out of the field, with what was typed
            if not ahead:
                continue
            stage.go_to(ahead[0])
            stage.settled()
            page.keyboard.press("End")
        else:
            page.keyboard.press("End")
        stage.wait("stage.stepper.at === stage.stepper.length - 1")
        stage.settled()
        if phone or index % 2:
            if following.is_enabled():
                tap(following)
        else:
            page.keyboard.press("PageDown")
    expect(following).to_be_disabled(timeout=PATIENCE)
    given = [text for answers in kept_answers(page).values() for text in answers.values()]
    assert given.count("7") == sum(
        bool(slide.questions and slide.questions[0].is_typed) for slide in load_lesson(name).slides
    )
