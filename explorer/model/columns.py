"""Columns of a game graph: kinds, scores and texts of nodes, and the moves both ways as compressed rows.

Work on all nodes uses these columns; a million nodes are a few arrays.  `LazySequence` presents columns as the sequence
of nodes or of pairs that they stand for.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise, repeat
from typing import Any, NamedTuple, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from explorer.model.errors import GraphError, quoted
from explorer.model.node import Kind, Move, Node
from explorer.model.scores import Score

Indices = NDArray[np.int32]
Kinds = NDArray[np.int8]
Points = NDArray[np.float64]
Rows = Sequence[tuple[int, ...]]  # for each node, by index, the indices of its neighbours

Item_co = TypeVar("Item_co", covariant=True)

KINDS = tuple(Kind)
CODES = {kind: code for code, kind in enumerate(KINDS)}  # values of the column `kinds`
MAX, MIN, MOVER, LEAF, OPEN = (CODES[kind] for kind in KINDS)
NO_SCORE = -1
_MANY_ROWS = 50_000  # rows of which a few may be all that is needed
IS_INNER = np.array([kind.is_inner for kind in KINDS])  # by code
ORIENTATION = np.array([{Kind.MAX: 1, Kind.MOVER: 1, Kind.MIN: -1}.get(kind, 0) for kind in KINDS], np.int8)


@dataclass(frozen=True, eq=False)
class NodeColumns:
    """Facts of the nodes, one row for each node.

    Attributes
    ----------
    ids : the ids.
    kinds : the kind of each, by `CODES`.
    ranks : for each the index of its score in `scale`; `NO_SCORE` if it has none.
    scale : the scores, ascending; 1 and 1.0 are two of them.
    labels : the labels, if there is any.
    points : x and y of each, NaN for none, if there is any.
    extras : further keys of those that have any, by index.
    """

    ids: Sequence[str]
    kinds: Kinds
    ranks: Indices
    scale: tuple[Score, ...] = ()
    labels: Sequence[str | None] | None = None
    points: Points | None = None
    extras: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)

    @cached_property
    def index(self) -> dict[str, int]:
        """Index of each id; a `GraphError` if one is there twice."""
        found = dict(zip(self.ids, range(len(self.ids)), strict=True))
        if len(found) != len(self.ids):
            again = next(id for id, count in Counter(self.ids).items() if count > 1)
            raise GraphError(f"two nodes have the id {quoted(again)}; rename one")
        return found

    @cached_property
    def orientation(self) -> NDArray[np.int8]:
        """+1 takes the largest, -1 the smallest, 0 has no moves to choose from."""
        return ORIENTATION[self.kinds]

    @cached_property
    def first_scored(self) -> list[int]:
        """The index of the first node with each score, in node order."""
        scored = np.flatnonzero(self.ranks != NO_SCORE)
        return sorted(scored[np.unique(self.ranks[scored], return_index=True)[1]].tolist())

    @property
    def names(self) -> Sequence[str]:
        """The labels, or the ids where there are no labels."""
        if self.labels is None:
            return self.ids
        return [label or id for label, id in zip(self.labels, self.ids, strict=True)]

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Node]:
        """Yield all nodes, in order."""
        kinds = map(KINDS.__getitem__, self.kinds.tolist())
        scores = map((*self.scale, None).__getitem__, self.ranks.tolist())
        labels = repeat(None) if self.labels is None else self.labels
        points = repeat((None, None)) if self.points is None else map(_point_or_none, self.points.tolist())
        rows = zip(self.ids, kinds, scores, labels, points, strict=False)
        for index, (id, kind, score, label, (x, y)) in enumerate(rows):
            yield Node(id, kind, score, label, x, y, self.extras.get(index, {}))

    def at(self, index: int) -> Node:
        """Return the node at an index from 0."""
        score = (*self.scale, None)[self.ranks[index]]
        label = None if self.labels is None else self.labels[index]
        x, y = (None, None) if self.points is None else _point_or_none(self.points[index].tolist())
        return Node(self.ids[index], KINDS[self.kinds[index]], score, label, x, y, self.extras.get(index, {}))


class Csr(NamedTuple):
    """Compressed rows: those of node v are `indices[indptr[v]:indptr[v + 1]]`."""

    indptr: Indices
    indices: Indices

    @property
    def rows(self) -> Rows:
        """The rows one by one, each as a tuple of indices."""
        rows = _RowColumns(self)
        return LazySequence(rows) if len(rows) > _MANY_ROWS else tuple(rows)


@dataclass(frozen=True, eq=False)
class _RowColumns:
    """Compressed rows as the columns of a sequence of rows."""

    csr: Csr

    def __len__(self) -> int:
        return len(self.csr.indptr) - 1

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        entries = self.csr.indices.tolist()
        return (tuple(entries[start:end]) for start, end in pairwise(self.csr.indptr.tolist()))

    def at(self, index: int) -> tuple[int, ...]:
        """Return the row at an index from 0."""
        start, end = self.csr.indptr[index : index + 2].tolist()
        return tuple(self.csr.indices[start:end].tolist())


class Arrays(NamedTuple):
    """A graph as arrays.

    Attributes
    ----------
    ids : the ids, in order.
    players : +1 takes the largest, -1 takes the smallest, 0 leaf or open.
    scores : the scores of leaves, exact, None elsewhere.
    sources, targets : the indices of the ends of each move, in order.
    forward, backward : the successors of each node and the nodes with a move to it, as compressed rows.
    """

    ids: Sequence[str]
    players: NDArray[np.int8]
    scores: NDArray[np.object_]
    sources: Indices
    targets: Indices
    forward: Csr
    backward: Csr


@dataclass(frozen=True, eq=False)
class MoveColumns:
    """The moves in order, each by the indices of its ends among nodes with these ids."""

    sources: Indices
    targets: Indices
    ids: Sequence[str]

    @cached_property
    def forward(self) -> Csr:
        """The successors of each node, in move order."""
        return compressed_rows(self.sources, self.targets, len(self.ids))

    @cached_property
    def backward(self) -> Csr:
        """The nodes with a move to each node, in move order."""
        return compressed_rows(self.targets, self.sources, len(self.ids))

    @property
    def keys(self) -> NDArray[np.int64]:
        """A whole number for each move, the same for moves with the same two ends."""
        return self.sources.astype(np.int64) * len(self.ids) + self.targets

    @property
    def second_listing(self) -> int | None:
        """The index, in the list of moves, of the second entry of a move listed twice; None if none is."""
        keys = self.keys
        if (keys[1:] > keys[:-1]).all():  # as most programs write them; a look is far cheaper than a sort
            return None
        in_order = np.sort(keys)
        again = in_order[1:][in_order[1:] == in_order[:-1]]
        return int(np.flatnonzero(keys == again[0])[1]) if len(again) else None

    def require_once(self) -> None:
        """Raise GraphError, naming the move, if a move is listed twice."""
        if (number := self.second_listing) is not None:
            source, target = map(quoted, self.at(number))
            raise GraphError(f"the move {source} → {target} is given twice; delete one")

    def __len__(self) -> int:
        return len(self.sources)

    def __iter__(self) -> Iterator[Move]:
        """Yield all moves as pairs of ids, in order."""
        name = self.ids.__getitem__
        return zip(map(name, self.sources.tolist()), map(name, self.targets.tolist()), strict=True)

    def at(self, index: int) -> Move:
        """Return the move at an index from 0."""
        return self.ids[self.sources[index]], self.ids[self.targets[index]]


class LazySequence(Sequence[Item_co]):
    """Sequence of nodes, moves or rows, made from columns; equal to a tuple of them.

    A few items are made one by one as they are needed.  All are made together once a sixteenth of them has been.
    """

    def __init__(self, columns: NodeColumns | MoveColumns | _RowColumns) -> None:
        self.columns: Any = columns
        self._left = len(columns) // 16  # items that may be made one by one

    @cached_property
    def _items(self) -> tuple[Item_co, ...]:
        return tuple(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    @overload
    def __getitem__(self, index: int) -> Item_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item_co, ...]: ...
    def __getitem__(self, index: int | slice) -> Item_co | tuple[Item_co, ...]:
        if self._left > 0 and not isinstance(index, slice) and 0 <= index < len(self):
            self._left -= 1
            one: Item_co = self.columns.at(index)
            return one
        self._left = 0
        return self._items[index]

    def __iter__(self) -> Iterator[Item_co]:
        return iter(self._items)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, tuple | LazySequence) and self._items == tuple(other))

    def __hash__(self) -> int:
        return hash(self._items)

    def __repr__(self) -> str:
        return repr(self._items)


def compressed_rows(owners: Indices, entries: Indices, count: int) -> Csr:
    """Return compressed rows: for each owner its entries, in their order."""
    indptr = np.zeros(count + 1, np.int32)
    np.cumsum(np.bincount(owners, minlength=count), out=indptr[1:])
    if len(owners) < 2 or bool((owners[1:] >= owners[:-1]).all()):
        return Csr(indptr, np.ascontiguousarray(entries, np.int32))
    keys = (owners.astype(np.int64) << 32) | np.arange(len(owners))
    keys.sort()  # as good as a stable sort, and several times faster
    keys &= 0xFFFFFFFF
    return Csr(indptr, entries[keys])


def columns_of(nodes: Sequence[Node]) -> NodeColumns:
    """Return the columns that hold these nodes.

    Raises
    ------
    GraphError
        If an id is there twice.
    """
    if isinstance(nodes, LazySequence):
        found: NodeColumns = nodes.columns
        return found
    ranks, scale = ranks_and_scale([node.score for node in nodes])
    points = np.array([(node.x, node.y) for node in nodes], np.float64)  # None is NaN
    labels = tuple(node.label for node in nodes)
    columns = NodeColumns(
        ids=tuple(node.id for node in nodes),
        kinds=np.array([CODES[node.kind] for node in nodes], np.int8),
        ranks=ranks,
        scale=scale,
        labels=labels if any(label is not None for label in labels) else None,
        points=None if np.isnan(points).all() else points,
        extras={index: node.extra for index, node in enumerate(nodes) if node.extra},
    )
    _ = columns.index
    return columns


def links_of(moves: Sequence[Move], nodes: NodeColumns) -> MoveColumns:
    """Return the columns that hold these moves, each by the indices of its two nodes.

    Raises
    ------
    GraphError
        If an end is no node, or a move is there twice.
    """
    if isinstance(moves, LazySequence) and moves.columns.ids is nodes.ids:
        found: MoveColumns = moves.columns
        return found
    ends = [(nodes.index.get(source, -1), nodes.index.get(target, -1)) for source, target in moves]
    for (source, target), pair in zip(moves, ends, strict=True):
        if -1 in pair:
            move, missing = f"{quoted(source)} → {quoted(target)}", source if pair[0] < 0 else target
            raise GraphError(f"the move {move} needs a node {quoted(missing)}, which does not exist")
    sources, targets = np.array(ends, np.int32).reshape(-1, 2).T.copy()
    links = MoveColumns(sources, targets, nodes.ids)
    links.require_once()
    return links


def ranks_and_scale(scores: Sequence[Score | None]) -> tuple[Indices, tuple[Score, ...]]:
    """Return the index of each score in the ascending scale, `NO_SCORE` for None, and this scale."""
    known = {(type(score), score) for score in scores if score is not None}
    order = sorted(known, key=lambda pair: (pair[1], pair[0].__name__))
    ranks = {pair: rank for rank, pair in enumerate(order)}
    found = (NO_SCORE if score is None else ranks[type(score), score] for score in scores)
    return np.fromiter(found, np.int32, len(scores)), tuple(score for _, score in order)


def _point_or_none(point: list[float]) -> tuple[float | None, ...]:
    """Return x and y of a point, None for NaN."""
    return tuple(None if math.isnan(number) else number for number in point)


# ---- reach: large levels as arrays, small ones node by node

Marks = NDArray[np.int8]  # of each node, by index; 0 for none yet

_FEW = 64  # nodes up to which a level is walked one by one; long paths have nothing but such levels


def mark_reached(rows: Sequence[Csr], marks: Marks, waiting: Indices, *, turn: int = 1) -> None:
    """Mark, in place, all nodes that rows lead to from the waiting nodes, which have a mark.

    A node gets the mark of the node before it times `turn`.
    """
    stamps = np.empty(len(marks), np.int32)
    while len(waiting):
        if len(waiting) <= _FEW:
            waiting = _mark_node_by_node(rows, marks, waiting.tolist(), turn)
        else:
            levels = [_next_level(row, marks, waiting, stamps, turn) for row in rows]
            waiting = levels[0] if len(levels) == 1 else np.concatenate(levels)


def _next_level(row: Csr, marks: Marks, waiting: Indices, stamps: Indices, turn: int) -> Indices:
    """Mark all unmarked successors of these nodes, and return each of them once."""
    begins = row.indptr[waiting]
    lengths = row.indptr[waiting + 1] - begins
    ends = np.cumsum(lengths)
    others = row.indices[np.repeat(begins - ends + lengths, lengths) + np.arange(ends[-1], dtype=np.int32)]
    fresh = marks[others] == 0
    others = others[fresh]
    marks[others] = turn * np.repeat(marks[waiting], lengths)[fresh]
    numbers = np.arange(len(others), dtype=np.int32)
    stamps[others] = numbers
    return np.asarray(others[stamps[others] == numbers], np.int32)


def _mark_node_by_node(rows: Sequence[Csr], marks: Marks, waiting: list[int], turn: int) -> Indices:
    """Mark small levels node by node; return the next level when it is large or empty."""
    seen = marks.data
    views = [(row.indptr.data, row.indices.data) for row in rows]
    while waiting and len(waiting) <= 4 * _FEW:
        after: list[int] = []
        for node in waiting:
            mark = turn * seen[node]
            for indptr, indices in views:
                for other in indices[indptr[node] : indptr[node + 1]]:
                    if not seen[other]:
                        seen[other] = mark
                        after.append(other)
        waiting = after
    return np.array(waiting, np.int32)
