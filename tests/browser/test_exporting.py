"""The export dialog in the browser: what is downloaded can be opened, and long work shows where it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page
from support.app import PATIENCE, StageView, after_run


def dialog(page: Page) -> Locator:
    after_run(page).get_by_role("button", name="Export…").click()
    found = page.get_by_role("dialog")
    found.get_by_role("button", name="Download").wait_for(timeout=PATIENCE)
    return found


def downloaded(page: Page, found: Locator, suffix: str) -> Path:
    button = found.get_by_role("button", name=suffix)
    button.wait_for(timeout=PATIENCE)
    with page.expect_download(timeout=PATIENCE) as download:
        button.click()
    assert download.value.suggested_filename.endswith(suffix)
    return Path(download.value.path())


def test_the_page_of_the_step_on_screen_is_downloaded_and_opens(page: Page, stage: StageView):
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    stage.settled()
    scores, caption = stage.scores, stage.caption
    found = dialog(page)
    picture = found.locator("img").first
    picture.wait_for(timeout=PATIENCE)
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    found.get_by_text("Web page", exact=False).click()
    path = downloaded(page, found, ".html")
    alone = page.context.new_page()
    alone.set_content(path.read_text(encoding="utf-8"))
    copy = StageView(alone).ready()
    assert (copy.step, copy.caption, copy.scores) == (2, caption, scores)
    alone.close()


def test_an_animation_shows_its_progress_and_can_be_cancelled(open_page: Callable[..., Page]):
    page = open_page("/?game=ladder%3Flayers%3D5&algorithm=memoised")
    stage = StageView(page).ready()
    found = dialog(page)
    found.get_by_text("Animation", exact=False).click()
    after_run(page)  # what the format before asked for is gone
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
    found.get_by_role("slider").nth(1).press("Home")  # the last step goes to the first
    found.get_by_text("Caption of the step").click()
    make.click()
    path = downloaded(page, found, ".gif")
    make.wait_for(state="hidden", timeout=PATIENCE)
    assert path.read_bytes().startswith(b"GIF89a")
    found.get_by_role("button", name="Close").click()
    found.wait_for(state="hidden")
    page.keyboard.press("ArrowRight")
    stage.go_to(1)
