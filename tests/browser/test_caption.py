"""The caption of a step: its names select their nodes, by mouse and keyboard, and it keeps its place and size."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from support.app import StageView, eventually

BOX = """(() => {
  const caption = element.querySelector('.caption'), { y, height } = caption.getBoundingClientRect();
  const text = caption.querySelector(':scope > span');
  text.style.alignSelf = 'start';
  const found = { y, height, text: text.offsetHeight, line: parseFloat(getComputedStyle(text).lineHeight) };
  text.style.alignSelf = '';
  return found;
})()"""


def test_a_name_selects_its_node_and_brings_it_into_view(look_at: Callable[..., StageView]):
    stage = look_at("/?sample=example-7-1&algorithm=memoised&step=3")
    stage.js("(stage.player.go(3), stage.selection.choose())")
    stage.look_from(1, 5000, 5000)
    name = stage.find(".caption [role=button]").first
    id = name.get_attribute("data-node")
    name.click()
    stage.wait("stage.selection.id === x", id)
    at = stage.js("stage.canvas.toDom(x)", id)
    room = stage.js("stage.canvas.element.getBoundingClientRect().toJSON()")
    assert 0 < at["x"] < room["width"]
    assert 0 < at["y"] < room["height"]
    stage.js("stage.selection.choose()")
    stage.js("stage.fit()")


def test_names_are_reached_and_pressed_by_keyboard_and_arrows_still_step(look_at: Callable[..., StageView]):
    stage = look_at("/?sample=example-7-1&algorithm=memoised&step=3")
    stage.js("stage.player.go(3)")
    name = stage.find(".caption [role=button]").first
    id = name.get_attribute("data-node")
    name.focus()
    stage.page.keyboard.press("Enter")
    stage.wait("stage.selection.id === x", id)
    stage.page.keyboard.press("PageDown")
    stage.go_to(4)
    expect(stage.find(".caption [role=button]").first).to_be_focused()
    stage.page.keyboard.press("Escape")
    stage.js("stage.selection.choose()")


@pytest.mark.parametrize("width", [1440, 390])
def test_names_make_a_caption_neither_higher_nor_move_it(open_page: Callable[..., Page], width: int):
    page = open_page("/?sample=negamax-three-loop&algorithm=bounds&view=only", size={"width": width, "height": 844})
    stage = StageView(page).ready()
    boxes = stage.at_steps(range(stage.last + 1), BOX)
    assert len({(box["y"], box["height"]) for box in boxes}) == 1
    assert all(box["text"] / box["line"] == pytest.approx(round(box["text"] / box["line"]), abs=0.06) for box in boxes)


def test_deselecting_at_the_first_step_tells_of_the_root_again(look_at: Callable[..., StageView]):
    stage = look_at("/?sample=figure-1&algorithm=score-iteration")
    stage.tab("Node")
    stage.js("(stage.player.go(0), stage.selection.choose('c'))")
    eventually(stage.find(".focus .chip").first.inner_text, "c: 0")
    stage.js("stage.selection.choose()")
    eventually(stage.find(".focus .chip").first.inner_text, "a: 0")
