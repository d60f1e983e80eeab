"""The view of trees: graph and tree step together, with one caption."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect
from support.app import (
    PATIENCE,
    StageView,
    after_run,
    eventually,
    show_view,
)

from explorer.algorithms import trace
from explorer.algorithms.captions import s
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph
from explorer.model.scores import format_score
from explorer.solver.operator import approximation
from explorer.unwinding import TreeView, build

_LEVELS = """(() => {
  const { levels } = stage.looks;
  return levels.heights.slice(0, stage.frames.at + 1).map((y, depth) => levels.name(depth));
})()"""


def both(page: Page) -> tuple[StageView, StageView]:
    """The stage of the graph and the stage of its tree."""
    return StageView(page).ready(), StageView(page, 1).ready()


def caption(page: Page) -> str:
    """What is said of both."""
    return page.locator(".lockstep .captions").inner_text().replace("\xa0", " ")


def strip(tree: StageView) -> Locator:
    """The row of the values of the root."""
    return tree.find(".strip .values button:visible")


def choose_tree(page: Page, name: str) -> None:
    """Choose another tree."""
    page.locator(".st-key-tree_choice button").first.click()
    page.get_by_test_id("stRadioOption").filter(has_text=name).click()
    after_run(page).keyboard.press("Escape")
    expect(page.get_by_test_id("stRadioOption").first).to_be_hidden(timeout=PATIENCE)


def shows_step(page: Page, graph: GameGraph, n: int) -> None:
    """Wait until both sides do, and see that they show the values of that n."""
    graph_stage, tree = StageView(page), StageView(page, 1)
    tree.wait("stage.player.at === x", n)
    copies = build(graph, TreeView.DEPTH, depth=n).copies
    rows = [dict(zip(graph.ids, map(format_score, approximation(graph, k)), strict=True)) for k in range(n + 1)]
    there = [id for id, found in enumerate(tree.js("stage.frames.trace.discovery")) if found <= n]
    assert graph_stage.scores == rows[n]
    assert [tree.scores[str(id)] for id in there] == [rows[n - copies[id].depth][copies[id].node] for id in there]
    assert [copies[id].depth for id in there] == sorted(copy.depth for copy in copies[: len(there)])
    root = graph.node(graph.root or "").name
    assert strip(tree).all_inner_texts() == [row[graph.root or ""] for row in rows]
    said = caption(page)
    assert trace(graph, "score-iteration")[min(n, graph_stage.last)].caption in said
    assert f"the value {s(n)}({root}) = {rows[n][graph.root or '']}." in said


def test_a_step_takes_graph_and_tree_on_together_and_the_root_stays_where_it_is(open_page):
    graph = load_sample("ladder-6")
    page = open_page("/?sample=ladder-6&algorithm=score-iteration")
    StageView(page).ready()
    show_view(page, "Tree")
    page.locator(".stage").nth(1).wait_for(timeout=PATIENCE)
    _, tree = both(page)
    shows_step(page, graph, 0)
    root = tree.places()["0"]
    for n in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        shows_step(page, graph, n)
        tree.painted()
        assert tree.js(_LEVELS) == [s(n - depth) for depth in range(n + 1)]
        assert tree.places()["0"] == pytest.approx(root, abs=0.5)
    page.wait_for_url("**depth=3**")
    show_view(page, "Steps")
    stage = StageView(page).ready()
    eventually(lambda: stage.step, 3)
    assert stage.scores == dict(zip(graph.ids, map(format_score, approximation(graph, 3)), strict=True))


def test_the_strip_leads_to_every_n_and_one_level_up_and_down(open_page):
    graph = load_sample("figure-1")
    page = open_page("/unwind?sample=figure-1&depth=4")
    _, tree = both(page)
    shows_step(page, graph, 4)
    strip(tree).nth(2).click()
    shows_step(page, graph, 2)
    tree.find(".strip").get_by_role("button", name="One level more").click()
    shows_step(page, graph, 3)
    for n in (2, 1):
        tree.find(".strip").get_by_role("button", name="One level less").click()
        shows_step(page, graph, n)
    page.wait_for_url("**depth=1**")


def test_copies_light_with_their_node_and_the_path_to_a_copy_is_marked(look_at: Callable[..., StageView]):
    figure = load_sample("figure-1")
    graph, tree = both(look_at("/unwind?sample=figure-1&depth=3").page)
    copies = build(figure, TreeView.DEPTH, depth=8).copies
    graph.click_node("a")
    tree.wait("stage.looks.lit.size > 0")
    lit = tree.js("[...stage.looks.lit]")
    assert lit == [str(index) for index, copy in enumerate(copies) if copy.node == "a"]
    assert tree.js("stage.canvas.bands.length") == 0
    last = max(index for index, copy in enumerate(copies) if copy.node == "b" and copy.depth <= 3)
    tree.click_node(str(last))
    graph.wait("stage.looks.lit.has('b')")
    assert graph.js("[...stage.looks.lit]") == ["b"]
    way = [last]
    while (parent := copies[way[-1]].parent) is not None:
        way.append(parent)
    path = {(band["from"], band["to"]) for band in tree.js("stage.canvas.bands")}
    assert path == {(str(above), str(below)) for below, above in pairwise(way)}
    assert "s₀(b) = 0" in tree.js("stage.looks.describe(x)", str(last)).split(" · ")
    styles = tree.js("stage.looks.nodes.map(({ id }) => stage.looks.of(id).style ?? '')")
    assert [style == "dashed" for style in styles] == [copy.depth == 3 for copy in copies if copy.depth <= 3]


def test_a_cyclic_graph_cannot_be_unravelled_and_the_canvas_shows_which_cycle_and_what_would_help(
    look_at: Callable[..., StageView],
):
    page = look_at("/unwind?sample=figure-1").page
    both(page)
    choose_tree(page, "Unravelled")
    expect(page.locator(".stage")).to_have_count(1, timeout=PATIENCE)
    refusal = StageView(after_run(page)).find(".refusal")
    expect(refusal).to_contain_text("a → c → a", timeout=PATIENCE)
    assert StageView(page).ready().js("stage.canvas.bands.map(({ from, to, kind }) => [from, to, kind])") == [
        ["a", "c", "cycle"],
        ["c", "a", "cycle"],
    ]
    refusal.get_by_role("button", name="Back links as leaves").click()
    expect(page.locator(".stage")).to_have_count(2, timeout=PATIENCE)
    graph, _ = both(page)
    expect(graph.find(".refusal")).to_be_hidden(timeout=PATIENCE)
    expect(page.locator(".st-key-tree_choice button").first).to_contain_text("Back links as leaves")
