"""Two graphs beside each other, against plain sets; and which inputs are graphs and which are values."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import networkx as nx
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import figure_1, game, game_graphs, thorough

from explorer import diff, read, write
from explorer.comparison.graph_difference import DifferenceKind, graph_difference
from explorer.comparison.other_graph import other_graph
from explorer.intake.readings import ReadingWarning
from explorer.model.graph import GameGraph


def changed(graph: GameGraph, rng: Random) -> GameGraph:
    """The graph without some moves, where each inner node keeps one."""
    moves = [move for move in graph.moves if len(graph.ids_after(move[0])) < 2 or rng.random() < 0.7]
    kept = {source for source, _ in moves}
    moves += [move for move in graph.moves if move[0] not in kept]
    return graph.replace(moves=tuple(moves))


@thorough
@given(game_graphs(max_inner=6), st.randoms(use_true_random=False))
def test_the_differences_are_those_of_plain_sets(graph: GameGraph, rng: Random):
    other = changed(graph, rng)
    for one, two in ((graph, other), (other, graph), (graph, graph)):
        found = graph_difference(one, two)
        moves = {(each.node, each.to): bool(each.first) for each in found.differences}
        lost = {*one.moves} ^ {*two.moves}
        assert moves == {move: move in {*one.moves} for move in lost}
        assert found.moves == len({*one.moves} & {*two.moves})
        assert [each.distance for each in found.differences if each.distance >= 0] == sorted(
            each.distance for each in found.differences if each.distance >= 0
        )


def test_each_kind_of_difference_is_named_the_nearest_to_the_root_first():
    one = game("a", a="max b c", b="min l w", c="min a l", d="max w", w=1, l=-1)
    other = game("a", a="max b c x", b="max l w", c=2, x="min w", w=2, l=-1)
    found = graph_difference(one, other)
    assert [*map(str, found.differences)] == [
        "a → x is a move of the second graph alone",
        "x is a node of the second graph alone",
        "c: 2 moves in the first graph, a leaf worth 2 in the second",
        "b: Min moves in the first graph, Max moves in the second",
        "w: worth 1 in the first graph, worth 2 in the second",
        "d is a node of the first graph alone",
    ]
    assert [*found.summary()] == [
        "5 nodes and 4 moves are in both graphs", "1 node of the first graph alone", "1 node of the second graph alone",
        "1 node over in one graph and not in the other", "1 move of the second graph alone",
        "1 node with another score", "1 node at which another player moves",
    ]  # fmt: skip
    assert {each.kind for each in found.differences} == {*DifferenceKind}


def test_moves_of_nodes_that_are_not_expanded_are_not_compared():
    one, other = game("a", a="max b", b="min w", w=1), game("a", a="max b", b="open", w=1)
    found = graph_difference(one, other)
    assert (found.differences, found.not_expanded) == ([], 1)


GRAPHS = {
    "g.game.json": lambda path: write(figure_1(), path),
    "g.json": lambda path: path.write_text(json.dumps({"a": ["b", "c"], "c": ["a", "d"]})),
    "g.csv": lambda path: path.write_text("source;target\na;b\na;c\n"),
    "g.txt": lambda path: path.write_text("a max: b c\nc min: d a\nb 1\nd 2\n"),
    "g.dot": lambda path: path.write_text("digraph { a -> b; a -> c }"),
    "g.parquet": lambda path: pd.DataFrame({"from": ["a"], "to": ["b"]}).to_parquet(path),
}
VALUES = {
    "v.json": '{"a": 1, "b": ">= 2"}', "w.json": '{"scores": {"a": 1}, "best": {"a": "c"}}', "x.json": '[["a", 1]]',
    "y.json": '{"a": {"value": 1}}', "v.csv": "node,value\na,1\n", "v.txt": "a\t1\nb\t2\n", "v.dat": "a,1\n",
}  # fmt: skip


def test_what_is_a_graph_is_told_from_values(tmp_path: Path):
    for name, make in GRAPHS.items():
        make(tmp_path / name)
        assert other_graph(tmp_path / name) is not None, name
    for name, text in VALUES.items():
        (tmp_path / name).write_text(text)
        assert other_graph(tmp_path / name) is None, name
    assert other_graph("sample:figure-1") is not None
    assert other_graph({"a": 1, "b": 2}) is None


@pytest.mark.parametrize("other", [nx.DiGraph([("a", "b"), ("a", "c")]), {"a": ["b", "c"]}])
def test_python_compares_a_graph_with_whatever_stands_for_one(other: object):
    with pytest.warns(ReadingWarning, match="no node names a player"):
        frame = diff(figure_1(), other)
    assert {("node", "d"), ("end", "c")} <= {*zip(frame["kind"], frame["node"], strict=True)}
    assert len(diff(figure_1(), read("sample:figure-1").replace(nodes=figure_1().nodes))) == 0
