"""The panel beside the stage: its tabs, which of them is open, and the table of scores by step."""

from __future__ import annotations

import math
from collections.abc import Callable
from unicodedata import normalize

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from support.app import StageView, begin_to_draw, open_menu

from explorer import algorithms
from explorer.drawing.score_table import Cell, rows
from explorer.games.samples import load_sample
from explorer.solver import solve

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
NARROW: ViewportSize = {"width": 1024, "height": 768}
_SHOWN = """{
  steps: [...element.querySelectorAll('.scores .head button')].map(button => button.innerText),
  now: element.querySelector('.scores [aria-current=step]').innerText,
  lines: Object.fromEntries([...element.querySelectorAll('.scores .rows .line')].map(line =>
    [line.querySelector('button').title, [...line.querySelectorAll('span')].map(cell => cell.innerText)])),
}"""


def number(head: str) -> int:
    """The step that a column is headed by, as in "s₃" or "3"."""
    return int(normalize("NFKC", head).removeprefix("s"))


def text(cell: Cell) -> str:
    return "" if cell.text in ("", "?") else f"{cell.text}{'■' * cell.is_final}"


@pytest.mark.parametrize(
    ("sample", "algorithm"),
    [("figure-1", "score-iteration"), ("example-7-1", "memoised"), ("negamax-half-final", "finality")],
)
def test_the_table_has_the_scores_of_the_trace_and_how_far_the_end_is(
    look_at: Callable[..., StageView], sample: str, algorithm: str
):
    trace = algorithms.trace(load_sample(sample), algorithm)
    ids = [node.id for node in trace.graph.nodes]
    cells = [dict(zip(ids, line, strict=True)) for _, line in rows(trace, range(len(trace)), ids)]
    ends = {id: "∞" if moves == math.inf else f"{moves}" for id, moves in solve(trace.graph).distance.items()}
    stage = look_at(f"/?sample={sample}&algorithm={algorithm}")
    stage.tab("Table")
    for step, shown in enumerate(stage.at_steps(range(len(trace)), _SHOWN)):
        steps = [number(head) for head in shown["steps"]]
        assert number(shown["now"]) == step
        assert shown["lines"] == {id: [*(text(cells[each][id]) for each in steps), ends.get(id, "")] for id in ids}


def test_later_steps_are_not_in_the_table_while_questions_are_asked(look_at: Callable[..., StageView]):
    stage = look_at("/?sample=figure-1&algorithm=score-iteration&step=2")
    stage.tab("Table")
    later = stage.find(".scores .head button").get_by_text("s₃")
    expect(later).to_have_count(1)
    stage.find(".transport .ask").click()
    expect(later).to_have_count(0)
    stage.find(".transport .ask").click()
    expect(later).to_have_count(1)


def test_the_tab_that_was_open_is_open_again(open_page: Callable[..., Page]):
    page = open_page("/?sample=figure-1")
    panel = StageView(page).ready().find(".panel")
    expect(panel.get_by_role("tab", name="Code")).to_have_attribute("aria-selected", "true")
    panel.get_by_role("tab", name="Node").click()
    page.reload()
    panel = StageView(page).ready().find(".panel")
    expect(panel.get_by_role("tab", name="Node")).to_have_attribute("aria-selected", "true")
    expect(panel.locator(".focus .chip").first).to_have_text("a: 0")


def test_in_a_narrow_window_the_panel_opens_over_the_canvas_which_keeps_its_size(open_page: Callable[..., Page]):
    stage = StageView(open_page("/?sample=figure-1", size=NARROW)).ready()
    panel, width = stage.find(".panel"), "stage.canvas.element.clientWidth"
    expect(panel).to_be_hidden()
    before = stage.js(width)
    stage.find(".handle").click()
    expect(panel).to_be_visible()
    assert stage.js(width) == before
    stage.find(".handle").click()
    expect(panel).to_be_hidden()


def test_an_entry_of_the_legend_stays_where_it_is(look_at: Callable[..., StageView]):
    stage = look_at("/?sample=figure-1&algorithm=score-iteration")
    places = """Object.fromEntries([...element.querySelectorAll('.legend .entry')]
      .map(entry => [entry.textContent, [entry.offsetLeft, entry.offsetTop]]))"""
    earlier: dict[str, list[int]] = {}
    for step in range(5):
        stage.js("stage.player.go(x)", step)
        stage.wait("stage.player.at === x && !stage.deferred.explaining", step)
        now = stage.js(places)
        assert {name: now.get(name) for name in earlier} == earlier
        earlier = now


@pytest.mark.parametrize(("size", "stays"), [(LAPTOP, True), (NARROW, False)])
def test_find_is_in_the_tab_node_and_the_panel_that_it_opens_goes_with_it(
    open_page: Callable[..., Page], size: ViewportSize, stays: bool
):
    page = open_page("/?sample=figure-1", size=size)
    stage = StageView(page).ready()
    panel, field = stage.find(".panel"), stage.find(".panel .finder input")
    for key in ("Enter", "Escape"):
        page.keyboard.press("/")
        expect(field).to_be_focused()
        expect(panel.get_by_role("tab", name="Node")).to_have_attribute("aria-selected", "true")
        page.keyboard.type("c")
        expect(stage.find(".finder [role=option]")).to_have_text(["c"])
        page.keyboard.press(key)
        assert panel.is_visible() is stays
        expect(stage.root).to_be_focused()
    assert stage.js("stage.selection.id") == "c"


def test_a_phone_finds_a_node_in_the_sheet(open_page: Callable[..., Page]):
    page = open_page("/?sample=figure-1", phone=True)
    stage = StageView(page).ready()
    open_menu(page, "more").get_by_role("button", name="Find a node by name").tap()
    expect(stage.find(".panel .finder input")).to_be_focused()
    stage.find(".finder").get_by_text("d", exact=True).tap()
    expect(stage.find(".panel")).to_be_hidden()
    assert stage.js("stage.selection.id") == "d"


def test_a_stage_without_tabs_shows_the_field_of_find_over_the_canvas(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=memo-search&slide=6")
    stage = StageView(page).ready().settled()
    stage.root.focus()
    width = stage.js("stage.canvas.element.clientWidth")
    page.keyboard.press("/")
    expect(stage.find(".finder input")).to_be_focused()
    assert stage.js("stage.canvas.element.clientWidth") == width
    page.keyboard.press("Escape")
    expect(stage.find(".finder")).to_be_hidden()


def test_while_one_draws_the_tab_node_has_the_form_of_the_node(page: Page, stage: StageView):
    stage.click_node("b")
    panel = stage.tab("Node")
    begin_to_draw(page)
    form = panel.get_by_role("group", name="Edit")
    form.get_by_label("Score").fill("7/2")
    form.get_by_label("Name").fill("stake")
    page.keyboard.press("Enter")
    expect(stage.root).to_be_focused()
    assert list(stage.kinds) == ["a", "c", "stake", "d"]
    assert next(node for node in stage.document["nodes"] if node["id"] == "stake")["score"] == "7/2"
    form.get_by_label("Name").fill("d")
    form.get_by_role("button", name="Max").click()
    expect(form.get_by_role("alert")).to_contain_text("There is already a node named d")
    assert stage.kinds["stake"] == "max"
    form.get_by_label("Name").press("Escape")
    expect(form.get_by_label("Name")).to_have_value("stake")
    page.keyboard.press("F2")  # beside the node: the eye stays where one draws
    expect(stage.find(".view .inspector")).to_be_visible()
