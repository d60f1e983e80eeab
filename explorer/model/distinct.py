"""Columns in which each distinct cell stands once, so that what is done for cells is done once for each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import NO_SCORE, Indices, ranked
from explorer.model.errors import OptionError
from explorer.model.scores import Score, parse_score

Codes = NDArray[np.int32]

NOTHING = -1  # the code of a row that says nothing
ODD = -2  # the meaning of a cell that should not say what it does


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


def sharing(*columns: Column) -> list[Column]:
    """The columns with the same values, so that cells are the same where codes are."""
    if all(column.values is columns[0].values for column in columns):
        return [*columns]
    same = coded([value for column in columns for value in column.values])
    starts = np.cumsum([0, *(len(column.values) for column in columns)])
    parts = (same.codes[start : start + len(column.values)] for start, column in zip(starts, columns, strict=False))
    return [
        Column(np.append(part, np.int32(NOTHING))[column.codes], same.values)
        for part, column in zip(parts, columns, strict=True)
    ]


def interleaved(sources: Column, targets: Column) -> Column:
    """The cells of two columns that share their values, by turns."""
    return Column(np.column_stack((sources.codes, targets.codes)).ravel(), sources.values)


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
