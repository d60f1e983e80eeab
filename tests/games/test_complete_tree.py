"""Complete trees are complete."""

from __future__ import annotations

from collections import Counter

import pytest

from explorer.games import find, generate
from explorer.model.check import check
from explorer.model.graph import Kind


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
