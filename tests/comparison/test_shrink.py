"""A shrunk graph keeps what it must, can lose nothing more, and is the same every time."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.graphs import figure_1, game_graphs, thorough

from explorer.comparison.poisoned import answers_wrong, stores_wrong
from explorer.comparison.shrink import Shrunk, shrink, smaller
from explorer.games import generate
from explorer.model.check import check, errors_in, unfinished_in
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph, Kind
from explorer.solver import solve


def size(graph: GameGraph) -> tuple[int, int]:
    return len(graph.nodes), len(graph.moves)


def has_two_players(graph: GameGraph) -> bool:
    kinds = {node.kind for node in graph.nodes}
    return {Kind.MAX, Kind.MIN} <= kinds or sum(node.kind is Kind.MOVER for node in graph.nodes) > 1


def is_worth_something(graph: GameGraph) -> bool:
    return solve(graph).score != 0


def without(graph: GameGraph, nodes: set[str], moves: set[tuple[str, str]]) -> GameGraph:
    """The graph without some nodes and moves, finished or not."""
    kept = [move for move in graph.moves if move not in moves and not nodes & set(move)]
    rest = tuple(node for node in graph.nodes if node.id not in nodes)
    return graph.replace(nodes=rest, moves=tuple(kept), root=None if graph.root in nodes else graph.root)


@thorough
@given(game_graphs(max_inner=6))
def test_it_keeps_the_predicate_is_playable_and_1_minimal(graph: GameGraph):
    whole = {graph.nodes[place].id for place in graph.reachable}
    reachable = without(graph, {node.id for node in graph.nodes} - whole, set())
    for holds in (has_two_players, is_worth_something, stores_wrong):
        if not holds(reachable):
            continue
        found = shrink(graph, holds)
        small = found.graph
        assert found.is_minimal
        assert holds(small)
        assert not errors_in(check(small))
        assert len(small.reachable) == len(small.nodes)
        singles = [without(small, {node.id}, set()) for node in small.nodes]
        singles += [without(small, set(), {move}) for move in small.moves]
        assert not [each for each in singles if not (errors_in(check(each)) or unfinished_in(each)) and holds(each)]
        assert not [each for each in smaller(small) if holds(each)]


@thorough
@given(game_graphs(max_inner=5))
def test_all_that_is_smaller_is_playable_reachable_and_smaller(graph: GameGraph):
    for each in smaller(graph):
        assert not errors_in(check(each))
        assert len(each.reachable) == len(each.nodes)
        assert size(each) != size(graph)
        assert all(one <= other for one, other in zip(size(each), size(graph), strict=True))
        assert each.convention == graph.convention


@thorough
@given(game_graphs(max_inner=5, max_open=1))
def test_what_stays_is_as_it_was(graph: GameGraph):
    kinds = {node.id: (node.kind, node.score, node.label) for node in graph.nodes}
    for each in smaller(graph):
        assert all(kinds[node.id] == (node.kind, node.score, node.label) for node in each.nodes)


def test_a_poisoned_memo_in_a_large_graph_comes_down_to_a_few_nodes():
    graph = next(
        graph for seed in range(40) if answers_wrong(graph := generate("random", nodes=24, degree=2.8, seed=seed))
    )
    found = shrink(graph, answers_wrong)
    assert answers_wrong(found.graph)
    assert len(found.graph.nodes) <= 6


def test_when_the_tries_are_used_up_it_says_so_and_the_predicate_holds():
    graph = generate("ladder", layers=6)
    found = shrink(graph, lambda each: len(each.nodes) >= 3, tries=4)
    assert not found.is_minimal
    assert found.tries == 4
    assert len(found.graph.nodes) >= 3


def test_a_predicate_that_raises_counts_as_false():
    def small_only(graph: GameGraph) -> bool:
        if len(graph.nodes) < 3:
            raise LimitError("too small")
        return True

    assert len(shrink(figure_1(), small_only).graph.nodes) >= 3


def test_who_waits_hears_of_every_try_and_keeps_what_is_found_when_it_is_cancelled():
    kept: list[Shrunk] = []

    def cancel(tried: int) -> None:
        if kept and tried > 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        shrink(generate("ladder", layers=6), has_two_players, progress=cancel, found=kept.append)
    assert has_two_players(kept[-1].graph)
    assert not kept[-1].is_minimal
