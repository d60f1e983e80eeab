"""What the page shows of a graph on which an algorithm cannot run."""

from __future__ import annotations

from support.app import StageView, choose


def test_the_cycle_that_keeps_it_from_running_is_lit_until_another_algorithm_runs(open_page):
    page = open_page("/?sample=figure-3-cycle&algorithm=kernel")
    stage = StageView(page)
    stage.root.wait_for()
    stage.wait("stage.bands.some(({ kind }) => kind === 'cycle')")
    lit = stage.js("stage.bands.map(({ from, to, kind }) => [from, to, kind])")
    assert lit == [["a", "b", "cycle"], ["b", "c", "cycle"], ["c", "d", "cycle"], ["d", "a", "cycle"]]
    problem = stage.find(".problems .error")
    assert "in the cycle a → b → c → d → a" in problem.inner_text()
    stage.find(".legend .entry").filter(has_text="a cycle").wait_for()
    choose(page, "Algorithm", "Kernel with draws")
    stage.wait("stage.frames?.trace.algorithm === 'loopy-kernel'")
    assert not stage.js("stage.bands.filter(({ kind }) => kind === 'cycle')")
    assert not problem.count()
