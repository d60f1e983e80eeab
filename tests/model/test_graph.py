"""The model: what it refuses, its orders, both conventions, and the way to JSON, networkx and pandas and back."""

from __future__ import annotations

import copy

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from support.examples import examples
from support.graphs import game
from support.rich_graphs import plain_values, rich_graphs

from explorer.games.samples import load_sample, sample_names
from explorer.model.errors import FormatError, GraphError
from explorer.model.graph import GameGraph, Kind, Node

quick = examples(60)


def test_successors_keep_the_order_of_the_moves():
    graph = game("a", a="max c b d", b=1, c=2, d=3)
    assert [node.id for node in graph.successors_of("a")] == ["c", "b", "d"]


@pytest.mark.parametrize(("convention", "kinds", "sign"), [("minimax", "max min", 1), ("negamax", "mover mover", -1)])
def test_the_convention_decides_orientation_and_sign(convention, kinds, sign):
    first, second = kinds.split()
    graph = game("a", convention, a=f"{first} b c", b=f"{second} a", c=5)
    assert graph.sign == sign
    assert graph.orientation == (1, -1 if convention == "minimax" else 1, 0)


@pytest.mark.parametrize(
    ("nodes", "moves", "root", "words"),
    [
        ("a a", [], None, ["'a'", "two nodes"]),
        ("a b", [("a", "zz")], None, ["'zz'", "does not exist"]),
        ("a b", [("zz", "a")], None, ["'zz'", "does not exist"]),
        ("a b", [("a", "b"), ("a", "b")], None, ["'a' → 'b'", "twice"]),
        ("a b", [], "zz", ["'zz'", "root"]),
    ],
)
def test_what_cannot_be_drawn_is_refused_by_name(nodes, moves, root, words):
    with pytest.raises(GraphError) as caught:
        GameGraph(tuple(Node(id, Kind.MAX) for id in nodes.split()), tuple(moves), root=root)
    assert all(word in str(caught.value) for word in words)


@quick
@given(rich_graphs())
def test_json_carries_everything(graph):
    document = graph.to_json()
    before = copy.deepcopy(document)
    assert GameGraph.from_json(document) == graph
    assert document == before


def test_unknown_keys_survive_a_round_trip():
    document = {
        "format": "game-graph", "version": 1, "convention": "minimax", "root": "a", "author": {"name": "Z"},
        "nodes": [{"id": "a", "player": "max", "colour": ["red"]}, {"id": "b", "score": "5/2"}], "moves": [["a", "b"]],
        "expected": {"scores": {"a": "5/2"}},
    }  # fmt: skip
    assert GameGraph.from_json(document).to_json() == document


@quick
@given(rich_graphs())
def test_networkx_carries_everything(graph):
    network = graph.to_networkx()
    assert list(network) == [node.id for node in graph.nodes]
    assert set(network.edges) == set(graph.moves)
    assert GameGraph.from_networkx(network) == graph


def test_networkx_ids_become_text_and_numpy_values_numbers():
    network = nx.DiGraph([((0, 0), np.int64(7))])
    network.nodes[(0, 0)]["player"] = "Max "
    network.nodes[7].update(score=np.float64(0.5), x=np.int32(3), y=4, weights=np.arange(3))
    graph = GameGraph.from_networkx(network)
    assert [node.id for node in graph.nodes] == ["(0, 0)", "7"]
    leaf = graph.node("7")
    assert (leaf.score, leaf.x, leaf.y) == (0.5, 3, 4)
    assert list(leaf.extra) == ["weights"]


def test_an_undirected_network_is_refused():
    with pytest.raises(FormatError, match="directed"):
        GameGraph.from_networkx(nx.Graph([(1, 2)]))


def test_frames_take_empty_cells_of_every_kind_as_absent():
    nodes = pd.DataFrame(
        {
            "id": [1.0, 2.0, 3.0],
            "player": ["max", None, np.nan],
            "score": [np.nan, 2.0, None],
            "open": pd.array([None, pd.NA, True], dtype="boolean"),
        }
    )
    graph = GameGraph.from_frames(pd.DataFrame({"from": [1, 1], "to": [2, 3]}), nodes)
    assert [(node.id, node.kind) for node in graph.nodes] == [("1", Kind.MAX), ("2", Kind.LEAF), ("3", Kind.OPEN)]


def test_whole_numbers_that_pandas_made_floats_for_their_gaps_are_whole():
    moves = pd.DataFrame({"from": ["a", "a"], "to": ["b", "c"]})
    nodes = pd.DataFrame(
        {"id": ["a", "b", "c"], "player": [0, None, None], "score": [None, 1, -2], "depth": [None, 3, 4]}
    )
    assert nodes["score"].dtype == nodes["depth"].dtype == "float64"
    graph = GameGraph.from_frames(moves, nodes)
    found = [(node.score, node.extra.get("depth")) for node in graph.nodes]
    assert repr(found) == "[(None, None), (1, 3), (-2, 4)]"
    halves = GameGraph.from_frames(moves, nodes.assign(score=[None, 1, 2.5]))
    assert repr([node.score for node in halves.nodes]) == "[None, 1.0, 2.5]"


@quick
@given(rich_graphs(values=plain_values))
def test_frames_give_the_graph_back(graph: GameGraph):
    assert GameGraph.from_frames(*graph.to_frames()) == graph


@pytest.mark.parametrize("name", sample_names())
def test_frames_give_a_sample_back_with_its_name_and_known_answers(name: str):
    graph = load_sample(name)
    again = GameGraph.from_frames(*graph.to_frames())
    assert (again, again.name, again.expected) == (graph, graph.name, graph.expected)
