"""Python hears of a step only if something there shows it; whatever it does next, it does at the step on screen."""

from __future__ import annotations

from playwright.sync_api import Page
from support.app import (
    PATIENCE,
    StageView,
    after_run,
    eventually,
    new_run,
    open_sheet,
    show_view,
)
from support.exported import web_page

REPORTED_BY = 1_500  # ms: six times as long as whoever listens waits for a step
_RUNS = "globalThis.runsAsked"


def four_steps(stage: StageView) -> None:
    for step in range(1, 5):
        stage.page.keyboard.press("ArrowRight")
        stage.go_to(step)


def test_steps_start_no_run_while_nothing_in_python_shows_them(page: Page, stage: StageView):
    before = after_run(page).evaluate(_RUNS)
    four_steps(stage)
    page.wait_for_timeout(REPORTED_BY)
    assert page.evaluate(_RUNS) == before


def test_what_is_exported_right_after_four_steps_is_the_fourth(page: Page, stage: StageView):
    after_run(page)
    four_steps(stage)
    caption = stage.caption
    with web_page(page) as copy:
        assert (copy.step, copy.caption) == (4, caption)


def test_an_open_chart_follows_the_steps(page: Page, stage: StageView):
    sheet = open_sheet(page, "Chart of scores")
    with new_run(page):
        stage.js("stage.player.go(4)")
    stage.wait("stage.deferred.reported.step === 4")
    sheet.get_by_role("button", name="✕").click()
    sheet.wait_for(state="hidden")
    before = after_run(page).evaluate(_RUNS)
    stage.js("stage.player.go(2)")
    page.wait_for_timeout(REPORTED_BY)
    assert page.evaluate(_RUNS) == before


def test_a_page_that_is_left_right_after_a_step_has_it_when_the_user_comes_back(page: Page, stage: StageView):
    four_steps(stage)
    caption = stage.caption
    show_view(page, "Tree")
    page.wait_for_url("**/unwind**", timeout=PATIENCE)
    after_run(page).get_by_role("link", name="Explore").click()
    stage.settled()
    assert (stage.step, stage.caption) == (4, caption)
    page.wait_for_url("**step=4**", timeout=PATIENCE)
    with web_page(page) as copy:
        assert copy.step == 4


def test_back_and_forward_of_the_browser_keep_the_step(page: Page, stage: StageView):
    show_view(page, "Tree")
    page.wait_for_url("**/unwind**", timeout=PATIENCE)
    after_run(page).get_by_role("link", name="Explore").click()
    stage.settled()
    four_steps(stage)
    page.wait_for_url("**step=4**", timeout=PATIENCE)
    page.go_back()
    page.wait_for_url("**/unwind**", timeout=PATIENCE)
    after_run(page).go_forward()
    stage.settled()
    eventually(lambda: stage.step, 4)
    with web_page(page) as copy:
        assert copy.step == 4


def test_a_page_that_is_loaded_again_has_the_step(page: Page, stage: StageView):
    four_steps(stage)
    page.wait_for_url("**step=4**", timeout=PATIENCE)
    page.reload()
    assert StageView(page).ready().step == 4
