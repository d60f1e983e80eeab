"""The search for a graph on which two algorithms differ."""

from __future__ import annotations

import pytest
from support.textbook import algorithm_6_7, algorithm_7_2

from explorer.comparison.compare import ComparisonRow
from explorer.comparison.contender import Contender, parse_contender
from explorer.comparison.differ import find_difference, rows_differ
from explorer.comparison.shrink import smaller
from explorer.model.check import check, errors_in
from explorer.model.graph import Convention, GameGraph

NAIVE, MEMO, PLAIN = (Contender(name) for name in ("memoised-naive", "memoised", "depth-first"))


def values_differ(graph: GameGraph) -> bool:
    return algorithm_7_2(graph, naive=True).value != algorithm_7_2(graph).value


@pytest.mark.large
@pytest.mark.parametrize("convention", Convention)
def test_the_naive_memo_and_the_right_one_differ_in_value_on_a_small_graph(convention: Convention):
    found = find_difference(NAIVE, MEMO, convention=convention)
    assert found is not None
    assert found.graph.convention is convention
    assert values_differ(found.graph)
    assert values_differ(found.random_graph)
    assert not errors_in(check(found.graph))
    assert not [graph for graph in smaller(found.graph) if values_differ(graph)]
    assert (found.one.value, found.other.value) == (
        algorithm_7_2(found.graph, naive=True).value,
        algorithm_7_2(found.graph).value,
    )


def test_two_that_agree_in_value_may_differ_in_visits():
    found = find_difference(PLAIN, MEMO, by="visits")
    assert found is not None
    assert algorithm_6_7(found.graph).visits > algorithm_7_2(found.graph).visits
    assert find_difference(PLAIN, MEMO, tries=15) is None


def test_the_options_of_one_algorithm_make_two_of_it():
    one, other = (parse_contender(f"score-iteration:endless={worth}") for worth in (-1, 1))
    found = find_difference(one, other)
    assert found is not None
    assert (found.one.value, found.other.value) == (-1, 1)


def test_rows_differ_only_in_what_both_have():
    one, other = ComparisonRow(MEMO, value=1, visits=3), ComparisonRow(PLAIN, value=1, visits=4)
    assert not rows_differ(one, other, by="value")
    assert rows_differ(one, other, by="visits")
    assert not rows_differ(one, other, by="hits")
    assert not rows_differ(one, ComparisonRow(PLAIN, visits=4, failure="stopped"), by="visits")
