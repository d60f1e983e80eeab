from __future__ import annotations

import math
import os
import subprocess
import sys

import pytest
from hypothesis import given
from support.graphs import game, game_graphs, long_path, thorough
from support.samples import runnable

from explorer.algorithms import find, registered, trace
from explorer.model.errors import GraphError
from explorer.model.graph import GameGraph
from explorer.trace.recording import Limits

ALL_TRACES = """
import sys
from explorer.algorithms import registered, trace
from explorer.games.samples import load_sample
for graph in map(load_sample, ("figure-1-b-neg-d-pos", "alpha-beta-tree")):
    for name, entry in registered().items():
        if entry.obstacle(graph) is None:
            sys.stdout.writelines(trace(graph, name).json_text())
"""

every_algorithm = pytest.mark.parametrize("name", registered())


@thorough
@given(graph=game_graphs(max_open=1, max_inner=3))
def test_every_step_names_a_line_of_the_pseudocode_and_a_caption(graph: GameGraph):
    for name in runnable(graph, registered()):
        lines = len(registered()[name].pseudocode)
        for step in trace(graph, name, limits=Limits(run=20_000)):
            assert 1 <= step.line <= lines, name
            assert step.caption.endswith("."), name
            assert "\n" not in step.caption, name
            named = set(step.scores) | set(step.finality) | set(step.activity) | set(step.notes)
            assert named <= set(graph.index), name


@every_algorithm
def test_a_graph_with_errors_is_refused(name: str):
    with pytest.raises(GraphError, match="has no moves"):
        trace(game("a", a="max b c", b="max", c=1), name)  # where nothing has a score, a kernel takes b as lost


@every_algorithm
def test_no_algorithm_recurses_on_a_long_path(name: str):
    back, there = long_path(2_000, back=True), long_path(2_000)
    graph = back if find(name).obstacle(back) is None else there
    run = trace(graph, name, limits=Limits(steps=9))
    score = run.result.get("value", run.result.get("scores", {}).get("v0"))
    skips = name == "visited-set"  # the way back, and so it is wrong
    assert score in (None, 0, -math.inf if name == "witness" else 0 if graph is back and not skips else 1)
    assert run.result
    assert len(run) <= 9


@pytest.mark.large
def test_no_trace_depends_on_how_texts_are_hashed():
    command = [sys.executable, "-c", ALL_TRACES]
    one, other = (
        subprocess.run(command, capture_output=True, check=True, env=os.environ | {"PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    )
    assert one == other
    assert one.count(b'"format": "game-trace"') > len(registered())
