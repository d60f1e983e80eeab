"""Exact finality against every completion by leaves, and what is known of it where either player meets an open node."""

from __future__ import annotations

import math
from itertools import product
from random import Random

import pytest
from hypothesis import given
from support.completions import possible_scores, random_completion, random_partly_open
from support.examples import times
from support.graphs import BOTH, game, game_graphs, thorough, with_open_nodes_as
from support.oracle import scores_of
from support.partly_open import is_final

from explorer.expansion.exact import exact_finality, extremes, reachable_for_both
from explorer.model.graph import Convention, GameGraph, Kind, Node

small = game_graphs(max_open=2, max_inner=4, max_degree=3)


def leaf_completions(graph: GameGraph) -> list[GameGraph]:
    """The graph with its open nodes made leaves, in every way that makes a difference."""
    opens = [node.id for node in graph.nodes if node.kind is Kind.OPEN]
    made = []
    for chosen in product(possible_scores(graph), repeat=len(opens)):
        worth = dict(zip(opens, chosen, strict=True))
        made.append(with_open_nodes_as(graph, lambda node, worth=worth: (Node(node.id, Kind.LEAF, worth[node.id]), ())))
    return made


def unmoved(graph: GameGraph) -> tuple[list[bool], list[bool]]:
    """Which bounds are the same in every completion by leaves."""
    found = [extremes(each).bounds for each in leaf_completions(graph)]
    lower, upper = (
        [len(set(column)) == 1 for column in zip(*(each[side] for each in found), strict=True)] for side in (0, 1)
    )
    return lower, upper


@thorough
@given(game_graphs(max_open=2))
def test_the_bounds_are_the_scores_with_endless_play_at_its_worst_and_best(graph: GameGraph):
    lower, upper = extremes(graph).bounds
    ids = [node.id for node in graph.nodes]
    assert dict(zip(ids, lower, strict=True)) == scores_of(graph, -math.inf)
    assert dict(zip(ids, upper, strict=True)) == scores_of(graph, math.inf)


@thorough
@given(game_graphs(conventions=(Convention.MINIMAX,), max_open=2, max_inner=4, max_degree=3))
def test_in_a_minimax_graph_final_is_what_no_completion_by_leaves_moves(graph: GameGraph):
    final = exact_finality(graph)
    assert (list(final.lower), list(final.upper)) == unmoved(graph)


@thorough
@given(game_graphs(conventions=(Convention.NEGAMAX,), max_open=2, max_inner=4, max_degree=3))
def test_in_a_negamax_graph_it_is_so_wherever_no_open_node_is_met_by_both(graph: GameGraph):
    if reachable_for_both(graph):
        return
    final, still = exact_finality(graph), unmoved(graph)
    for place in graph.reachable:
        assert (final.lower[place], final.upper[place]) == (still[0][place], still[1][place])


@thorough
@given(small)
def test_final_is_what_the_two_extremes_of_the_doubled_graph_agree_on(graph: GameGraph):
    final = exact_finality(graph)
    for place, node in enumerate(graph.nodes):
        assert final.lower[place] == is_final(graph, node.id, "lower")
        assert final.upper[place] == is_final(graph, node.id, "upper")


@pytest.mark.parametrize("convention", BOTH)
def test_what_is_final_is_the_same_in_every_completion(convention: Convention):
    random = Random(5)
    for _ in range(times(200)):
        graph = random_partly_open(random, convention)
        final, bounds = exact_finality(graph), extremes(graph).bounds
        for _ in range(3):
            completed = extremes(random_completion(graph, random)).bounds
            for side in (0, 1):
                moved = [old != new for old, new in zip(bounds[side], completed[side], strict=False)]
                assert not any(change and stays for change, stays in zip(moved, final.of(side), strict=True))


def test_no_bound_is_a_negative_zero():
    lower, upper = extremes(game("a", "negamax", a="mover x", x=0.0)).bounds
    assert [math.copysign(1, score) for score in (*lower, *upper)] == [1] * 4


# ---- where either player can be to move at an open node


@thorough
@given(game_graphs(max_open=3))
def test_met_by_both_is_what_walks_of_even_and_odd_length_reach(graph: GameGraph):
    reached: list[set[int]] = [{graph.root_index}]
    for _ in range(4 * len(graph.nodes)):
        reached.append({child for place in reached[-1] for child in graph.successors[place]})
    even, odd = (set().union(*reached[start::2]) for start in (0, 1))
    opens = {place for place, node in enumerate(graph.nodes) if node.kind is Kind.OPEN}
    expected = even & odd & opens if graph.convention is Convention.NEGAMAX else set()
    assert set(reachable_for_both(graph)) == expected
