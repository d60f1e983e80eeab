"""Presses on a page that scrolls, runs and hears of other things at the same time: none is lost."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from support.app import PATIENCE, StageView, held_up, open_menu


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
