"""The first screen is quiet: what is wanted now, and the canvas."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect
from support.app import PATIENCE, StageView, after_run, press_in_menu
from support.pages import RUNS

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
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
