from __future__ import annotations

import pytest
from hypothesis import given
from support.graphs import game, game_graphs, thorough
from support.textbook import algorithm_6_7

from explorer.algorithms import trace
from explorer.model.graph import GameGraph
from explorer.trace import Activity


@pytest.mark.parametrize("variant", ["dfs", "bt"])
@thorough
@given(graph=game_graphs(max_open=1, max_inner=4))
def test_minimax_makes_the_calls_of_algorithm_6_7(variant: str, graph: GameGraph):
    found, result = algorithm_6_7(graph), trace(graph, "minimax", variant=variant).result
    assert (result["value"], result["visits"], result["cutoffs"]) == (found.value, found.visits, 0)


@thorough
@given(game_graphs(max_inner=4))
def test_one_successor_at_a_time_keeps_the_path_and_no_more(graph: GameGraph):
    run = trace(graph, "minimax", variant="bt")
    generated = (len(step.path) + (Activity.BACK_LINK in step.activity.values()) for step in run)
    assert run.result["peak"] == max(generated)
    assert run.result["peak"] <= trace(graph, "minimax", variant="dfs").result["peak"]
    assert run[len(run) - 1].counters["kept"] == 1


def test_the_two_variants_tell_of_their_values_at_different_times():
    graph = game("a", a="max b c", b=1, c=2)
    assert [step.caption for step in trace(graph, "minimax", variant="dfs")] == [
        "Enter Max node a and generate its 2 successors: value(a) = max{value(b), value(c)}.",
        "b is a leaf with score 1.",
        "Move a → b: value(b) = 1.",
        "c is a leaf with score 2.",
        "Move a → c: value(c) = 2.",
        "a returns value(a) = max{value(b), value(c)} = max{1, 2} = 2.",
        (
            "The score of the root, a, is 2, found in 3 visits: 2 leaves read; minimax reads 2, and the "
            "smallest proof of this score has 2; the largest number of nodes kept at once was 3."
        ),
    ]
    assert [step.caption for step in trace(graph, "minimax", variant="bt")][2:5] == [
        "Move a → b: value(b) = 1, the first value and therefore the best so far; b is dropped.",
        "c is a leaf with score 2.",
        "Move a → c: value(c) = 2, the best so far; c is dropped.",
    ]
