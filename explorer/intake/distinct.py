"""Columns in which each distinct cell stands once, so that work on cells is done once for each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from itertools import chain, compress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import NO_SCORE, Indices, ranks_and_scale
from explorer.model.errors import OptionError
from explorer.model.scores import Score, parse_score

Codes = NDArray[np.int32]

NOTHING = -1  # the code of an empty row
ODD = -2  # the code for a cell without a valid value

_PLAIN = {str, int, float, bool}  # types of cells that can be hashed and are the same if they are equal


class Column(NamedTuple):
    """Cells of rows: row r has `values[codes[r]]`, or is empty."""

    codes: Codes
    values: Sequence[Any]

    def mapped(self, meaning: Callable[[Any], Any], missing: Any, dtype: Any) -> NDArray[Any]:
        """Return the result of a function for the cell of each row; it is called once for each distinct cell."""
        return np.array([*map(meaning, self.values), missing], dtype)[self.codes]

    def at(self, rows: NDArray[np.integer]) -> Column:
        """Return the column of the cells at these rows; -1 stands for an empty row."""
        return Column(np.append(self.codes, np.int32(NOTHING))[rows], self.values)

    def without(self, rows: NDArray[np.bool_]) -> Column:
        """Return the column with these rows empty."""
        return Column(np.where(rows, np.int32(NOTHING), self.codes), self.values)

    def cell(self, row: int) -> Any:
        """Return the cell of a row; None if it is empty."""
        code = self.codes[row]
        return None if code < 0 else self.values[code]

    def cells(self) -> list[Any]:
        """Return all cells, None for an empty row."""
        return [*map([*self.values, None].__getitem__, self.codes.tolist())]

    @property
    def has(self) -> NDArray[np.bool_]:
        """Mask of the rows that are not empty."""
        return np.asarray(self.codes != NOTHING)


def empty_column(rows: int) -> Column:
    """Return a column of so many empty rows."""
    return Column(np.full(rows, NOTHING, np.int32), [])


class Numbering:
    """Numbers of cells, equal for equal cells, in the order in which they first come."""

    def __init__(self) -> None:
        self._numbers: defaultdict[Any, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__
        self._values: list[Any] = []

    def codes(self, cells: Collection[Any]) -> Codes:
        """Return the numbers of cells, all of one type that can be hashed."""
        return np.fromiter(map(self._numbers.__getitem__, cells), np.int32, len(cells))

    @property
    def values(self) -> list[Any]:
        """All cells so far, by number; the same list as long as there are no more."""
        if len(self._values) < len(self._numbers):
            self._values = [*self._numbers]
        return self._values


def column_of(cells: Sequence[Any]) -> Column:
    """Return the column of these cells; None is an empty row.  1, 1.0 and True are three values."""
    kinds = {*map(type, cells)} - {type(None)}
    keys = cells
    if len(kinds) > 1 or not kinds <= _PLAIN:
        keys = [(type(cell), cell if type(cell) in _PLAIN else id(cell)) for cell in cells]
    numbering = Numbering()
    codes = numbering.codes(keys)
    values = numbering.values if keys is cells else [*dict(zip(keys, cells, strict=True)).values()]
    return with_gaps(Column(codes, values), lambda cell: cell is None)


def with_gaps(column: Column, is_gap: Callable[[Any], bool]) -> Column:
    """Return the column with each row emptied whose cell `is_gap` accepts."""
    is_kept = [not is_gap(value) for value in column.values]
    if all(is_kept):
        return column
    numbers = np.where(is_kept, np.cumsum(is_kept) - 1, NOTHING).astype(np.int32)
    return Column(np.append(numbers, np.int32(NOTHING))[column.codes], [*compress(column.values, is_kept)])


def with_shared_values(*columns: Column) -> list[Column]:
    """Return the columns with one common list of values, so that equal cells have equal codes."""
    if all(column.values is columns[0].values for column in columns):
        return [*columns]
    same = column_of([*chain.from_iterable(column.values for column in columns)])
    bounds = np.cumsum([len(column.values) for column in columns])[:-1]
    parts = zip(np.split(same.codes, bounds), columns, strict=True)
    return [Column(np.append(part, np.int32(NOTHING))[column.codes], same.values) for part, column in parts]


def numbered_scores(column: Column) -> tuple[Codes, list[Score]]:
    """Return the number of each cell's score, `ODD` for a cell without one, and the scores by number."""
    numbers: dict[tuple[type, Score], int] = {}

    def number(cell: object) -> int:
        try:
            value = parse_score(cell)
        except OptionError:
            return ODD
        return numbers.setdefault((type(value), value), len(numbers))

    return column.mapped(number, NOTHING, np.int32), [value for _, value in numbers]


def ranks_of(numbers: Codes, values: list[Score]) -> tuple[Indices, tuple[Score, ...]]:
    """Return the ranks of scores and their scale, from their numbers among `values`, of which not all are used."""
    is_used = np.isin(np.arange(len(values)), numbers).tolist()
    ranks, scale = ranks_and_scale([value if used else None for value, used in zip(values, is_used, strict=True)])
    return np.append(ranks, np.int32(NO_SCORE))[numbers], scale
