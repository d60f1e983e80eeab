"""The size of a tree, counted without building it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import complete_digraph, game, game_graphs, worths
from support.textbook import algorithm_6_7

from explorer.algorithms import trace
from explorer.model.errors import GraphError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.unwinding import Size, count, least_paths
from explorer.unwinding.back_link_tree import back_link_tree
from explorer.unwinding.states import states_of

GRAPHS = game_graphs(max_open=1, max_degree=3)


def walks_of_length(graph: GameGraph, length: int) -> int:
    walks = [graph.root_index]
    for _ in range(length):
        walks = [other for place in walks for other in graph.successors[place]]
    return len(walks)


@given(GRAPHS, st.integers(0, 5))
def test_a_level_has_as_many_copies_as_there_are_walks_of_its_length(graph: GameGraph, depth: int) -> None:
    size = count(graph, "depth", depth=depth)
    expected = [walks_of_length(graph, length) for length in range(depth + 1)]
    assert list(size.levels) == [number for number in expected if number]
    assert size.total == sum(expected)


@given(GRAPHS)
def test_the_cut_tree_has_a_node_for_each_visit_of_the_search(graph: GameGraph) -> None:
    total = count(graph, "back-links").total
    assert total == algorithm_6_7(graph).visits
    assert total == trace(graph, "depth-first").result["visits"]


@given(GRAPHS, worths)
def test_counting_with_rooms_agrees_with_visiting(graph: GameGraph, endless: Score) -> None:
    visited = count(graph, "back-links", endless=endless)
    assert visited.exact
    assert back_link_tree(states_of(graph, endless=endless), 10**6) == visited.total


@pytest.mark.parametrize("size", [9, 12])
def test_paths_of_a_complete_graph_are_counted_beyond_visiting(size: int) -> None:
    # There are (n-1)!/(n-1-k)! paths of k moves, and each that is not longest ends in k moves back to itself.
    paths = [math.perm(size - 1, k) for k in range(size)]
    levels = [1, *(paths[k] + (k - 1) * paths[k - 1] for k in range(1, size)), paths[-1] * (size - 1)]
    size_found = count(complete_digraph(size), "back-links", work=100_000)
    assert (size_found.total, size_found.exact) == (sum(levels), True)
    assert list(size_found.levels) == levels[: len(size_found.levels)]
    assert size_found.total > 100_000


def test_more_than_can_be_counted_is_said_to_be_more() -> None:
    size = count(complete_digraph(30), "back-links", work=2_000)
    assert (size.exact, size.total) == (False, 2_000)
    assert str(size) == "more than 2,000 nodes"
    assert size.levels == (1, 29, 29 * 29)


def test_a_tree_without_end_is_refused_with_the_names_of_a_cycle() -> None:
    with pytest.raises(GraphError, match="the cycle b → c → b, so unravelling"):
        count(game("a", a="max b", b="min c x", c="max b d", d=1, x=2), "unravelled")


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1 node"),
        (1234567, "1,234,567 nodes"),
        (10**15 - 1, "999,999,999,999,999 nodes"),
        (123 * 10**32, "about 1.2·10³⁴ nodes"),
        (9999 * 10**3000, "about 1.0·10³⁰⁰⁴ nodes"),
    ],
)
def test_sizes_read_well(number: int, text: str) -> None:
    assert str(Size(number)) == text


@given(GRAPHS)
def test_the_least_paths_are_no_more_than_the_visits_and_all_of_them_without_cycles(graph: GameGraph) -> None:
    visits = trace(graph, "depth-first").result["visits"]
    least = least_paths(graph, 1_000_000)
    assert 1 <= least <= visits
    if count_or_none(graph) is not None:
        assert least == visits
    assert least_paths(graph, 3) == min(least, 3)


def count_or_none(graph: GameGraph) -> int | None:
    try:
        return count(graph, "unravelled").total
    except GraphError:
        return None
