"""The app is started again while a page is open: the page has the user's work, and hands it over."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from support.app import PATIENCE, StageView, free_port, running_app, saved_graph

pytestmark = pytest.mark.browser


def test_a_restarted_app_gets_the_edits_that_only_the_page_still_has(browser: Browser):
    port = free_port()
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    with running_app(port=port) as url:
        page.goto(url)
        stage = StageView(page).ready()
        page.keyboard.press("o")
        stage.settled()
    page.locator("[data-test-connection-state=CONNECTED]").wait_for(state="detached", timeout=PATIENCE)
    page.keyboard.press("o")
    document = stage.document
    with running_app(port=port):
        page.locator("[data-test-connection-state=CONNECTED]").wait_for(timeout=PATIENCE)
        stage.wait("stage.courier.ack === stage.courier.rev && stage.courier.rev > 0 && stage.seq === stage.data.seq")
        assert stage.document == document
        stage.settled()
        assert saved_graph(page).to_json()["nodes"] == document["nodes"]
        page.close()
