from __future__ import annotations

from hypothesis import given
from support.explanations import holds
from support.graphs import figure_1, game, game_graphs, long_path, thorough, worths
from support.partly_open import with_scores

from explorer import solve
from explorer.explanation.making import why
from explorer.model.graph import Convention, GameGraph
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


def test_endless_play_decides_by_a_lasso():
    graph = game("r", r="max a", a="max b c", b=-1, c="min d a", d=2)
    found = why(graph)
    assert found.is_endless
    assert [at.id for at in found.line] == ["r", "a", "c"]
    assert found.back_to == 1


def test_long_plays_are_explained():
    assert why(long_path(3_000, back=True)).low == 0
    assert len(why(long_path(3_000)).line) == 3_001
