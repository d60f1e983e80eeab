"""What a score lies between while nodes are open: against every completion of small graphs."""

from __future__ import annotations

import math

from hypothesis import given
from support.graphs import game, game_graphs, thorough
from support.oracle import scores_of
from support.partly_open import candidate_scores, completions, open_ids

from explorer.model.graph import Convention, GameGraph
from explorer.solver import solve

partly_open = game_graphs(max_inner=4, max_leaves=2, max_open=2, max_degree=3)


def told(graph: GameGraph, id: str) -> list[float]:
    """The least and the greatest score of a node over the completions; one past all leaves stands for infinity."""
    found = [scores_of(each)[id] for each in completions(graph, open_ids(graph))]
    first, *_, last = candidate_scores(graph)
    return [-math.inf if min(found) == first else min(found), math.inf if max(found) == last else max(found)]


@thorough
@given(partly_open)
def test_every_completion_gives_a_score_in_the_interval_and_in_minimax_both_ends_occur(graph: GameGraph):
    solution = solve(graph)
    assert solution.open == len(open_ids(graph))
    for node in graph.nodes:
        least, most = solution.between_of(node.id)
        found = told(graph, node.id)
        assert least <= found[0]
        assert found[1] <= most
        assert least <= solution.scores[node.id] <= most
        if graph.convention is Convention.MINIMAX:
            assert [least, most] == found


def test_what_depends_on_open_nodes_is_in_the_json():
    graph = game("a", a="max b c", b=1, c="min d q", d=3, q="open")
    found = solve(graph).to_json()
    assert (found["version"], found["open"], found["score"], found["interval"]) == (1, 1, None, [1, 3])
    assert (found["scores"], found["best"]) == ({"a": None, "b": 1, "c": None, "d": 3, "q": None}, {})
    assert found["between"] == {"a": [1, 3], "c": ["-inf", 3], "q": ["-inf", "inf"]}


def test_a_root_that_does_not_depend_on_them_is_settled():
    solution = solve(game("a", a="min b c", b=1, c="max d q", d=3, q="open"))
    assert (solution.to_json()["score"], solution.to_json()["best"]) == (1, {"a": "b"})
    assert (solution.open, solution.is_settled, solution.interval) == (1, True, (1, 1))
