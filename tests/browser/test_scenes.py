"""The address bar and the history: every page is in it, Back goes one scene back, links begin where the user says."""

from __future__ import annotations

import pytest
from browser.conftest import OpenPage
from playwright.sync_api import Browser, Page, expect
from support.app import (
    PATIENCE,
    StageView,
    after_run,
    choose,
    choose_to_share,
    show_view,
)

from explorer.games.samples import load_sample

pytestmark = pytest.mark.browser
FIGURE = "sample=figure-1&algorithm=score-iteration"


def entries(page: Page) -> int:
    return int(page.evaluate("history.length"))


@pytest.fixture
def stage(open_page: OpenPage) -> StageView:
    """The sample on a page of its own: on one that tests share it is a document of the browser's, with that address."""
    return StageView(open_page()).ready().settled()


@pytest.fixture
def page(stage: StageView) -> Page:
    return stage.page


def test_back_goes_one_scene_back_and_a_step_is_none(page: Page, stage: StageView):
    page.wait_for_url(f"**/?{FIGURE}&step=0")
    before = entries(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**/?{FIGURE}&step=2")
    stage.js("stage.choose('c')")
    page.wait_for_url(f"**/?{FIGURE}&step=2&select=c")
    assert entries(page) == before
    choose(page, "Graph", load_sample("example-7-1").name)
    page.wait_for_url("**/?sample=example-7-1&algorithm=memoised-naive&step=18")
    stage.wait("stage.python.seq === stage.data.seq && stage.player.at === 18")
    assert entries(page) == before + 1
    after_run(page).go_back()
    stage.wait("stage.document.nodes.size === 4 && stage.python.seq === stage.data.seq && stage.player.at === 2")
    page.wait_for_url(f"**/?{FIGURE}&step=2&select=c")
    stage.wait("stage.selection.id === 'c'")
    page.keyboard.press("ArrowRight")  # which moves only what was selected by hand
    page.wait_for_url(f"**/?{FIGURE}&step=3&select=c")
    stage.settled()
    after_run(page).go_forward()
    stage.wait("stage.document.nodes.has('r') && stage.player.at === 18")


def test_the_address_of_a_graph_of_ones_own_shows_it_to_everybody_or_says_that_it_is_not_there(
    open_page: OpenPage, browser: Browser, app_url: str
):
    page = open_page()
    stage = StageView(page).ready().settled()
    stage.click_node("d")
    page.keyboard.press("Delete")
    page.wait_for_url("**&own=*&graph=*")
    elsewhere = browser.new_context().new_page()
    elsewhere.goto(page.url)
    StageView(elsewhere).ready().wait("stage.document.nodes.size === 3")
    elsewhere.goto(f"{app_url}/compare?own=abc1")
    stage = StageView(elsewhere)
    refusal = stage.find(".refusal")
    expect(refusal).to_contain_text("The graph of this address is not here", timeout=PATIENCE)
    assert stage.js("stage.document.nodes.size") == 0
    elsewhere.context.close()


def test_pages_are_in_the_address_with_what_they_show(page: Page, stage: StageView):
    show_view(page, "Tree")
    page.wait_for_url(f"**/unwind?{FIGURE}&step=0&depth=0")
    after_run(page).get_by_role("button", name="To depth n").click()
    page.get_by_text("Back links as leaves").first.click()
    page.wait_for_url(f"**/unwind?{FIGURE}&step=0&tree=back-links&depth=0")
    show_view(page, "Compare")
    page.wait_for_url("**/compare?**left=score-iteration**mode=step**")
    after_run(page).go_back()
    page.wait_for_url(f"**/unwind?{FIGURE}&step=0&tree=back-links&depth=0")
    chosen = page.get_by_role("button", name="Back links as leaves")
    expect(chosen).to_be_visible(timeout=PATIENCE)


def test_links_begin_where_the_user_says(page: Page, stage: StageView):
    dialog = page.get_by_role("dialog", name="Where links lead")
    choose_to_share(stage, "Where links lead…")
    field = dialog.get_by_role("textbox", name="Address of the app")
    assert "on this computer only" in dialog.inner_text()
    field.fill("ftp://x")
    dialog.get_by_role("button", name="Keep").click()
    assert field.evaluate("field => field.validity.patternMismatch")
    expect(dialog).to_be_visible()
    field.fill("https://example.org/games/")
    assert "Others can follow" in dialog.inner_text()
    field.press("Enter")
    dialog.wait_for(state="hidden")
    assert stage.js("stage.share.base") == "https://example.org/games"
