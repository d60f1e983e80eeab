"""Tidy trees: no overlaps, order kept, parents in the middle, mirror images."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.drawing.tree_layout import GAP, LEAF_GAP, LEVEL, tidy_tree

Parents = list[int | None]
CLOSE = 1e-6


@st.composite
def trees(draw: st.DrawFn, most: int = 40) -> Parents:
    """Parents of a tree, breadth first."""
    rises = draw(st.lists(st.integers(0, 3), max_size=most))
    parents: Parents = [None]
    parent = 0
    for rise in rises:
        parent = min(parent + rise, len(parents) - 1)
        parents.append(parent)
    return parents


def depths_of(parents: Parents) -> list[int]:
    depths: list[int] = []
    for parent in parents:
        depths.append(0 if parent is None else depths[parent] + 1)
    return depths


def levels_of(parents: Parents) -> list[list[int]]:
    depths = depths_of(parents)
    return [[node for node, at in enumerate(depths) if at == depth] for depth in range(max(depths) + 1)]


def children_of(parents: Parents) -> list[list[int]]:
    return [[node for node, parent in enumerate(parents) if parent == above] for above in range(len(parents))]


@given(trees())
def test_neighbours_on_a_level_keep_their_order_and_their_distance(parents: Parents) -> None:
    points = tidy_tree(parents)
    children = children_of(parents)
    for level in levels_of(parents):
        for left, right in pairwise(level):
            leaves = not children[left] and not children[right] and parents[left] == parents[right]
            assert points[right][0] - points[left][0] >= (LEAF_GAP if leaves else GAP) - CLOSE


@given(trees())
def test_a_level_is_a_line_and_levels_go_down(parents: Parents) -> None:
    points = tidy_tree(parents)
    assert points[0] == (0, 0)
    ys = [{points[node][1] for node in level} for level in levels_of(parents)]
    assert all(len(level) == 1 for level in ys)
    assert all(LEVEL - CLOSE <= min(below) - min(above) <= 5 * LEVEL for above, below in pairwise(ys))


@given(trees())
def test_a_parent_is_above_the_middle_of_its_children(parents: Parents) -> None:
    points = tidy_tree(parents)
    for above, row in enumerate(children_of(parents)):
        if row:
            assert points[above][0] == pytest.approx((points[row[0]][0] + points[row[-1]][0]) / 2, abs=CLOSE)


@pytest.mark.large
def test_a_comb_of_100_000_nodes_takes_no_recursion_and_no_quadratic_time() -> None:
    comb: Parents = [None, *(index for spine in range(0, 100_000, 2) for index in (spine, spine))]
    assert len(set(tidy_tree(comb))) == len(comb)
