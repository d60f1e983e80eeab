"""The export dialog in the browser: what is downloaded can be opened."""

from __future__ import annotations

from playwright.sync_api import Page
from support.app import StageView, after_run, eventually
from support.exported import export_dialog, web_page


def test_the_page_of_the_step_on_screen_is_downloaded_and_opens(page: Page, stage: StageView):
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    stage.settled()
    scores, caption = stage.scores, stage.caption
    with web_page(page) as copy:
        assert (copy.step, copy.caption, copy.scores) == (2, caption, scores)
    assert stage.step == 2


def test_the_dialog_shows_the_picture_that_it_hands_out(page: Page, stage: StageView):
    picture = export_dialog(page).locator("img").first
    eventually(lambda: picture.evaluate("image => image.decode().then(() => image.naturalWidth > 0)"), True)
    after_run(page).keyboard.press("Escape")
