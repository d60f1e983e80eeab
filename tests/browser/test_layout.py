"""The stage fills the window: shares of the canvas in pixels, side bar, panel and drawer, and sizes of screens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize
from support.app import PATIENCE, StageView, eventually, open_drawer
from support.pages import Tabs, Watch, forget_documents

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
PROJECTOR: ViewportSize = {"width": 1024, "height": 768}
TABLET: ViewportSize = {"width": 820, "height": 1180}
SIZES: list[ViewportSize] = [LAPTOP, PROJECTOR, TABLET, {"width": 1920, "height": 1080}, {"width": 390, "height": 844}]
PAGES = ("/", "/expand", "/compare", "/play", "/unwind")
FOLD = "document.querySelector('[data-testid=stSidebarCollapseButton] button').click()"
UNFOLD = "document.querySelector('[data-testid=stExpandSidebarButton]').click()"


def share(stage: StageView) -> float:
    """The part of the window that the canvas takes, once that does not change any more."""
    look = (
        "(() => { const { width, height } = stage.find('.view').getBoundingClientRect(); return [width, height]; })()"
    )
    before: list[float] = []
    while (now := stage.js(look)) != before:
        before = now
        stage.page.wait_for_timeout(100)
    size = stage.page.viewport_size
    assert size is not None
    return float(now[0] * now[1] / (size["width"] * size["height"]))


def hidden_parts(stage: StageView, *parts: str) -> list[str]:
    """The parts of the stage that are not whole within the window."""
    size = stage.page.viewport_size
    assert size is not None
    found = []
    for part in parts:
        box: Any = stage.find(part).bounding_box()
        is_within = box and box["x"] >= 0 and box["y"] >= 0
        if not is_within or box["x"] + box["width"] > size["width"] or box["y"] + box["height"] > size["height"]:
            found.append(part)
    return found


@pytest.fixture(scope="module")
def seen(tabs: Tabs, app_url: str) -> Iterator[StageView]:
    """Figure 1 on a page of a laptop that all tests here share."""
    watch, page = Watch(), tabs.take(LAPTOP)
    forget_documents(page, app_url)
    watch.follow(page)
    page.goto(f"{app_url}/?sample=figure-1")
    yield StageView(page).ready()
    watch.leave(page)
    tabs.give_back(page)
    assert not watch.complaints


@pytest.fixture
def stage(seen: StageView) -> StageView:
    """The same at the size of a laptop, with side bar and panel."""
    seen.page.set_viewport_size(LAPTOP)
    return seen


def test_the_canvas_takes_half_of_a_laptop_beside_side_bar_and_panel(stage: StageView):
    assert share(stage) >= 0.5
    assert hidden_parts(stage, ".view", ".caption", ".transport", ".panel") == []


def test_the_canvas_takes_nearly_all_of_it_when_both_are_folded(stage: StageView):
    stage.page.evaluate(FOLD)
    stage.js("stage.togglePanel()")
    try:
        assert share(stage) >= 0.85
        assert hidden_parts(stage, ".view", ".caption", ".transport") == []
    finally:
        stage.page.evaluate(UNFOLD)
        stage.js("stage.togglePanel()")


def test_the_drawer_slides_up_under_the_stage_and_keeps_its_height(stage: StageView):
    page, whole = stage.page, share(stage)
    open_drawer(page)
    page.get_by_role("tab", name="Chart").wait_for(timeout=PATIENCE)
    assert share(stage) < whole
    assert hidden_parts(stage, ".view", ".caption", ".transport") == []
    drawer, handle = page.locator(".st-key-drawer"), page.locator(".drawer-handle")
    box = handle.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 12)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 52)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 112)
    page.mouse.up()
    eventually(
        lambda: handle.evaluate("element => Math.round(element.getBoundingClientRect().y)"), round(box["y"] + 100)
    )
    height = drawer.evaluate("element => element.clientHeight")
    page.locator(".drawer-handle button").click()
    drawer.wait_for(state="hidden", timeout=PATIENCE)
    open_drawer(page)
    eventually(lambda: drawer.evaluate("element => element.clientHeight"), height)
    page.locator(".drawer-handle button").click()
    drawer.wait_for(state="hidden", timeout=PATIENCE)
    assert share(stage) == pytest.approx(whole)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_canvas_caption_and_transport_fit_every_screen_without_scrolling(stage: StageView, size: ViewportSize):
    page: Page = stage.page
    page.set_viewport_size(size)
    share(stage)
    assert hidden_parts(stage, ".view", ".caption", ".transport") == []
    root = "document.querySelector('[data-testid=stMain]')"
    assert page.evaluate(f"[{root}.scrollHeight - innerHeight, {root}.scrollWidth - {root}.clientWidth]") == [0, 0]
