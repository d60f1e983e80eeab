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

from explorer.model.errors import GraphError
from explorer.model.graph import GameGraph, Kind, Node
from explorer.solver import solve


@examples(80)
@given(rich_graphs())
def test_arrays_go_out_and_come_back(graph):
    bare = tuple(Node(n.id, n.kind, n.score, n.label) for n in graph.nodes)
    graph = graph.replace(nodes=bare, expected={}, extra={}, move_names={})
    given = graph.to_arrays()
    labels = [node.label for node in graph.nodes]
    about = {
        key: getattr(graph, key) for key in ("root", "convention", "name", "description", "move_names", "progress")
    }
    back = GameGraph.from_arrays(
        given.players, given.scores, given.sources, given.targets, ids=given.ids, labels=labels, **about
    )
    assert back == graph


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
        ({"targets": np.array([1, 2.9])}, "targets must be indices .* got 2.9 for move 1"),
        ({"sources": [True, False]}, "sources must be indices"),
        ({"sources": [0]}, "a move has two ends"),
        ({"scores": [None, 1, "x"]}, "the score of node 2: expected a number"),
        ({"scores": [None, math.inf, 2]}, "the score of node 1: expected a finite number, got inf"),
        ({"scores": [9, 1, 2]}, "the score of node 0: only leaves, with 0 in players, have one, got 9"),
        ({"ids": ["a", None, "c"]}, "the id of node 1 must be text or a whole number, got None"),
        ({"ids": [1, "1", 2]}, "two nodes have the id '1'"),
        ({"convention": "foo"}, "must be minimax or negamax, got 'foo'"),
        ({"labels": [np.array([1, 2]), "b", "c"]}, "the label of node 0 must be text"),
        ({"targets": np.ma.array([1, 2], mask=[0, 1])}, "targets have gaps that a mask makes"),
    ],
)
def test_arrays_that_are_wrong_are_refused_by_the_place(change, message):
    arrays = {"players": [1, 0, 0], "scores": [None, 1, 2], "sources": [0, 0], "targets": [1, 2]} | change
    with pytest.raises(GraphError, match=message):
        GameGraph.from_arrays(**arrays)


@pytest.mark.filterwarnings("ignore::explorer.ReadingWarning")
def test_the_player_1_is_max_in_arrays_and_min_in_frames_and_networkx():
    moves = pd.DataFrame({"from": ["0", "0"], "to": ["1", "2"]})
    nodes = pd.DataFrame({"id": ["0", "1", "2"], "player": [1, None, None], "score": [None, 1, 2]})
    drawn = nx.DiGraph([("0", "1"), ("0", "2")])
    nx.set_node_attributes(drawn, {"0": {"player": 1}, "1": {"score": 1}, "2": {"score": 2}})
    in_arrays = GameGraph.from_arrays([1, 0, 0], [None, 1, 2], [0, 0], [1, 2], root="0")
    in_frames, in_networkx = GameGraph.from_frames(moves, nodes), GameGraph.from_networkx(drawn)
    kinds = [graph.nodes[0].kind for graph in (in_arrays, in_frames, in_networkx)]
    assert kinds == [Kind.MAX, Kind.MIN, Kind.MIN]
