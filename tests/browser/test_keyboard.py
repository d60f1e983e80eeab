"""Who has the keyboard: a dialog, what is typed in, a control reached with Tab, and else the stage."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect
from support.app import (
    PATIENCE,
    StageView,
    after_run,
    begin_to_draw,
    choose,
    eventually,
    menu_button,
    press_in_menu,
    show_view,
)

BOUNDS = "Lower and upper bounds"
HAS_FOCUS = "element.getRootNode().activeElement === element"


def algorithms(page: Page) -> Locator:
    return menu_button(page, "algorithm")


def test_after_a_choice_with_the_mouse_the_keys_step(page: Page, stage: StageView):
    choose(page, "Algorithm", BOUNDS)
    stage.wait(f"{HAS_FOCUS} && stage.frames.trace.bounded")
    page.keyboard.press("End")
    assert stage.step == stage.last > 0
    algorithms(page).click()
    page.keyboard.type("Score iteration")
    page.keyboard.press("Enter")
    stage.wait(f"{HAS_FOCUS} && !stage.frames.trace.bounded")
    page.keyboard.press("ArrowRight")
    assert stage.step == 1
    page.keyboard.press("Space")
    speed = stage.find("select[aria-label=Speed]")
    speed.click()
    speed.select_option("2")
    stage.wait(HAS_FOCUS)
    stage.find("[data-act=next]").click()
    page.keyboard.press("Home")
    assert stage.step == 0


def test_a_control_reached_with_tab_has_its_own_keys(page: Page, stage: StageView):
    choose(page, "Algorithm", BOUNDS)
    stage.wait(f"{HAS_FOCUS} && stage.frames.trace.bounded")
    page.keyboard.press("d")
    before = stage.js("stage.replay.endless.slider.value")
    page.keyboard.press("ArrowRight")
    assert stage.js("stage.replay.endless.slider.value") != before
    assert stage.step == 0
    page.keyboard.press("Escape")
    algorithms(page).focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(algorithms(page)).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(algorithms(page)).to_have_attribute("aria-expanded", "false")
    assert stage.step == 0


def test_a_dialog_has_all_keys_and_gives_them_back(page: Page, stage: StageView):
    press_in_menu(page, "graph", "Upload a file…")
    tabs = page.get_by_role("dialog").get_by_role("tab")
    tabs.nth(0).click()
    for _ in range(5):  # more than there are tabs
        page.keyboard.press("ArrowRight")
    page.keyboard.type("mono")
    assert stage.step == 0
    assert len(stage.document["nodes"]) == 4
    tabs.get_by_text("New graph").click()
    page.get_by_role("button", name="Start drawing").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    stage.wait("!stage.document.nodes.size")
    stage.settled()
    for part in (".toolbar.edit", ".blank", ".panel .outlook"):
        expect(stage.find(part)).to_be_visible()
    expect(stage.find(".hint")).to_be_hidden()  # it speaks of nodes
    page.keyboard.press("n")
    expect(stage.find(".outlook")).to_have_count(0)
    assert list(stage.kinds.values()) == ["min"]


def test_keys_that_edit_count_only_if_the_stage_was_pressed_last(page: Page, stage: StageView):
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    before = stage.document
    stage.js("stage.store.drawing.value = false")
    stage.click_node("a")
    page.mouse.click(width - 8, height - 8)
    assert page.evaluate("document.activeElement.dataset.testid") == "stMain"
    for key in ("m", "Delete", "F2", "Shift+ArrowRight", "Control+v"):
        page.keyboard.press(key)
    expect(stage.find(".inspector")).to_be_hidden()
    assert stage.document == before
    page.keyboard.press("ArrowRight")
    assert stage.step == 1
    page.keyboard.press("/")
    expect(stage.find(".finder ul")).to_be_visible()
    page.keyboard.press("Escape")
    stage.wait(HAS_FOCUS)
    page.keyboard.press("m")
    eventually(lambda: len(stage.document["nodes"]), len(before["nodes"]) + 1)


def test_tools_in_sight_mean_that_their_keys_work(open_page: Callable[..., Page]):
    page = open_page()
    stage = StageView(page).ready().settled()
    begin_to_draw(page)
    for away in ("Tree", "Compare", "Learn"):
        count = stage.js("stage.document.nodes.size")
        if away == "Learn":
            page.get_by_role("link", name="Learn").click()
            page.wait_for_url("**/learn*", timeout=PATIENCE)
            after_run(page).get_by_role("link", name="Explore").click()
        else:
            show_view(page, away)
            page.wait_for_url("**/unwind?**" if away == "Tree" else "**/compare?**", timeout=PATIENCE)
            show_view(page, "Steps")
        stage = StageView(after_run(page)).ready().settled()
        expect(stage.find(".toolbar.edit")).to_be_visible()
        page.keyboard.press("m")
        stage.wait("stage.document.nodes.size === x", count + 1)
        stage.settled()
    page.mouse.click(page.viewport_size["width"] - 8, page.viewport_size["height"] - 8)
    page.keyboard.press("m")
    stage.wait("stage.document.nodes.size === x", count + 2)


def test_a_node_that_is_selected_is_not_moved_by_stepping(look_at: Callable[..., StageView]):
    stage = look_at("/?sample=figure-1&select=b").settled()
    page = stage.page
    page.keyboard.press("ArrowRight")
    stage.click_node("b")
    page.keyboard.press("ArrowRight")
    assert stage.step == 2
    assert not stage.js("stage.documents.isEdited")
    assert "sample=figure-1" in after_run(page).url
