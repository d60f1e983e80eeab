"""Visits counted without steps against the algorithms as the paper writes them, and against published formulas."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import complete_bipartite, complete_digraph, distant_win, game_graphs, long_path, thorough
from support.textbook import algorithm_6_7, algorithm_7_2

from explorer.games import generate
from explorer.model.graph import GameGraph, Kind, Node
from explorer.solver.kernels import always_compiled
from explorer.solver.operator import arrays_of
from explorer.solver.visits import visits


def counted(graph: GameGraph, *, memo: bool, most: int = 10**9) -> int | None:
    arrays = arrays_of(graph)
    return visits(arrays.indptr, arrays.indices, graph.root_index, memo=memo, most=most)


@thorough
@given(game_graphs(max_open=1))
def test_visits_are_those_of_the_algorithms(graph: GameGraph):
    for memo, search in ((False, algorithm_6_7), (True, algorithm_7_2)):
        expected = search(graph).visits
        assert counted(graph, memo=memo) == expected
        with always_compiled():
            assert counted(graph, memo=memo) == expected
        assert counted(graph, memo=memo, most=expected) in (expected, None)
        assert expected == 1 or counted(graph, memo=memo, most=expected - 1) is None


@pytest.mark.parametrize("layers", [2, 7, 12])
def test_the_ladder_takes_what_the_paper_says(layers: int):
    graph = generate("ladder", layers=layers)
    assert counted(graph, memo=True) == (9 * layers**2 - 5 * layers + 16) // 2
    assert counted(graph, memo=False) == (3 * layers + 9) * 2 ** (layers - 1) - 2


@thorough
@given(game_graphs(max_inner=8, max_degree=3), st.integers(0, 999))
def test_visits_are_the_same_wherever_the_nodes_stand_among_others(graph: GameGraph, seed: int):
    nodes = [*graph.nodes, *(Node(f"z{number}", Kind.LEAF, 0) for number in range(180))]
    Random(seed).shuffle(nodes)  # so that a set has bits in each of several words
    assert counted(graph.replace(nodes=tuple(nodes)), memo=True) == algorithm_7_2(graph).visits


def test_sets_of_more_than_one_word_are_kept_apart():
    assert counted(complete_digraph(14), memo=True) == 13 * 2**13 + 1
    assert [counted(complete_bipartite(m), memo=True) for m in range(1, 8)] == [5, 19, 81, 341, 1441, 6077, 25537]
    for long in (long_path(150, back=True), generate("tree", branching=2, depth=7), distant_win(70)):
        assert counted(long, memo=True) == algorithm_7_2(long).visits  # more nodes than a word has bits
