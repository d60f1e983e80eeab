"""A shrunk graph keeps what it must, can lose nothing more, and is the same every time."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.graphs import example_7_1, figure_1, game, game_graphs, long_path, thorough

from explorer.comparison.poisoned import answers_wrong, poisoned, stores_wrong, worst_of
from explorer.comparison.shrink import Shrunk, shrink, smaller
from explorer.games import generate
from explorer.model.check import check, errors_in, unfinished_in
from explorer.model.errors import GraphError, LimitError
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.scenes.reference import load_reference
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


def test_it_is_the_same_every_time():
    graph = generate("random", nodes=30, seed=4, scores="1, 2")
    assert shrink(graph, is_worth_something).graph == shrink(graph, is_worth_something).graph


def test_a_poisoned_memo_in_a_large_graph_comes_down_to_a_few_nodes():
    graph = next(
        graph for seed in range(40) if answers_wrong(graph := generate("random", nodes=24, degree=2.8, seed=seed))
    )
    found = shrink(graph, answers_wrong)
    assert answers_wrong(found.graph)
    assert len(found.graph.nodes) <= 6


def test_figure_1_is_what_is_left_of_example_7_1_while_a_wrong_value_is_stored():
    small = shrink(example_7_1(1, 2), stores_wrong).graph
    assert {node.id for node in small.nodes} <= {"a", "b", "c", "d"}


def test_what_is_true_of_the_large_graph_only_is_dropped():
    graph = figure_1(1, 2).replace(expected={"scores": {"a": 1}}, name="Figure 1")
    small = shrink(graph, lambda _: True).graph
    assert len(small.nodes) == 1
    assert not small.expected
    assert not any(node.has_position for node in small.nodes)


def test_a_long_path_is_shrunk_in_few_tries():
    found = shrink(long_path(2_000), lambda graph: len(graph.nodes) >= 2)
    assert (len(found.graph.nodes), found.is_minimal) == (2, True)
    assert found.tries < 100


def three_sweeps(graph: GameGraph) -> Score:
    """What a solver finds that stops after three sweeps over all nodes."""
    best = {Kind.MAX: max, Kind.MIN: min}
    scores: dict[str, Score] = {node.id: node.score or 0 for node in graph.nodes}
    for _ in range(3):
        scores |= {
            node.id: best[node.kind](scores[after.id] for after in graph.successors_of(node.id))
            for node in graph.nodes
            if node.kind.is_inner
        }
    return scores[str(graph.root)]


@pytest.mark.large
def test_ones_own_wrong_solver_on_20_000_nodes_in_circles_comes_down_to_four_moves_in_a_row_in_few_tries():
    large = generate("random", nodes=20_000, leaves="10%", degree=3, scores="-9..9", seed=1)
    found = shrink(large, lambda graph: three_sweeps(graph) != solve(graph).score)
    small = found.graph
    assert (len(small.nodes), len(small.moves), found.is_minimal) == (5, 4, True)
    assert found.tries < 100
    assert three_sweeps(small) != solve(small).score
    path = [str(small.root)]
    while small.node(path[-1]).kind.is_inner:
        path += [after.id for after in small.successors_of(path[-1])]
    assert len(path) == 5


def test_when_the_tries_are_used_up_it_says_so_and_the_predicate_holds():
    graph = generate("ladder", layers=6)
    found = shrink(graph, lambda each: len(each.nodes) >= 3, tries=4)
    assert not found.is_minimal
    assert found.tries == 4
    assert len(found.graph.nodes) >= 3


def test_who_waits_hears_of_every_try_and_can_cancel():
    graph, told = generate("ladder", layers=6), list[int]()
    found = shrink(graph, has_two_players, progress=told.append)
    assert told == list(range(found.tries))
    assert found.tries > 3

    def cancel(tried: int) -> None:
        if tried == found.tries - 1:
            raise InterruptedError

    kept: list[Shrunk] = []
    with pytest.raises(InterruptedError):
        shrink(graph, has_two_players, progress=cancel, found=kept.append)
    sizes = [len(each.graph.nodes) + len(each.graph.moves) for each in kept]
    assert sizes == sorted(sizes, reverse=True)
    assert has_two_players(kept[-1].graph)
    assert not kept[-1].is_minimal


def test_a_predicate_that_raises_counts_as_false():
    def small_only(graph: GameGraph) -> bool:
        if len(graph.nodes) < 3:
            raise LimitError("too small")
        return True

    assert len(shrink(figure_1(), small_only).graph.nodes) >= 3


def test_a_graph_of_which_it_is_not_true_or_that_cannot_be_played_is_refused():
    with pytest.raises(GraphError, match="does not do what"):
        shrink(figure_1(), lambda each: len(each.nodes) > 100)
    with pytest.raises(GraphError, match="has no moves"):
        shrink(game("a", a="max"), lambda each: True)


SLOW = "game:random?nodes=1500&leaves=8%&degree=3&seed=28"


@pytest.mark.large
def test_a_graph_whose_run_takes_more_steps_than_a_quick_look_is_shrunk():
    graph = load_reference(SLOW).graph
    found = poisoned(graph)
    assert found is not None
    assert found.steps > 5_000
    holds = worst_of(found)
    assert holds(graph)
    found_smaller = shrink(graph, holds, tries=5)
    assert holds(found_smaller.graph)
    assert found_smaller.tries == 5
