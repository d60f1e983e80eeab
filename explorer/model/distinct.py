"""Columns in which each distinct cell stands once, so that what is done for cells is done once for each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int32]

NOTHING = -1  # the code of a row that says nothing


class Column(NamedTuple):
    """The cells of rows: row r has `values[codes[r]]`, or nothing."""

    codes: Codes
    values: Sequence[Any]

    def mapped(self, meaning: Callable[[Any], Any], missing: Any, dtype: Any) -> NDArray[Any]:
        """What a function makes of each cell; it is asked once for each distinct one."""
        return np.array([*map(meaning, self.values), missing], dtype)[self.codes]

    def at(self, rows: NDArray[np.integer]) -> Column:
        """The cells of some rows; -1 is a row that says nothing."""
        return Column(np.append(self.codes, np.int32(NOTHING))[rows], self.values)

    def cell(self, row: int) -> Any:
        """The cell of a row; None if it says nothing."""
        code = self.codes[row]
        return None if code < 0 else self.values[code]

    def cells(self) -> list[Any]:
        """All cells, None where a row says nothing."""
        return [*map([*self.values, None].__getitem__, self.codes.tolist())]

    @property
    def has(self) -> NDArray[np.bool_]:
        """Which rows say something."""
        return np.asarray(self.codes != NOTHING)


class Numbering:
    """Gives numbers to cells, the same to the same, in the order in which they are met."""

    def __init__(self) -> None:
        self._numbers: defaultdict[Any, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__

    def codes(self, cells: Collection[Any]) -> Codes:
        """The numbers of some cells, all of one type that can be hashed."""
        return np.fromiter(map(self._numbers.__getitem__, cells), np.int32, len(cells))

    @property
    def values(self) -> list[Any]:
        """All cells that were met, by number."""
        return [*self._numbers]


def coded(cells: Sequence[Any]) -> Column:
    """The column of some cells; None says nothing.  1, 1.0 and True are three values."""
    numbering = Numbering()
    kinds = {*map(type, cells)} - {type(None)}
    if len(kinds) <= 1 and kinds <= {str, int, float, bool}:
        column = Column(numbering.codes(cells), numbering.values)
    else:
        pairs = [(type(cell), id(cell) if type(cell) in (dict, list) else cell) for cell in cells]
        try:
            codes = numbering.codes(pairs)
        except TypeError:  # something else that can change
            numbering = Numbering()
            codes = numbering.codes([(type(cell), id(cell)) for cell in cells])
        firsts = np.zeros(len(numbering.values), np.int64)
        firsts[codes[::-1]] = np.arange(len(codes))[::-1]
        column = Column(codes, [cells[row] for row in firsts.tolist()])
    return without(column, lambda cell: cell is None)


def without(column: Column, says_nothing: Callable[[Any], bool]) -> Column:
    """The column in which some cells say nothing."""
    are_nothing = np.fromiter(map(says_nothing, column.values), np.bool_, len(column.values))
    if not are_nothing.any():
        return column
    numbers = np.where(are_nothing, NOTHING, np.cumsum(~are_nothing) - 1).astype(np.int32)
    kept = [value for value, is_nothing in zip(column.values, are_nothing.tolist(), strict=True) if not is_nothing]
    return Column(np.append(numbers, np.int32(NOTHING))[column.codes], kept)


def interleaved(sources: Column, targets: Column) -> Column:
    """The cells of two columns by turns."""
    codes = np.empty(2 * len(sources.codes), np.int32)
    codes[::2] = sources.codes
    codes[1::2] = np.where(targets.has, targets.codes + len(sources.values), NOTHING)
    return as_met(Column(codes, [*sources.values, *targets.values]))


def as_met(column: Column) -> Column:
    """The column with its values in the order in which they are met, each once."""
    same = coded(column.values)
    codes = np.append(same.codes, np.int32(NOTHING))[column.codes]
    first = np.full(len(same.values), len(codes), np.int64)
    there = np.flatnonzero(codes != NOTHING)[::-1]
    first[codes[there]] = there  # what is written last stays
    order = np.argsort(first, kind="stable")[: int((first < len(codes)).sum())]
    numbers = np.full(len(same.values) + 1, NOTHING, np.int32)
    numbers[order] = np.arange(len(order))
    return Column(numbers[codes], [same.values[number] for number in order.tolist()])
