"""pyvis makes the nodes, edges and options that the canvas draws."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from playwright.sync_api import Browser
from pyvis.network import Network
from support.graphs import figure_1, game, game_graphs, long_path
from support.rich_graphs import rich_graphs

from explorer import algorithms
from explorer.drawing.layout import complete_positions
from explorer.drawing.network import NetworkData, edge_id, network_data, to_pyvis
from explorer.drawing.node_colours import WORST
from explorer.games.samples import load_sample
from explorer.model.errors import LimitError, OptionError
from explorer.model.graph import GameGraph

DRAWN = """() => ["<&a>", "≥"].map(id => {
  const { options, labelModule } = network.body.nodes[id];
  const lines = labelModule.lines.map(({ blocks }) => blocks.map(({ text }) => text).join(""));
  return [options.color.background, lines.join("|")];
})"""


def drawn(graph: GameGraph) -> NetworkData:
    return network_data(graph, complete_positions(graph))


@given(game_graphs(max_open=2))
def test_every_node_and_move_is_drawn_once_and_in_order(graph: GameGraph):
    data = drawn(graph)
    assert [node["id"] for node in data.nodes] == [node.id for node in graph.nodes]
    assert [(edge["from"], edge["to"]) for edge in data.edges] == list(graph.moves)
    assert [edge["id"] for edge in data.edges] == [edge_id(*move) for move in graph.moves]


@given(rich_graphs())
def test_names_and_places_are_those_of_the_graph_whatever_its_ids_are(graph: GameGraph):
    data = drawn(graph)
    places = complete_positions(graph)
    for node, there in zip(graph.nodes, data.nodes, strict=True):
        assert there["label"].startswith(node.name)
        assert (there["x"], there["y"]) == places[node.id]
    ids = [edge["id"] for edge in data.edges]
    assert len(set(ids)) == len(ids)
    assert [tuple(json.loads(id)) for id in ids] == list(graph.moves)


def test_both_moves_of_a_2_cycle_and_a_self_loop_are_edges():
    graph = game("a", a="max b a", b="min a")
    assert [(edge["from"], edge["to"]) for edge in drawn(graph).edges] == [("a", "b"), ("a", "a"), ("b", "a")]


def test_nodes_never_move_by_themselves():
    options = drawn(figure_1()).options
    assert options["physics"] == {"enabled": False}
    assert not options["edges"]["smooth"]
    assert not options["layout"]["improvedLayout"]


def test_keys_are_left_to_the_player():
    assert drawn(figure_1()).options["interaction"]["keyboard"] is False


@pytest.mark.parametrize(("length", "hidden"), [(20, False), (1_600, True)])
def test_edges_of_large_graphs_are_hidden_while_the_view_moves(length: int, hidden: bool):
    graph = long_path(length)
    places = {node.id: (place * 10.0, 0.0) for place, node in enumerate(graph.nodes)}
    interaction = network_data(graph, places).options["interaction"]
    assert (interaction["hideEdgesOnDrag"], interaction["hideEdgesOnZoom"]) == (hidden, hidden)


def test_the_data_are_strict_json():
    data = drawn(figure_1())
    text = json.dumps([data.nodes, data.edges, data.options], allow_nan=False)
    assert json.loads(text) == [data.nodes, data.edges, data.options]


def test_the_network_is_a_directed_pyvis_network():
    network = to_pyvis(figure_1())
    assert isinstance(network, Network)
    assert network.directed
    assert network.num_nodes() == 4


def test_a_step_marks_its_path_and_moves_and_says_its_caption():
    trace = algorithms.trace(load_sample("example-7-1"), "depth-first")
    step = next(number for number, step in enumerate(trace) if len(step.path) > 2 and step.move)
    network = to_pyvis(trace, step)
    broad = {(edge["from"], edge["to"]) for edge in network.edges if edge.get("width", 0) > 2}
    assert broad == {*pairwise(trace[step].path), trace[step].move}
    assert network.heading == trace[step].caption
    assert to_pyvis(trace).nodes == to_pyvis(trace, len(trace) - 1).nodes


def test_steps_that_are_not_there_and_graphs_that_are_too_large_are_refused():
    trace = algorithms.trace(load_sample("figure-1"), "score-iteration")
    for step in (len(trace), -len(trace) - 1):
        with pytest.raises(OptionError, match=f"the steps 0 to {len(trace) - 1}; got {step}"):
            to_pyvis(trace, step)
    with pytest.raises(LimitError, match="3,000 nodes and the graph has 3,501"):
        to_pyvis(long_path(3_500))


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


def test_an_empty_graph_is_drawn_as_nothing():
    data = network_data(GameGraph((), ()), {})
    assert (data.nodes, data.edges) == ([], [])


@pytest.mark.parametrize("id", ['"', "\\", "\n", "\t", "é", "→", "\u2028", "🎲", "</script>", "\x7f", ""])
def test_an_edge_is_named_as_the_browser_names_it(id: str):
    """As JSON.stringify writes two strings: nothing is escaped but quotes, backslashes and control characters."""
    assert json.loads(edge_id(id, "x")) == [id, "x"]
    assert " " not in edge_id(id, "x")
    assert "\\u" not in edge_id(id, "x")
