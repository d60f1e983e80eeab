"""Items of columns: the same one by one as all together, and few of them cost little."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs

from explorer.model.columns import Csr, LazySequence, NodeColumns
from explorer.model.graph import GameGraph


@given(game_graphs(), st.randoms(use_true_random=False))
def test_items_one_by_one_are_those_of_the_whole(graph, random):
    for whole in (graph.nodes, graph.moves):
        columns = graph.columns if whole is graph.nodes else graph.links
        lazy = LazySequence(columns)
        lazy._left = len(columns)
        for _ in range(2 * len(whole)):
            index = random.randrange(-len(whole), len(whole))
            assert lazy[index] == whole[index]
        assert lazy == tuple(whole)


def test_a_name_of_a_large_graph_makes_no_other_node(monkeypatch):
    count = 60_000
    graph = GameGraph.from_arrays(
        np.ones(count, int), [None] * count, np.arange(count), np.roll(np.arange(count), 1), root="0"
    )
    monkeypatch.setattr(NodeColumns, "__iter__", _no_nodes)
    assert graph.node("59999").id == "59999"
    assert [graph.ids[index] for index in graph.successors[0]] == ["59999"]
    assert graph.successors[-1] == (count - 2,)
    with pytest.raises(IndexError):
        graph.successors[count]


def _no_nodes(columns: NodeColumns) -> Iterator[object]:
    raise AssertionError("all nodes are made")


def test_rows_of_few_and_of_many_nodes_are_equal():
    indptr, indices = np.array([0, 2, 2, 3], np.int32), np.array([1, 2, 0], np.int32)
    assert Csr(indptr, indices).rows == ((1, 2), (), (0,))
