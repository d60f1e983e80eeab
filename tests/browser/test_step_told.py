"""Python hears of a step only if something there shows it; whatever it does next, it does at the step on screen."""

from __future__ import annotations

from playwright.sync_api import Page
from support.app import (
    PATIENCE,
    StageView,
    after_run,
    new_run,
    open_sheet,
    show_view,
)

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


def test_an_open_chart_follows_the_steps(page: Page, stage: StageView):
    sheet = open_sheet(page, "Chart of scores")
    with new_run(page):
        stage.js("stage.player.go(4)")
    stage.wait("stage.deferred.reported.step === 4")
    sheet.get_by_role("button", name="✕").click()
    sheet.wait_for(state="hidden")


def test_a_page_that_is_left_right_after_a_step_has_it_when_the_user_comes_back(page: Page, stage: StageView):
    four_steps(stage)
    caption = stage.caption
    show_view(page, "Tree")
    page.wait_for_url("**/unwind**", timeout=PATIENCE)
    after_run(page).get_by_role("link", name="Explore").click()
    stage.settled()
    assert (stage.step, stage.caption) == (4, caption)
    page.wait_for_url("**step=4**", timeout=PATIENCE)
