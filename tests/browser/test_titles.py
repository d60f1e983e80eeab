"""The title stands on the page and can be edited there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from support.app import StageView, eventually

PHONE = {"width": 390, "height": 844}


def test_a_title_that_is_typed_is_that_of_the_graph(page: Page, stage: StageView):
    heading = stage.find(".graph-title h2")
    before = heading.inner_text()
    stage.page.get_by_role("button", name="Rename", exact=True).click()
    field = page.get_by_role("textbox", name="Title")
    expect(field).to_have_value(before)
    field.fill("My loop")
    page.keyboard.press("Enter")
    expect(heading).to_have_text("My loop")
    assert stage.python_graph().name == "My loop"
    page.get_by_role("button", name="Documents").click()
    expect(stage.find(".documents").get_by_text("My loop")).to_be_visible()
    page.keyboard.press("Escape")


def test_escape_and_blanks_leave_the_title_as_it_was(page: Page, stage: StageView):
    heading = stage.find(".graph-title h2")
    before = heading.inner_text()
    for text, key in (("Other", "Escape"), ("  ", "Enter")):
        stage.page.get_by_role("button", name="Rename", exact=True).click()
        page.get_by_role("textbox", name="Title").fill(text)
        page.keyboard.press(key)
        expect(heading).to_have_text(before)
    assert not stage.document.get("edited")
    assert stage.js("stage.document.past.done.length") == 0


@pytest.mark.parametrize("size", [None, PHONE])
def test_on_a_phone_and_on_a_screen_it_covers_no_tool_and_no_node(open_page, size):
    stage = StageView(open_page(size=size)).ready()
    expect(stage.find(".graph-title h2")).to_have_text("Figure 1: 0 < b < d")
    eventually(lambda: stage.js(_TOOLS_UNDER_TITLE), [])
    bottom = "(title => title.offsetTop + title.offsetHeight)(stage.find('.graph-title'))"
    eventually(lambda: stage.js(f"stage.canvas.inset.top >= {bottom}"), True)  # where the view of the nodes begins


# Which bars of tools the title stands over, all looked at in one moment.
_TOOLS_UNDER_TITLE = """(() => {
  const title = stage.find('.graph-title').getBoundingClientRect();
  return [...element.querySelectorAll('.toolbar[role=toolbar]')].filter(bar => bar.checkVisibility()).filter(bar => {
    const { left, right, top, bottom } = bar.getBoundingClientRect();
    return title.right > left && right > title.left && title.bottom > top && bottom > title.top;
  }).map(bar => [bar.ariaLabel, stage.find('.graph-title').style.cssText]);
})()"""


def test_it_keeps_clear_of_the_tools_when_a_side_bar_over_the_page_is_folded(open_page):
    stage = StageView(open_page(size={"width": 700, "height": 900})).ready()
    stage.page.get_by_test_id("stExpandSidebarButton").click()
    eventually(lambda: stage.js(_FOLDED), "")
    eventually(lambda: stage.js(_TOOLS_UNDER_TITLE), [])
    stage.page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    eventually(lambda: stage.js(_FOLDED), "44px")
    eventually(lambda: stage.js(_TOOLS_UNDER_TITLE), [])


_FOLDED = "getComputedStyle(element).getPropertyValue('--folded')"


def test_every_page_with_a_graph_says_its_title(open_page):
    page = open_page("/unwind?sample=figure-1")
    stage = StageView(page).ready()
    expect(stage.find(".graph-title h2")).to_have_text("s₃ of Figure 1: 0 < b < d")
    expect(stage.find(".graph-title button")).to_be_hidden()
