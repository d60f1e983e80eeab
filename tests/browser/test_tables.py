"""The tables of nodes and moves: the same document as the canvas."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import FloatRect, Locator, Page, TimeoutError, expect
from support.app import FRAME, StageView, after_run, eventually, held_up, open_sheet

HEADER, ROW = 36, 35  # px
AS_A_HAND = 60  # ms between two keys
GRID = "[data-testid=data-grid-canvas]"
SCORE, LABEL = 0.45, 0.65  # of the width of the table of nodes
_STILL = f"""async element => {{
  let before;
  for (let now = ''; now !== before;) {{
    before = now;
    await {FRAME}();
    now = JSON.stringify(element.getBoundingClientRect());
  }}
}}"""


def open_tables(page: Page) -> Locator:
    """The tables of nodes and moves, once they are drawn."""
    tables = open_sheet(page, "Edit nodes and moves as tables").get_by_test_id("stDataFrame")
    tables.nth(1).scroll_into_view_if_needed()
    tables.nth(0).locator("td[role=gridcell]").get_by_text("2", exact=True).wait_for(state="attached")
    tables.nth(0).evaluate(_STILL)
    return tables


def enters(page: Page, box: FloatRect | None, row: int, column: float) -> bool:
    """Whether a click on a cell of a table at this place gets there."""
    if not box:
        return False
    page.mouse.click(box["x"] + column * box["width"], box["y"] + HEADER + ROW * (row + 0.5))
    with suppress(TimeoutError):
        page.locator(f"{GRID}:focus, {GRID} :focus").wait_for(state="attached", timeout=1000)
        return True
    return False


def field_of(page: Page, row: int, column: float) -> Locator:
    """The field over a cell of the table of nodes; `column` as a share of its width."""
    table = page.get_by_test_id("stDataFrame").nth(0)
    eventually(lambda: enters(page, table.bounding_box(), row, column), True)  # which may just be moving
    page.keyboard.press("Enter")
    field = page.locator("#portal textarea, #portal input").first
    field.wait_for()
    return field


def test_what_is_typed_in_a_cell_arrives_whatever_a_run_brings_meanwhile(page: Page, stage: StageView, app_url: str):
    open_tables(page)
    field_of(page, 1, LABEL).press("Escape")  # the script of the field comes from the server when it is opened first
    page.evaluate("document.activeElement.blur()")
    with held_up(app_url):  # another tab keeps the server busy
        stage.js("stage.editor.add('open')")
        field_of(page, 0, LABEL).press_sequentially("typed ")
    after_run(stage.settled().page)
    page.keyboard.type("by a hand", delay=AS_A_HAND)
    page.wait_for_timeout(5 * AS_A_HAND)  # the grid has not taken in what is typed just before Enter
    before = len(stage.document["nodes"])
    page.keyboard.press("Enter")
    eventually(lambda: stage.document["nodes"][0].get("label"), "typed by a hand")
    assert len(stage.document["nodes"]) == before == 5
    stage.click_node("b")
    page.get_by_test_id("stDataFrame").nth(0).locator("td[role=gridcell]").get_by_text("typed by a hand").wait_for(
        state="attached"
    )


def test_who_goes_from_an_edit_to_a_cell_at_once_types_there(page: Page, stage: StageView):
    tables = open_tables(page)
    field_of(page, 1, LABEL).press("Escape")  # the script of the field comes from the server when it is opened first
    stage.click_node("b")
    box = tables.nth(0).bounding_box()
    assert box
    page.keyboard.press("Shift+O")
    x, y = box["x"] + LABEL * box["width"], box["y"] + HEADER + ROW / 2
    for away in range(30, 0, -1):  # a hand on its way, while the run on the edit comes back
        page.mouse.move(x - 10 * away, y)
        page.wait_for_timeout(50)
    page.mouse.click(x, y)
    page.keyboard.press("Enter")
    field = page.locator("#portal textarea, #portal input").first
    field.wait_for()
    field.press_sequentially("typed", delay=AS_A_HAND)
    page.wait_for_timeout(5 * AS_A_HAND)
    page.keyboard.press("Enter")
    eventually(lambda: stage.document["nodes"][0].get("label"), "typed")


def test_after_a_score_that_cannot_be_the_table_is_typed_in_further(page: Page, stage: StageView):
    open_tables(page)
    before = stage.document
    field = field_of(page, 2, SCORE)
    field.fill("two")
    field.press("Enter")  # which leads to the cell below
    expect(page.get_by_role("alert").filter(has_text="'two'")).to_be_visible()
    after_run(page)
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    eventually(lambda: stage.document["nodes"][3].get("score"), 7)
    assert stage.document["nodes"][2] == before["nodes"][2]
    page.keyboard.type("mono")
    page.keyboard.press("Enter")
    after_run(stage.settled().page)
    assert len(stage.document["nodes"]) == len(before["nodes"])
    stage.click_node("b")
    after_run(page)
    page.get_by_test_id("stDataFrame").nth(0).locator("th").get_by_text("Problem").wait_for(state="attached")
