"""The tree that grows by a level with every n: its values, its size, and what score iteration says beside it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, worths
from support.oracle import tree_value

from explorer.algorithms import trace
from explorer.drawing.growing_tree import GrowingTree
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.operator import approximation
from explorer.unwinding import TreeView, build, count

GRAPHS = game_graphs(max_open=1, max_degree=3)
BUDGETS = st.sampled_from([10, 40, 300])


@given(GRAPHS, worths, BUDGETS)
def test_every_copy_shows_the_approximation_of_its_node_that_its_level_names(
    graph: GameGraph, endless: Score, budget: int
) -> None:
    growing = GrowingTree.of(graph, endless=endless, budget=budget)
    copies, sent = growing.tree.copies, growing.sent_trace.trace
    rows = {
        (worth, n): approximation(graph, n, worth)
        for worth in {endless, graph.sign * endless}
        for n in range(len(growing))
    }
    for n in range(len(growing)):
        there = [index for index, copy in enumerate(copies) if copy.depth <= n]
        expected = [
            rows[graph.sign**copy.depth * endless, n - copy.depth][graph.index[copy.node]]
            for copy in (copies[index] for index in there)
        ]
        assert growing.scores(n) == expected
        assert sent.scores_at(n) == {str(index): score for index, score in zip(there, expected, strict=True)}
        assert [index for index in range(len(copies)) if sent.discovery[index] <= n] == there


@given(GRAPHS, worths, st.integers(0, 7))
def test_the_tree_at_n_is_the_tree_of_depth_n_and_worth_what_the_definition_says(
    graph: GameGraph, endless: Score, n: int
) -> None:
    growing = GrowingTree.of(graph, endless=endless, depth=n)
    tree = build(graph, TreeView.DEPTH, depth=n, endless=endless)
    drawn = [copy for copy in growing.tree.copies if copy.depth <= n]
    assert [(copy.node, copy.parent, copy.depth, copy.value) for copy in tree.copies[: len(drawn)]] == [
        (copy.node, copy.parent, copy.depth, score) for copy, score in zip(drawn, growing.scores(n), strict=True)
    ]
    assert growing.root_scores[n] == tree_value(graph, graph.root or "", n, lambda: endless)


@given(GRAPHS, worths)
def test_beside_each_tree_stands_the_step_of_score_iteration_with_the_same_value(
    graph: GameGraph, endless: Score
) -> None:
    growing = GrowingTree.of(graph, endless=endless)
    run = trace(graph, "score-iteration", endless=endless)
    root, (steps, trees) = graph.root or "", (growing.alignment.left, growing.alignment.right)
    assert trees == tuple(range(len(growing)))
    assert [run.scores_at(step)[root] for step in steps] == growing.root_scores
    assert [growing.run.scores_at(step) for step in steps] == [run.scores_at(step) for step in steps]


@pytest.mark.parametrize("name", ["figure-1", "ladder-6", "example-7-1"])
def test_the_caption_counts_all_nodes_of_the_tree_and_those_that_are_not_drawn(name: str) -> None:
    graph = load_sample(name)
    growing = GrowingTree.of(graph)
    for n in range(len(growing)):
        total = count(graph, TreeView.DEPTH, depth=n).total
        hidden = total - sum(copy.depth <= n for copy in growing.tree.copies)
        said = growing.sent_trace.trace[n].caption
        assert f"The depth-{n} tree has {total:,} node" in said
        assert ("not drawn" in said) == (hidden > 0)
        assert not hidden or f"{hidden:,} of them" in said
