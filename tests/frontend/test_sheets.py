"""The shapes of pictures are the same in a browser and in the engine that Python has."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from frontend.conftest import Run
from support.board_games import Noughts

from explorer import algorithms
from explorer.drawing.exports import GraphView, Style
from explorer.drawing.picture.sheets import sheet_data
from explorer.drawing.script import Script
from explorer.drawing.tree_picture import view_of_tree
from explorer.games.from_rules import partial_graph
from explorer.games.samples import load_sample, sample_names
from explorer.model.graph import GameGraph
from explorer.unwinding import TreeView, build

IN_PAGE = "([data, steps]) => { $sheets.open(data); return steps.map(step => JSON.parse($sheets.picture(`${step}`))); }"
NEARLY = 1e-6  # pixels: functions such as atan2 and hypot differ in the last digit


def runs(graph: GameGraph, *names: str) -> list[GraphView]:
    """The graph as it is, and runs of algorithms on it."""
    entries = [entry for name in names if not (entry := algorithms.find(name)).obstacle(graph)]
    traces = [(algorithms.trace(graph, entry.name), entry) for entry in entries]
    return [GraphView(graph), *(GraphView(trace.graph, trace, entry) for trace, entry in traces)]


def scenes(name: str) -> list[GraphView]:
    if name == "boards":
        return runs(partial_graph(Noughts(), 12), "alpha-beta")
    if name == "tree":
        return [
            view_of_tree(build(load_sample("figure-1"), view, depth=4))
            for view in (TreeView.DEPTH, TreeView.BACK_LINKS)
        ]
    return runs(load_sample(name), "bounds", "alpha-beta", "expansion")


def differs(here: Any, there: Any) -> bool:
    """Whether two values are not the same, numbers but for their last digits."""
    if isinstance(here, dict) and isinstance(there, dict):
        return here.keys() != there.keys() or any(differs(here[key], there[key]) for key in here)
    if isinstance(here, list) and isinstance(there, list):
        return len(here) != len(there) or any(map(differs, here, there))
    if isinstance(here, float | int) and isinstance(there, float | int):
        return not math.isclose(here, there, abs_tol=NEARLY)
    return bool(here != there)


@pytest.mark.parametrize("name", [*sample_names()[::8], "boards", "tree"])
def test_browser_and_engine_make_the_same_shapes(run: Run, name: str):
    for number, shown in enumerate(scenes(name)):
        steps = sorted({0, max(0, len(shown) // 2), max(0, len(shown) - 1)})
        data = sheet_data(shown, Style(dark=number % 2 == 1), steps)
        script = Script()
        script.call("open", data)
        here = [script.call("picture", step) for step in steps]
        assert all(len(picture["groups"]) >= len(shown.graph.nodes) / 2 for picture in here)
        assert not differs(here, run(IN_PAGE, [json.dumps(data), steps]))
