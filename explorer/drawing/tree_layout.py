"""Tidy layout of a tree, in linear time.

Reingold and Tilford's rules (Tidier drawings of trees, 1981): the nodes of a level lie on one line in order, a parent
above the middle of its first and last child, equal subtrees are drawn equally, and a tree and its mirror image are
drawn as mirror images.  Walker's algorithm, made linear by Buchheim, Jünger and Leipert (Improving Walker's algorithm
to run in linear time, 2002): subtrees are placed from left to right, each as close to those before it as their
contours allow, and what a wide subtree pushes away is spread evenly over the small ones in between.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise

LEAF_GAP = 60.0  # between the middles of two leaves of one parent
GAP = 84.0  # between the middles of any other neighbours on a level
LEVEL = 110.0  # between two levels at least; more where moves would be too flat, and in trees wider than a screen

_CLEAR = 32.0  # between a move and the middle of a sibling that it passes
_STRETCH = 3.0  # how much farther apart than usual two levels may be, so that moves pass clear of siblings
_ASPECT = 9 / 16  # height to width of a screen, up to which a tree may be stretched,
_TALLER = 1.4  # or to so many times its height if that is more
_ROOMY = 1.6  # how much farther apart all levels may be where the screen has room


def tidy_tree(parents: Sequence[int | None]) -> list[tuple[float, float]]:
    """The position of each node of a tree in pixels, y downwards; the root is at (0, 0).

    Parameters
    ----------
    parents : for each node the index of its parent, None for the root; breadth first, so the root comes first and
        the nodes of a level are in order.

    Raises
    ------
    ValueError
        If the parents are not breadth first.
    """
    if not parents:
        return []
    tree = _Tree(parents)
    xs = _symmetric(tree)
    ys = _heights(tree, xs)
    return [(x - xs[0], ys[depth]) for x, depth in zip(xs, tree.depths, strict=True)]


def _heights(tree: _Tree, xs: Sequence[float]) -> list[float]:
    """The y of every level, far enough below the one above for its moves to pass clear of siblings, within limits."""
    steps = [LEVEL] * tree.depths[-1]
    for node, row in enumerate(tree.children):
        if row:
            depth = tree.depths[node]
            steps[depth] = max(steps[depth], _steep(xs[node], [xs[child] for child in row]))
    least, screen = LEVEL * len(steps), (max(xs) - min(xs)) * _ASPECT
    extra = sum(steps) - least
    share = min(1.0, (max(screen, _TALLER * least) - least) / extra) if extra else 0.0
    steps = [LEVEL + share * (step - LEVEL) for step in steps]
    roomy = min(_ROOMY, max(1.0, screen / sum(steps))) if steps else 1.0
    return list(accumulate((roomy * step for step in steps), initial=0.0))


def _steep(x: float, below: Sequence[float]) -> float:
    """How far down the children of a node must be for the move to each to pass clear of the next one on its way."""
    needed = LEVEL
    for one, other in pairwise(below):
        near, far = sorted((abs(one - x), abs(other - x)))
        if (one - x) * (other - x) > 0 and far - near > _CLEAR:
            needed = max(needed, _CLEAR * far / math.sqrt((far - near) ** 2 - _CLEAR**2))
    return min(needed, _STRETCH * LEVEL)


class _Tree:
    """Children and depths of a tree given by its parents."""

    def __init__(self, parents: Sequence[int | None]) -> None:
        self.parents = [-1 if parent is None else parent for parent in parents]
        if self.parents[0] != -1 or -1 in self.parents[1:] or sorted(self.parents) != self.parents:
            raise ValueError("expected the parents of a tree, breadth first: None once, at the start, then ascending")
        self.children: list[list[int]] = [[] for _ in parents]
        self.depths = [0] * len(parents)
        for node, parent in enumerate(self.parents[1:], 1):
            if parent >= node:
                raise ValueError(f"expected parents before their children, but node {node} has the parent {parent}")
            self.children[parent].append(node)
            self.depths[node] = self.depths[parent] + 1


def _symmetric(tree: _Tree) -> list[float]:
    """The x of every node, so that the mirror image of a tree gets the mirror image of its layout.

    Spreading small subtrees from the left can differ from spreading them from the right.  The mean of both obeys the
    same rules, since a distance that both keep is kept by their mean.
    """
    from_left = _Walker(tree, 1).positions()
    from_right = _Walker(tree, -1).positions()
    return [(left - right) / 2 for left, right in zip(from_left, from_right, strict=True)]


class _Walker:
    """One run of the algorithm; with direction -1 on the mirror image of the tree.

    Names as in the paper: `prelim` is a node's x before the shifts of its ancestors, `mod` what is added to all of
    its descendants, `thread` leads along a contour past the end of a subtree, `ancestor` finds the subtree of a
    contour's node among its siblings, and `change` and `shift` spread moves over the siblings in between.
    """

    def __init__(self, tree: _Tree, direction: int) -> None:
        size = len(tree.parents)
        self.tree = tree
        self.children = [row[::direction] for row in tree.children]
        self.prelim, self.mod, self.shift, self.change = ([0.0] * size for _ in range(4))
        self.thread = [-1] * size
        self.ancestor = list(range(size))
        self.number = [0] * size
        for row in self.children:
            for number, node in enumerate(row):
                self.number[node] = number

    def positions(self) -> list[float]:
        """The x of every node."""
        for node in range(len(self.children) - 1, -1, -1):
            self._place_children(node)
        total, xs = [0.0] * len(self.prelim), list(self.prelim)
        for node, parent in enumerate(self.tree.parents[1:], 1):
            total[node] = total[parent] + self.mod[parent]
            xs[node] += total[node]
        return xs

    def _place_children(self, node: int) -> None:
        """Place the subtrees of a node side by side, all below them being placed, and the node above their middle."""
        row = self.children[node]
        if not row:
            return
        default = row[0]
        for left, child in pairwise(row):
            middle = self.prelim[child]
            self.prelim[child] = self.prelim[left] + self._distance(left, child)
            self.mod[child] = self.prelim[child] - middle
            default = self._apportion(child, left, row[0], default)
        self._spread(row)
        self.prelim[node] = (self.prelim[row[0]] + self.prelim[row[-1]]) / 2

    def _distance(self, left: int, right: int) -> float:
        siblings = self.tree.parents[left] == self.tree.parents[right]
        return LEAF_GAP if siblings and not self.children[left] and not self.children[right] else GAP

    def _apportion(self, child: int, left: int, first: int, default: int) -> int:
        """Push a subtree away from those before it, along both contours; the new default ancestor."""
        inner, inner_sum = child, self.mod[child]
        outer, outer_sum = child, self.mod[child]
        other, other_sum = left, self.mod[left]
        border, border_sum = first, self.mod[first]
        while (below_other := self._next_right(other)) >= 0 and (below_inner := self._next_left(inner)) >= 0:
            other, inner = below_other, below_inner
            border, outer = self._next_left(border), self._next_right(outer)
            self.ancestor[outer] = child
            gap = self._distance(other, inner)
            push = self.prelim[other] + other_sum - self.prelim[inner] - inner_sum + gap
            if push > 0:
                self._move(self._subtree_of(other, child, default), child, push)
                inner_sum += push
                outer_sum += push
            other_sum += self.mod[other]
            inner_sum += self.mod[inner]
            border_sum += self.mod[border]
            outer_sum += self.mod[outer]
        if self._next_right(other) >= 0 and self._next_right(outer) < 0:
            self.thread[outer] = self._next_right(other)
            self.mod[outer] += other_sum - outer_sum
        if self._next_left(inner) >= 0 and self._next_left(border) < 0:
            self.thread[border] = self._next_left(inner)
            self.mod[border] += inner_sum - border_sum
            return child
        return default

    def _next_left(self, node: int) -> int:
        return self.children[node][0] if self.children[node] else self.thread[node]

    def _next_right(self, node: int) -> int:
        return self.children[node][-1] if self.children[node] else self.thread[node]

    def _subtree_of(self, node: int, child: int, default: int) -> int:
        found = self.ancestor[node]
        return found if self.tree.parents[found] == self.tree.parents[child] else default

    def _move(self, left: int, right: int, by: float) -> None:
        part = by / (self.number[right] - self.number[left])
        self.change[right] -= part
        self.shift[right] += by
        self.change[left] += part
        self.prelim[right] += by
        self.mod[right] += by

    def _spread(self, row: Sequence[int]) -> None:
        shift = change = 0.0
        for child in reversed(row):
            self.prelim[child] += shift
            self.mod[child] += shift
            change += self.change[child]
            shift += self.shift[child] + change
