"""Why a node has its score: asked with W, by a button and by a link; sentences light nodes and moves; refutations."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from support.app import PATIENCE, StageView, after_run, eventually

from explorer import why

LIT = "[...stage.looks.chain?.nodes ?? []].sort()"
BANDS = "stage.canvas.bands.map(({ from, to, kind }) => `${from} ${to} ${kind}`)"


@pytest.fixture
def stage(look_at: Callable[..., StageView]) -> StageView:
    stage = look_at("/?sample=figure-1&algorithm=score-iteration&step=3")
    stage.js("stage.player.go(3)")
    return stage.settled()


def asked(stage: StageView, node: str) -> StageView:
    stage.click_node(node)
    stage.page.keyboard.press("w")
    after_run(stage.page)
    expect(stage.find(".why h3")).to_have_text(f"Why is {node} = 1?")
    return stage


def test_w_explains_the_selected_node_its_rows_light_what_they_are_about_and_lead_to_its_origin(stage: StageView):
    asked(stage, "c")
    said = stage.find(".why").locator("[role=option]").all_inner_texts()
    wanted = [line.strip() for line in str(why("sample:figure-1", "c")).splitlines()]
    assert [each.replace("\xa0", " ") for each in said] == wanted
    eventually(lambda: stage.js(LIT), ["a", "b", "c"])
    eventually(lambda: stage.js(BANDS), ["c a chain", "a b chain"])
    stage.page.keyboard.press("ArrowDown")
    stage.page.keyboard.press("ArrowDown")
    stage.page.keyboard.press("ArrowDown")
    eventually(lambda: stage.js(LIT), ["a", "b"])
    eventually(lambda: stage.js(BANDS), ["a b plus"])
    stage.page.keyboard.press("Escape")
    expect(stage.find(".why")).to_be_hidden()
    eventually(lambda: stage.js(LIT), [])
    asked(stage, "c")
    stage.find(".why").locator("[data-step='1']").click()
    stage.wait("stage.player.at === 1")
    stage.page.keyboard.press("Escape")
    expect(stage.find(".why")).to_be_hidden()


def test_the_tab_node_asks_too_and_a_refuted_value_is_played_against(stage: StageView):
    stage.click_node("c")
    stage.tab("Node").get_by_text("Why?").click()
    after_run(stage.page)
    expect(stage.find(".why h3")).to_have_text("Why is c = 1?")
    stage.find(".why").get_by_text("Copy as text").click()
    stage.find(".toast").filter(has_text="The explanation was copied.").wait_for(timeout=PATIENCE)
    assert stage.page.evaluate("navigator.clipboard.readText()") == str(why("sample:figure-1", "c"))
    stage.page.keyboard.press("Escape")
    expect(stage.find(".why")).to_be_hidden()
    asked(stage, "a")
    field = stage.find(".why input")
    field.fill("2")
    field.press("Enter")
    after_run(stage.page)
    row = stage.find(".why").locator("[role=option]").first
    expect(row).to_have_text("The score of a is not 2: Min can keep it at 1 or less.")
    eventually(lambda: "c a minus" in stage.js(BANDS), True)
    stage.find(".why").get_by_text("Play against it").click()
    stage.page.wait_for_url("**/play**")
    after_run(stage.page)
    expect(stage.page.get_by_text("At a it is your turn.")).to_be_visible()


def test_an_edit_says_what_it_changed_marks_the_nodes_and_opens_before_and_after(stage: StageView):
    stage.click_node("d")
    stage.page.keyboard.press("3")
    stage.page.keyboard.press("Enter")
    stage.settled()
    expect(stage.find(".edited span")).to_have_text("1 score changed: d 2 → 3; first at step 1.")
    eventually(lambda: stage.js("[...stage.looks.edited]"), ["d"])
    stage.find(".edited button").click()
    stage.page.wait_for_url("**/compare**")
    after_run(stage.page)
    expect(stage.page.get_by_text("Left: before the last edit. Right: the graph as it is now.")).to_be_visible()
    left = StageView(stage.page)
    left.wait("stage.player.at === 1 && stage.document.node('d').score === 2")
