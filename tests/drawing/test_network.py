"""pyvis makes the nodes, edges and options that the canvas draws."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser
from support.examples import examples
from support.graphs import game, game_graphs
from support.rich_graphs import rich_graphs

from explorer import algorithms
from explorer.drawing import exports
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.layout import complete_positions
from explorer.drawing.messages.to_browser import NetworkParts
from explorer.drawing.network import edge_id, network_data, to_pyvis
from explorer.drawing.node_colours import WORST, ValueLooks
from explorer.drawing.theme import DARK, EDGE, EDGE_HOVERED, EDGE_SELECTED, FINALITY, LIGHT, MARKS
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph

DRAWN = """() => ["<&a>", "≥"].map(id => {
  const { options, labelModule } = network.body.nodes[id];
  const lines = labelModule.lines.map(({ blocks }) => blocks.map(({ text }) => text).join(""));
  return [options.color.background, lines.join("|")];
})"""


def drawn(graph: GameGraph) -> NetworkParts:
    return network_data(graph)


@given(game_graphs(max_open=2))
def test_every_node_and_move_is_drawn_once_and_in_order(graph: GameGraph):
    data = drawn(graph)
    assert [node["id"] for node in data["nodes"]] == [node.id for node in graph.nodes]
    assert [(edge["from"], edge["to"]) for edge in data["edges"]] == list(graph.moves)
    assert [edge["id"] for edge in data["edges"]] == [edge_id(*move) for move in graph.moves]


@given(rich_graphs())
def test_names_and_places_are_those_of_the_graph_whatever_its_ids_are(graph: GameGraph):
    data = drawn(graph)
    places = complete_positions(graph)
    for node, there in zip(graph.nodes, data["nodes"], strict=True):
        assert there["label"].startswith(node.name)
        assert (there["x"], there["y"]) == places[node.id]
    ids = [edge["id"] for edge in data["edges"]]
    assert len(set(ids)) == len(ids)
    assert [tuple(json.loads(id)) for id in ids] == list(graph.moves)


def test_a_step_marks_its_path_and_moves_and_says_its_caption():
    trace = algorithms.trace(load_sample("example-7-1"), "depth-first")
    step = next(number for number, step in enumerate(trace) if len(step.path) > 2 and step.move)
    network = to_pyvis(trace, step)
    broad = {(edge["from"], edge["to"]) for edge in network.edges if edge.get("width", 0) > 2}
    assert broad == {*pairwise(trace[step].path), trace[step].move}
    assert network.heading == trace[step].caption
    assert to_pyvis(trace).nodes == to_pyvis(trace, len(trace) - 1).nodes


@examples(12)
@given(game_graphs(max_open=1), st.integers(0, 10**6), st.booleans(), st.sampled_from(["score-iteration", "memoised"]))
def test_colours_say_score_finality_and_step_with_and_without_the_pointer(graph: GameGraph, at, dark, name):
    trace, page = algorithms.trace(graph, name), DARK if dark else LIGHT
    step = at % len(trace)
    network, looks = to_pyvis(trace, step, dark=dark), ValueLooks.of_trace(trace, algorithms.find(name))
    for node in network.nodes:
        rest = {
            "background": looks.score(trace.scores_at(step).get(node["id"])).fill,
            "border": page.ring(FINALITY[trace.finality_at(step)[node["id"]]].border),
        }
        assert node["color"] == {**rest, "highlight": rest, "hover": rest}
    here = trace[step]
    kinds = {**dict.fromkeys(pairwise(here.path), "path"), **({here.move: "move"} if here.move else {}), **here.marks}
    colours = {(edge["from"], edge["to"]): edge.get("color") for edge in network.edges}
    assert colours == {move: MARKS[kinds[move]][0] if move in kinds else None for move in graph.moves}
    usual = json.loads(network.get_network_data()[-1])["edges"]["color"]
    assert usual == {"inherit": False, "color": EDGE, "highlight": EDGE_SELECTED, "hover": EDGE_HOVERED}


@pytest.mark.parametrize("dark", [False, True])
def test_the_written_page_is_drawn_without_a_network(browser: Browser, tmp_path: Path, dark: bool):
    """By the method of pyvis, into a file that is read as its own bytes say."""
    there, asked, errors = tmp_path / "step.html", [], []
    trace = algorithms.trace(game("<&a>", **{"<&a>": "max ≥", "≥": -2}), "score-iteration")
    to_pyvis(trace, dark=dark).write_html(str(there))
    page = browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(there.as_uri())
    page.wait_for_function("network.body.nodeIndices.length === 2")
    assert page.evaluate(DRAWN) == [[WORST.fill, "<&a>|−2"], [WORST.fill, "≥|−2"]]
    assert page.locator("p").inner_text() == trace[-1].caption
    assert (asked, errors) == ([there.as_uri()], [])
    page.close()


def test_the_page_that_is_exported_is_the_network_of_the_graph_or_of_the_step():
    graph = load_sample("figure-1")
    trace = algorithms.trace(graph, "score-iteration")
    step = GraphView(graph, trace, algorithms.find("score-iteration"), 2)
    for shown, network in ((GraphView(graph), to_pyvis(graph, dark=True)), (step, to_pyvis(trace, 2, dark=True))):
        there = exports.export(shown, exports.export_of("x.pyvis.html").name, Style(dark=True))
        assert there.decode() == network.generate_html()
    assert to_pyvis(trace, 2).heading in to_pyvis(trace, 2).generate_html()


@pytest.mark.parametrize(
    ("call", "arguments", "place", "value"),
    [
        ("toggle_physics", [True], ["physics", "enabled"], True),
        ("show_buttons", [], ["configure", "enabled"], True),
        ("barnes_hut", [], ["physics", "barnesHut", "springLength"], 250),
        ("repulsion", [], ["physics", "repulsion", "nodeDistance"], 100),
        ("set_edge_smooth", ["dynamic"], ["edges", "smooth", "enabled"], True),
        ("inherit_edge_colors", [True], ["edges", "color", "inherit"], True),
        ("toggle_hide_edges_on_drag", [True], ["interaction", "hideEdgesOnDrag"], True),
    ],
)
def test_options_change_as_pyvis_documents(call: str, arguments: list[object], place: list[str], value: object):
    network = to_pyvis(load_sample("figure-1"))
    assert json.loads(network.get_network_data()[-1])["physics"]["enabled"] is False
    assert json.loads(network.get_network_data()[-1])["edges"]["smooth"]["enabled"] is False
    getattr(network, call)(*arguments)
    part = json.loads(network.get_network_data()[-1])
    for key in place:
        part = part[key]
    assert part == value
    assert "vis.Network" in network.generate_html()
