"""Every check of every item agrees, is about what it says, and would notice if something were wrong."""

from __future__ import annotations

import pytest

from explorer.games.samples import load_sample
from explorer.lessons.scenes import scene_of
from explorer.model.scores import format_value
from explorer.papers import Item, ItemKind, check, item, items
from explorer.papers.checks import CHECKS, e_valuate, iteration, kars, lecture, loops, pf_games, trials
from explorer.papers.finding import Finding, every, same
from explorer.solver import solve

LONG = ("table-1", "monotone", "example-7.4", "conjecture-visits")
CHECKED = [
    pytest.param(each, id=f"{each.paper}/{each.key}", marks=pytest.mark.large if each.key in LONG else ())
    for each in items()
    if each.is_checked
]


@pytest.mark.parametrize("each", CHECKED)
def test_what_the_program_finds_agrees_with_the_source(each: Item):
    report = check(each)
    assert [finding for finding in report.findings if not finding.holds] == []
    assert report.failure == ""
    assert report.findings


def failed(name: str, query: str) -> list[str]:
    """What a check finds to differ, in a scene for which it was not written."""
    return [each.about for each in CHECKS[name](scene_of(query), lambda: None) if not each.holds]


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("kars.definition_2_1", "game=cycle?players=min"),
        ("kars.theorem_7_3", "sample=figure-3-cycle"),
        ("loops.half_final", "sample=negamax-revealed"),
        ("loops.finality_of_loop", "sample=negamax-half-final&algorithm=finality"),
        ("pf-games.strategy", "game=takeaway?stones=7"),
        ("lecture.alpha_bound", "sample=draw-tree"),
        ("e-valuate.cutoffs", "game=e-valuate?expression=X*Y"),
        ("e-valuate.transpositions", "game=e-valuate?expression=X*(Y-Z)%26domain=1,2"),
    ],
)
def test_a_check_differs_in_a_game_for_which_it_does_not_hold(name: str, query: str):
    assert failed(name, query)


def test_a_wrong_algorithm_is_noticed():
    assert kars.search_value(load_sample("example-7-1"), "memoised-naive") != solve(load_sample("example-7-1")).score
    assert iteration.first_return([{"a": 0}, {"a": 2}, {"a": 1}]) == "a at n = 2"
    assert iteration.first_return([{"a": 0}, {"a": -1}, {"a": -2}]) == "never back"
    assert (iteration.expression([0, 1], ["max", "min"], 2), iteration.expression([0, 1], ["min", "max"], 2)) == (1, 0)


def test_a_cycle_is_known_after_its_length_only_if_leaves_are_read_from_the_start():
    cycle = item("kars", "corollary-a.2").scene.graph
    for read, told in ((True, [0, 0, -1, -1]), (False, [0, 0, 0, -1, -1])):
        assert [values["c1"] for values in trials.approximations(cycle, read=read)] == told


def test_the_proof_with_an_edge_builds_no_kernel():
    moves = {"1": ["0"], "0": []}
    assert pf_games.by_induction(moves, joins_with_an_edge=False) == {"0"} == pf_games.kernel_of(moves)
    assert pf_games.by_induction(moves, joins_with_an_edge=True) == {"0", "1"}


def test_step_2_as_printed_calls_everything_final():
    graph = load_sample("negamax-half-final")
    assert loops.final_sides_by_steps(graph, as_printed=True)["lower"] == set(graph.ids)
    assert "A" not in loops.final_sides_by_steps(graph)["lower"]
    assert "A" not in loops.steady_bounds(graph)["lower"]


def test_the_plain_definitions_agree_with_known_answers():
    figure = trials.figure_1(1, 2)
    assert list(trials.approximations(figure))[-1] == {"a": 1, "b": 1, "c": 1, "d": 2}
    assert trials.rule_solutions(figure, (1, 2)) == {(("a", 1), ("c", 1)), (("a", 2), ("c", 2))}
    assert [e_valuate.tree_size(n) for n in range(4)] == [1, 21, 431, 12941]
    assert lecture.status(load_sample("draw-tree"), "s") == "draw"


def test_a_finding_holds_only_if_both_values_are_equal():
    assert same("a", {1, 2}, {2, 1}).holds
    assert not same("a", (1, 2), (2, 1)).holds
    assert every("a", [1, 3, 5], lambda n: n % 2 == 1).holds
    assert not every("a", [1, 2], lambda n: n % 2 == 1).holds
    assert not every("a", [], lambda n: True).holds
    assert format_value([(1, 2), -3]) == "(1, 2), −3"


def test_a_report_with_a_wrong_number_does_not_hold():
    wrong = Item(
        "kars", "x", ItemKind.EXAMPLE, "s", "t", "u.", query="sample=figure-1", facts=(("2", "score of a", "a"),)
    )
    assert check(wrong).findings == (Finding("a", "2", "1", False),)
    assert not check(wrong).holds
