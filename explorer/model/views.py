"""Columns as the sequences that they stand for: a node, a pair or a row is made when one is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import AT_ONCE, Csr, Indices, MoveColumns, NodeColumns
from explorer.model.node import Move, Node

Item = TypeVar("Item")

SMALL = 20_000  # nodes and moves up to which a graph holds all its nodes and pairs made
_MOST_KEPT = 65_536  # nodes that are kept once they were asked for


class _Made(Sequence[Item]):
    """A sequence whose items are made when asked for; it is equal to a tuple of them."""

    def __add__(self, other: Iterable[Item]) -> tuple[Item, ...]:
        return (*self, *other)

    def __radd__(self, other: Iterable[Item]) -> tuple[Item, ...]:
        return (*other, *self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple | _Made) or len(self) != len(other):
            return NotImplemented if not isinstance(other, tuple | _Made) else False
        return all(one == two for one, two in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self):,} {type(self).__name__.lower()}>"


class Picked(_Made[Item]):
    """For each row one of some items, by its index among them."""

    def __init__(self, items: Sequence[Item], codes: NDArray[Any]) -> None:
        self.items = items
        self.codes = codes

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        if isinstance(index, slice):
            return tuple(all_at(self.items, self.codes[index]))
        return self.items[int(self.codes[index])]

    def __iter__(self) -> Iterator[Item]:
        return all_at(self.items, self.codes)


def all_at(items: Sequence[Item], indices: NDArray[Any]) -> Iterator[Item]:
    """The items at some indices, of which there are many."""
    return map(items.__getitem__, indices.tolist())


def names_of(columns: NodeColumns) -> Sequence[str]:
    """The labels of nodes, and where there is none the ids."""
    labels, ids = columns.labels, columns.ids
    if labels is None:
        return ids
    return [label or id for label, id in zip(labels, ids, strict=True)]


def numbered_ids(*parts: tuple[str, int]) -> Sequence[str]:
    """For each text and number so many ids that begin with the text, numbered from 0."""
    return tuple(f"{text}{number}" for text, count in parts for number in range(count))


class Nodes(_Made[Node]):
    """The nodes of columns."""

    def __init__(self, columns: NodeColumns) -> None:
        self.columns = columns
        self.ids = columns.ids
        self._kept: dict[int, Node] = {}

    def __len__(self) -> int:
        return len(self.columns)

    @overload
    def __getitem__(self, index: int) -> Node: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Node, ...]: ...
    def __getitem__(self, index: int | slice) -> Node | tuple[Node, ...]:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(*index.indices(len(self))))
        node = self._kept.get(index)
        if node is None:
            number = range(len(self.columns))[index]
            node = self.columns.node(number)
            if len(self._kept) < _MOST_KEPT:
                self._kept[number] = node
        return node

    def __iter__(self) -> Iterator[Node]:
        return iter(self.columns)

    def __contains__(self, value: object) -> bool:
        at = self.columns.index.get(value.id) if isinstance(value, Node) else None
        return at is not None and self[at] == value

    def __eq__(self, other: object) -> bool:
        return self.columns.agrees(other.columns) if isinstance(other, Nodes) else super().__eq__(other)

    __hash__ = _Made.__hash__


class Moves(_Made[Move]):
    """The moves of columns, as pairs of ids."""

    def __init__(self, ids: Sequence[str], columns: MoveColumns) -> None:
        self.ids = ids
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns.sources)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(self._pairs(index))
        return self.ids[self.columns.sources[index]], self.ids[self.columns.targets[index]]

    def __iter__(self) -> Iterator[Move]:
        starts = range(0, len(self), AT_ONCE)
        return chain.from_iterable(self._pairs(slice(start, start + AT_ONCE)) for start in starts)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Moves) and (self.ids is other.ids or tuple(self.ids) == tuple(other.ids)):
            pairs = zip(self._ends, other._ends, strict=True)
            return all(np.array_equal(mine, theirs) for mine, theirs in pairs)
        return super().__eq__(other)

    __hash__ = _Made.__hash__

    @property
    def _ends(self) -> tuple[Indices, Indices]:
        return self.columns.sources, self.columns.targets

    def _pairs(self, rows: slice) -> Iterator[Move]:
        sources, targets = (all_at(self.ids, ends[rows]) for ends in self._ends)
        return zip(sources, targets, strict=True)


class Rows(_Made[tuple[int, ...]]):
    """For each node, by index, the indices of its neighbours."""

    def __init__(self, csr: Csr) -> None:
        self._csr = csr
        self._indptr, self._indices = csr.indptr.data, csr.indices.data  # faster for a single row

    def __reduce__(self) -> tuple[type[Rows], tuple[Csr]]:
        return Rows, (self._csr,)

    def __len__(self) -> int:
        return len(self._indptr) - 1

    @overload
    def __getitem__(self, index: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[int, ...], ...]: ...
    def __getitem__(self, index: int | slice) -> tuple[int, ...] | tuple[tuple[int, ...], ...]:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(*index.indices(len(self))))
        if index < 0 or index >= len(self):
            index = range(len(self))[index]
        return tuple(self._indices[self._indptr[index] : self._indptr[index + 1]].tolist())

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for start in range(0, len(self), AT_ONCE):
            bounds = self._csr.indptr[start : start + AT_ONCE + 1]
            first = int(bounds[0])
            entries = self._csr.indices[first : bounds[-1]].tolist()
            ends = (bounds - first).tolist()
            yield from (tuple(entries[one:two]) for one, two in pairwise(ends))
