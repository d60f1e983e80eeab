"""The lists of select boxes, which must not close under the pointer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from support.app import StageView
from support.pages import NEXT_FRAMES

pytestmark = pytest.mark.browser


def test_a_list_that_is_open_stays_open_while_the_page_moves_by_itself(open_page: Callable[..., Page]):
    page = open_page("/?sample=figure-1&algorithm=alpha-beta", size={"width": 1280, "height": 420})
    stage = StageView(page).ready().settled()
    box = page.get_by_role("combobox", name="Algorithm")
    found = page.get_by_test_id("stSelectboxVirtualDropdown")
    box.scroll_into_view_if_needed()
    box.click()
    found.wait_for()
    for act in ("stage.player.go(1)", "stage.editor.add('open')", "stage.document.undo()"):
        stage.js(act)
        stage.settled()
        assert found.is_visible()
    side = page.get_by_test_id("stSidebarContent")
    before = found.bounding_box()
    side.evaluate("side => { side.scrollTop += 30; }")
    side.evaluate(NEXT_FRAMES)  # in which the page hears of it
    after = found.bounding_box()
    assert before is not None
    assert after is not None
    assert before["y"] - after["y"] == pytest.approx(30, abs=1)
    page.mouse.move(150, 20)  # over the side bar, not over the list
    page.mouse.wheel(0, 60)
    found.wait_for(state="hidden")
