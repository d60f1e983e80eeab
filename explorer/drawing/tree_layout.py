"""Tidy layout of a tree, in linear time.

Reingold and Tilford's rules (Tidier drawings of trees, 1981): the nodes of a level lie on one line in order, a parent
above the middle of its first and last child, equal subtrees are drawn equally, and a tree and its mirror image are
drawn as mirror images.  igraph's layout of this name is not used: it takes time quadratic in the depth and fails in
very deep trees, and the first use of igraph takes a second, since it loads Matplotlib.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise

LEAF_GAP = 60.0  # between the middles of two leaves of one parent
GAP = 84.0  # between the middles of any other neighbours on a level
LEVEL = 110.0  # between two levels at least; more where moves would be too flat, and in trees wider than a screen

_CLEAR = 32.0  # between a move and the middle of a sibling that it passes
_STRETCH = 3.0  # the factor by which two levels may be farther apart than usual, so that moves pass clear of siblings
_ASPECT = 9 / 16  # height to width of a screen, up to which a tree may be stretched,
_TALLER = 1.4  # or to so many times its height if that is more
_ROOMY = 1.6  # the factor by which all levels may be farther apart where the screen has room


def tidy_tree(parents: Sequence[int | None]) -> list[tuple[float, float]]:
    """Return the position of each node of a tree in pixels, y downwards; the root is at (0, 0).

    Parameters
    ----------
    parents : for each node the index of its parent, None for the root; breadth first, so the root comes first and
        the nodes of a level are in order.
    """
    if not parents:
        return []
    tree = _TreeStructure(parents)
    xs = _symmetric_x(tree)
    ys = _level_heights(tree, xs)
    return [(x - xs[0], ys[depth]) for x, depth in zip(xs, tree.depths, strict=True)]


def _level_heights(tree: _TreeStructure, xs: Sequence[float]) -> list[float]:
    """Return the y of every level, low enough for moves to pass clear of siblings, within limits."""
    steps = [LEVEL] * tree.depths[-1]
    for node, row in enumerate(tree.children):
        if row:
            depth = tree.depths[node]
            steps[depth] = max(steps[depth], _clear_depth(xs[node], [xs[child] for child in row]))
    least, screen = LEVEL * len(steps), (max(xs) - min(xs)) * _ASPECT
    extra = sum(steps) - least
    share = min(1.0, (max(screen, _TALLER * least) - least) / extra) if extra else 0.0
    steps = [LEVEL + share * (step - LEVEL) for step in steps]
    roomy = min(_ROOMY, max(1.0, screen / sum(steps))) if steps else 1.0
    return list(accumulate((roomy * step for step in steps), initial=0.0))


def _clear_depth(x: float, below: Sequence[float]) -> float:
    """Return the depth of the children below a node at which each move passes clear of the next sibling."""
    needed = LEVEL
    for one, other in pairwise(below):
        near, far = sorted((abs(one - x), abs(other - x)))
        if (one - x) * (other - x) > 0 and far - near > _CLEAR:
            needed = max(needed, _CLEAR * far / math.sqrt((far - near) ** 2 - _CLEAR**2))
    return min(needed, _STRETCH * LEVEL)


class _TreeStructure:
    """Children and depths of a tree, from its parents."""

    def __init__(self, parents: Sequence[int | None]) -> None:
        self.children: list[list[int]] = [[] for _ in parents]
        self.depths = [0] * len(parents)
        for node, parent in enumerate(parents):
            if parent is not None:
                self.children[parent].append(node)
                self.depths[node] = self.depths[parent] + 1


def _symmetric_x(tree: _TreeStructure) -> list[float]:
    """Return the x of every node; the mirror image of a tree gets the mirror image of its layout.

    Placing subtrees from the left can differ from placing them from the right.  The mean of both obeys the same rules,
    since a distance that both keep is kept by their mean.
    """
    from_left = _x_from_left(tree.children)
    from_right = _x_from_left([row[::-1] for row in tree.children])
    return [(left - right) / 2 for left, right in zip(from_left, from_right, strict=True)]


class _Contour:
    """Left and right ends of trees side by side on each level, the lowest first.

    All in one frame, in which the first root, or what the trees hang from, is at `origin`.
    """

    def __init__(self) -> None:
        self.left, self.right, self.origin = [0.0], [0.0], 0.0

    def join(self, other: _Contour, gap: float) -> float:
        """Put another tree on the right, as near as the gap allows; return the distance of the two roots."""
        levels = zip(reversed(self.right), reversed(other.left), strict=False)
        apart = gap + max(right - left for right, left in levels)
        place = apart + other.origin - self.origin
        if len(other.left) > len(self.left):  # the deeper one's lists go on, so that the shorter ones alone are walked
            other.left[-len(self.left) :] = [x - apart for x in self.left]
            self.left, self.right, self.origin = other.left, other.right, self.origin - apart
        else:
            self.right[-len(other.right) :] = [x + apart for x in other.right]
        return place

    def hang(self, x: float) -> None:
        """Hang the trees from a node at a distance to the right of the first root."""
        self.origin += x
        self.left.append(self.origin)
        self.right.append(self.origin)


def _x_from_left(children: Sequence[Sequence[int]]) -> list[float]:
    """Return the x of every node, each subtree as close to those on its left as it can be."""
    xs = [0.0] * len(children)
    outlines: dict[int, _Contour] = {}
    for node, row in reversed([*enumerate(children)]):
        outlines[node] = outlines.pop(row[0]) if row else _Contour()
        for left, child in pairwise(row):
            gap = GAP if children[left] or children[child] else LEAF_GAP
            xs[child] = outlines[node].join(outlines.pop(child), gap)
        if row:
            middle = xs[row[-1]] / 2
            outlines[node].hang(middle)
            for child in row:
                xs[child] -= middle
    for node, row in enumerate(children):
        for child in row:
            xs[child] += xs[node]
    return xs
