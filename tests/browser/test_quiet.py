"""The first screen is quiet: what is wanted now, and the canvas."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize
from support.app import StageView, after_run

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
SMALL: ViewportSize = {"width": 1024, "height": 768}

# What is seen and can be used or read, in shadow roots as well, outside the drawing, its legend, the pseudocode with
# its counters and the list of steps.
_SEEN = """() => {
  const controls = [], words = [];
  const RENDERED = { opacityProperty: true, visibilityProperty: true };
  const CONTROL = 'a[href], button, input, select, textarea, summary, [role=tab], [role=button], [role=slider]';
  const APART = '.canvas, .legend, .code, .now, .steps, .announcer, .outline, [aria-hidden=true], style, script';
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
    assert len(found["controls"]) <= 20, found["controls"]
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
