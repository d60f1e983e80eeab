"""The title stands on the page and can be edited there."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from support.app import StageView

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


def test_on_a_phone_and_on_a_screen_it_covers_no_tool(open_page):
    for size in (None, PHONE):
        stage = StageView(open_page(size=size)).ready()
        title = stage.find(".graph-title").bounding_box()
        assert title is not None
        for bar in stage.find(".toolbar[role=toolbar]:visible").all():
            box = bar.bounding_box()
            assert box is not None
            apart = (
                title["x"] + title["width"] <= box["x"]
                or box["x"] + box["width"] <= title["x"]
                or box["y"] + box["height"] <= title["y"]
                or title["y"] + title["height"] <= box["y"]
            )
            assert apart


def test_every_page_with_a_graph_says_its_title(open_page):
    page = open_page("/unwind?sample=figure-1")
    stage = StageView(page).ready()
    expect(stage.find(".graph-title h2")).to_have_text("Figure 1: 0 < b < d")
    expect(stage.find(".graph-title button")).to_be_hidden()
