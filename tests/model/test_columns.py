"""Columns hold what nodes and moves say, and are the same graph to whoever looks at it."""

from __future__ import annotations

import copy
from random import Random

import numpy as np
import pytest
from hypothesis import given
from support.examples import examples
from support.graphs import game_graphs
from support.rich_graphs import rich_graphs

from explorer.model.columns import LazySequence, MoveColumns
from explorer.model.graph import GameGraph, Kind, Node
from explorer.solver import solve

thorough = examples(80)


def in_columns(graph: GameGraph) -> GameGraph:
    """The same graph, with nodes and moves made only when asked for."""
    keys = ("root", "convention", "name", "description", "expected", "extra", "move_names", "progress")
    about = {key: getattr(graph, key) for key in keys}
    return GameGraph.from_columns(graph.columns, graph.links, **about)


@thorough
@given(rich_graphs())
def test_a_graph_in_columns_is_the_graph(graph):
    other = in_columns(graph)
    assert isinstance(other.nodes, LazySequence)
    assert (other, hash(other), repr(other)) == (graph, hash(graph), repr(graph))
    assert (other.nodes, other.moves) == (graph.nodes, graph.moves)
    assert (graph.nodes, graph.moves) == (other.nodes, other.moves)
    assert hash(other.nodes) == hash(graph.nodes)
    assert [type(node.score) for node in other.nodes] == [type(node.score) for node in graph.nodes]
    assert (other.to_json(), other.ids) == (graph.to_json(), graph.ids)


@thorough
@given(rich_graphs())
def test_sequences_over_columns_are_those_of_tuples(graph):
    other = in_columns(graph)
    pairs = [(graph.nodes, other.nodes), (graph.moves, other.moves)]
    for mine, theirs in pairs:
        assert len(mine) == len(theirs)
        assert list(mine) == list(theirs)
        assert mine[1:] == theirs[1:]
        assert [theirs[index] for index in range(-len(mine), len(mine))] == [*mine, *mine]
        with pytest.raises(IndexError):
            theirs[len(mine)]
    assert all(node in other.nodes for node in graph.nodes)
    assert Node("no such node", Kind.OPEN) not in other.nodes


@thorough
@given(game_graphs(max_open=1))
def test_what_is_worked_out_over_columns_is_what_tuples_give(graph):
    other = in_columns(graph)
    assert other.orientation == graph.orientation
    assert other.reachable == graph.reachable
    assert other.root_index == graph.root_index
    assert solve(other) == solve(graph)
    assert copy.deepcopy(other) == copy.copy(other) == graph


def test_rows_are_in_move_order_whatever_the_order_of_the_moves():
    rng = Random(5)
    for _ in range(200):
        nodes = rng.randint(1, 9)
        pairs = [(one, two) for one in range(nodes) for two in range(nodes) if rng.random() < 0.4]
        rng.shuffle(pairs)
        sources, targets = np.array(pairs, np.int32).reshape(-1, 2).T
        links = MoveColumns(sources, targets, tuple(map(str, range(nodes))))
        for csr, owner, entry in ((links.forward, 0, 1), (links.backward, 1, 0)):
            assert csr.rows == tuple(
                tuple(pair[entry] for pair in pairs if pair[owner] == node) for node in range(nodes)
            )
            assert csr.indices.dtype == csr.indptr.dtype == np.int32
