"""Values of nodes as mappings by id over arrays."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.model.graph import GameGraph

T = TypeVar("T")
Whole = NDArray[Any]  # whole numbers

_MOST_IN_REPR = 50  # entries up to which a mapping is written out


class ByNode(Mapping[str, T]):
    """Values for some nodes of a graph, by id; equal to the dict with the same entries.

    Attributes
    ----------
    graph : the graph that the nodes belong to.
    rows : the indices of the nodes that have a value, ascending.
    """

    def __init__(self, graph: GameGraph, rows: Whole) -> None:
        self.graph = graph
        self.rows = rows

    @abstractmethod
    def at(self, row: int) -> T:
        """Return the value of the node at an index in `rows`."""

    @abstractmethod
    def in_order(self) -> Iterable[T]:
        """Return all values, in the order of `rows`."""

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[str]:
        ids = self.graph.columns.ids
        return iter(ids) if len(self.rows) == len(ids) else map(ids.__getitem__, self.rows.tolist())

    def __getitem__(self, id: str) -> T:
        index = self.graph.index[id]
        if len(self.rows) == len(self.graph.nodes):
            return self.at(index)
        row = int(np.searchsorted(self.rows, index))
        if row == len(self.rows) or self.rows[row] != index:
            raise KeyError(id)
        return self.at(row)

    def items(self) -> ItemsView[str, T]:
        return _NodeItems(self)

    def values(self) -> ValuesView[T]:
        return _NodeValues(self)

    def __repr__(self) -> str:
        if len(self) <= _MOST_IN_REPR:
            return repr(dict(self.items()))
        return f"<{type(self).__name__} of {len(self):,} nodes>"


class _NodeItems(ItemsView[str, T]):
    """The pairs of id and value of a `ByNode`, read without a search for every id."""

    _mapping: ByNode[T]

    def __iter__(self) -> Iterator[tuple[str, T]]:
        return zip(self._mapping, self._mapping.in_order(), strict=True)


class _NodeValues(ValuesView[T]):
    """The values of a `ByNode`, read without a search for every id."""

    _mapping: ByNode[T]

    def __iter__(self) -> Iterator[T]:
        return iter(self._mapping.in_order())


class ColumnMapping(ByNode[T]):
    """Values of nodes by id, held as codes: one number or row of numbers for each of `rows`."""

    def __init__(self, graph: GameGraph, rows: Whole, codes: Whole, value: Callable[[Any], T]) -> None:
        super().__init__(graph, rows)
        self.codes = codes
        self._value = value

    def at(self, row: int) -> T:
        return self._value(self.codes[row].tolist())

    def encode(self, number: Callable[[T], int]) -> Whole:
        """Call `number` once per distinct code, and return its result for each row; only for scalar codes."""
        codes, where = np.unique(self.codes, return_inverse=True)
        return np.array([number(self._value(code)) for code in codes.tolist()], np.int32)[where]

    def in_order(self) -> Iterable[T]:
        return map(self._value, self.codes.tolist())
