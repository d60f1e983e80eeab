"""The share menu: links, text and frames that are copied, what opening them shows, and pages without a clipboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from urllib.parse import parse_qs, urlencode

import pytest
from playwright.sync_api import Browser, expect
from support.app import (
    PATIENCE,
    StageView,
    choose_to_share,
    eventually,
    menu_button,
)
from support.pages import PROJECTOR
from support.samples import runnable
from support.scenes import link_query

from explorer.algorithms import trace
from explorer.formats import load_text
from explorer.games import generate
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph, Kind, Node
from explorer.scenes.link import unpack

LADDER = generate("ladder", layers=2)
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"


def address(graph: GameGraph, algorithm: str = "depth-first", step: int = 3, **more: str) -> str:
    return "/?" + urlencode(link_query(graph, algorithm, {}, step) | more)


def choose(stage: StageView, entry: str) -> None:
    choose_to_share(stage, entry)


def copied(stage: StageView, entry: str, said: str) -> str:
    """What an entry of the menu puts on the clipboard."""
    choose(stage, entry)
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
    again.page.reload()
    StageView(again.page).ready().go_to(4)


def test_a_link_copied_at_once_after_an_edit_has_the_edit(open_page):
    stage = StageView(open_page()).ready()
    stage.js("stage.document.addNode('leaf', 300, 200)")
    stage.js("stage.document.addMove('a', 'e')")
    link = copied(stage, "Copy link", "link was copied")
    stage.settled()
    again = StageView(open_page(link)).ready()
    assert again.kinds == stage.kinds
    assert ["a", "e"] in again.document["moves"]


def test_a_shared_graph_that_is_edited_stands_edited_in_the_address(open_page):
    page = open_page(address(LADDER))
    stage = StageView(page).ready()
    shared = parse_qs(page.url.partition("?")[2])["graph"]
    stage.js("stage.document.addNode('leaf', 300, 200)")
    assert len(stage.python_graph().nodes) == len(LADDER.nodes) + 1
    eventually(lambda: "own=" in page.url and parse_qs(page.url.partition("?")[2])["graph"] != shared, True)


@pytest.mark.parametrize("change", [lambda text: text[:-8], lambda text: text[:40] + "x" + text[41:]])
def test_a_damaged_link_says_so_and_shows_figure_1(open_page, change: Callable[[str], str]):
    query = link_query(LADDER, "depth-first", {}, 2)
    page = open_page("/?" + urlencode(query | {"graph": change(query["graph"])}))
    stage = StageView(page).ready()
    alert = page.get_by_test_id("stToast").filter(has_text="the graph in the link is damaged or incomplete")
    alert.wait_for(timeout=PATIENCE)
    assert list(stage.kinds) == [node.id for node in load_sample("figure-1").nodes]
    assert (stage.step, stage.js("stage.frames.trace.algorithm")) == (2, "depth-first")


def test_a_graph_too_large_for_a_link_is_refused_in_words_that_stay(open_page):
    stage = StageView(open_page()).ready()
    stage.js(
        """stage.document.edit(() => {
          for (let i = 0; i < 900; i++) stage.document.addNode('leaf', (i * 7919) % 6007, (i * 104729) % 4001);
        })"""
    )
    stage.settled()
    choose(stage, "Copy link")
    dialog = stage.page.get_by_role("dialog", name="Too large for a link")
    dialog.wait_for(timeout=PATIENCE)
    assert "904 nodes" in dialog.inner_text()
    assert "8,000 characters" in dialog.inner_text()
    assert not dialog.locator("textarea").count()
    dialog.get_by_role("button", name="Close").click()
    dialog.wait_for(state="hidden")


# ---- text


def test_the_copied_text_is_the_graph(open_page):
    for sample in ("components", "negamax-loop"):
        graph = load_sample(sample)
        stage = StageView(open_page(f"/?sample={sample}")).ready()
        text = copied(stage, "Copy as text", f"Copied as text: {len(graph.nodes)} nodes.")
        found = load_text(text).graph
        assert [(node.id, node.kind, node.score) for node in found.nodes] == [
            (node.id, node.kind, node.score) for node in graph.nodes
        ]
        assert (set(found.moves), found.root) == (set(graph.moves), graph.root)


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
    eventually(lambda: shown.evaluate("element => element.ownerDocument.scrollingElement.scrollHeight"), 640)
    box = shown.bounding_box()
    assert box is not None
    assert box["height"] > 600
    shown.locator(".canvas").dblclick(position={"x": 60, "y": 60})
    shown.press("m")
    shown.press("ArrowRight")
    eventually(lambda: shown.evaluate("element => element.stage.player.at"), 4)
    assert shown.evaluate("element => element.stage.document.nodes.size") == len(LADDER.nodes)
    page.close()


def test_a_view_is_the_stage_alone_and_fits_the_window(open_page):
    page = open_page(address(LADDER, view="only"), size={"width": 800, "height": 500})
    stage = StageView(page).ready()
    assert not stage.js("stage.editable")
    assert not stage.find(".toolbar.edit").is_visible()
    for part in ("stSidebar", "stSidebarNav", "stExpandSidebarButton", "stDataFrame", "stHeader"):
        expect(page.get_by_test_id(part).filter(visible=True)).to_have_count(0)
    eventually(lambda: (box := stage.root.bounding_box()) and box["y"] + box["height"] <= 500, True)
    page.keyboard.press("ArrowRight")
    stage.go_to(4)
    stage.settled()  # Python has heard of the step, and the address is as it was
    assert page.url.endswith("&view=only")
    assert "step=3" in page.url


# ---- without a clipboard


def test_without_a_clipboard_there_is_a_field_to_copy_from(open_page):
    page = open_page(address(LADDER))
    page.evaluate(NO_CLIPBOARD)
    stage = StageView(page).ready()
    texts = {}
    for step, (entry, title) in enumerate(
        [("Copy link", "Link"), ("Copy as text", "Graph as text"), ("Embed", "Embed")], start=4
    ):
        choose(stage, entry)
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


def test_algorithms_and_odd_names_come_through_a_link(open_page):
    nodes = (Node("two words", Kind.MAX, label="é→∞ & <b>"), Node("?graph=A#x", Kind.LEAF, Fraction(16, 3)))
    odd = GameGraph(nodes, (("two words", "?graph=A#x"),), root="two words", name="Odd & even")
    for name in runnable(odd)[::12]:
        stage = StageView(open_page(address(odd, name, 0))).ready()
        assert stage.document["moves"] == [["two words", "?graph=A#x"]]
        assert stage.js("stage.document.nodes.get('?graph=A#x').score") == "16/3"
        assert stage.js("stage.frames.trace.algorithm") == name
