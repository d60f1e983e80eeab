"""Presses on a page that scrolls, runs and hears of other things at the same time: none is lost."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from support.app import PATIENCE, StageView, after_run, held_up, menu_button, open_menu


def test_a_list_that_is_open_stays_open_while_the_page_moves_by_itself(open_page: Callable[..., Page]):
    page = open_page("/?sample=figure-1&algorithm=alpha-beta", size={"width": 1280, "height": 420})
    stage = StageView(page).ready().settled()
    found = open_menu(page, "algorithm")
    found.get_by_role("searchbox").fill("memo")
    for act in ("stage.player.go(1)", "stage.editor.add('open')", "stage.document.undo()"):
        stage.js(act)
        stage.settled()
        assert found.is_visible()
    expect(found.get_by_role("searchbox")).to_have_value("memo")
    page.mouse.click(*stage.places()["a"])
    found.wait_for(state="hidden")


def test_a_menu_stays_open_when_an_answer_comes(stage: StageView, app_url: str):
    stage.settled()
    seq = stage.js("stage.python.seq")
    with held_up(app_url):
        stage.js("stage.editor.add('open')")
        stage.js("stage.menus.openForChosen()")
        stage.find(".menu").wait_for()
    stage.wait("stage.python.seq > x", seq)
    assert stage.settled().find(".menu").is_visible()
    stage.page.keyboard.press("Escape")
    stage.find(".menu").wait_for(state="hidden")


def test_a_list_takes_a_press_right_after_it_has_scrolled(stage: StageView, page: Page):
    scroll_and_press = """async list => {
      list.scrollTop += 45;
      await new Promise(done => list.addEventListener('scroll', done, { once: true }));
      await new Promise(requestAnimationFrame);
      const box = list.getBoundingClientRect();
      const found = list.getRootNode().elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const entry = found.closest('[role=option]');
      entry.click();
      return entry.querySelector('b').innerText;
    }"""
    title = open_menu(page, "algorithm").get_by_role("listbox").evaluate(scroll_and_press)
    expect(menu_button(page, "algorithm")).to_contain_text(title)
    assert after_run(page).locator(".bar .sheet").count() == 0


def test_what_the_stage_has_to_say_goes_before_a_press_elsewhere(stage: StageView, page: Page):
    edit_and_press = """element => {
      const { stage } = element, { send } = stage, order = [];
      const bars = [...document.querySelectorAll('.st-key-bar *')].map(each => each.shadowRoot?.querySelector('.bar'));
      const buttons = [...bars.find(Boolean).querySelectorAll('button')];
      const button = buttons.find(each => each.innerText.includes('Paste text…'));
      button.addEventListener('click', () => order.push('press'), { once: true });
      stage.send = (name, value) => { order.push(name); send(name, value); };
      stage.editor.add('leaf');
      stage.player.go(2);
      button.click();
      return order;
    }"""
    open_menu(page, "graph")
    order = stage.evaluate(edit_and_press)
    assert order[-1] == "press"
    assert {"doc", "step"} <= set(order)
    expect(page.get_by_role("dialog")).to_have_count(1, timeout=PATIENCE)
