"""The model: what it refuses, its orders, both conventions, and the way to JSON, networkx and pandas and back."""

from __future__ import annotations

import copy
from fractions import Fraction

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from support.examples import examples
from support.graphs import figure_1, game, long_path
from support.rich_graphs import plain_values, rich_graphs

from explorer.model.errors import FormatError, GraphError
from explorer.model.graph import GameGraph, Kind, Node, describe

quick = examples(60)


def test_successors_keep_the_order_of_the_moves():
    graph = game("a", a="max c b d", b=1, c=2, d=3)
    assert [node.id for node in graph.successors_of("a")] == ["c", "b", "d"]


def test_predecessors_mirror_successors():
    graph = figure_1()
    pairs = {(v, w) for v, row in enumerate(graph.successors) for w in row}
    assert pairs == {(v, w) for w, row in enumerate(graph.predecessors) for v in row}
    assert len(pairs) == len(graph.moves)


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


def test_asking_for_what_is_not_there_names_it():
    graph = GameGraph((Node("a", Kind.OPEN),), ())
    with pytest.raises(GraphError, match="no root"):
        _ = graph.root_index
    with pytest.raises(GraphError, match="'zz'"):
        graph.successors_of("zz")


@pytest.mark.large
def test_a_path_of_100_000_nodes_is_walked_without_recursion():
    assert len(long_path(100_000).reachable) == 100_001


def test_reachable_leaves_out_what_play_cannot_get_to():
    graph = game("b", a="max b", b="min c", c=1)
    assert graph.reachable == {1, 2}


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (Node("a", Kind.MAX), "Max node a"),
        (Node("a", Kind.MIN, label="A"), "Min node A"),
        (Node("p", Kind.MOVER), "node p"),
        (Node("q", Kind.OPEN), "open node q"),
        (Node("b", Kind.LEAF, Fraction(-1, 3)), "leaf b (−1/3)"),
    ],
)
def test_a_node_is_described_by_what_it_is(node, text):
    assert describe(node) == text


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


def test_an_unknown_key_never_replaces_a_known_one():
    node = Node("a", Kind.LEAF, 1, extra={"score": 2, "id": "z"})
    document = GameGraph((node,), (), root="a", extra={"root": "z", "nodes": []}).to_json()
    assert document["root"] == "a"
    assert document["nodes"] == [{"id": "a", "score": 1}]


@quick
@given(rich_graphs())
def test_networkx_carries_everything(graph):
    network = graph.to_networkx()
    assert list(network) == [node.id for node in graph.nodes]
    assert set(network.edges) == set(graph.moves)
    assert GameGraph.from_networkx(network) == graph


@quick
@given(rich_graphs(values=plain_values))
def test_frames_carry_nodes_moves_and_root(graph):
    moves, nodes = graph.to_frames()
    back = GameGraph.from_frames(moves, nodes, convention=graph.convention)
    assert back == graph.replace(name="", description="", expected={}, extra={})


def test_networkx_ids_become_text_and_numpy_values_numbers():
    network = nx.DiGraph([((0, 0), np.int64(7))])
    network.nodes[(0, 0)]["player"] = "Max "
    network.nodes[7].update(score=np.float64(0.5), x=np.int32(3), y=4, weights=np.arange(3))
    graph = GameGraph.from_networkx(network)
    assert [node.id for node in graph.nodes] == ["(0, 0)", "7"]
    leaf = graph.node("7")
    assert (leaf.score, leaf.x, leaf.y) == (0.5, 3, 4)
    assert list(leaf.extra) == ["weights"]


def test_extra_keys_that_are_names_of_arguments_reach_networkx():
    node = Node("a", Kind.LEAF, 1, extra={"node_for_adding": 1, "self": 2})
    graph = GameGraph((node,), (), root="a", extra={"incoming_graph_data": 3})
    assert GameGraph.from_networkx(graph.to_networkx()) == graph


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


def test_a_frame_without_its_columns_is_refused_by_their_names():
    with pytest.raises(FormatError, match=r"'from'.*'to'"):
        GameGraph.from_frames(pd.DataFrame({"a": [1]}))
    with pytest.raises(FormatError, match="'id'"):
        GameGraph.from_frames(pd.DataFrame({"from": [], "to": []}), pd.DataFrame({"name": [1]}))


def test_an_error_in_a_frame_names_row_and_node():
    nodes = pd.DataFrame({"id": ["a", "b"], "player": ["max", None], "score": [None, "x"]})
    with pytest.raises(GraphError, match="line 2: the score of node 'b'"):
        GameGraph.from_frames(pd.DataFrame({"from": ["a"], "to": ["b"]}), nodes)


def test_the_root_of_frames_can_be_given():
    moves = pd.DataFrame({"from": ["a", "b"], "to": ["b", "a"]})
    assert GameGraph.from_frames(moves, root="b").root == "b"


def test_a_graph_is_a_collection_of_ids():
    graph = figure_1()
    assert (len(graph), list(graph)) == (4, list(graph.ids))
    assert all(id in graph for id in graph)
    assert "z" not in graph
    assert 3 not in graph
    assert [] not in graph
    assert [node.id for node in graph.predecessors_of("a")] == ["c"]
    assert GameGraph((), ())  # a drawing that has just begun is a graph


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
