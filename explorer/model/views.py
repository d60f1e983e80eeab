"""Columns as the sequences that they stand for: a node, a pair or a row is made when one is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrow import (
    Column,
    in_arrow,
    numbers_behind,
    shortest_in_arrow,
    texts_in_arrow,
)
from explorer.model.columns import AT_ONCE, Csr, Indices, MoveColumns, NodeColumns
from explorer.model.node import Move, Node
from explorer.model.scores import EXACT

Item = TypeVar("Item")

SMALL = 20_000  # nodes and moves up to which a graph holds all its nodes and pairs made
_MOST_KEPT = 65_536  # nodes that are kept once they were asked for
_FEW = 1_000  # cells


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


class Cells(_Made[Item]):
    """The cells of a column of Arrow, in one piece; all are made as soon as more than a few are asked for."""

    def __init__(self, column: Column) -> None:
        self.column = column
        self._asked = 0

    @cached_property
    def made(self) -> tuple[Item, ...]:
        """All cells."""
        return tuple(self.column.to_pylist())

    def __len__(self) -> int:
        return len(self.column)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        if self._asked >= _FEW or isinstance(index, slice):
            return self.made[index]
        self._asked += 1
        cell: Item = self.column[int(index)].as_py()
        return cell

    def __iter__(self) -> Iterator[Item]:
        return iter(self.made)

    def __contains__(self, value: object) -> bool:
        return self._find(value) >= 0 if isinstance(value, str) else value in self.made

    def index(self, value: object, *bounds: int) -> int:
        """The first index of a text; `ValueError` if there is none."""
        found = self._find(value) if isinstance(value, str) and not bounds else -1
        return self.made.index(value, *bounds) if found < 0 else found

    def _find(self, text: str) -> int:
        import pyarrow.compute as pc

        try:
            sought = texts_in_arrow([text])[0].cast(self.column.type)
        except UnicodeEncodeError:  # half of a character, which no column holds
            return -1
        return int(pc.index(self.column, sought).as_py())


class Floats(_Made[float | None]):
    """Numbers as JSON and tables write them, whole ones without decimals; None for NaN."""

    def __init__(self, numbers: NDArray[np.float64]) -> None:
        self._numbers = numbers + 0.0  # turns -0.0 into 0.0

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> float | None: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[float | None, ...]: ...
    def __getitem__(self, index: int | slice) -> float | tuple[float | None, ...] | None:
        return tuple(_shortest(self._numbers[index])) if isinstance(index, slice) else self[index : index + 1][0]

    def __iter__(self) -> Iterator[float | None]:
        return iter(_shortest(self._numbers))

    @property
    def texts(self) -> Sequence[str]:
        """The numbers as text, which is empty for none."""
        if len(self) <= SMALL:
            return ["" if number is None else str(number) for number in self]
        return Cells(shortest_in_arrow(self._numbers).fill_null(""))


def _shortest(numbers: NDArray[np.float64]) -> list[float | None]:
    """What `shortest` makes of each, but None of NaN."""
    found, is_whole = numbers.astype(object), (np.abs(numbers) < EXACT) & (numbers == np.floor(numbers))
    found[is_whole] = numbers[is_whole].astype(np.int64).astype(object)
    found[np.isnan(numbers)] = None
    return [*found]


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

    @property
    def used(self) -> Picked[Item]:
        """The same of those items alone that a row has."""
        codes, places = np.unique(self.codes, return_inverse=True)
        return Picked([self.items[code] for code in codes.tolist()], places)


def all_at(items: Sequence[Item], indices: NDArray[Any]) -> Iterator[Item]:
    """The items at some indices, of which there are many."""
    known = items.made if isinstance(items, Cells) else items
    return map(known.__getitem__, indices.tolist())


def in_objects(items: Sequence[Any]) -> NDArray[np.object_]:
    """An array of the items themselves."""
    if isinstance(items, Picked):
        return np.asarray(in_objects(items.items)[items.codes])
    known = items.made if isinstance(items, Cells) else items
    found = np.empty(len(known), object)
    found[:] = known if isinstance(known, list | tuple) else [*known]
    return found


def names_of(columns: NodeColumns) -> Sequence[str]:
    """The labels of nodes, and where there is none the ids."""
    labels, ids = columns.labels, columns.ids
    if labels is None:
        return ids
    if not isinstance(labels, Cells):
        return [label or id for label, id in zip(labels, ids, strict=True)]
    import pyarrow.compute as pc

    empty, gap = texts_in_arrow(["", None])
    return Cells(pc.coalesce(pc.if_else(pc.equal(labels.column, empty), gap, labels.column), in_column(ids)))


def in_column(texts: Sequence[str | None]) -> Column:
    """A column of Arrow of some texts, which may be one already."""
    if isinstance(texts, Cells):
        return texts.column
    if isinstance(texts, Picked):
        return in_column(texts.items).take(in_arrow(texts.codes).chunk(0))
    return texts_in_arrow(texts)


def fit_arrow(texts: Sequence[str]) -> bool:
    """Whether no text holds half of a character."""
    if isinstance(texts, Cells):
        return True
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        return False
    return True


def chained(*parts: Sequence[str]) -> Sequence[str]:
    """Texts, and others behind them; of a column this is a column."""
    if not any(isinstance(part, Cells) for part in parts):
        return tuple(chain.from_iterable(parts))
    import pyarrow as pa

    return Cells(pa.concat_arrays([in_column(part) for part in parts]))


def numbered_ids(*parts: tuple[str, int]) -> Sequence[str]:
    """For each text and number so many ids that begin with the text, numbered from 0."""
    counts = [count for _, count in parts]
    if sum(counts) <= SMALL:
        return tuple(f"{text}{number}" for text, count in parts for number in range(count))
    numbers = np.concatenate([np.arange(count) for count in counts])
    return Cells(numbers_behind([text for text, _ in parts], np.repeat(np.arange(len(parts)), counts), numbers))


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
