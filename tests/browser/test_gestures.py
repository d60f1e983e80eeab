"""Mouse and touch on the canvas: rectangles, several nodes at once, menus, fingers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Page, expect
from support.app import StageView, eventually


def chosen(stage: StageView) -> list[str]:
    return sorted(stage.js("stage.editor.chosen"))


def empty_place(stage: StageView) -> list[float]:
    """A place of the canvas where nothing is: at the left of Figure 1."""
    places = stage.places()
    return [places["a"][0] - 2 * stage.radius, (places["a"][1] + places["b"][1]) / 2]


def test_shift_selects_several_and_they_move_together(page: Page, stage: StageView):
    before = stage.places()
    page.keyboard.down("Shift")
    (left, top), (right, bottom) = before["a"], before["d"]
    middle = (left + right) / 2
    stage.drag([left - 60, top - 60], [middle, bottom + 60])
    assert chosen(stage) == ["a", "b"]
    stage.click_node("d")
    assert chosen(stage) == ["a", "b", "d"]
    stage.click_node("a")
    assert chosen(stage) == ["b", "d"]
    page.keyboard.up("Shift")
    stage.drag(before["b"], [before["b"][0] + 30, before["b"][1] + 20])
    after = stage.places()
    for id in "bd":
        assert after[id] == pytest.approx([before[id][0] + 30, before[id][1] + 20], abs=2)
    assert (after["a"], after["c"]) == (before["a"], before["c"])
    page.keyboard.press("Control+z")
    assert stage.places() == before


def test_the_menu_of_the_right_button_offers_what_fits(page: Page, stage: StageView):
    menu = stage.find(".menu")
    page.mouse.click(*stage.places()["a"], button="right")
    menu.get_by_role("menuitem", name="Switch its player").click()
    assert stage.kinds["a"] == "min"
    place = empty_place(stage)
    page.mouse.click(*place, button="right")
    menu.get_by_role("menuitem", name="Add an open node").click()
    added = stage.document["nodes"][-1]["id"]
    assert stage.kinds[added] == "open"
    problems = stage.find(".problems").filter(has_text="cannot be reached")
    problems.wait_for()  # which moves nothing
    assert problems.inner_text() == problems.locator("li").inner_text()
    assert stage.places()[added] == pytest.approx(place, abs=3)
    stage.js("stage.menus.openAt(stage.canvas.toDom('d'))")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    assert "d" not in stage.kinds
    page.mouse.click(*stage.places()["b"], button="right")
    page.keyboard.press("Escape")
    expect(menu).not_to_be_visible()


def test_problems_are_marked_while_drawing(page: Page, stage: StageView):
    page.keyboard.press("l")
    page.keyboard.press("Escape")
    stage.settled()
    added = stage.document["nodes"][-1]["id"]
    stage.wait(f"stage.looks.of({added!r}).problem === 'warning'")
    page.mouse.move(*stage.places()[added])
    expect(stage.find(".tip")).to_contain_text("cannot be reached from the root")
    stage.js("stage.editor.choose([])")
    stage.find(".problems li.warning").first.click()
    assert chosen(stage) == [added]
    page.keyboard.press("Delete")
    expect(stage.find(".problems")).to_be_hidden()


def test_what_is_said_of_the_node_under_the_pointer_is_true_after_a_step_and_an_edit(page: Page, stage: StageView):
    page.mouse.move(*stage.places()["a"])
    expect(stage.find(".tip")).to_contain_text("Max to move · score 0 · may still rise or fall")
    page.keyboard.press("End")
    expect(stage.find(".tip")).to_contain_text("Max to move · score 1 · final")
    stage.js("stage.editor.choose(['a'])")
    page.keyboard.press("p")
    expect(stage.find(".tip")).to_contain_text("Min to move")
    stage.js("stage.document.remove(['a'], [])")
    expect(stage.find(".tip")).to_be_hidden()


class Finger:
    """A finger on the screen."""

    def __init__(self, stage: StageView) -> None:
        self.stage = stage
        self.tools: CDPSession = stage.page.context.new_cdp_session(stage.page)

    def send(self, kind: str, *places: list[float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        self.tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, start: list[float], end: list[float]) -> None:
        self.stage.wait_for_press()
        self.send("touchStart", start)
        for share in (0.1, 0.3, 0.6, 1):
            self.send("touchMove", [s + share * (e - s) for s, e in zip(start, end, strict=True)])
        self.send("touchEnd")


def test_fingers_connect_move_add_and_open_menus(open_page: Callable[..., Page]):
    page = open_page(phone=True)
    stage = StageView(page).ready()
    stage.root.scroll_into_view_if_needed()
    finger = Finger(stage)
    finger.drag(stage.rim("c"), stage.places()["b"])
    eventually(lambda: stage.document["moves"][-1], ["c", "b"])
    before = stage.settled().places()
    target = [before["d"][0] - 15, before["d"][1] + 25]
    finger.drag(before["d"], target)
    eventually(lambda: stage.places()["d"] == pytest.approx(target, abs=4), True)
    place = empty_place(stage.settled())
    stage.js("stage.canvas.network.canvas.hammer.get('doubletap').set({ interval: 60_000 })")  # on a busy machine, too
    page.touchscreen.tap(*place)
    page.touchscreen.tap(*place)
    eventually(lambda: len(stage.kinds), 5)
    page.keyboard.press("Escape")
    finger.send("touchStart", stage.settled().places()["a"])
    stage.find(".menu").wait_for()
    finger.send("touchEnd")
    stage.find(".menu").get_by_role("menuitem", name="Switch its player").tap()
    eventually(lambda: stage.kinds["a"], "min")
    assert stage.python_graph().moves[-1] == ("c", "b")
