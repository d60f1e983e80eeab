"""The address bar: a link opens the same sample, algorithm, options and step again."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from support.app import PATIENCE, StageView, choose, menu_button, running_app, set_endless
from support.help import code_of
from support.samples import runnable

from explorer.algorithms import find, trace
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


def test_algorithms_are_chosen_one_after_the_other(page: Page, stage: StageView):
    entries = [find(name) for name in runnable(load_sample("figure-1"))]
    warned = next(entry for entry in entries if entry.warning)
    for entry in (warned, entries[-1], entries[0]):
        choose(page, "Algorithm", entry.title)
        stage.wait("stage.frames?.trace.algorithm === x", entry.name)
        stage.settled()
        expect(stage.find(".code h3")).to_have_text(entry.title)
        expect(stage.find(".code .warning")).to_have_text([entry.warning] if entry.warning else [])
        expect(menu_button(page, "algorithm")).to_contain_text(entry.title)


def test_a_step_past_the_end_is_the_last(open_page):
    stage = StageView(open_page("/?sample=figure-1&algorithm=depth-first&step=99999")).ready()
    assert stage.step == stage.last == len(trace(load_sample("figure-1"), "depth-first")) - 1


def test_a_damaged_link_says_so_and_opens_what_it_can(open_page):
    page = open_page("/?sample=figure-99")
    stage = StageView(page).ready()
    assert list(stage.kinds) == ["a", "c", "b", "d"]
    assert stage.step == 0
    alert = page.get_by_role("alertdialog").filter(has_text="The link could not be followed")
    expect(alert).to_contain_text("there is no sample 'figure-99'", timeout=PATIENCE)


def test_what_a_link_cannot_be_followed_in_lies_over_the_page_beside_its_views_until_it_is_closed(open_page):
    page = open_page("/?sample=figure-99", size={"width": 1024, "height": 768})
    stage = StageView(page).ready().settled()
    alert = page.get_by_role("alertdialog").filter(has_text="The link could not be followed")
    notice, views = alert.bounding_box(), page.get_by_role("tablist", name="Views").bounding_box()
    assert notice["x"] >= views["x"] + views["width"]
    transport = stage.find(".transport").bounding_box()
    assert transport["y"] + transport["height"] <= 768
    alert.get_by_role("button", name="Close").click()
    expect(alert).to_have_count(0)


def test_an_algorithm_of_ones_own_that_the_command_line_names_is_stepped_in_the_app(open_page, tmp_path):
    file = tmp_path / "my.py"
    (code,) = code_of("add-your-own", "python", section="## An algorithm of your own")
    file.write_text(code, encoding="utf-8")
    with running_app("sample:figure-1", "--algorithm", f"{file}:naive", "--step", "last") as url:
        stage = StageView(open_page(url=url)).ready().settled()
        assert stage.caption == "The function ends; 1 of 2 values is wrong: c has 0, and its score is 1."
        assert stage.scores["c"] == "0"
        expect(stage.find(".code")).to_contain_text("def naive(graph, endless=0):")
        choose(stage.page, "Algorithm", find("bounds").title)
        stage.wait("stage.frames?.trace.algorithm === x", "bounds")
        choose(stage.page, "Algorithm", f"{file}:naive")
        stage.wait("stage.frames?.trace.algorithm === x", f"{file}:naive")
