"""Switching between the pages: what is open stays, and no edit is lost on the way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from support.app import (
    PATIENCE,
    StageView,
    after_run,
    asked_for_a_run,
    eventually,
    held_up,
    menu_button,
    running_script,
    show_view,
)
from support.pages import Tabs

from explorer.games.samples import load_sample


def test_switching_pages_keeps_graph_algorithm_step_undo_and_view(open_page):
    page = open_page("/?sample=figure-1&algorithm=depth-first")
    stage = StageView(page).ready()
    page.keyboard.press("o")
    page.keyboard.press("o")
    for _ in range(3):
        page.keyboard.press("PageDown")
    box = stage.find(".canvas").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 100)
    page.mouse.wheel(0, -200)
    stage.wait("stage.canvas.view")
    stage.settled()
    kept = [stage.document, stage.step, stage.caption, stage.scores, stage.places()]
    show_view(page, "Tree")
    page.wait_for_url("**/unwind**")
    StageView(page, 1).ready()
    after_run(page).get_by_role("link", name="Explore").click()
    page.wait_for_url(lambda url: "unwind" not in url)
    page.locator(".stage .transport").first.wait_for(timeout=PATIENCE)
    stage = StageView(page).ready()
    eventually(lambda: [stage.document, stage.step, stage.caption, stage.scores, stage.places()], kept)
    expect(menu_button(page, "algorithm")).to_contain_text("Depth-first search")
    page.keyboard.press("PageDown")
    stage.go_to(4)
    stage.click_node("d")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert stage.document["nodes"] == load_sample("figure-1").to_json()["nodes"]
    assert stage.python_graph().to_json()["nodes"] == load_sample("figure-1").to_json()["nodes"]


def shows_the_edit(page: Page) -> None:
    """The page Unwind comes, and with the node that was added."""
    page.wait_for_url("**/unwind**", timeout=PATIENCE)
    graph = StageView(page)
    graph.root.wait_for(timeout=PATIENCE)
    page.locator(".stage.read-only").first.wait_for(timeout=PATIENCE)
    graph.wait("stage.document?.nodes.size === 5")


@pytest.fixture(scope="module")
def slow_url() -> Iterator[str]:
    with running_script("tests/support/slow_app.py") as url:
        yield url


@pytest.mark.parametrize("moment", ["before the link", "after the link"])
def test_an_edit_and_a_link_that_a_busy_app_hears_of_at_once_both_count(tabs: Tabs, slow_url: str, moment: str):
    page = tabs.take()
    page.goto(slow_url)
    stage = StageView(page).ready()
    after_run(page)
    follow = """(() => {
      const bars = [...document.querySelectorAll('.st-key-bar *')].map(each => each.shadowRoot?.querySelector('.bar'));
      bars.find(Boolean).querySelector('[role=tab]:nth-child(2)').click();
    })()"""
    with held_up(slow_url):
        if moment == "before the link":
            with asked_for_a_run(page):
                stage.js("stage.editor.add('open')")
            page.evaluate(follow)
        else:
            stage.js(f"(stage.editor.add('open'), {follow})")
            stage.wait("!stage.python.sender.timer")
    shows_the_edit(page)
    tabs.give_back(page)
