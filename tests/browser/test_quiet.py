"""The first screen is quiet: what is wanted now, and the canvas."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from support.app import PATIENCE, StageView, after_run, menu_button, open_menu, press_in_menu, show_view
from support.pages import RUNS

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL: ViewportSize = {"width": 1024, "height": 768}
MOST_CONTROLS = 22  # 20 and the two counters of the algorithm, each of which leads to where it rises

# What is seen and can be used or read, in shadow roots as well, outside the drawing, its legend, the pseudocode and the
# list of steps.
_SEEN = """() => {
  const controls = [], words = [];
  const RENDERED = { opacityProperty: true, visibilityProperty: true };
  const CONTROL = 'a[href], button, input, select, textarea, summary, [role=tab], [role=button], [role=slider]';
  const APART = '.canvas, .legend, .code, .steps, .announcer, .outline, [aria-hidden=true], style, script';
  const isSeen = element => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility(RENDERED);
  };
  const look = node => {
    if (node instanceof Text) {
      if (node.parentElement && isSeen(node.parentElement)) words.push(...node.data.split(/\\s+/).filter(Boolean));
      return;
    }
    if (node instanceof Element && node.matches(APART)) return;
    if (node instanceof Element && node.matches(CONTROL) && isSeen(node)) {
      controls.push(node.ariaLabel || node.textContent || node.outerHTML.slice(0, 60));
    }
    for (const child of (node.shadowRoot ?? node).childNodes) look(child);
  };
  look(document.body);
  return { controls, words };
}"""


def seen(page: Page) -> dict[str, list[str]]:
    found: dict[str, list[str]] = after_run(page).evaluate(_SEEN)
    return found


def share(stage: StageView) -> float:
    """The part of the window that the canvas has."""
    found: Any = stage.js(
        "stage.canvas.element.clientWidth * stage.canvas.element.clientHeight / innerWidth / innerHeight"
    )
    return float(found)


def test_the_first_screen_has_few_controls_and_words(open_page: Any) -> None:
    page = open_page(size=LAPTOP)
    StageView(page).ready()
    found = seen(page)
    assert len(found["controls"]) <= MOST_CONTROLS, found["controls"]
    assert len(found["words"]) <= 100, " ".join(found["words"])


@pytest.mark.parametrize(("size", "panel", "least"), [(LAPTOP, True, 0.6), (SMALL, False, 0.7)])
def test_the_canvas_has_most_of_the_window(open_page: Any, size: ViewportSize, panel: bool, least: float) -> None:
    stage = StageView(open_page(size=size)).ready()
    assert stage.js("!stage.panelHidden") is panel
    assert share(stage.rested()) >= least


def test_drawing_tools_come_with_drawing(open_page: Any) -> None:
    page = open_page(size=LAPTOP)
    stage = StageView(page).ready()
    tools = stage.find(".toolbar.edit")
    assert not tools.is_visible()
    page.get_by_role("button", name="Draw").click()
    assert tools.is_visible()
    page.get_by_role("button", name="Draw").click()
    assert not tools.is_visible()
    stage.double_click("a")
    page.keyboard.press("Escape")
    assert tools.is_visible()


def test_undo_and_redo_come_with_something_to_undo_or_to_redo(open_page: Any) -> None:
    page = open_page(size=LAPTOP)
    stage = StageView(page).ready()
    page.get_by_role("button", name="Draw").click()
    undo, redo = (stage.find(f"[data-tool={name}]") for name in ("undo", "redo"))
    assert not undo.is_visible()
    page.keyboard.press("o")
    undo.click()
    assert (undo.is_visible(), redo.is_visible()) == (False, True)
    redo.click()
    assert (undo.is_visible(), redo.is_visible()) == (True, False)


def test_a_first_visit_is_told_once_what_the_program_is_and_where_to_begin(browser: Browser, app_url: str) -> None:
    context = browser.new_context(viewport=LAPTOP)
    context.add_init_script(path=RUNS)
    page = context.new_page()
    page.goto(app_url)
    stage, sentence = StageView(page).ready(), page.locator(".welcome")
    expect(sentence).to_contain_text("two-player games")
    found = seen(page)
    assert len(found["controls"]) <= MOST_CONTROLS, found["controls"]
    assert len(found["words"]) <= 100, " ".join(found["words"])
    sentence.get_by_role("button").click()
    page.get_by_text("Slide 1 of").wait_for(timeout=PATIENCE)
    page.goto(app_url)
    stage.ready()
    expect(sentence).to_have_count(0)
    context.close()


def test_the_theme_is_chosen_in_the_bar_and_kept(open_page: Any) -> None:
    stage = StageView(open_page(size=LAPTOP)).ready()
    for theme, is_dark in (("Dark", True), ("Light", False), ("Dark", True)):
        press_in_menu(stage.page, "more", theme)
        stage.wait("stage.looks.paint.dark === x", is_dark)
    stage.page.reload()
    stage.ready().wait("stage.looks.paint.dark")
    press_in_menu(stage.page, "more", "System")
    stage.wait("!stage.looks.paint.dark")


@pytest.mark.parametrize(("view", "anchor"), [("Steps", "stepping"), ("Compare", "compare")])
def test_help_opens_at_what_it_says_of_the_view(open_page: Any, view: str, anchor: str) -> None:
    page = open_page(size=LAPTOP)
    StageView(page).ready()
    show_view(page, view)
    after_run(page).get_by_role("button", name="Help", exact=True).click()
    is_at_top = "id => Math.abs(document.querySelector(`.st-key-help #${id}`)?.getBoundingClientRect().top - 60) < 60"
    page.wait_for_function(is_at_top, arg=anchor, timeout=PATIENCE)


def test_a_phone_has_canvas_caption_and_transport_in_its_window(open_page: Any) -> None:
    page = open_page(phone=True)
    stage = StageView(page).ready().rested()
    for part in (".canvas", ".caption", ".transport"):
        box = stage.find(part).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["y"] + box["height"] <= PHONE["height"]
    for button in page.locator(".bar .tools button:visible").all():
        expect(button).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_the_name_of_the_algorithm_is_in_sight_whole(open_page: Any, size: ViewportSize) -> None:
    page = open_page("/?algorithm=memoised-naive&sample=example-7-1", size=size)
    StageView(page).ready()
    name = menu_button(page, "algorithm").locator("span")
    expect(name).to_have_text("Depth-first search with a naive memo (wrong)")
    expect(name).to_be_in_viewport(ratio=1)
    assert name.evaluate("each => each.scrollWidth <= each.clientWidth || !each.clientWidth")


def test_speed_is_chosen_while_it_plays(open_page: Any) -> None:
    page = open_page("/?sample=ladder-3&algorithm=depth-first", size=LAPTOP)
    speed = StageView(page).ready().find("select[aria-label=Speed]")
    assert not speed.is_visible()
    page.keyboard.press("Space")
    speed.select_option("¼×")
    page.keyboard.press("Space")
    speed.wait_for(state="hidden")


def test_what_is_typed_takes_the_place_of_the_value_of_endless_play(open_page: Any) -> None:
    page = open_page(size=LAPTOP)
    StageView(page).ready()
    open_menu(page, "endless")
    page.keyboard.type("-1")
    page.keyboard.press("Enter")
    expect(menu_button(page, "endless")).to_contain_text("= -1", timeout=PATIENCE)


def test_the_side_bar_of_a_phone_goes_with_the_choice_of_a_page(open_page: Any) -> None:
    page = open_page(phone=True)
    StageView(page).ready()
    after_run(page).get_by_test_id("stExpandSidebarButton").click()
    page.get_by_role("link", name="Play").click()
    page.wait_for_url("**/play**")
    expect(page.get_by_test_id("stExpandSidebarButton")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize(("sample", "depends"), [("negamax-loop", True), ("alpha-beta-tree", False)])
def test_the_slider_of_endless_play_is_there_where_scores_depend_on_it(
    open_page: Any, sample: str, depends: bool
) -> None:
    stage = StageView(open_page(f"/?sample={sample}&algorithm=bounds", size=LAPTOP)).ready()
    assert stage.find(".endless").is_visible() == depends


def test_what_the_graph_is_about_is_said_until_the_first_step(open_page: Any) -> None:
    page = open_page("/?sample=figure-1", size=LAPTOP)
    about = StageView(page).ready().find(".caption .about")
    assert about.inner_text().startswith("Max (a) can take b = 1")
    page.keyboard.press("ArrowRight")
    about.get_by_text("Max").wait_for(state="hidden")
