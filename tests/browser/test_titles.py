"""The title stands on the page and can be edited there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from support.app import StageView, eventually, press_in_menu

PHONE = {"width": 390, "height": 844}


def test_a_title_that_is_typed_is_that_of_the_graph(page: Page, stage: StageView):
    heading = stage.find(".graph-title h2")
    before = heading.inner_text()
    press_in_menu(page, "graph", "Rename…")
    field = page.get_by_role("textbox", name="Title")
    expect(field).to_have_value(before)
    field.fill("My loop")
    page.keyboard.press("Enter")
    expect(heading).to_have_text("My loop")
    assert stage.python_graph().name == "My loop"
    press_in_menu(page, "graph", "Documents…")
    expect(stage.find(".documents").get_by_text("My loop")).to_be_visible()
    page.keyboard.press("Escape")


def test_escape_and_blanks_leave_the_title_as_it_was(page: Page, stage: StageView):
    heading = stage.find(".graph-title h2")
    before = heading.inner_text()
    for text, key in (("Other", "Escape"), ("  ", "Enter")):
        press_in_menu(page, "graph", "Rename…")
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


def test_every_page_with_a_graph_says_its_title(open_page):
    page = open_page("/unwind?sample=figure-1")
    stage = StageView(page).ready()
    expect(stage.find(".graph-title h2")).to_have_text("Figure 1: 0 < b < d")
    expect(stage.find(".graph-title button")).to_be_hidden()
