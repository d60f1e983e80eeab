"""The searches of e-Valuate, compiled: Algorithm 1 of the paper, alpha-beta with deep windows, NegaScout.

This is the only module of the games that imports numba, so it is imported when the first search runs.  Values are
ranks: `INVALID` (-1) stands for -∞ and `Tree.ceiling` for +∞, which are also what Max and Min nodes without a valid
child are worth.  The walk keeps its state in arrays, so that it can stop after so many nodes and go on later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from explorer.games.e_valuate.leaves import INVALID

Numbers = NDArray[np.int64]

# columns of a frame: one node on the path
ALPHA, BETA, BEST, NEXT, LEFT, BASE, KEY, FREE, DIGIT, IS_TEST, AGAIN = range(11)
COLUMNS = 11
# what is counted, and where the walk stands
VISITS, ALPHA_PRUNED, BETA_PRUNED, TABLE_PRUNED, DEPTH, IS_ENTERING, VALUE, TOP = range(8)
COUNTS = 8


class Tree(NamedTuple):
    """What a search walks.

    Attributes
    ----------
    ranks : of the leaves, flat.
    steps, keys : of every variable, how far a digit moves a leaf in `ranks`, and a position in the table.
    order : the places of the digits in the domain, in the order in which they are tried.
    sizes : T(n) for n variables left.
    ceiling : one more than the largest rank.
    is_shallow : whether a node knows its parent's bound alone, as in Algorithm 1.
    has_tests : whether moves after the first are tested with a null window (NegaScout).
    has_table : whether there is a transposition table.
    """

    ranks: NDArray[np.int32]
    steps: Numbers
    keys: Numbers
    order: Numbers
    sizes: Numbers
    ceiling: int
    is_shallow: bool
    has_tests: bool
    has_table: bool


class Table(NamedTuple):
    """A lower and an upper bound of the rank of every Max position; where they are equal it is known."""

    lower: NDArray[np.int32]
    upper: NDArray[np.int32]


F = TypeVar("F", bound=Callable[..., Any])


def _compiled(function: F) -> F:
    """The function compiled, and kept on disk for the next start if there is a place for it."""
    try:
        return cast("F", numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:  # no folder that can be written
        return cast("F", numba.njit(nogil=True)(function))


@_compiled
def advance(tree: Tree, table: Table, frames: Numbers, counts: Numbers, budget: int) -> bool:
    """Walk on from where `counts` says until the top node has its value or `budget` more nodes were visited.

    Returns whether it is done; the value is in `counts` then.
    """
    depth, value, entering = counts[DEPTH], counts[VALUE], counts[IS_ENTERING] > 0
    stop = counts[VISITS] + budget
    while depth >= counts[TOP] and counts[VISITS] < stop:
        if entering:
            entering = _entered(tree, table, frames, counts, depth)
            value = frames[depth, BEST]
        else:
            _take(tree, frames, depth, value)
            entering = True
        if entering:
            entering = _next_child(tree, frames, counts, depth)
            if entering:
                depth += 1
                continue
            value = frames[depth, BEST]
            if depth % 2 == 0 and tree.has_table:
                _store(tree, table, frames, depth)
        depth -= 1
    counts[DEPTH], counts[VALUE], counts[IS_ENTERING] = depth, value, entering
    return bool(depth < counts[TOP])


@_compiled
def _entered(tree: Tree, table: Table, frames: Numbers, counts: Numbers, depth: int) -> bool:
    """Visit a node; whether its children must be searched.  If not, its value is its best."""
    row = frames[depth]
    left = len(tree.steps) - depth // 2
    is_max = depth % 2 == 0
    if is_max and tree.has_table and _is_known(table, row):
        counts[TABLE_PRUNED] += tree.sizes[left]
        return False
    counts[VISITS] += 1
    row[NEXT], row[IS_TEST], row[AGAIN] = 0, 0, 0
    row[LEFT] = left
    row[BEST] = INVALID if is_max else tree.ceiling
    if left == 0:
        row[BEST] = tree.ranks[row[BASE]]
        return False
    if is_max and left == 1:
        _try_digits(tree, counts, row)
        if tree.has_table:
            _store(tree, table, frames, depth)
        return False
    return True


@_compiled
def _is_known(table: Table, row: Numbers) -> bool:
    """Whether the table decides a Max position for its window; its best is that bound then."""
    lower, upper = table.lower[row[KEY]], table.upper[row[KEY]]
    if lower == upper or lower >= row[BETA]:
        row[BEST] = lower
        return True
    row[BEST] = upper
    return bool(upper <= row[ALPHA])


@_compiled
def _try_digits(tree: Tree, counts: Numbers, row: Numbers) -> None:
    """Search a Max node with one variable left: below every digit there is one leaf."""
    variable = 0
    while not row[FREE] >> variable & 1:
        variable += 1
    base, step, best, beta, tried = row[BASE], tree.steps[variable], INVALID, row[BETA], 0
    for digit in tree.order:
        tried += 1
        best = max(best, tree.ranks[base + digit * step])
        if best >= beta:
            break
    row[BEST], row[NEXT] = best, tried
    counts[VISITS] += 2 * tried
    counts[BETA_PRUNED] += 2 * (len(tree.order) - tried)


@_compiled
def _take(tree: Tree, frames: Numbers, depth: int, value: int) -> None:
    """Give a node the value of the child that was just searched."""
    row = frames[depth]
    best = row[BEST]
    is_test, row[IS_TEST] = row[IS_TEST], 0
    if depth % 2 == 0:
        if value == tree.ceiling or value <= best:
            return
        row[AGAIN] = is_test and value > row[ALPHA] and value < row[BETA]
    else:
        if value == INVALID or value >= best:
            return
        row[AGAIN] = is_test and value < row[BETA] and value > row[ALPHA]
    row[BEST] = value


@_compiled
def _next_child(tree: Tree, frames: Numbers, counts: Numbers, depth: int) -> bool:
    """Make the frame of the next child; False if none is left, or the rest is pruned."""
    row, child = frames[depth], frames[depth + 1]
    if row[AGAIN]:
        row[AGAIN] = 0
        _set_window(tree, row, child, depth, False)
        return True
    if depth % 2 == 0:
        if row[BEST] >= row[BETA]:
            counts[BETA_PRUNED] += (len(tree.order) - row[NEXT]) * ((tree.sizes[row[LEFT]] - 1) // len(tree.order))
            return False
        if row[NEXT] == len(tree.order):
            return False
        child[DIGIT] = tree.order[row[NEXT]]
        child[BASE], child[KEY], child[FREE] = row[BASE], row[KEY], row[FREE]
        row[NEXT] += 1
    else:
        if row[LEFT] > 0 and row[BEST] <= row[ALPHA]:
            counts[ALPHA_PRUNED] += row[LEFT] * tree.sizes[len(tree.steps) - depth // 2 - 1]
            return False
        if row[LEFT] == 0:
            return False
        variable = row[NEXT]
        while not row[FREE] >> variable & 1:
            variable += 1
        child[BASE] = row[BASE] + row[DIGIT] * tree.steps[variable]
        child[KEY] = row[KEY] + (row[DIGIT] + 1) * tree.keys[variable]
        child[FREE] = row[FREE] & ~(np.int64(1) << variable)
        row[NEXT] = variable + 1
        row[LEFT] -= 1
    _set_window(tree, row, child, depth, tree.has_tests and INVALID < row[BEST] < tree.ceiling)
    return True


@_compiled
def _set_window(tree: Tree, row: Numbers, child: Numbers, depth: int, is_test: bool) -> None:
    """Give a child its window: what its parent has, or only a test of whether it is better."""
    row[IS_TEST] = is_test
    alpha, beta, best = row[ALPHA], row[BETA], row[BEST]
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
    child[ALPHA], child[BETA] = alpha, beta


@_compiled
def _store(tree: Tree, table: Table, frames: Numbers, depth: int) -> None:
    """Keep what a Max node was found to be worth.

    Algorithm 1 keeps nodes none of whose children was pruned, and those it knows exactly; with deep windows a value
    outside the window is a bound.
    """
    row = frames[depth]
    key, best = row[KEY], row[BEST]
    if tree.is_shallow:
        if row[NEXT] == len(tree.order):
            table.lower[key] = table.upper[key] = best
        return
    if best > row[ALPHA]:
        table.lower[key] = max(table.lower[key], best)
    if best < row[BETA]:
        table.upper[key] = min(table.upper[key], best)
