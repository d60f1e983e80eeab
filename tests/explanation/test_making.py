from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from support.examples import times
from support.explanations import drawn_graph, holds
from support.graphs import figure_1, game, game_graphs, long_path, thorough, worths
from support.partly_open import with_scores

from explorer import solve
from explorer.explanation.checker import complaints
from explorer.explanation.making import why
from explorer.games import generate
from explorer.model.errors import GraphError, OptionError
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score


def assert_explained(graph: GameGraph, endless: Score) -> None:
    solution = solve(graph, endless=endless)
    for node in graph.nodes:
        found = why(graph, node.id, endless=endless)
        assert (found.low, found.high) == solution.between_of(node.id)
        for guarantee in (found.at_least, found.at_most):
            assert guarantee.is_empty or holds(graph, found, guarantee)
        for completion in found.completions:
            told = with_scores(graph, dict(completion.scores))
            score = solve(told, endless=endless).between_of(node.id)
            assert score == (completion.explanation.low, completion.explanation.high)


@thorough
@given(game_graphs(), worths)
def test_the_limits_are_the_score_and_no_play_beats_the_moves(graph: GameGraph, endless: Score):
    assert_explained(graph, endless)


@thorough
@given(game_graphs(max_open=2), worths)
def test_open_nodes_leave_the_interval_of_the_solver(graph: GameGraph, endless: Score):
    assert_explained(graph, endless)


@pytest.mark.parametrize("opens", [0, 2])
@pytest.mark.parametrize("convention", ["minimax", "negamax"])
def test_thousands_of_random_graphs_are_explained_as_they_are_solved(convention: str, opens: int):
    rng = Random(17)
    for _ in range(times(250)):
        graph = drawn_graph(rng, convention, opens)
        endless = rng.choice([0, 0, 1, -1, 2.5, math.inf, -math.inf])
        solution = solve(graph, endless=endless)
        for node in graph.nodes[:3]:
            found = why(graph, node.id, endless=endless)
            assert (found.low, found.high) == solution.between_of(node.id)


@thorough
@given(game_graphs(conventions=[Convention.MINIMAX], max_open=2))
def test_in_a_minimax_graph_a_score_that_is_not_known_has_two_completions(graph: GameGraph):
    for node in graph.nodes:
        found = why(graph, node.id)
        assert bool(found.completions) is not found.is_known


def test_a_score_better_than_endless_play_is_forced_with_ranks():
    found = why(figure_1(b=1, d=2), "a")
    assert (found.low, found.high) == (1, 1)
    assert found.at_least.moves == {"a": "b"}
    assert {at.id: rank for at, rank in (found.at_least.ranks or {}).items()} == {"a": 1, "b": 0}
    assert found.at_most.moves == {"c": "a"}
    assert found.at_most.ranks is None
    assert [at.id for at in found.line] == ["a", "b"]
    assert found.back_to is None


def test_a_score_as_good_as_endless_play_is_forced_where_it_can_be():
    found = why(game("a", a="max c b", b=0, c="min a"))
    assert found.at_least.ranks is not None
    assert ([at.id for at in found.line], found.is_endless) == (["a", "b"], False)


def test_endless_play_decides_by_a_lasso():
    graph = game("r", r="max a", a="max b c", b=-1, c="min d a", d=2)
    found = why(graph)
    assert found.is_endless
    assert [at.id for at in found.line] == ["r", "a", "c"]
    assert found.back_to == 1


def test_a_node_reached_with_both_turns_has_two_positions():
    graph = game("a", "negamax", a="mover b a", b="mover a x", x=1)
    found = why(graph)
    assert {at.is_own for at in found.at_most.positions if at.id == "a"} == {True, False}


def test_long_plays_are_explained():
    assert why(long_path(3_000, back=True)).low == 0
    assert len(why(long_path(3_000)).line) == 3_001


def test_what_does_not_exist_is_refused():
    with pytest.raises(GraphError, match="there is no node 'z'"):
        why(figure_1(), "z")
    with pytest.raises(OptionError, match="the value of endless play must be a number"):
        why(figure_1(), "a", endless="much")
    with pytest.raises(GraphError):
        why(GameGraph((), ()))


def test_inputs_are_not_changed_and_answers_are_equal():
    graph = figure_1()
    before = graph.replace()
    assert why(graph).to_json() == why(graph).to_json()
    assert graph == before
    assert complaints(why(graph), graph) == []
    assert graph.count(Kind.LEAF) == 2


class _CancelledError(Exception):
    """What a user who has waited long enough brings about."""


def test_long_work_says_how_far_it_is_and_can_be_left():
    graph = generate("tree", depth=12)
    told: list[int] = []
    found = why(graph, progress=told.append)
    assert len(told) > 2
    assert told == sorted(set(told))
    assert found == why(graph)

    def cancel(done: int) -> None:
        raise _CancelledError

    with pytest.raises(_CancelledError):
        why(graph, progress=cancel)
