"""What the page shows of a graph on which an algorithm cannot run."""

from __future__ import annotations

from playwright.sync_api import expect
from support.app import PATIENCE, StageView, after_run, menu_button

from explorer import solve
from explorer.games.samples import load_sample
from explorer.model.scores import format_score


def test_the_cycle_that_keeps_it_from_running_is_lit_until_another_algorithm_runs(open_page):
    page = open_page("/?sample=figure-3-cycle&algorithm=kernel")
    stage = StageView(after_run(page))
    stage.wait("stage.canvas.bands?.some(({ kind }) => kind === 'cycle')")
    lit = stage.js("stage.canvas.bands.map(({ from, to, kind }) => [from, to, kind])")
    assert lit == [["a", "b", "cycle"], ["b", "c", "cycle"], ["c", "d", "cycle"], ["d", "a", "cycle"]]
    refusal = stage.find(".refusal")
    expect(refusal).to_contain_text("in the cycle a → b → c → d → a")
    stage.find(".legend .entry").filter(has_text="a cycle").wait_for()
    stage.settled()
    refusal.get_by_role("button", name="Choose Kernel with draws").click()
    stage.wait("stage.frames?.trace.algorithm === 'loopy-kernel'")
    stage.settled()
    assert not stage.js("stage.canvas.bands.filter(({ kind }) => kind === 'cycle')")
    expect(refusal).to_be_hidden()
    expect(menu_button(page, "algorithm")).to_contain_text("Kernel with draws")


def test_a_graph_that_is_no_tree_can_be_unwound_into_one_on_which_the_algorithm_runs(open_page):
    page = open_page("/?sample=example-7-1&algorithm=sss-star")
    stage = StageView(after_run(page))
    stage.find(".refusal").get_by_role("button", name="Unwind it").wait_for(timeout=PATIENCE)
    stage.settled()
    stage.find(".refusal").get_by_role("button", name="Unwind it").click()
    stage.wait("stage.frames?.trace.algorithm === 'sss-star'")
    stage.ready()
    expect(stage.find(".refusal")).to_be_hidden()
    page.keyboard.press("End")
    assert stage.scores["0"] == format_score(solve(load_sample("example-7-1")).score)
