"""The address bar: a link opens the same sample, algorithm, options and step again."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from support.app import PATIENCE, StageView, choose, menu_button, set_endless

from explorer.games.samples import load_sample


def test_the_first_picture_is_figure_1(open_page):
    page = open_page()
    stage = StageView(page).ready()
    assert list(stage.kinds) == [node.id for node in load_sample("figure-1").nodes]
    expect(stage.find(".hint")).to_be_visible()
    page.wait_for_url("**/?sample=figure-1&algorithm=score-iteration&step=0", timeout=PATIENCE)


def test_the_address_reopens_sample_algorithm_options_and_step(page: Page, stage: StageView, open_page):
    choose(page, "Graph", load_sample("non-bipartite").name)
    stage.wait("stage.document.nodes.size === x", len(load_sample("non-bipartite").nodes))
    set_endless(stage.settled().page, "-inf")
    page.wait_for_url("**set.endless=-inf**", timeout=PATIENCE)
    stage.settled()
    choose(page, "A step is", "one node of a sweep")
    page.wait_for_url("**set.detail=node**", timeout=PATIENCE)
    stage.ready().settled()
    page.keyboard.press("End")
    page.wait_for_url(f"**step={stage.last}", timeout=PATIENCE)
    stage.settled()
    assert stage.last > 1
    again = StageView(open_page(page.url.removeprefix(page.url.split("/?")[0]))).ready()
    assert again.document == stage.document
    assert (again.step, again.last) == (stage.step, stage.last)
    assert (again.caption, again.scores) == (stage.caption, stage.scores)
    expect(menu_button(again.page, "endless")).to_contain_text("endless play = -inf")


def test_a_damaged_link_says_so_and_opens_what_it_can(open_page):
    page = open_page("/?sample=figure-99")
    stage = StageView(page).ready()
    assert list(stage.kinds) == ["a", "c", "b", "d"]
    assert stage.step == 0
    alert = page.get_by_role("alertdialog").filter(has_text="The link could not be followed")
    expect(alert).to_contain_text("there is no sample 'figure-99'", timeout=PATIENCE)
