"""A run that takes long: its first steps are on screen while it goes on, and it can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import Page
from support.app import StageView

GAME = quote("random?nodes=120&leaves=20%&degree=4&seed=1")
ADDRESS = f"/?game={GAME}&algorithm=depth-first"  # which visits more nodes than the limit allows


def test_a_long_run_can_be_stepped_through_while_it_goes_on_and_stopped_with_the_steps_so_far(
    open_page: Callable[..., Page],
):
    stage = StageView(open_page(ADDRESS))
    stage.wait("stage.player.goesOn && stage.frames.at === 0")
    welcome = "getComputedStyle(document.documentElement).getPropertyValue('--welcome')"
    assert stage.page.evaluate(welcome) == "none"  # where the run says how far it is
    first = stage.js("stage.frames.length")
    stage.page.keyboard.press("ArrowRight")
    stage.page.keyboard.press("ArrowRight")
    stage.wait("stage.frames.at === 2")
    chosen = stage.js("[...stage.document.nodes.keys()][1]")
    stage.js("stage.selection.choose(x)", chosen)
    stage.js("stage.canvas.fit()")
    stage.page.keyboard.press("End")
    stage.wait("stage.toast.element.textContent.includes('goes on')")
    assert stage.js("stage.frames.at") == 2
    view = stage.js("stage.canvas.view")
    stage.page.get_by_role("button", name="Stop").click()
    stage.wait("!stage.player.goesOn && stage.frames.at === stage.frames.length - 1")
    assert stage.js("stage.frames.length") > first
    assert "as you asked; there is no result" in stage.caption
    assert stage.js("stage.store.selected.value") == chosen
    assert stage.js("stage.canvas.view") == view
    stage.page.keyboard.press("ArrowLeft")
    stage.wait("stage.frames.at === stage.frames.length - 2")
    stage.page.get_by_role("button", name="Run again").click()
    stage.wait("stage.player.goesOn")
