"""Tidy trees: no overlaps, order kept, parents in the middle, mirror images, speed."""

from __future__ import annotations

import math
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


def mirrored(parents: Parents) -> tuple[Parents, list[int]]:
    """The mirror image, breadth first, and where each node of the tree is in it."""
    order = [node for level in levels_of(parents) for node in reversed(level)]
    place = {node: index for index, node in enumerate(order)}
    image: Parents = []
    for node in order:
        parent = parents[node]
        image.append(None if parent is None else place[parent])
    return image, [place[node] for node in range(len(parents))]


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


@given(trees())
def test_mirrored_trees_have_mirrored_layouts(parents: Parents) -> None:
    image, place = mirrored(parents)
    points, image_points = tidy_tree(parents), tidy_tree(image)
    assert [x for x, _ in points] == pytest.approx([-image_points[at][0] for at in place], abs=CLOSE)


@given(trees(most=15))
def test_equal_subtrees_are_drawn_equally(parents: Parents) -> None:
    """The tree twice under one root."""
    double: Parents = [None]
    places: list[dict[int, int]] = [{}, {}]
    for level in levels_of(parents):
        for side in places:
            for node in level:
                parent = parents[node]
                side[node] = len(double)
                double.append(0 if parent is None else side[parent])
    points = tidy_tree(double)
    shapes = [[points[side[node]][0] - points[side[0]][0] for node in range(len(parents))] for side in places]
    assert shapes[0] == pytest.approx(shapes[1], abs=CLOSE)


@given(trees(most=25))
def test_nothing_is_wider_than_it_must_be(parents: Parents) -> None:
    """Some level of any two neighbouring subtrees touches, or the two could move together."""
    points = tidy_tree(parents)
    children = children_of(parents)
    for row in children:
        if len(row) == 2:
            gaps = [right - left for left, right in _facing(points, children, row)]
            assert min(gaps) <= GAP + CLOSE


def _facing(points: list[tuple[float, float]], children: list[list[int]], row: list[int]) -> list[tuple[float, float]]:
    """On each level that two subtrees share, the rightmost x of the first and the leftmost of the second."""
    left, right = [row[0]], [row[1]]
    found = []
    while left and right:
        found.append((points[left[-1]][0], points[right[0]][0]))
        left, right = ([child for node in level for child in children[node]] for level in (left, right))
    return found


def test_small_subtrees_stand_in_the_middle_between_large_ones() -> None:
    # The root has five children; the first and last have five children each, and the three between none.
    parents: Parents = [None, *[0] * 5, *[1] * 5, *[5] * 5]
    xs = [x for x, _ in tidy_tree(parents)[1:6]]
    gaps = [right - left for left, right in pairwise(xs)]
    assert gaps == pytest.approx([gaps[0], LEAF_GAP, LEAF_GAP, gaps[0]])
    assert gaps[0] > GAP


def test_leaves_of_one_parent_are_closer_than_others() -> None:
    points = tidy_tree([None, 0, 0, 1, 1])
    assert points[4][0] - points[3][0] == LEAF_GAP
    assert points[2][0] - points[1][0] == GAP


def test_moves_of_a_wide_tree_pass_clear_of_siblings() -> None:
    # A leaf, and beside it on the way to the root a node with 9 leaves; its mirror image on the right.
    parents: Parents = [None, 0, 0, 0, 0, *[2] * 9, *[3] * 9]
    points = tidy_tree(parents)
    (far_x, far_y), (near_x, near_y) = points[1], points[2]
    assert far_x < near_x < 0
    passing = abs(far_x * near_y - far_y * near_x) / math.hypot(far_x, far_y)
    assert passing > 30
    assert points[1][1] > LEVEL


@pytest.mark.parametrize(("parents", "points"), [([], []), ([None], [(0, 0)]), ([None, 0], [(0, 0), (0, LEVEL)])])
def test_the_smallest_trees(parents: Parents, points: list[tuple[float, float]]) -> None:
    assert tidy_tree(parents) == points


@pytest.mark.parametrize("parents", [[0], [None, None], [None, 0, 1, 0], [None, 1]])
def test_parents_that_are_not_breadth_first_are_refused(parents: Parents) -> None:
    with pytest.raises(ValueError, match="expected"):
        tidy_tree(parents)


@pytest.mark.large
def test_a_chain_of_100_000_nodes_is_a_line() -> None:
    points = tidy_tree([None, *range(99_999)])
    assert {x for x, _ in points} == {0}
    assert len(points) == 100_000


@pytest.mark.large
def test_a_comb_of_100_000_nodes_takes_no_recursion_and_no_quadratic_time() -> None:
    comb: Parents = [None, *(index for spine in range(0, 100_000, 2) for index in (spine, spine))]
    assert len(set(tidy_tree(comb))) == len(comb)
