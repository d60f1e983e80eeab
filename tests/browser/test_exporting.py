"""The export dialog in the browser: what is downloaded can be opened."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from support.app import PATIENCE, StageView, after_run, eventually
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


def test_the_picture_is_copied_as_png_and_svg(page: Page, stage: StageView):
    page.keyboard.press("ArrowRight")
    stage.settled()
    caption = stage.caption
    dialog = export_dialog(page)
    dialog.get_by_role("button", name="Copy picture").click()
    expect(dialog.get_by_role("status").filter(has_text="Copied")).to_be_visible(timeout=PATIENCE)
    kinds = page.evaluate("navigator.clipboard.read().then(([item]) => item.types)")
    assert sorted(kinds) == ["image/png", "image/svg+xml"]
    width = page.evaluate(
        """async () => {
            const [item] = await navigator.clipboard.read();
            return (await createImageBitmap(await item.getType('image/png'))).width;
        }"""
    )
    svg = page.evaluate(
        "navigator.clipboard.read().then(([item]) => item.getType('image/svg+xml')).then(b => b.text())"
    )
    assert width == 2 * round(float(re.search(r'width="([\d.]+)"', svg)[1]))
    assert caption.split(":")[0] in svg
