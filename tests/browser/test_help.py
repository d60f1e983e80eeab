"""The help as a user reads it: links stay in the session, and lead to the heading that they name."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from support.app import PATIENCE, after_run


def at_heading(page: Page, anchor: str) -> None:
    """Wait until a heading stands at the top of the page."""
    is_at_top = "id => Math.abs(document.getElementById(id)?.getBoundingClientRect().top - 50) < 50"
    page.wait_for_function(is_at_top, arg=anchor, timeout=PATIENCE)


def follow(page: Page, name: str) -> None:
    after_run(page).locator(".st-key-help").get_by_role("link", name=name, exact=True).first.click()


def test_links_lead_to_headings_in_the_same_session(open_page: Callable[..., Page]):
    page = open_page("/help?page=tour&sample=example-7-1")
    before = len(page.context.pages)
    expect(page.get_by_role("heading", name="Tour", exact=True)).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_test_id("stImage").first).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_test_id("stBidiComponentIsolated")).to_have_count(2, timeout=PATIENCE)
    follow(page, "back link")
    at_heading(page, "back-link")
    expect(page).to_have_url(re.compile("sample=example-7-1.*page=glossary"), timeout=PATIENCE)
    after_run(page).get_by_label("Search the help").fill("dependency set")
    page.keyboard.press("Enter")
    follow(page, "Algorithms: Depth-first search and its memo")
    at_heading(page, "depth-first-search-and-its-memo")
    after_run(page).get_by_test_id("stHeader").get_by_role("link", name="Explore").click()
    expect(page).not_to_have_url(re.compile("page="), timeout=PATIENCE)
    expect(page).to_have_url(re.compile("sample=example-7-1"), timeout=PATIENCE)
    assert len(page.context.pages) == before
