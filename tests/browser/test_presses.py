"""Presses on a page that scrolls, runs and hears of other things at the same time: none is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from support.app import PATIENCE, StageView, eventually, held_up


def test_a_list_that_is_open_stays_open_while_the_page_moves_by_itself(open_page: Callable[..., Page]):
    page = open_page("/?sample=figure-1&algorithm=alpha-beta", size={"width": 1280, "height": 420})
    stage = StageView(page).ready().settled()
    box = page.get_by_role("combobox", name="Algorithm")
    found = page.get_by_test_id("stSelectboxVirtualDropdown")
    box.scroll_into_view_if_needed()
    box.click()
    found.wait_for()
    for act in ("stage.player.go(1)", "stage.editor.add('open')", "stage.document.undo()"):
        stage.js(act)
        stage.settled()
        assert found.is_visible()
    side = page.get_by_test_id("stSidebarContent")
    before = found.bounding_box()
    assert before is not None
    side.evaluate("side => { side.scrollTop += 30; }")
    eventually(lambda: (found.bounding_box() or before)["y"], pytest.approx(before["y"] - 30, abs=1))
    page.mouse.move(150, 20)  # over the side bar, not over the list
    page.mouse.wheel(0, 60)
    found.wait_for(state="hidden")


def test_a_menu_stays_open_when_an_answer_comes(stage: StageView, app_url: str):
    stage.settled()
    seq = stage.js("stage.python.seq")
    with held_up(app_url):
        stage.js("stage.editor.add('open')")
        stage.find("[data-tool=share]").click()
        stage.find(".menu").wait_for()
    stage.wait("stage.python.seq > x", seq)
    assert stage.settled().find(".menu").is_visible()
    stage.page.keyboard.press("Escape")
    stage.find(".menu").wait_for(state="hidden")


def test_a_list_takes_a_press_right_after_it_has_scrolled(open_page: Callable[..., Page]):
    page = open_page("/?sample=figure-1")
    StageView(page).ready().settled()
    page.get_by_role("combobox", name="Graph").click()
    page.get_by_role("option").nth(1).wait_for()  # in its first frame the list has one entry, without any width
    under_the_pointer = """async list => {
      list.scrollTop += 5;
      await new Promise(done => list.addEventListener('scroll', done, { once: true }));
      await new Promise(requestAnimationFrame);
      const box = list.getBoundingClientRect();
      const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return found.closest('[role=option]') ? 'an entry' : `${JSON.stringify(box)} ${found.outerHTML.slice(0, 200)}`;
    }"""
    assert page.get_by_role("listbox").evaluate(under_the_pointer) == "an entry"


def test_what_the_stage_has_to_say_goes_before_a_press_elsewhere(stage: StageView, page: Page):
    edit_and_press = """element => {
      const { stage } = element, { send } = stage, order = [];
      const button = [...document.querySelectorAll('button')].find(each => each.innerText.includes('Open or draw…'));
      button.addEventListener('click', () => order.push('press'), { once: true });
      stage.send = (name, value) => { order.push(name); send(name, value); };
      stage.editor.add('leaf');
      stage.player.go(2);
      button.click();
      return order;
    }"""
    order = stage.evaluate(edit_and_press)
    assert order[-1] == "press"
    assert {"doc", "step"} <= set(order)
    expect(page.get_by_role("dialog")).to_have_count(1, timeout=PATIENCE)
