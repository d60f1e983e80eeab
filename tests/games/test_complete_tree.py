"""Complete trees are complete."""

from __future__ import annotations

from collections import Counter

import pytest

from explorer.games import find, generate
from explorer.model.check import check
from explorer.model.errors import OptionError
from explorer.model.graph import Convention, Kind


@pytest.mark.parametrize("first", ["max", "min", "mover"])
@pytest.mark.parametrize(("branching", "depth"), [(1, 0), (1, 16), (2, 1), (2, 5), (3, 4), (50, 2)])
def test_every_inner_node_has_its_moves_and_every_leaf_its_depth(branching, depth, first):
    graph = generate("tree", branching=branching, depth=depth, first=first)
    assert not check(graph)
    levels = {graph.root_index: 0}
    for place, row in enumerate(graph.successors):
        levels |= dict.fromkeys(row, levels[place] + 1)
        is_leaf = graph.nodes[place].kind is Kind.LEAF
        assert len(row) == (0 if is_leaf else branching)
        assert is_leaf == (levels[place] == depth)
    assert Counter(levels.values()) == {level: branching**level for level in range(depth + 1)}
    assert find("tree").count(branching=branching, depth=depth) == len(graph.nodes)


@pytest.mark.parametrize(("first", "kinds"), [("max", "max min max"), ("min", "min max min"), ("mover", "mover " * 3)])
def test_the_turn_passes_from_level_to_level(first, kinds):
    graph = generate("tree", branching=1, depth=3, first=first)
    assert [node.kind for node in graph.nodes[:-1]] == kinds.split()
    assert (graph.convention is Convention.NEGAMAX) == (first == "mover")


def test_leaves_take_the_scores_in_turn():
    graph = generate("tree", branching=2, depth=2, scores="3, -1/2, 3", pattern="in-turn")
    assert [str(node.score) for node in graph.nodes if node.kind is Kind.LEAF] == ["3", "-1/2", "3", "3"]


def test_random_scores_are_those_of_the_seed():
    trees = [generate("tree", depth=6, seed=seed) for seed in (1, 1, 2)]
    assert trees[0] == trees[1]
    assert trees[0].nodes != trees[2].nodes
    assert {node.score for node in trees[0].nodes if node.score is not None} == set(range(-3, 4))


def test_ids_tell_the_way_from_the_root():
    graph = generate("tree", branching=3, depth=2)
    assert [node.id for node in graph.successors_of("2")] == ["2.1", "2.2", "2.3"]


def test_a_tree_too_large_is_refused_before_it_is_built():
    with pytest.raises(OptionError, match=r"such a tree has 131,071 nodes, at most 100,000 are made"):
        generate("tree", branching=2, depth=16)
