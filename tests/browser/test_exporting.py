"""The export dialog in the browser: what is downloaded can be opened, and long work shows where it is."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page
from support.app import PATIENCE, StageView, after_run
from support.exported import choose_format, export_dialog, web_page


def test_the_page_of_the_step_on_screen_is_downloaded_and_opens(page: Page, stage: StageView):
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    stage.settled()
    scores, caption = stage.scores, stage.caption
    with web_page(page) as copy:
        assert (copy.step, copy.caption, copy.scores) == (2, caption, scores)
    assert stage.step == 2


def test_an_animation_shows_its_progress_and_can_be_cancelled(open_page: Callable[..., Page]):
    page = open_page("/?game=ladder%3Flayers%3D5&algorithm=memoised")
    stage = StageView(page).ready()
    found = export_dialog(page)
    picture = found.locator("img").first
    picture.wait_for(timeout=PATIENCE)
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    choose_format(page, found, "Animation")
    found.get_by_text("Legend", exact=True).click()  # without it the pictures are small enough for all steps
    after_run(page)
    found.get_by_role("button", name="Make the animation").click()
    cancel = found.get_by_role("button", name="Cancel")
    cancel.wait_for(timeout=PATIENCE)
    found.get_by_text(f"of {stage.last + 1} steps", exact=False).wait_for(timeout=PATIENCE)
    cancel.click()
    cancel.wait_for(state="hidden", timeout=PATIENCE)
    make = found.get_by_role("button", name="Make the animation")
    make.wait_for(timeout=PATIENCE)
    found.get_by_role("button", name="Close").click()
    found.wait_for(state="hidden")
