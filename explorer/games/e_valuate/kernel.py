"""The searches of e-Valuate: Algorithm 1 of the paper, alpha-beta with deep windows, NegaScout.

`advance` is a kernel (`explorer.solver.kernels`), for arrays alone.  Values are ranks: `INVALID` (-1) stands for -∞ and
`TreeArrays.ceiling` for +∞, which are also what Max and Min nodes without a valid child are worth.  The walk keeps its
state in arrays, so that it can stop after so many nodes and go on later.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.games.e_valuate.leaves import INVALID
from explorer.solver.kernels import part

Int64Array = NDArray[np.int64]

# columns of a frame: one node on the path
ALPHA, BETA, BEST, NEXT, LEFT, BASE, KEY, FREE, DIGIT, IS_TEST, AGAIN = range(11)
COLUMNS = 11
# counts, and the state of the walk
VISITS, ALPHA_PRUNED, BETA_PRUNED, TABLE_PRUNED, DEPTH, IS_ENTERING, VALUE, TOP = range(8)
COUNTS = 8


class TreeArrays(NamedTuple):
    """The tree that a search walks, as arrays.

    Attributes
    ----------
    ranks : of the leaves, flat.
    steps, keys : of every variable, how far a digit moves a leaf in `ranks`, and a position in the table.
    order : the indices of the digits in the domain, in the order in which they are tried.
    sizes : T(n) for n variables left.
    ceiling : one more than the largest rank.
    is_shallow : whether a node knows its parent's bound alone, as in Algorithm 1.
    has_tests : whether moves after the first are tested with a null window (NegaScout).
    has_table : whether there is a transposition table.
    """

    ranks: NDArray[np.int32]
    steps: Int64Array
    keys: Int64Array
    order: Int64Array
    sizes: Int64Array
    ceiling: int
    is_shallow: bool
    has_tests: bool
    has_table: bool


class BoundsTable(NamedTuple):
    """A lower and an upper bound of the rank of every Max position; equal bounds are its rank."""

    lower: NDArray[np.int32]
    upper: NDArray[np.int32]


def advance(tree: TreeArrays, table: BoundsTable, frames: Int64Array, counts: Int64Array, budget: int) -> bool:
    """Walk the tree until its top node has a value or `budget` more nodes were visited.

    Returns whether it is done; the value is in `counts` then.
    """
    depth, value, entering = counts[DEPTH], counts[VALUE], counts[IS_ENTERING] > 0
    stop = counts[VISITS] + budget
    while depth >= counts[TOP] and counts[VISITS] < stop:
        if entering:
            entering = _enter_node(tree, table, frames, counts, depth)
            value = frames[depth, BEST]
        else:
            _take_child_value(tree, frames, depth, value)
            entering = True
        if entering:
            entering = _next_child(tree, frames, counts, depth)
            if entering:
                depth += 1
                continue
            value = frames[depth, BEST]
            if depth % 2 == 0 and tree.has_table:
                _store_bounds(tree, table, frames, depth)
        depth -= 1
    counts[DEPTH], counts[VALUE], counts[IS_ENTERING] = depth, value, entering
    return bool(depth < counts[TOP])


@part
def _enter_node(tree: TreeArrays, table: BoundsTable, frames: Int64Array, counts: Int64Array, depth: int) -> bool:
    """Visit a node and return whether its children must be searched; if not, its best is its value."""
    left = len(tree.steps) - depth // 2
    is_max = depth % 2 == 0
    if is_max and tree.has_table and _is_known(table, frames, depth):
        counts[TABLE_PRUNED] += tree.sizes[left]
        return False
    counts[VISITS] += 1
    frames[depth, NEXT], frames[depth, IS_TEST], frames[depth, AGAIN] = 0, 0, 0
    frames[depth, LEFT] = left
    frames[depth, BEST] = INVALID if is_max else tree.ceiling
    if left == 0:
        frames[depth, BEST] = tree.ranks[frames[depth, BASE]]
        return False
    if is_max and left == 1:
        _search_digits(tree, frames, counts, depth)
        if tree.has_table:
            _store_bounds(tree, table, frames, depth)
        return False
    if not is_max and left == 2 and not tree.has_table and not tree.has_tests:
        _search_two_variables(tree, frames, counts, depth)
        return False
    return True


@part
def _is_known(table: BoundsTable, frames: Int64Array, depth: int) -> bool:
    """Return whether the table decides a Max position for its window; then its best is that bound."""
    lower, upper = table.lower[frames[depth, KEY]], table.upper[frames[depth, KEY]]
    if lower == upper or lower >= frames[depth, BETA]:
        frames[depth, BEST] = lower
        return True
    frames[depth, BEST] = upper
    return bool(upper <= frames[depth, ALPHA])


@part
def _search_digits(tree: TreeArrays, frames: Int64Array, counts: Int64Array, depth: int) -> None:
    """Search a Max node with one variable left: below every digit there is one leaf."""
    step = tree.steps[_next_free_variable(frames, depth, 0)]
    best, tried = _best_leaf_rank(tree, frames[depth, BASE], step, frames[depth, BETA])
    frames[depth, BEST], frames[depth, NEXT] = best, tried
    counts[VISITS] += 2 * tried
    counts[BETA_PRUNED] += 2 * (len(tree.order) - tried)


@part
def _search_two_variables(tree: TreeArrays, frames: Int64Array, counts: Int64Array, depth: int) -> None:
    """Search a Min node with two variables left, without frames, since most time is spent here."""
    one = _next_free_variable(frames, depth, 0)
    other = _next_free_variable(frames, depth, one + 1)
    best, limit = tree.ceiling, tree.ceiling if tree.is_shallow else frames[depth, BETA]
    for put, rest in ((one, other), (other, one)):
        base = frames[depth, BASE] + frames[depth, DIGIT] * tree.steps[put]
        value, tried = _best_leaf_rank(tree, base, tree.steps[rest], min(best, limit))
        counts[VISITS] += 1 + 2 * tried
        counts[BETA_PRUNED] += 2 * (len(tree.order) - tried)
        if value != INVALID:
            best = min(best, value)
        if put == one and best <= frames[depth, ALPHA]:
            counts[ALPHA_PRUNED] += tree.sizes[1]
            break
    frames[depth, BEST] = best


@part
def _best_leaf_rank(tree: TreeArrays, base: int, step: int, beta: int) -> tuple[int, int]:
    """Return the largest rank among evenly spaced leaves, up to one ≥ `beta`, and the number of tried ones."""
    best, tried = INVALID, 0
    for digit in tree.order:
        best = max(best, tree.ranks[base + digit * step])
        tried += 1
        if best >= beta:
            break
    return best, tried


@part
def _next_free_variable(frames: Int64Array, depth: int, variable: int) -> int:
    """Return the first variable that has no digit, at or after a given one."""
    while not frames[depth, FREE] >> variable & 1:
        variable += 1
    return variable


@part
def _take_child_value(tree: TreeArrays, frames: Int64Array, depth: int, value: int) -> None:
    """Give a node the value of the child that was just searched."""
    best = frames[depth, BEST]
    is_test, frames[depth, IS_TEST] = frames[depth, IS_TEST], 0
    if depth % 2 == 0:
        if value == tree.ceiling or value <= best:
            return
        frames[depth, AGAIN] = is_test and value > frames[depth, ALPHA] and value < frames[depth, BETA]
    else:
        if value == INVALID or value >= best:
            return
        frames[depth, AGAIN] = is_test and value < frames[depth, BETA] and value > frames[depth, ALPHA]
    frames[depth, BEST] = value


@part
def _next_child(tree: TreeArrays, frames: Int64Array, counts: Int64Array, depth: int) -> bool:
    """Make the frame of the next child; return False if none is left, or the rest is pruned."""
    if frames[depth, AGAIN]:
        frames[depth, AGAIN] = 0
        _set_window(tree, frames, depth, False)
        return True
    if depth % 2 == 0:
        if frames[depth, BEST] >= frames[depth, BETA]:
            counts[BETA_PRUNED] += (len(tree.order) - frames[depth, NEXT]) * (
                (tree.sizes[frames[depth, LEFT]] - 1) // len(tree.order)
            )
            return False
        if frames[depth, NEXT] == len(tree.order):
            return False
        frames[depth + 1, DIGIT] = tree.order[frames[depth, NEXT]]
        frames[depth + 1, BASE], frames[depth + 1, KEY], frames[depth + 1, FREE] = (
            frames[depth, BASE],
            frames[depth, KEY],
            frames[depth, FREE],
        )
        frames[depth, NEXT] += 1
    else:
        if frames[depth, LEFT] > 0 and frames[depth, BEST] <= frames[depth, ALPHA]:
            counts[ALPHA_PRUNED] += frames[depth, LEFT] * tree.sizes[len(tree.steps) - depth // 2 - 1]
            return False
        if frames[depth, LEFT] == 0:
            return False
        variable = _next_free_variable(frames, depth, frames[depth, NEXT])
        frames[depth + 1, BASE] = frames[depth, BASE] + frames[depth, DIGIT] * tree.steps[variable]
        frames[depth + 1, KEY] = frames[depth, KEY] + (frames[depth, DIGIT] + 1) * tree.keys[variable]
        frames[depth + 1, FREE] = frames[depth, FREE] & ~(np.int64(1) << variable)
        frames[depth, NEXT] = variable + 1
        frames[depth, LEFT] -= 1
    _set_window(tree, frames, depth, tree.has_tests and INVALID < frames[depth, BEST] < tree.ceiling)
    return True


@part
def _set_window(tree: TreeArrays, frames: Int64Array, depth: int, is_test: bool) -> None:
    """Give a child the window of its parent, or a null window that tests whether it is better."""
    frames[depth, IS_TEST] = is_test
    alpha, beta, best = frames[depth, ALPHA], frames[depth, BETA], frames[depth, BEST]
    if tree.is_shallow:
        alpha, beta = INVALID, tree.ceiling
    if depth % 2 == 0:
        alpha = max(alpha, best)
        if is_test:
            beta = alpha + 1
    else:
        beta = min(beta, best)
        if is_test:
            alpha = beta - 1
    frames[depth + 1, ALPHA], frames[depth + 1, BETA] = alpha, beta


@part
def _store_bounds(tree: TreeArrays, table: BoundsTable, frames: Int64Array, depth: int) -> None:
    """Store the value of a Max node in the table.

    Algorithm 1 keeps nodes none of whose children was pruned, and those it knows exactly; with deep windows a value
    outside the window is a bound.
    """
    key, best = frames[depth, KEY], frames[depth, BEST]
    if tree.is_shallow:
        if frames[depth, NEXT] == len(tree.order):
            table.lower[key] = table.upper[key] = best
        return
    if best > frames[depth, ALPHA]:
        table.lower[key] = max(table.lower[key], best)
    if best < frames[depth, BETA]:
        table.upper[key] = min(table.upper[key], best)
