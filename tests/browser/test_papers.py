"""The page Sources in the browser: a link shows an item with what is found of it, and its scene opens."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from support.app import PATIENCE, StageView, after_run

pytestmark = pytest.mark.browser


def test_back_from_a_scene_leads_to_the_item_that_it_was_opened_from(open_page: Callable[..., Page]):
    page = open_page("/papers")
    item = page.locator(".st-key-item_kars_theorem-5-4")
    item.locator("summary").click(timeout=PATIENCE)
    page.wait_for_url("**/papers?source=kars&item=theorem-5.4", timeout=PATIENCE)
    expect(item.get_by_text("agrees").first).to_be_visible(timeout=PATIENCE)
    before = page.evaluate("history.length")
    after_run(page)
    item.get_by_role("button", name="Open the scene").click()
    page.wait_for_url("**/?sample=figure-1&algorithm=score-iteration**", timeout=PATIENCE)
    StageView(page).ready().settled()
    assert page.evaluate("history.length") == before + 1
    after_run(page).go_back()
    page.wait_for_url("**/papers?source=kars&item=theorem-5.4", timeout=PATIENCE)
    expect(item.get_by_role("button", name="Open the scene")).to_be_visible(timeout=PATIENCE)
