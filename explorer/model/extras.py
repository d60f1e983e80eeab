"""What nodes hold under further keys than those of the model, in columns."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from explorer.model.arrow import Column, are_there, in_one_piece, numbers_in_arrow, texts_in_arrow
from explorer.model.columns import Indices, NodeColumns
from explorer.model.views import fit_arrow

_FEW = 1_000  # nodes that are asked for one by one
_MOST_KEYS, _EMPTIEST = 50, 8  # further keys, and cells of them for each that is filled
_KINDS_OF_COLUMNS = {str: "string", bool: "bool", int: "int64", float: "float64"}


class ByColumn(Mapping[int, Mapping[str, Any]]):
    """Further keys of nodes, by index, that are told in columns of Arrow with gaps, in one piece each."""

    def __init__(self, columns: Mapping[str, Column]) -> None:
        self.columns = columns
        self._asked = 0

    def changed(self, change: Callable[[Column], Column]) -> ByColumn:
        """What other nodes hold, of which there is another column for each."""
        changed = {key: in_one_piece(change(column)) for key, column in self.columns.items()}
        return self._with({key: column for key, column in changed.items() if column.null_count < len(column)})

    @abstractmethod
    def _with(self, columns: Mapping[str, Column]) -> ByColumn:
        """The same with other columns."""

    def _value(self, key: str, cell: Any) -> Any:
        """What a cell stands for."""
        return cell

    @cached_property
    def _rows(self) -> Indices:
        is_there = [are_there(column) for column in self.columns.values()]
        return np.flatnonzero(np.any(is_there, axis=0)).astype(np.int32) if is_there else np.empty(0, np.int32)

    @cached_property
    def _made(self) -> dict[int, dict[str, Any]]:
        """What is told of each node, made as soon as more than a few are asked for."""
        found: dict[int, dict[str, Any]] = {}
        for key, column in self.columns.items():
            rows, cells = np.flatnonzero(are_there(column)), column.drop_null()
            for row, cell in zip(rows.tolist(), cells.to_pylist(), strict=True):
                found.setdefault(row, {})[key] = self._value(key, cell)
        return found

    def __getitem__(self, index: int) -> Mapping[str, Any]:
        if self._asked >= _FEW:
            return self._made[index]
        self._asked += 1
        cells = ((key, column[index].as_py()) for key, column in self.columns.items() if 0 <= index < len(column))
        if not (found := {key: self._value(key, cell) for key, cell in cells if cell is not None}):
            raise KeyError(index)
        return found

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[int]:
        return iter(self._rows.tolist())


class Extras(ByColumn):
    """Further keys of nodes, in a column of values of one type each."""

    def _with(self, columns: Mapping[str, Column]) -> Extras:
        return Extras(columns)


class WrittenExtras(ByColumn):
    """Further keys of nodes, some of them as they are written in a text.

    Parameters
    ----------
    columns : of all keys.
    written : which of them hold words in place of values, as those of a key are of several types.
    read : gives the value of a word; asked when the nodes are.
    """

    def __init__(self, columns: Mapping[str, Column], written: Collection[str], read: Callable[[str], Any]) -> None:
        super().__init__(columns)
        self._written, self._read = written, read

    def _with(self, columns: Mapping[str, Column]) -> WrittenExtras:
        return WrittenExtras(columns, self._written, self._read)

    def _value(self, key: str, cell: Any) -> Any:
        return self._read(cell) if key in self._written else cell


def in_columns(nodes: NodeColumns) -> NodeColumns:
    """The nodes with further keys in columns, if these fit."""
    found = extras_in_columns(nodes.extras, len(nodes))
    return nodes if found is nodes.extras else replace(nodes, extras=found)


def extras_in_columns(extras: Mapping[int, Mapping[str, Any]], count: int) -> Mapping[int, Mapping[str, Any]]:
    """What so many nodes hold further, in columns; as it is if these would be other ones, or mostly empty."""
    if isinstance(extras, ByColumn) or not extras:
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


def number_with(extras: Mapping[int, Mapping[str, Any]], key: str) -> int:
    """How many nodes have a key."""
    if isinstance(extras, ByColumn):
        return len(extras.columns[key]) - extras.columns[key].null_count if key in extras.columns else 0
    return sum(key in extra for extra in extras.values())


def keys_of(extras: Mapping[int, Mapping[str, Any]]) -> set[str]:
    """The keys that some node has."""
    if isinstance(extras, ByColumn):
        return {key for key, column in extras.columns.items() if column.null_count < len(column)}
    return {key for extra in extras.values() for key in extra}
