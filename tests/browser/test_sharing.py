"""The share menu: links, text and frames that are copied, what opening them shows, and pages without a clipboard."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from playwright.sync_api import Browser, expect
from support.app import (
    PATIENCE,
    StageView,
    choose_to_share,
    eventually,
    menu_button,
)
from support.pages import PROJECTOR
from support.scenes import link_query

from explorer.algorithms import trace
from explorer.formats import load_text
from explorer.games import generate
from explorer.model.graph import GameGraph
from explorer.scenes.link import unpack

LADDER = generate("ladder", layers=2)
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"


def address(graph: GameGraph, algorithm: str = "depth-first", step: int = 3, **more: str) -> str:
    return "/?" + urlencode(link_query(graph, algorithm, {}, step) | more)


def copied(stage: StageView, entry: str, said: str) -> str:
    """What an entry of the menu puts on the clipboard."""
    choose_to_share(stage, entry)
    stage.find(".toast").filter(has_text=said).wait_for(timeout=PATIENCE)
    return str(stage.page.evaluate("navigator.clipboard.readText()"))


# ---- links


def test_a_copied_link_opens_the_same_graph_algorithm_options_and_step(open_page):
    stage = StageView(open_page("/?sample=components&set.endless=16/3&set.detail=node&step=1")).ready()
    for _ in range(3):
        stage.page.keyboard.press("ArrowRight")
    stage.go_to(4)
    stage.settled()  # Python knows of the step
    again = StageView(open_page(copied(stage, "Copy link", "link was copied"))).ready()
    assert again.document["nodes"] == stage.document["nodes"]
    assert again.document["moves"] == stage.document["moves"]
    assert (again.step, again.last, again.caption, again.scores) == (4, stage.last, stage.caption, stage.scores)
    expect(menu_button(again.page, "endless")).to_contain_text("endless play = 16/3")
    assert "graph=A" in again.page.url


def test_a_link_copied_at_once_after_an_edit_has_the_edit(stage: StageView, open_page):
    stage.js("stage.document.addNode('leaf', 300, 200)")
    stage.js("stage.document.addMove('a', 'e')")
    link = copied(stage, "Copy link", "link was copied")
    stage.settled()
    again = StageView(open_page(link)).ready()
    assert again.kinds == stage.kinds
    assert ["a", "e"] in again.document["moves"]


# ---- frames


def test_a_frame_in_another_page_shows_the_graph_and_cannot_change_it(open_page, browser: Browser):
    stage = StageView(open_page(address(LADDER.replace(name='<b>"A & B"</b>')))).ready()
    frame = copied(stage, "Embed", "frame was copied")
    assert re.fullmatch(
        r'<iframe src="[^"<>]*" width="100%" height="640" title="[^"<>]*" allow="[^"]*"></iframe>', frame
    )
    assert "&amp;view=only&amp;embed=true" in frame
    page = browser.new_page(viewport=PROJECTOR)
    page.set_content(f"<h1>A page about games</h1>{frame}")
    assert page.locator("iframe").get_attribute("title") == '<b>"A & B"</b>'
    shown = page.frame_locator("iframe").locator(".stage")
    shown.wait_for(timeout=PATIENCE)
    eventually(lambda: shown.evaluate("element => element.stage.frames?.length"), len(trace(LADDER, "depth-first")))
    assert shown.evaluate("element => element.stage.player.at") == 3
    shown.locator(".canvas").dblclick(position={"x": 60, "y": 60})
    shown.press("m")
    shown.press("ArrowRight")
    eventually(lambda: shown.evaluate("element => element.stage.player.at"), 4)
    assert shown.evaluate("element => element.stage.document.nodes.size") == len(LADDER.nodes)
    page.close()


# ---- without a clipboard


def test_without_a_clipboard_there_is_a_field_to_copy_from(open_page):
    page = open_page(address(LADDER))
    page.evaluate(NO_CLIPBOARD)
    stage = StageView(page).ready()
    texts = {}
    for step, (entry, title) in enumerate(
        [("Copy link", "Link"), ("Copy as text", "Graph as text"), ("Embed", "Embed")], start=4
    ):
        choose_to_share(stage, entry)
        field = page.get_by_role("dialog", name=title).get_by_role("textbox", name=title)
        field.wait_for(timeout=PATIENCE)
        text = texts[entry] = field.input_value()
        selected = field.evaluate("field => [field.selectionStart, field.selectionEnd, field.readOnly]")
        assert selected == [0, len(text), True]
        page.keyboard.press("Escape")
        field.wait_for(state="hidden")
        page.keyboard.press("ArrowRight")
        stage.go_to(step)
    assert texts["Copy link"].startswith("http://")
    found = re.search(r"graph=([\w-]+)&", texts["Copy link"])
    assert found is not None
    assert unpack(found[1]).graph.moves == LADDER.moves
    assert load_text(texts["Copy as text"]).graph.root == LADDER.root
    assert texts["Embed"].startswith("<iframe ")
