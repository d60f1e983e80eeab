"""Arrays of numpy are graphs and lead back, and what is none of them is refused."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.rich_graphs import rich_graphs

from explorer.formats import dump, load_bytes
from explorer.model.errors import GraphError
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.solver import solve


@examples(80)
@given(rich_graphs())
def test_arrays_go_out_and_come_back(graph):
    bare = tuple(Node(n.id, n.kind, n.score, n.label) for n in graph.nodes)
    graph = graph.replace(nodes=bare, expected={}, extra={}, move_names={})
    given = graph.to_arrays()
    labels = [node.label for node in graph.nodes]
    about = {key: getattr(graph, key) for key in ("root", "convention", "name", "description", "move_names")}
    back = GameGraph.from_arrays(
        given.players, given.scores, given.sources, given.targets, ids=given.ids, labels=labels, **about
    )
    assert back == graph


def test_arrays_of_numpy_hold_exact_scores():
    scores = np.array([np.nan, 2.5, -0.0])
    graph = GameGraph.from_arrays(np.array([1, 0, 0]), scores, [0, 0], [1, 2], root="0", convention="negamax")
    assert [node.score for node in graph.nodes] == [None, 2.5, 0.0]
    assert graph.nodes[0].kind is Kind.MOVER
    with pytest.raises(GraphError, match="as many as the nodes"):
        GameGraph.from_arrays([1, 0], [None], [0], [1])
    with pytest.raises(GraphError, match="must be 1"):
        GameGraph.from_arrays([2, 0], [None, 1], [0], [1])


NUMBERS = st.sampled_from([0, 1, 5, 100, 127]).flatmap(
    lambda number: st.sampled_from([
        number, float(number), Fraction(number), Decimal(number), str(number), f"{number}/1",
        *(kind(number) for kind in (np.int8, np.uint8, np.int16, np.uint16, np.uint64, np.float16, np.float32)),
    ])
)  # fmt: skip
NO_SCORES = st.sampled_from([None, math.nan, np.float32("nan"), pd.NA, "", np.nan])


@given(st.lists(NUMBERS | NO_SCORES, min_size=1, max_size=6), st.sampled_from([list, tuple, np.array, pd.Series]))
def test_scores_of_any_type_of_number_are_plain_numbers(given, make):
    leaves = [str(cell) not in ("None", "nan", "<NA>", "") for cell in given]
    count = len(given)
    cells = make(given) if make in (list, tuple) else make(given, dtype=object)
    graph = GameGraph.from_arrays(
        [1, *(0 for _ in given)], [None, *cells], [0] * count, range(1, count + 1), root=0, convention="negamax"
    )
    scores = [node.score for node in graph.nodes[1:]]
    assert [score is not None for score in scores] == leaves
    known = [score for score in scores if score is not None]
    assert {type(score) for score in known} <= {int, float}
    assert known == [Fraction(str(cell)) for cell, is_leaf in zip(given, leaves, strict=True) if is_leaf]
    if known and all(leaves):
        assert solve(graph).score == -min(known)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"targets": np.array([1, 2 + 2**32])}, "move 1 needs a node 4294967298, but there are 3"),
        ({"sources": [-1, 0]}, "move 0 needs a node -1"),
        ({"targets": np.array([1, 2.9])}, "targets must be indices .* got 2.9 for move 1"),
        ({"targets": ["1", "2"]}, "targets must be indices .* got '1' for move 0"),
        ({"sources": [True, False]}, "sources must be indices"),
        ({"sources": [[0], [0]]}, "sources must be a single row"),
        ({"sources": [0]}, "a move has two ends"),
        ({"scores": [[None], [1], [2]]}, "scores must be a single row"),
        ({"scores": [None, 1, "x"]}, "the score of node 2: expected a number"),
        ({"scores": [None, math.inf, 2]}, "the score of node 1: expected a finite number, got inf"),
        ({"scores": np.array([math.nan, 1, -math.inf])}, "the score of node 2: expected a finite number, got -inf"),
        ({"scores": [9, 1, 2]}, "the score of node 0: only leaves, with 0 in players, have one, got 9"),
        ({"scores": np.array([True, False, True])}, "the score of node 0: expected a number"),
        ({"scores": [None, 1, 1j]}, "the score of node 2: expected a number"),
        ({"ids": ["a", None, "c"]}, "the id of node 1 must be text or a whole number, got None"),
        ({"ids": ["a", "b", 2.5j]}, "the id of node 2"),
        ({"ids": [1, "1", 2]}, "two nodes have the id '1'"),
        ({"convention": "foo"}, "must be minimax or negamax, got 'foo'"),
        ({"scores": {0: None, 1: 5, 2: 6}}, "scores must be a single row"),
        ({"scores": "123"}, "scores must be a single row"),
        ({"ids": 5}, "ids must be a single row"),
        ({"labels": 5}, "labels must be a single row"),
        ({"labels": [np.array([1, 2]), "b", "c"]}, "the label of node 0 must be text"),
        ({"labels": np.array([["a"], ["b"], ["c"]])}, "labels must be a single row"),
        ({"targets": np.ma.array([1, 2], mask=[0, 1])}, "targets have gaps that a mask makes"),
        ({"root": [0]}, "the root .* is not a node"),
        ({"players": [1, 0, math.nan]}, "players must be 1"),
    ],
)
def test_arrays_that_are_wrong_are_refused_by_the_place(change, message):
    arrays = {"players": [1, 0, 0], "scores": [None, 1, 2], "sources": [0, 0], "targets": [1, 2]} | change
    with pytest.raises(GraphError, match=message):
        GameGraph.from_arrays(**arrays)


@pytest.mark.parametrize(
    "ids", [[10, 11, 12], np.array([10, 11, 12]), np.array(["10", "11", "12"]), pd.Series([10.0, 11, 12])]
)
@pytest.mark.parametrize("root", [10, "10", np.int64(10), np.str_("10")])
def test_ids_in_arrays_become_text(ids, root):
    graph = GameGraph.from_arrays([1, 0, 0], [None, 1, 2], np.array([0.0, 0]), [1, 2], ids=ids, root=root)
    assert [*map(type, (*graph.ids, graph.root))] == [str] * 4
    assert solve(graph).scores == {"10": 2, "11": 1, "12": 2}
    assert load_bytes("x.game.json", dump(graph, "game-json")).graph == graph


def test_a_node_whose_score_is_no_plain_number_is_an_error():
    nodes = Node("a", Kind.MOVER), Node("b", Kind.LEAF, np.uint8(5))
    with pytest.raises(GraphError, match="b \\(5\\) needs a score that is a finite number"):
        solve(GameGraph(nodes, (("a", "b"),), root="a", convention=Convention.NEGAMAX))


def test_the_player_1_is_max_in_arrays_and_min_in_frames_and_networkx():
    moves = pd.DataFrame({"from": ["0", "0"], "to": ["1", "2"]})
    nodes = pd.DataFrame({"id": ["0", "1", "2"], "player": [1, None, None], "score": [None, 1, 2]})
    drawn = nx.DiGraph([("0", "1"), ("0", "2")])
    nx.set_node_attributes(drawn, {"0": {"player": 1}, "1": {"score": 1}, "2": {"score": 2}})
    in_arrays = GameGraph.from_arrays([1, 0, 0], [None, 1, 2], [0, 0], [1, 2], root="0")
    in_frames, in_networkx = GameGraph.from_frames(moves, nodes), GameGraph.from_networkx(drawn)
    kinds = [graph.nodes[0].kind for graph in (in_arrays, in_frames, in_networkx)]
    assert kinds == [Kind.MAX, Kind.MIN, Kind.MIN]
