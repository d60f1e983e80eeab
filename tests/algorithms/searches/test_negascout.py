"""NegaScout, SCOUT and MTD(f) beside alpha-beta: null windows, tests that pass, passes."""

from __future__ import annotations

from hypothesis import given
from support.game_searches import uniform_tree
from support.graphs import game, game_graphs, thorough

from explorer.algorithms import trace
from explorer.algorithms.searches.windows import Scale
from explorer.model.graph import GameGraph, Kind
from explorer.solver.retrograde import limit_scores

WORST = game("a", a="max b c", b="min d e", c="min f g", d=3, e=5, f=2, g=9)


def test_a_move_that_passes_its_test_is_searched_again():
    run = trace(WORST, "negascout", order="worst")
    assert "Move a → b: value(b) ≥ 3 passes the test, so b is searched again." in [step.caption for step in run]
    assert (run.result["value"], run.result["researches"]) == (3, 1)
    assert trace(WORST, "negascout", order="best").result["researches"] == 0
    assert trace(WORST, "scout", order="worst").result["researches"] == 1


def test_a_value_between_two_bounds_says_which_of_them_the_test_gave():
    found = set()
    for seed in range(40):
        tree = uniform_tree(3, 4, seed=seed)
        for step in trace(tree, "negascout"):
            if " by the test" in step.caption:
                is_max = tree.node(str(step.focus)).kind is Kind.MAX
                words = "≥ by the test, ≤ by the second search" if is_max else "≤ by the test, ≥ by the second search"
                assert words in step.caption
                found.add(is_max)
    assert found == {True, False}


@thorough
@given(game_graphs(max_inner=4))
def test_every_window_of_mtd_f_is_null(graph: GameGraph):
    run = trace(graph, "mtd-f")
    scale = Scale(graph, 0)
    if run.result["passes"]:
        opened = [step.windows[str(step.focus)] for step in run if step.caption.startswith("Enter ")]
        assert all(pair is not None and scale.above(pair[0]) >= pair[1] for pair in opened)


@thorough
@given(game_graphs(max_inner=4))
def test_mtd_f_takes_at_most_as_many_passes_as_there_are_steps_between_scores(graph: GameGraph):
    result = trace(graph, "mtd-f", guess=-100).result
    assert result["value"] == limit_scores(graph)[graph.root_index]
    assert result["passes"] <= max(0, len(Scale(graph, 0).scores) - 1)
