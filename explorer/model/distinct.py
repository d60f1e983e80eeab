"""Columns in which each distinct cell stands once, so that what is done for cells is done once for each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from itertools import chain, compress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import NO_SCORE, Indices, ranked
from explorer.model.errors import OptionError
from explorer.model.scores import Score, parse_score

Codes = NDArray[np.int32]

NOTHING = -1  # the code of a row that says nothing
ODD = -2  # the meaning of a cell that should not say what it does

_PLAIN = {str, int, float, bool}  # types of cells that can be hashed and are the same if they are equal


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

    def without(self, rows: NDArray[np.bool_]) -> Column:
        """The column in which some rows say nothing."""
        return Column(np.where(rows, np.int32(NOTHING), self.codes), self.values)

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


def empty_column(rows: int) -> Column:
    """A column of so many rows that say nothing."""
    return Column(np.full(rows, NOTHING, np.int32), [])


class Numbering:
    """Gives numbers to cells, the same to the same, in the order in which they are met."""

    def __init__(self) -> None:
        self._numbers: defaultdict[Any, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__
        self._values: list[Any] = []

    def codes(self, cells: Collection[Any]) -> Codes:
        """The numbers of some cells, all of one type that can be hashed."""
        return np.fromiter(map(self._numbers.__getitem__, cells), np.int32, len(cells))

    @property
    def values(self) -> list[Any]:
        """All cells that were met, by number; the same list as long as there are no more."""
        if len(self._values) < len(self._numbers):
            self._values = [*self._numbers]
        return self._values


def column_of(cells: Sequence[Any]) -> Column:
    """The column of some cells; None says nothing.  1, 1.0 and True are three values."""
    kinds = {*map(type, cells)} - {type(None)}
    keys = cells
    if len(kinds) > 1 or not kinds <= _PLAIN:
        keys = [(type(cell), cell if type(cell) in _PLAIN else id(cell)) for cell in cells]
    numbering = Numbering()
    codes = numbering.codes(keys)
    values = numbering.values if keys is cells else [*dict(zip(keys, cells, strict=True)).values()]
    return with_gaps(Column(codes, values), lambda cell: cell is None)


def with_gaps(column: Column, says_nothing: Callable[[Any], bool]) -> Column:
    """The column in which some cells say nothing."""
    is_kept = [not says_nothing(value) for value in column.values]
    if all(is_kept):
        return column
    numbers = np.where(is_kept, np.cumsum(is_kept) - 1, NOTHING).astype(np.int32)
    return Column(np.append(numbers, np.int32(NOTHING))[column.codes], [*compress(column.values, is_kept)])


def with_shared_values(*columns: Column) -> list[Column]:
    """The columns with the same values, so that cells are the same where codes are."""
    if all(column.values is columns[0].values for column in columns):
        return [*columns]
    same = column_of([*chain.from_iterable(column.values for column in columns)])
    bounds = np.cumsum([len(column.values) for column in columns])[:-1]
    parts = zip(np.split(same.codes, bounds), columns, strict=True)
    return [Column(np.append(part, np.int32(NOTHING))[column.codes], same.values) for part, column in parts]


def numbered_scores(column: Column) -> tuple[Codes, list[Score]]:
    """For each cell the number of its score among some, `ODD` for one that is none."""
    numbers: dict[tuple[type, Score], int] = {}

    def number(cell: object) -> int:
        try:
            value = parse_score(cell)
        except OptionError:
            return ODD
        return numbers.setdefault((type(value), value), len(numbers))

    return column.mapped(number, NOTHING, np.int32), [value for _, value in numbers]


def ranks_of(numbers: Codes, values: list[Score]) -> tuple[Indices, tuple[Score, ...]]:
    """The ranks of scores that are told by their numbers among some, of which not all are used."""
    is_used = np.isin(np.arange(len(values)), numbers).tolist()
    ranks, scale = ranked([value if used else None for value, used in zip(values, is_used, strict=True)])
    return np.append(ranks, np.int32(NO_SCORE))[numbers], scale
