from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.game_searches import depth_limited
from support.graphs import figure_1, game, game_graphs, game_trees, scores, thorough
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.games.samples import load_sample
from explorer.model.errors import GraphError
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score
from explorer.solver.operator import approximation

minimax_graphs = game_graphs(conventions=(Convention.MINIMAX,), max_inner=4, max_open=1)


def with_heuristics(graph: GameGraph, values: Mapping[str, Score | str]) -> GameGraph:
    nodes = (replace(node, extra={"heuristic": values[node.id]} if node.id in values else {}) for node in graph.nodes)
    return graph.replace(nodes=tuple(nodes))


@thorough
@given(minimax_graphs, st.integers(1, 4), st.data())
def test_every_round_has_the_value_of_definition_84(graph: GameGraph, depth: int, data: st.DataObject):
    values = {node.id: data.draw(scores) for node in graph.nodes if data.draw(st.booleans())}
    run = trace(with_heuristics(graph, values), "iterative-deepening", depth=depth, heuristic="key")
    rounds = [depth_limited(graph, horizon, values) for horizon in range(1, len(run.result["rounds"]) + 1)]
    assert run.result["rounds"] == rounds
    assert run.result["value"] == rounds[-1]


@thorough
@given(st.one_of(game_trees(), game_graphs(acyclic=True, max_inner=6)), st.integers(1, 5))
def test_without_cycles_and_heuristics_a_horizon_gives_an_approximation(graph: GameGraph, depth: int):
    result = trace(graph, "iterative-deepening", depth=depth).result
    assert result["value"] == approximation(graph, result["depth"] + 1)[graph.root_index]


@thorough
@given(game_graphs(max_inner=4))
def test_a_round_that_meets_no_horizon_is_exact_and_the_last(graph: GameGraph):
    run = trace(graph, "iterative-deepening")
    assert run.result["exact"]
    assert run.result["value"] == scores_of(graph)[str(graph.root)]
    shallow = trace(graph, "iterative-deepening", depth=1).result
    assert shallow["exact"] == (run.result["depth"] == 1)


def test_rounds_go_from_the_first_horizon_on_to_the_deepest():
    graph = load_sample("alpha-beta-tree")
    result = trace(graph, "iterative-deepening", first=1, further=2, depth=4).result
    assert (result["depth"], result["rounds"], result["exact"]) == (4, [0, 10, 10], True)
    assert trace(graph, "iterative-deepening", first=9, depth=2).result["rounds"] == [0]


def test_a_round_begins_with_the_best_move_of_the_round_before():
    graph = game("a", a="max b c", b="min d", c="min e", d="max x", e="max y", x=1, y=2)
    graph = with_heuristics(graph, {"b": 0, "c": 3, "d": 0, "e": 3})
    run = trace(graph, "iterative-deepening", heuristic="key")
    entered = [step.caption for step in run if step.caption.startswith("Enter Max node a ")]
    first, second, third = (caption.split("max{")[1] for caption in entered)
    assert first == "value(b), value(c)}."
    assert second == third == "value(c), value(b)}."


def test_an_estimate_says_so_and_is_not_final():
    run = trace(figure_1(), "iterative-deepening", depth=1)
    last = run[len(run) - 1].caption
    assert last == "A search 1 move deep gives a the value 0, an estimate: 2 ends of paths read."
    assert run.finality_at(len(run) - 1)["a"].name == "TENTATIVE"


def test_a_heuristic_value_must_be_a_number():
    graph = with_heuristics(figure_1(), {"c": "much"})
    with pytest.raises(GraphError, match="the heuristic value of node 'c': expected a number"):
        trace(graph, "iterative-deepening", heuristic="key")
