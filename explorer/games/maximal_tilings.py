"""Partial tilings of a board by dominoes, row by row: the smallest maximal one, and how many there are.

A tiling is a text of one character a square, row by row: "<>" for a domino that lies, "^" over "v" for one that
stands, "." for a square that is not covered.  It is maximal if no two uncovered squares are neighbours.

e-Valuate, Theorem 1, proves that a maximal one of the 8 × 8 board has at least 22 dominoes.  Here that is worked out,
for any board: squares are filled one after the other, and all that matters for the rest is what is above and at the
left of it, so that of all fillings with the same last row the best one is enough (dynamic programming).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

EMPTY, LEFT, RIGHT, TOP, BOTTOM = ".<>^v"
COVERED = "#"

Row = str  # for each column what is in the last row that was filled there, as `_filled` says it
_FIRST_HALVES = LEFT + TOP
_Choice = tuple[int, "Row", str]  # dominoes so far, the row before, what was put into the square


@cache
def fewest(rows: int, columns: int) -> str:
    """A maximal tiling with as few dominoes as there can be.

    Examples
    --------
    >>> fewest(2, 3)
    '<>..<>'
    >>> dominoes(fewest(8, 8))
    22
    """
    layers: list[dict[Row, _Choice]] = [{COVERED * columns: (0, "", "")}]
    for place in range(rows * columns):
        layer: dict[Row, _Choice] = {}
        for row, (placed, _, _) in layers[-1].items():
            for square in _squares(row, place, rows, columns, maximal=True):
                known, now = _filled(row, place % columns, square), placed + (square in _FIRST_HALVES)
                if known not in layer or now < layer[known][0]:
                    layer[known] = (now, row, square)
        layers.append(layer)
    last = layers[-1]
    return _read_back(layers, min(last, key=lambda row: last[row][0]))


def most(rows: int, columns: int) -> int:
    """How many dominoes fit: half the squares, along a line that goes through all of them row by row."""
    return rows * columns // 2


def dominoes(tiling: str) -> int:
    """How many dominoes a tiling has."""
    return (len(tiling) - tiling.count(EMPTY)) // 2


def is_maximal(tiling: str, columns: int) -> bool:
    """Whether no domino fits any more."""
    return not any(tiling[one] == tiling[other] == EMPTY for one, other in neighbours(len(tiling) // columns, columns))


def neighbours(rows: int, columns: int) -> Iterator[tuple[int, int]]:
    """The places of each two squares side by side or one above the other, from the first square on."""
    for place in range(rows * columns):
        if place % columns < columns - 1:
            yield place, place + 1
        if place + columns < rows * columns:
            yield place, place + columns


@cache
def arrangements(rows: int, columns: int) -> int:
    """How many partial tilings there are, maximal or not, that without dominoes included.

    Examples
    --------
    >>> arrangements(2, 2), arrangements(4, 4)
    (7, 10012)
    """
    counts: dict[Row, int] = {COVERED * columns: 1}
    for place in range(rows * columns):
        after: dict[Row, int] = {}
        for row, count in counts.items():
            for square in _squares(row, place, rows, columns, maximal=False):
                known = _filled(row, place % columns, square)
                after[known] = after.get(known, 0) + count
        counts = after
    return sum(counts.values())


def _read_back(layers: list[dict[Row, _Choice]], row: Row) -> str:
    """The tiling that ends with a row."""
    squares = ""
    for layer in reversed(layers[1:]):
        _, row, square = layer[row]
        squares = square + squares
    return squares


def _squares(row: Row, place: int, rows: int, columns: int, *, maximal: bool) -> Iterator[str]:
    """What a square can hold, given what is above it and at its left."""
    column = place % columns
    above, left = row[column], row[column - 1] if column else COVERED
    if above == TOP or left == LEFT:
        if above != TOP or left != LEFT:
            yield BOTTOM if above == TOP else RIGHT
        return
    if column < columns - 1:
        yield LEFT
    if place + columns < rows * columns:
        yield TOP
    if not maximal or EMPTY not in (above, left):
        yield EMPTY


def _filled(row: Row, column: int, square: str) -> Row:
    """The row with a square filled, as far as it matters: the second half of a domino is just covered."""
    return row[:column] + (square if square in (EMPTY, LEFT, TOP) else COVERED) + row[column + 1 :]
