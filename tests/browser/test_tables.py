"""The tables of nodes and moves: the same document as the canvas."""

from __future__ import annotations

from playwright.sync_api import Page
from support.app import FRAME, StageView, after_run, eventually, open_drawer

HEADER, ROW = 36, 35  # px
_STILL = f"""async element => {{
  let before;
  for (let now = ''; now !== before;) {{
    before = now;
    await {FRAME}();
    now = JSON.stringify(element.getBoundingClientRect());
  }}
}}"""


def write(page: Page, table: int, row: int, column: float, text: str) -> None:
    """Type into a cell; `column` in px from the left."""
    box = page.get_by_test_id("stDataFrame").nth(table).bounding_box()
    assert box is not None
    page.mouse.dblclick(box["x"] + column, box["y"] + HEADER + ROW * (row + 0.5))
    field = page.locator("#portal").locator("textarea, input").first
    field.fill(text)
    field.press("Enter")


def test_cells_change_the_document_and_undo_changes_the_cells(page: Page, stage: StageView):
    open_drawer(page)
    after_run(page).get_by_text("Edit nodes and moves as tables").click()
    tables = page.get_by_test_id("stDataFrame")
    tables.nth(2).scroll_into_view_if_needed()
    tables.nth(1).locator("td[role=gridcell]").get_by_text("2", exact=True).wait_for(state="attached")  # it is drawn
    tables.nth(1).evaluate(_STILL)
    before = stage.document
    columns = tables.nth(1).bounding_box()
    assert columns is not None
    score = columns["width"] * 0.45
    write(page, 1, 3, score, "16/3")
    eventually(lambda: stage.document["nodes"][3].get("score"), "16/3")
    assert stage.python_graph().to_json()["nodes"] == stage.document["nodes"]
    stage.js("stage.document.undo()")
    stage.settled()
    assert stage.document == before
