"""The tables of nodes and moves: the same document as the canvas."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect
from support.app import StageView, after_run, eventually, held_up, open_sheet, press_in_menu

AS_A_HAND = 60  # ms between two keys
TYPED = "typed by a hand"


def open_tables(page: Page) -> Locator:
    """The sheet with the tables of nodes and moves, once they are drawn."""
    sheet = open_sheet(page, "Edit nodes and moves as tables")
    sheet.get_by_role("grid", name="Moves").wait_for()
    return sheet


def cell(page: Page, name: str) -> Locator:
    """The field of a cell, such as "Score of b"."""
    return page.get_by_label(name, exact=True)


@pytest.mark.parametrize("pause", [0, 300, 900])
def test_who_goes_from_an_edit_to_a_cell_types_there_at_once(page: Page, stage: StageView, pause: int):
    open_tables(page)
    stage.click_node("b")
    page.keyboard.press("Shift+O")
    page.wait_for_timeout(pause)
    cell(page, "Label of a").click()
    page.keyboard.type(TYPED, delay=AS_A_HAND)
    page.keyboard.press("Enter")
    eventually(lambda: stage.document["nodes"][0].get("label"), TYPED)
    assert stage.document["nodes"][2].get("open")


def test_what_is_typed_in_a_cell_stays_whatever_comes_meanwhile(page: Page, stage: StageView, app_url: str):
    open_tables(page)
    field = cell(page, "Label of c")
    field.click()
    stage.js("stage.editor.add('open')")
    with held_up(app_url):  # another tab keeps the server busy
        page.keyboard.type("typed ", delay=AS_A_HAND)
        stage.js("stage.document.setLabel('c', 'of the canvas')")
        stage.js("stage.document.remove(['a'], [])")  # the row above
    page.keyboard.type("by ", delay=AS_A_HAND)
    after_run(stage.settled().page)
    stage.js("stage.document.undo()")
    page.keyboard.type("a hand", delay=AS_A_HAND)
    stage.js("stage.document.renameId('b', 'z')")
    expect(field).to_be_focused()
    expect(field).to_have_value(TYPED)
    page.keyboard.press("Enter")
    eventually(lambda: [node.get("label") for node in stage.document["nodes"]], [None, TYPED, None, None, None])


@pytest.mark.parametrize(
    ("text", "key", "pause"), [("7", "Enter", 0), ("7", "Enter", 100), ("7", "", 0), ("two", "Tab", 100)]
)
def test_what_was_typed_is_there_after_a_reload(page: Page, stage: StageView, text: str, key: str, pause: int):
    open_tables(page)
    cell(page, "Score of b").click()
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    if key:
        page.keyboard.press(key)
    page.wait_for_timeout(pause)
    page.reload()
    stage = StageView(page).ready()
    sheet = open_tables(page)
    expect(cell(page, "Score of b")).to_have_value(text)
    assert stage.document["nodes"][2]["score"] == (7 if text == "7" else 1)
    expect(sheet.get_by_role("alert").filter(has_text=f"“{text}”")).to_have_count(int(text != "7"))


def test_after_a_score_that_cannot_be_the_table_is_typed_in_further(page: Page, stage: StageView):
    sheet = open_tables(page)
    before = stage.document
    cell(page, "Score of b").fill("two")
    page.keyboard.press("Enter")  # which leads to the cell below
    expect(sheet.get_by_role("alert").filter(has_text="“two”")).to_be_visible()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    eventually(lambda: stage.document["nodes"][3].get("score"), 7)
    assert stage.document["nodes"][2] == before["nodes"][2]
    cell(page, "Score of b").press("Escape")
    expect(cell(page, "Score of b")).to_have_value("1")
    expect(sheet.get_by_role("alert")).to_have_count(0)


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.shadowRoot.activeElement.getAttribute('aria-label')")


def test_keys_go_from_cell_to_cell_and_fill_new_rows(page: Page, stage: StageView):
    open_tables(page)
    for row in (("x", "", "5"), ("y", "", "5/2")):
        if row[0] == "x":
            page.get_by_placeholder("new node").click()
        for column, text in enumerate(row):
            page.keyboard.type(text)
            page.keyboard.press("Tab" if column < 2 else "Enter")  # Enter comes back to where Tab began
    assert stage.document["nodes"][4:] == [
        {"id": "x", "score": 5, **place(stage, 4)},
        {"id": "y", "score": "5/2", **place(stage, 5)},
    ]
    visited = []
    for key in ("ArrowUp", "ArrowRight", "ArrowUp", "ArrowLeft", "Tab", "Shift+Tab", "Shift+Enter", "PageUp"):
        page.keyboard.press(key)
        visited.append(focused(page).removesuffix("of ").replace(" of ", " "))
    assert visited == ["Id y", "Kind y", "Kind x", "Id x", "Kind x", "Id x", "Id d", "Id a"]
    page.get_by_placeholder("new move").click()
    page.keyboard.type("a")
    page.keyboard.press("Tab")
    page.keyboard.type("x")
    page.keyboard.press("Enter")
    assert stage.document["moves"][-1] == ["a", "x"]
    page.keyboard.press("Control+z")
    assert len(stage.document["moves"]) == 4


def place(stage: StageView, at: int) -> dict[str, float]:
    return {key: stage.document["nodes"][at][key] for key in "xy"}


def test_rows_are_chosen_copied_deleted_and_pasted_and_of_many_only_those_in_view_are_drawn(
    page: Page, stage: StageView
):
    sheet = open_tables(page)
    cell(page, "Choose b").click()
    cell(page, "Choose d").click(modifiers=["Shift"])
    page.keyboard.press("Control+c")
    assert page.evaluate("navigator.clipboard.readText()") == "b\tLeaf\t1\t\t\nd\tLeaf\t2\t\t"
    sheet.get_by_role("button", name="Delete 2 rows").click()
    eventually(lambda: [node["id"] for node in stage.document["nodes"]], ["a", "c"])
    page.get_by_placeholder("new node").click()
    page.keyboard.press("Control+v")
    eventually(lambda: [node.get("score") for node in stage.document["nodes"]], [None, None, 1, 2])
    page.evaluate("rows => navigator.clipboard.writeText(rows)", "\n".join(f"n{i}\tLeaf\t{i}" for i in range(200)))
    page.get_by_placeholder("new node").click()
    page.keyboard.press("Control+v")
    eventually(lambda: len(stage.document["nodes"]), 204)
    grid = sheet.get_by_role("grid", name="Nodes")
    expect(grid).to_have_attribute("aria-rowcount", "206")
    assert grid.get_by_role("row").count() < 60
    cell(page, "Choose b").press("PageDown")
    for _ in range(30):
        page.keyboard.press("PageDown")
    eventually(lambda: focused(page), "Choose new row")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Delete")
    assert len(stage.document["nodes"]) == 204  # no row is chosen


def test_on_a_phone_they_are_scrolled_in_the_lower_half(open_page):
    page = open_page(phone=True)
    StageView(page).ready()
    press_in_menu(page, "graph", "Edit nodes and moves as tables")
    new = page.get_by_placeholder("new move")
    new.scroll_into_view_if_needed()
    expect(new).to_be_in_viewport()
    box = page.locator(".st-key-sheet").bounding_box()
    assert box
    assert box["y"] > 300
