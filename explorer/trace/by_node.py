"""Values of nodes as mappings by id over arrays."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.model.graph import GameGraph

Value = TypeVar("Value")
Whole = NDArray[Any]  # whole numbers

_MOST_SHOWN = 50  # entries up to which a mapping is written out


class ByNode(Mapping[str, Value]):
    """A value for some nodes of a graph, by id; it is equal to the dict that has the same.

    Attributes
    ----------
    graph : whose nodes they are.
    rows : the indices of the nodes that have a value, ascending.
    """

    def __init__(self, graph: GameGraph, rows: Whole) -> None:
        self.graph = graph
        self.rows = rows

    @abstractmethod
    def at(self, row: int) -> Value:
        """The value of the node at an index in `rows`."""

    @abstractmethod
    def in_order(self) -> Iterable[Value]:
        """All values."""

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[str]:
        ids = self.graph.columns.ids
        return iter(ids) if len(self.rows) == len(ids) else map(ids.__getitem__, self.rows.tolist())

    def __getitem__(self, id: str) -> Value:
        index = self.graph.index[id]
        if len(self.rows) == len(self.graph.nodes):
            return self.at(index)
        row = int(np.searchsorted(self.rows, index))
        if row == len(self.rows) or self.rows[row] != index:
            raise KeyError(id)
        return self.at(row)

    def items(self) -> ItemsView[str, Value]:
        return _Items(self)

    def values(self) -> ValuesView[Value]:
        return _Values(self)

    def __repr__(self) -> str:
        if len(self) <= _MOST_SHOWN:
            return repr(dict(self.items()))
        return f"<{type(self).__name__} of {len(self):,} nodes>"


class _Items(ItemsView[str, Value]):
    """Pairs, without a search for every id."""

    _mapping: ByNode[Value]

    def __iter__(self) -> Iterator[tuple[str, Value]]:
        return zip(self._mapping, self._mapping.in_order(), strict=True)


class _Values(ValuesView[Value]):
    """Values, without a search for every id."""

    _mapping: ByNode[Value]

    def __iter__(self) -> Iterator[Value]:
        return iter(self._mapping.in_order())


class Coded(ByNode[Value]):
    """Values that are told by codes, one for each of `rows`: numbers, or rows of some."""

    def __init__(self, graph: GameGraph, rows: Whole, codes: Whole, value: Callable[[Any], Value]) -> None:
        super().__init__(graph, rows)
        self.codes = codes
        self._value = value

    def at(self, row: int) -> Value:
        return self._value(self.codes[row].tolist())

    def numbered(self, number: Callable[[Value], int]) -> Whole:
        """The number of each value, of which each is asked for once; for values that are told by one code."""
        codes, where = np.unique(self.codes, return_inverse=True)
        return np.array([number(self._value(code)) for code in codes.tolist()], np.int32)[where]

    def in_order(self) -> Iterable[Value]:
        return map(self._value, self.codes.tolist())
