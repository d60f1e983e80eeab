"""Windows of alpha and beta and what is cut off, as files, pictures and the browser get them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game_graphs, game_trees
from support.sent import merged

from explorer import algorithms
from explorer.drawing.exports import GraphView, Style
from explorer.drawing.picture import picture_of
from explorer.drawing.picture.primitives import Text, colours_of
from explorer.drawing.trace_data import SentTrace
from explorer.model.graph import GameGraph
from explorer.model.scores import format_score, parse_endless, score_to_json
from explorer.trace import Trace, dump_json

SEARCHES = ("alpha-beta", "negascout", "mtd-f", "iterative-deepening")


def sent(run: Trace) -> dict[str, Any]:
    data: dict[str, Any] = merged(json.loads(dump_json(SentTrace(run, algorithms.find(run.algorithm)).whole())))
    return data


@pytest.mark.parametrize("name", SEARCHES)
@examples(30)
@given(graph=game_graphs(max_inner=4))
def test_the_browser_and_the_json_file_get_the_windows_and_cuts_of_every_step(name: str, graph: GameGraph):
    run = algorithms.trace(graph, name)
    data, written = sent(run), run.to_json()["steps"]
    if not run.has_windows:
        assert not any(step.windows or step.pruned for step in run)
        return
    values = [parse_endless(value["text"]) for value in data["values"]]
    windows: dict[str, Any] = {}
    pruned: dict[str, bool] = {}
    for step, there, known in zip(run, data["steps"], written, strict=True):
        rows = [there["w"][place : place + 3] for place in range(0, len(there["w"]), 3)]
        shown = {data["nodes"][node]: None if a < 0 else (values[a], values[b]) for node, a, b in rows}
        assert shown == step.windows
        cuts = zip(there["g"][::2], there["g"][1::2], strict=True)
        assert {data["nodes"][node]: bool(is_cut) for node, is_cut in cuts} == step.pruned
        windows |= step.windows
        pruned |= step.pruned
        assert known["windows"] == {i: [score_to_json(end) for end in pair] for i, pair in windows.items() if pair}
        assert set(known["pruned"]) == {id for id, is_cut in pruned.items() if is_cut}


@examples(20)
@given(graph=game_trees(max_nodes=12), share=st.floats(0, 1))
def test_a_picture_has_the_windows_of_its_step_and_what_is_cut_off_is_pale(graph: GameGraph, share: float):
    run = algorithms.trace(graph, "alpha-beta")
    step = round(share * (len(run) - 1))
    known = run.to_json()["steps"][step]
    picture = picture_of(GraphView(run.graph, run, algorithms.find("alpha-beta"), step), Style())
    nodes = dict(zip(graph.index, (group for group in picture.groups if group.part == "node"), strict=True))
    for id, group in nodes.items():
        texts = [shape.text for shape in group.shapes if isinstance(shape, Text) and shape.text[0] in "αβ"]
        window = known.get("windows", {}).get(id)
        alpha, beta = (None, None) if window is None else (format_score(parse_endless(end)) for end in window)
        assert texts in ([[]] if window is None else ([f"α {alpha} … β {beta}"], [f"α {alpha}", f"β {beta}"]))
        assert ("skipped after a cutoff" in group.name) == (id in known.get("pruned", ()))
        darkest = min(luminance(colour) for shape in group.shapes for colour in colours_of(shape))
        assert (darkest > 0.4) == (id in known.get("pruned", ()))


def luminance(colour: str) -> float:
    """From 0 for black to 1 for white."""
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue
