"""What nodes hold under further keys than those of the model, in columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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

    `others` are those of a few nodes that do not fit these columns, which have gaps there.
    """

    def __init__(self, columns: Mapping[str, Column], others: Mapping[int, Mapping[str, Any]] | None = None) -> None:
        self.columns = columns
        self.others = others or {}
        self._asked = 0

    @cached_property
    def _rows(self) -> Indices:
        is_there = [are_there(column) for column in self.columns.values()]
        rows = np.flatnonzero(np.any(is_there, axis=0)) if is_there else np.empty(0, np.int32)
        return np.union1d(rows, [*self.others]).astype(np.int32)

    @cached_property
    def _made(self) -> dict[int, dict[str, Any]]:
        """What is told of each node, made as soon as more than a few are asked for."""
        found: dict[int, dict[str, Any]] = {}
        for key, column in self.columns.items():
            rows, cells = np.flatnonzero(are_there(column)), column.drop_null()
            for row, cell in zip(rows.tolist(), cells.to_pylist(), strict=True):
                found.setdefault(row, {})[key] = cell
        for row, extra in self.others.items():
            found.setdefault(row, {}).update(extra)
        return found

    def __getitem__(self, index: int) -> Mapping[str, Any]:
        if self._asked >= _FEW:
            return self._made[index]
        self._asked += 1
        cells = ((key, column[index].as_py()) for key, column in self.columns.items() if 0 <= index < len(column))
        if not (found := {key: cell for key, cell in cells if cell is not None} | {**self.others.get(index, {})}):
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
    if not isinstance(extras, Extras):
        with_it = [index for index, extra in extras.items() if key in extra]
        return np.array(with_it, np.int32), Picked([extras[row][key] for row in with_it], np.arange(len(with_it)))
    rows, told = told_under(extras.others, key)
    if key not in extras.columns:
        return rows, told
    column = extras.columns[key]
    cells = in_one_piece(column.drop_null().dictionary_encode())
    rows = np.append(np.flatnonzero(are_there(column)), rows).astype(np.int32)
    codes = np.append(in_numpy(cells.indices, 0), len(cells.dictionary) + told.codes)
    order = np.argsort(rows)
    return rows[order], Picked([*cells.dictionary.to_pylist(), *told.items], codes[order])


def columns_of(extras: Mapping[int, Mapping[str, Any]]) -> Mapping[str, Column] | None:
    """The columns that tell of all further keys; None if some are told elsewhere."""
    return extras.columns if isinstance(extras, Extras) and not extras.others else None


def keys_of(extras: Mapping[int, Mapping[str, Any]]) -> set[str]:
    """The keys that some node has."""
    if isinstance(extras, Extras):
        own = {key for key, column in extras.columns.items() if column.null_count < len(column)}
        return own | keys_of(extras.others)
    return {key for extra in extras.values() for key in extra}
