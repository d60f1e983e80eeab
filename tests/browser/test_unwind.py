"""The page of trees: graph and tree side by side, with one value."""

from __future__ import annotations

from itertools import pairwise

from playwright.sync_api import Page, expect
from support.app import (
    PATIENCE,
    StageView,
    after_run,
    show_view,
)

from explorer.algorithms import trace
from explorer.games.samples import load_sample
from explorer.model.scores import format_score
from explorer.unwinding import View, build


def both(page: Page) -> tuple[StageView, StageView]:
    """The stage of the graph and the stage of its tree."""
    return StageView(page).ready(), StageView(page, 1).ready()


def shows_copies(tree: StageView, number: int) -> None:
    """Wait until it does, and until all else that the run drew is there."""
    tree.wait("stage.document.nodes.size === x && stage.python.seq === stage.data.seq", number)
    after_run(tree.page)


def test_copies_light_with_their_node_and_the_depth_slider_unwinds_further_also_after_a_page_switch(open_page):
    figure = load_sample("figure-1")
    page = open_page("/unwind?sample=figure-1")
    graph, tree = both(page)
    copies = build(figure, View.DEPTH, depth=3).copies
    graph.click_node("a")
    tree.wait("stage.looks.lit.size > 0")
    lit = tree.js("[...stage.looks.lit]")
    assert lit == [str(index) for index, copy in enumerate(copies) if copy.node == "a"]
    assert tree.js("stage.bands.length") == 0
    last = max(index for index, copy in enumerate(copies) if copy.node == "b")
    tree.click_node(str(last))
    graph.wait("stage.looks.lit.has('b')")
    assert graph.js("[...stage.looks.lit]") == ["b"]
    way = [last]
    while (parent := copies[way[-1]].parent) is not None:
        way.append(parent)
    path = {(band["from"], band["to"]) for band in tree.js("stage.bands")}
    assert path == {(str(above), str(below)) for below, above in pairwise(way)}
    graph.settled()
    tree.settled()
    slider = page.get_by_role("slider", name="Depth n")
    for depth in (4, 5, 6):
        slider.press("ArrowRight")
        assert graph.step == 0  # the arrow key was for the slider
        expected = build(figure, View.DEPTH, depth=depth)
        shows_copies(tree, len(expected.copies))
        s_n = trace(figure, "score-iteration").scores_at(min(depth, 4))
        value = format_score(s_n["a"])
        page.get_by_text(f"Value of the tree: {value}").wait_for(timeout=PATIENCE)
        assert list(tree.scores.values()) == [format_score(copy.value) for copy in expected.copies]
        assert graph.scores == {id: format_score(score) for id, score in s_n.items()}
    styles = tree.js("[...stage.document.nodes.keys()].map(id => stage.looks.of(id).style ?? '')")
    assert [style == "dashed" for style in styles] == [copy.role in ("fresh", "unread") for copy in expected.copies]
    page.get_by_role("link", name="Explore").click()
    page.locator(".stage .transport").first.wait_for(timeout=PATIENCE)
    show_view(page, "Tree")
    page.locator(".stage").nth(1).wait_for(timeout=PATIENCE)
    _, tree = both(page)
    shows_copies(tree, len(expected.copies))
    expect(page.get_by_role("slider", name="Depth n")).to_have_value("6")


def test_the_cut_tree_has_as_many_nodes_as_depth_first_search_makes_visits(open_page):
    graph = load_sample("example-7-1")
    page = open_page("/unwind?sample=example-7-1")
    _, tree = both(page)
    page.get_by_text("Back links as leaves").first.click()
    visits = trace(graph, "depth-first").result["visits"]
    shows_copies(tree, visits)
    page.get_by_text(f"Depth-first search makes {visits:,} visits").wait_for()
    assert tree.js("[...stage.document.nodes.values()].filter(node => node.copy === 'back-link').length") > 0
    tree.find(".legend").get_by_text("the position is on the path already").wait_for(state="attached")


def test_a_cyclic_graph_cannot_be_unravelled_and_the_canvas_shows_which_cycle_and_what_would_help(open_page):
    page = open_page("/unwind?sample=figure-1")
    both(page)
    page.get_by_text("Unravelled", exact=False).first.click()
    expect(page.locator(".stage")).to_have_count(1, timeout=PATIENCE)
    refusal = StageView(after_run(page)).find(".refusal")
    expect(refusal).to_contain_text("a → c → a", timeout=PATIENCE)
    assert StageView(page).ready().js("stage.bands.map(({ from, to, kind }) => [from, to, kind])") == [
        ["a", "c", "cycle"],
        ["c", "a", "cycle"],
    ]
    refusal.get_by_role("button", name="Back links as leaves").click()
    expect(page.locator(".stage")).to_have_count(2, timeout=PATIENCE)
    graph, _ = both(page)
    expect(graph.find(".refusal")).to_be_hidden(timeout=PATIENCE)
    expect(page.get_by_role("radio", name="Back links as leaves")).to_be_checked(timeout=PATIENCE)


def test_an_acyclic_graph_is_unravelled(open_page):
    graph = load_sample("figure-2-semicycle")
    page = open_page("/unwind?sample=figure-2-semicycle")
    _, tree = both(page)
    page.get_by_text("Unravelled", exact=False).first.click()
    expected = build(graph, View.UNRAVELLED)
    assert len(expected.copies) > len(graph.nodes)
    shows_copies(tree, len(expected.copies))
    page.get_by_text(expected.summary).wait_for()


def test_a_tree_past_the_budget_says_its_size_and_shows_the_levels_that_fit(open_page):
    graph = load_sample("ladder-6")
    page = open_page("/unwind?sample=ladder-6")
    _, tree = both(page)
    page.get_by_text("Back links as leaves").first.click()
    budget = page.get_by_role("spinbutton", name="Nodes at most")
    for most in (50, 120):
        budget.fill(str(most))
        budget.press("Enter")
        expected = build(graph, View.BACK_LINKS, budget=most)
        assert not expected.is_whole
        page.get_by_text(expected.summary).wait_for(timeout=PATIENCE)
        shows_copies(tree, len(expected.copies))
        assert len(expected.copies) <= most
