"""What nodes hold under further keys than those of the model, in columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from explorer.model.arrow import Column, are_there, in_numpy, in_one_piece, numbers_in_arrow, texts_in_arrow
from explorer.model.columns import Indices, NodeColumns
from explorer.model.views import Picked, fit_arrow

_FEW = 1_000  # nodes that are asked for one by one
_MOST_KEYS, _EMPTIEST = 50, 8  # further keys, and cells of them for each that is filled
_KINDS_OF_COLUMNS = {str: "string", bool: "bool", int: "int64", float: "float64"}


class Extras(Mapping[int, Mapping[str, Any]]):
    """Further keys of nodes, by index, that are told in columns of Arrow with gaps, in one piece each.

    Parameters
    ----------
    columns : of all keys.
    written : which columns hold words in place of values, as those of a key are of several types.
    read : gives the value of such a word; asked when the nodes are.
    """

    def __init__(
        self,
        columns: Mapping[str, Column],
        written: Collection[str] = (),
        read: Callable[[str], Any] = str,
    ) -> None:
        self.columns = columns
        self.written = written
        self.read = read
        self._asked = 0

    def changed(self, change: Callable[[Column], Column]) -> Extras:
        """What other nodes hold, of which there is another column for each."""
        changed = {key: in_one_piece(change(column)) for key, column in self.columns.items()}
        kept = {key: column for key, column in changed.items() if column.null_count < len(column)}
        return Extras(kept, self.written, self.read)

    def told_under(self, key: str) -> tuple[Indices, Picked[Any]]:
        """The indices of the nodes that have a value in a column, and the value of each."""
        import pyarrow.types as pt

        if key not in self.columns:
            return np.empty(0, np.int32), Picked([], np.empty(0, np.int32))
        rows = np.flatnonzero(are_there(self.columns[key])).astype(np.int32)
        cells = self.columns[key].drop_null()
        if pt.is_nested(cells.type):
            return rows, Picked(cells.to_pylist(), np.arange(len(cells)))
        encoded = in_one_piece(cells.dictionary_encode())
        return rows, Picked(self._values(key, encoded.dictionary), in_numpy(encoded.indices, 0))

    def _values(self, key: str, cells: Column) -> list[Any]:
        """What cells of a column stand for, in which there are no gaps."""
        return [self.read(cell) for cell in cells.to_pylist()] if key in self.written else list(cells.to_pylist())

    @cached_property
    def _rows(self) -> Indices:
        is_there = [are_there(column) for column in self.columns.values()]
        rows = np.flatnonzero(np.any(is_there, axis=0)) if is_there else np.empty(0)
        return rows.astype(np.int32)

    @cached_property
    def _made(self) -> dict[int, dict[str, Any]]:
        """What is told of each node, made as soon as more than a few are asked for."""
        found: dict[int, dict[str, Any]] = {}
        for key, column in self.columns.items():
            rows, values = np.flatnonzero(are_there(column)), self._values(key, column.drop_null())
            for row, value in zip(rows.tolist(), values, strict=True):
                found.setdefault(row, {})[key] = value
        return found

    def __getitem__(self, index: int) -> Mapping[str, Any]:
        if self._asked >= _FEW:
            return self._made[index]
        self._asked += 1
        cells = ((key, column[index].as_py()) for key, column in self.columns.items() if 0 <= index < len(column))
        found = {key: self.read(cell) if key in self.written else cell for key, cell in cells if cell is not None}
        if not found:
            raise KeyError(index)
        return found

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[int]:
        return iter(self._rows.tolist())


def in_columns(nodes: NodeColumns) -> NodeColumns:
    """The nodes with further keys in columns, if these fit."""
    found = extras_in_columns(nodes.extras, len(nodes))
    return nodes if found is nodes.extras else replace(nodes, extras=found)


def extras_in_columns(extras: Mapping[int, Mapping[str, Any]], count: int) -> Mapping[int, Mapping[str, Any]]:
    """What so many nodes hold further, in columns; as it is if these would be other ones, or mostly empty."""
    if isinstance(extras, Extras) or not extras:
        return extras
    keys = [*dict.fromkeys(chain.from_iterable(extras.values()))]
    if len(keys) > _MOST_KEYS or sum(map(len, extras.values())) * _EMPTIEST < len(keys) * count:
        return extras
    numbers = {key: number for number, key in enumerate(keys)}
    cells: list[list[Any]] = [[None] * count for _ in keys]
    for index, extra in extras.items():
        own = [numbers[key] for key in extra]
        if any(value is None for value in extra.values()) or own != sorted(own):
            return extras
        for number, value in zip(own, extra.values(), strict=True):
            cells[number][index] = value
    columns = {key: _column_of(values) for key, values in zip(keys, cells, strict=True)}
    if any(column is None for column in columns.values()) or not fit_arrow(keys):
        return extras
    return Extras(columns)


def _column_of(values: Sequence[Any]) -> Column | None:
    """A column of values and gaps; None unless they are all texts, truth values, floats or whole numbers of 64 bits."""
    kind, *others = set(map(type, values)) - {type(None)}
    if others or kind not in _KINDS_OF_COLUMNS:
        return None
    try:
        if kind is str:
            return texts_in_arrow(values)
        is_there = np.array([value is not None for value in values])
        filled = [0 if value is None else value for value in values]
        numbers = np.array(filled, np.float64 if kind is float else np.int64)
    except (UnicodeEncodeError, OverflowError):
        return None
    return None if np.isnan(numbers).any() else numbers_in_arrow(numbers, is_there).cast(_KINDS_OF_COLUMNS[kind])


def told_under(extras: Mapping[int, Mapping[str, Any]], key: str) -> tuple[Indices, Picked[Any]]:
    """The indices of the nodes that have a key, and what each of them has under it."""
    if isinstance(extras, Extras):
        return extras.told_under(key)
    with_it = [index for index, extra in extras.items() if key in extra]
    return np.array(with_it, np.int32), Picked([extras[row][key] for row in with_it], np.arange(len(with_it)))


def plain_column(extras: Mapping[int, Mapping[str, Any]], key: str) -> Column | None:
    """The column that tells all that nodes have under a key, by values that are no lists or objects; None without."""
    if not isinstance(extras, Extras) or key in extras.written:
        return None
    import pyarrow.types as pt

    column = extras.columns.get(key)
    return None if column is None or pt.is_nested(column.type) else column


def parts_of(
    extras: Mapping[int, Mapping[str, Any]],
) -> tuple[Mapping[str, Column], Mapping[int, Mapping[str, Any]]]:
    """The columns that tell of further keys by values, and what is told of nodes otherwise, by index."""
    return (extras.columns, {}) if isinstance(extras, Extras) and not extras.written else ({}, extras)


def columns_of(extras: Mapping[int, Mapping[str, Any]]) -> Mapping[str, Column] | None:
    """The columns that tell of all further keys by values; None if some are told otherwise."""
    columns, others = parts_of(extras)
    return None if others else columns


def keys_of(extras: Mapping[int, Mapping[str, Any]]) -> set[str]:
    """The keys that some node has."""
    if isinstance(extras, Extras):
        return {key for key, column in extras.columns.items() if column.null_count < len(column)}
    return {key for extra in extras.values() for key in extra}
