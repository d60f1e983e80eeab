"""What a screen reader gets: the graph as a list, and word of what has happened; and the colours of the user's own."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from support.app import StageView, eventually

_LISTEN = """({ stage }) => {
  const heard = stage.heard = [];
  new MutationObserver(() => heard.push(stage.announcer.element.textContent))
    .observe(stage.announcer.element, { childList: true });
}"""


def hear(stage: StageView, words: str) -> None:
    """Wait until something is said, which may be followed by more at once."""
    stage.wait("stage.heard.some(text => text.includes(x))", words)


def rows(stage: StageView) -> list[str]:
    return stage.find(".outline").get_by_role("option", include_hidden=True).all_inner_texts()


def test_the_list_follows_steps_edits_and_what_is_selected(page: Page, stage: StageView):
    page.keyboard.press("End")
    first = "a, Max to move, score 1, final: cannot change, root; moves to b, c"
    eventually(lambda: rows(stage)[:1], [first])
    stage.js("stage.document.addMove('c', { x: 300, y: 300 }, 'open')")
    eventually(lambda: len(rows(stage)), 5)
    stage.click_node("c")
    chosen = stage.find(".outline").get_by_role("option", selected=True, include_hidden=True)
    expect(chosen).to_have_count(1)
    expect(chosen).to_contain_text("Min to move")
    page.keyboard.press("Control+z")


def test_nodes_are_selected_and_steps_taken_in_the_list(page: Page, stage: StageView):
    expect(stage.find(".outline")).to_have_css("width", "1px")
    eventually(lambda: len(rows(stage)), 4)
    listed = stage.find(".outline .nodes")
    listed.focus()
    for key, id in (("ArrowDown", "a"), ("End", "d"), ("ArrowUp", "b"), ("Home", "a")):
        page.keyboard.press(key)
        assert stage.js("stage.selection.id") == id
        row = stage.find(f"#{listed.get_attribute('aria-activedescendant')}")
        assert row.get_attribute("data-node") == id
    box = row.bounding_box()
    assert box is not None
    assert box["height"] > 15  # the list can be seen now
    page.keyboard.press("ArrowRight")
    assert stage.step == 1
    page.keyboard.press("Escape")
    expect(stage.find(".outline")).to_have_css("width", "1px")
    assert stage.js("stage.root.matches(':focus')")


def test_edits_undo_selection_steps_and_problems_are_said(page: Page, stage: StageView):
    stage.evaluate(_LISTEN)
    stage.click_node("b")
    hear(stage, "Selected b, leaf: the game is over")
    page.keyboard.press("PageDown")
    hear(stage, "Step 1: Sweep 1: 2 nodes change")
    page.keyboard.press("Delete")
    hear(stage, "Deleted b.")
    page.keyboard.press("Control+z")
    hear(stage, "Undone. Added b, a leaf with score 1.")
    page.keyboard.press("Control+Shift+z")
    hear(stage, "Redone. Deleted b.")
    page.keyboard.press("Control+z")
    stage.js("stage.document.addMove('b', 'c')")
    hear(stage, "1 error: leaf b (1) has a move to c")
    page.keyboard.press("Control+z")
    hear(stage, "No problems.")


def test_colours_of_the_system_are_those_of_the_canvas(page: Page, stage: StageView):
    paint = "stage.looks.paint"
    own = stage.js(paint)
    page.emulate_media(forced_colors="active", color_scheme="dark")
    stage.wait("matchMedia('(forced-colors: active)').matches && stage.looks.paint.dark")
    forced = stage.js(paint)
    assert forced != own
    view = "getComputedStyle(element.querySelector('.view')).backgroundColor"
    eventually(lambda: stage.js(f"stage.looks.paint.paper === {view}"), True)
    page.emulate_media(forced_colors="none", color_scheme="light")
    stage.wait("!matchMedia('(forced-colors: active)').matches && !stage.looks.paint.dark")
    eventually(lambda: stage.js(paint), own)
