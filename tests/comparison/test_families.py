"""The figures of the families, and what a chart of them holds."""

from __future__ import annotations

import pytest
from support.textbook import algorithm_6_7, algorithm_7_2

from explorer.comparison.contender import Contender
from explorer.comparison.families import FAMILIES, ROUNDS, points_of_chart, rounds
from explorer.games import generate
from explorer.solver.operator import approximation
from explorer.trace.recording import Limits

MEMO, PLAIN = Contender("memoised"), Contender("depth-first")
PAPER = {
    "paper, without memo: (3n + 9)·2ⁿ⁻¹ − 2": [10, 28, 70, 166, 382],
    "paper, with memo: (9n² − 5n + 16)/2": [10, 21, 41, 70, 108],
}


def series(found, name: str) -> dict[int, float]:
    return {point.size: point.count for point in found if point.series == name}


def test_the_complete_bipartite_graph_makes_algorithm_7_2_visit_more_than_four_times_as_many_for_each_step():
    found = series(points_of_chart(FAMILIES["complete-bipartite"], [MEMO], largest=6), "memoised")
    assert list(found.values()) == [5, 19, 81, 341, 1441, 6077]
    assert all(found[m + 1] > 4 * found[m] for m in range(2, 6))


def test_the_ladder_stands_beside_the_formulas_of_the_paper_and_grows_as_they_do():
    found = points_of_chart(FAMILIES["ladder"], [PLAIN, MEMO], largest=5)
    for text, counts in PAPER.items():
        assert list(series(found, text).values()) == counts
    for contender, search in ((PLAIN, algorithm_6_7), (MEMO, algorithm_7_2)):
        counts = {n: search(generate("ladder", layers=n)).visits for n in range(1, 6)}
        assert series(found, contender.notation) == counts


@pytest.mark.parametrize("length", [1, 2, 3, 10, 31])
def test_the_distance_counterexample_gets_its_score_at_n_equal_k_plus_2_and_no_sooner(length: int):
    graph = generate("distance-counterexample", length=length)
    root = graph.root_index
    assert [approximation(graph, n)[root] for n in range(length + 4)] == [0] * (length + 2) + [1, 1]
    assert rounds(graph) == length + 2 == len(graph.nodes) - 3


def test_the_chart_of_rounds_is_the_formula_and_not_the_distance():
    found = points_of_chart(FAMILIES["distance-counterexample"], [], measure=ROUNDS, largest=9)
    counted = series(found, "sweeps until the root has its score")
    assert counted == series(found, "k + 2 = |V| − 3") == {k: k + 2 for k in range(1, 10)}
    assert max(series(found, "largest distance from the root").values()) == 4


def test_searches_of_trees_read_every_leaf_and_the_minimal_tree_is_smaller():
    found = points_of_chart(FAMILIES["tree"], [PLAIN], measure="leaves", largest=4)
    assert series(found, "depth-first") == series(found, "all leaves: 3ᵈ") == {d: 3**d for d in range(5)}
    assert list(series(found, "minimal tree: 3^⌈d/2⌉ + 3^⌊d/2⌋ − 1").values()) == [1, 3, 5, 11, 17]


def test_a_series_ends_where_a_run_passes_the_limit_and_the_formulas_go_on():
    found = points_of_chart(FAMILIES["ladder"], [PLAIN, MEMO], largest=8, limits=Limits(steps=1, run=2))
    assert list(series(found, "depth-first")) == [1, 2, 3, 4]  # up to 200 visits
    assert list(series(found, "memoised")) == [1, 2, 3, 4, 5, 6]
    assert all(len(series(found, text)) == 8 for text in PAPER)
