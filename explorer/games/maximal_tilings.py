"""Partial tilings of a board by dominoes, row by row: the smallest maximal one, and the number of all.

A tiling is a text of one character a square, row by row: "<>" for a domino that lies, "^" over "v" for one that
stands, "." for a square that is not covered.  It is maximal if no two uncovered squares are neighbours.

e-Valuate, Theorem 1, proves that a maximal one of the 8 × 8 board has at least 22 dominoes.  Here that is worked out,
for any board: squares are filled one after the other, and all that matters for the rest is what is above and at the
left of it, so that of all fillings with the same last row the best one is enough (dynamic programming).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

EMPTY, LEFT, RIGHT, TOP, BOTTOM = ".<>^v"
COVERED = "#"

_EMPTY, _COVERED, _TOP = range(3)  # of the last filled square of a column
_TOO_MANY = 10_000  # dominoes: more than any board has


class _Fillings(NamedTuple):
    """A number for the fillings of the first squares, by what the last square of each column holds.

    Attributes
    ----------
    free : of those after which the next square may hold anything, with one axis for each column.
    half_open : of those that end with the left half of a domino.
    """

    free: NDArray[np.int64]
    half_open: NDArray[np.int64]


@cache
def fewest(rows: int, columns: int) -> str:
    """Return a maximal tiling with the fewest dominoes.

    Examples
    --------
    >>> fewest(2, 3)
    '<>..<>'
    >>> dominoes(fewest(8, 8))
    22
    """
    layers = [_empty_fillings(columns, 0, nothing=_TOO_MANY)]
    for index in range(rows * columns):
        layers.append(_add_square(layers[-1], index, rows, np.minimum, nothing=_TOO_MANY, price=1))
    return _read_tiling_back(layers)


def most(rows: int, columns: int) -> int:
    """Return the most dominoes that fit on a board: half the squares, along a line through all rows."""
    return rows * columns // 2


def dominoes(tiling: str) -> int:
    """Return the number of dominoes in a tiling."""
    return (len(tiling) - tiling.count(EMPTY)) // 2


def counted_dominoes(tiling: str) -> str:
    """Return the number of dominoes in a tiling in words: "1 domino", "2 dominoes"."""
    number = dominoes(tiling)
    return f"{number} {'domino' if number == 1 else 'dominoes'}"


def is_maximal(tiling: str, columns: int) -> bool:
    """Return whether no further domino fits on a tiling."""
    return not any(tiling[one] == tiling[other] == EMPTY for one, other in neighbours(len(tiling) // columns, columns))


def neighbours(rows: int, columns: int) -> Iterator[tuple[int, int]]:
    """Yield the indices of each two neighbouring squares, from the first square on."""
    for index in range(rows * columns):
        if index % columns < columns - 1:
            yield index, index + 1
        if index + columns < rows * columns:
            yield index, index + columns


@cache
def arrangements(rows: int, columns: int) -> int:
    """Return the number of partial tilings, maximal or not, the empty one included.

    Examples
    --------
    >>> arrangements(2, 2), arrangements(4, 4)
    (7, 10012)
    """
    layer = _empty_fillings(columns, 1, nothing=0)
    for index in range(rows * columns):
        layer = _add_square(layer, index, rows, np.add, nothing=0, price=0)
    return int(layer.free.sum())


def _empty_fillings(columns: int, value: int, *, nothing: int) -> _Fillings:
    """Return the fillings before the first square, as if all above the board were covered."""
    free = np.full((3,) * columns, nothing, np.int64)
    free[(_COVERED,) * columns] = value
    return _Fillings(free, np.full_like(free, nothing))


def _add_square(layer: _Fillings, index: int, rows: int, merge: np.ufunc, *, nothing: int, price: int) -> _Fillings:
    """Return the fillings of the squares so far and one square more.

    Parameters
    ----------
    merge : combines the numbers of two sets of fillings: the minimum of dominoes, for maximal tilings alone, or the
        sum, for all.
    nothing : the number for no fillings.
    price : the number that a domino adds.
    """
    columns = layer.free.ndim
    column = index % columns
    after = _Fillings(*(np.full_like(each, nothing) for each in layer))
    free, half_open = (np.moveaxis(each, column, 0) for each in layer)
    now_free, now_pending = (np.moveaxis(each, column, 0) for each in after)
    anything = merge(free[_EMPTY], free[_COVERED])
    now_free[_COVERED] = merge(free[_TOP], merge(half_open[_EMPTY], half_open[_COVERED]))
    if column < columns - 1:
        now_pending[_COVERED] = anything + price
    if index + columns < rows * columns:
        now_free[_TOP] = anything + price
    now_free[_EMPTY] = free[_COVERED] if price else anything
    if price and column:
        np.moveaxis(now_free[_EMPTY], column - 1, 0)[_EMPTY] = nothing
    return after


def _read_tiling_back(layers: list[_Fillings]) -> str:
    """Return a tiling with the fewest dominoes, read from the last square back."""
    free = layers[-1].free
    held = [int(at) for at in np.unravel_index(free.argmin(), free.shape)]
    is_pending, left, squares = False, int(free.min()), ""
    for index in reversed(range(len(layers) - 1)):
        column = index % free.ndim
        for square, was_pending, above, price in _ways_to_fill_square(held[column], is_pending=is_pending):
            before = [*held[:column], above, *held[column + 1 :]]
            if layers[index][was_pending][tuple(before)] == left - price:
                held, is_pending, left, squares = before, was_pending, left - price, square + squares
                break
    return squares


def _ways_to_fill_square(held: int, *, is_pending: bool) -> Iterator[tuple[str, bool, int, int]]:
    """Yield ways to fill a square: its sign, whether the one before was half open, the one above, its price."""
    if is_pending or held == _TOP:
        square = LEFT if is_pending else TOP
        yield from ((square, False, above, 1) for above in (_EMPTY, _COVERED))
    elif held == _EMPTY:
        yield EMPTY, False, _COVERED, 0
    else:
        yield from ((RIGHT, True, above, 0) for above in (_EMPTY, _COVERED))
        yield BOTTOM, False, _TOP, 0
