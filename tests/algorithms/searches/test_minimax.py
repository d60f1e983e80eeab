from __future__ import annotations

import pytest
from hypothesis import given
from support.graphs import game_graphs, thorough
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
    caption = run[len(run) - 1].caption
    assert f" {run.result['leaves']} leaves read" in caption.replace("leaf", "leaves")
    assert caption.endswith(f" kept at once was {run.result['peak']}.")
