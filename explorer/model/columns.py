"""The facts of a game graph as columns: what a node is, what it scores, and the moves both ways as compressed rows.

Whatever looks at all nodes looks here; a million nodes are a few arrays.  `explorer.model.views` shows columns as the
sequences that they stand for.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.model.errors import GraphError, quoted
from explorer.model.node import Kind, Node
from explorer.model.scores import Score

Indices = NDArray[np.int32]
Kinds = NDArray[np.int8]
Points = NDArray[np.float64]

Item = TypeVar("Item")
Value = TypeVar("Value")

KINDS = tuple(Kind)
CODES = {kind: code for code, kind in enumerate(KINDS)}  # what the column `kinds` holds
MAX, MIN, MOVER, LEAF, OPEN = (CODES[kind] for kind in KINDS)
NO_SCORE = -1
IS_INNER = np.array([kind.is_inner for kind in KINDS])  # by code
ORIENTATION = np.array([{Kind.MAX: 1, Kind.MOVER: 1, Kind.MIN: -1}.get(kind, 0) for kind in KINDS], np.int8)

_SHORT_ROW = 32  # moves: to compare each with all others of its row is sooner done than to sort
AT_ONCE = 65_536  # nodes or moves that are made ahead while one walks along all


@dataclass(frozen=True, eq=False)
class NodeColumns:
    """What is known of the nodes, each in its row.

    Attributes
    ----------
    ids : the ids.
    kinds : what each is, by `CODES`.
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

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def index(self) -> dict[str, int]:
        """Index of each id."""
        return dict(zip(self.ids, range(len(self.ids)), strict=True))

    @cached_property
    def orientation(self) -> NDArray[np.int8]:
        """+1 takes the largest, -1 the smallest, 0 has no moves to choose from."""
        return ORIENTATION[self.kinds]

    @cached_property
    def first_scored(self) -> list[int]:
        """The first node with each score, in order."""
        scored = np.flatnonzero(self.ranks != NO_SCORE)
        return sorted(scored[np.unique(self.ranks[scored], return_index=True)[1]].tolist())

    @cached_property
    def placed(self) -> Indices:
        """The indices of the nodes that have a position."""
        if self.points is None:
            return np.empty(0, np.int32)
        return np.flatnonzero(~np.isnan(self.points).any(axis=1)).astype(np.int32)

    def node(self, index: int) -> Node:
        """The node at an index from 0."""
        score = None if self.ranks[index] < 0 else self.scale[self.ranks[index]]
        label = None if self.labels is None else self.labels[index]
        x, y = (None, None) if self.points is None else map(or_none, self.points[index].tolist())
        return Node(self.ids[index], KINDS[self.kinds[index]], score, label, x, y, self.extras.get(index, {}))

    def __iter__(self) -> Iterator[Node]:
        """All nodes, in order."""
        for start in range(0, len(self), AT_ONCE):
            rows = slice(start, start + AT_ONCE)
            ids = self.ids[rows]
            labels: Sequence[str | None] = [None] * len(ids) if self.labels is None else self.labels[rows]
            scale = (*self.scale, None)
            scores = [scale[rank] for rank in self.ranks[rows].tolist()]
            points = [(None, None)] * len(ids) if self.points is None else pairs(self.points[rows])
            kinds = map(KINDS.__getitem__, self.kinds[rows].tolist())
            for number, (id, kind, score, label, (x, y)) in enumerate(
                zip(ids, kinds, scores, labels, points, strict=True), start
            ):
                yield Node(id, kind, score, label, x, y, self.extras.get(number, {}))

    def agrees(self, other: NodeColumns) -> bool:
        """Whether both are of the same nodes."""
        if self is other:
            return True
        return (
            tuple(self.ids) == tuple(other.ids)
            and np.array_equal(self.kinds, other.kinds)
            and _same_scores(self, other)
            and _all_of(self.labels, len(self)) == _all_of(other.labels, len(other))
            and _same_points(self, other)
            and {key: extra for key, extra in self.extras.items() if extra}
            == {key: extra for key, extra in other.extras.items() if extra}
        )


class Csr(NamedTuple):
    """Compressed rows: those of node v are `indices[indptr[v]:indptr[v + 1]]`."""

    indptr: Indices
    indices: Indices


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
    """The moves in order, each by the indices of its ends among so many nodes."""

    sources: Indices
    targets: Indices
    nodes: int

    @cached_property
    def forward(self) -> Csr:
        """The successors of each node, in move order."""
        return compressed_rows(self.sources, self.targets, self.nodes)

    @cached_property
    def backward(self) -> Csr:
        """The nodes with a move to each node, in move order."""
        return compressed_rows(self.targets, self.sources, self.nodes)

    def by_source(self) -> tuple[Indices, Indices, Indices | None]:
        """Sources and targets of the moves by source, as networkx lists them, and their indices if these are others."""
        if not (self.sources[1:] < self.sources[:-1]).any():
            return self.sources, self.targets, None
        order = np.argsort(self.sources, kind="stable")
        return self.sources[order], self.targets[order], order.astype(np.int32)


def compressed_rows(owners: Indices, entries: Indices, count: int) -> Csr:
    """For each of so many owners its entries, in order; a stable sort."""
    indptr = np.zeros(count + 1, np.int32)
    np.cumsum(np.bincount(owners, minlength=count), out=indptr[1:])
    if len(owners) < 2 or bool((owners[1:] >= owners[:-1]).all()):
        return Csr(indptr, np.ascontiguousarray(entries, np.int32))
    keys = (owners.astype(np.int64) << 32) | np.arange(len(owners))
    keys.sort()  # as good as a stable sort, and several times faster
    keys &= 0xFFFFFFFF
    return Csr(indptr, entries[keys])


def columns_of(nodes: Sequence[Node]) -> NodeColumns:
    """The columns of nodes."""
    ranks, scale = ranked([node.score for node in nodes])
    has_points = any(node.x is not None or node.y is not None for node in nodes)
    return NodeColumns(
        ids=tuple(node.id for node in nodes),
        kinds=np.array([CODES[node.kind] for node in nodes], np.int8),
        ranks=ranks,
        scale=scale,
        labels=tuple(node.label for node in nodes) if any(node.label is not None for node in nodes) else None,
        points=_points_of(nodes) if has_points else None,
        extras={index: node.extra for index, node in enumerate(nodes) if node.extra},
    )


def ranked(scores: Sequence[Score | None]) -> tuple[Indices, tuple[Score, ...]]:
    """For each score its index among all that there are, ascending, and these; `NO_SCORE` for None."""
    known = {(type(score), score) for score in scores if score is not None}
    order = sorted(known, key=lambda pair: (pair[1], pair[0].__name__))
    ranks = {pair: rank for rank, pair in enumerate(order)}
    found = (NO_SCORE if score is None else ranks[type(score), score] for score in scores)
    return np.fromiter(found, np.int32, len(scores)), tuple(score for _, score in order)


def require_sound(nodes: NodeColumns, moves: MoveColumns) -> None:
    """Nothing, if ids and moves are there once and moves go from node to node.

    Raises
    ------
    GraphError
        If not, naming the node or the move.
    """
    if len(nodes.index) != len(nodes):
        raise GraphError(f"two nodes have the id {quoted(_first_repeated(nodes.ids))}; rename one")
    for ends in (moves.sources, moves.targets):
        if len(ends) and not 0 <= int(ends.min()) <= int(ends.max()) < moves.nodes:
            at = int(((ends < 0) | (ends >= moves.nodes)).argmax())
            raise GraphError(f"move {at} needs a node {ends[at]}, but there are {moves.nodes:,}, from 0")
    if (number := first_repeated_move(moves)) is not None:
        source, target = (quoted(nodes.ids[ends[number]]) for ends in (moves.sources, moves.targets))
        raise GraphError(f"the move {source} → {target} is given twice; delete one")


def first_repeated_move(moves: MoveColumns) -> int | None:
    """The index of a move that is there before; None if there is none."""
    keys = moves.sources.astype(np.int64) * moves.nodes + moves.targets
    if (keys[1:] > keys[:-1]).all():  # as most programs write them; to look is far sooner done than to sort
        return None
    if not _may_repeat(moves.sources, keys):
        return None
    in_order = np.sort(keys)
    again = in_order[1:][in_order[1:] == in_order[:-1]]
    return int(np.flatnonzero(keys == again[0])[1]) if len(again) else None


def _may_repeat(owners: Indices, keys: NDArray[np.int64]) -> bool:
    """Whether a key may be there twice; without sorting, where the rows of all owners are together and short."""
    if not (owners[1:] >= owners[:-1]).all() or (longest := int(np.bincount(owners).max())) > _SHORT_ROW:
        return True
    return any((keys[distance:] == keys[:-distance]).any() for distance in range(1, longest))


def _first_repeated(ids: Iterable[str]) -> str:
    return next(id for id, count in Counter(ids).items() if count > 1)


# ---- parts of columns


def or_none(number: float) -> float | None:
    """The number; None for NaN."""
    return None if math.isnan(number) else number


def pairs(points: Points) -> list[tuple[float | None, float | None]]:
    """x and y of each point, None for NaN."""
    return [(or_none(x), or_none(y)) for x, y in points.tolist()]


def _points_of(nodes: Iterable[Node]) -> Points:
    pairs = [(node.x, node.y) for node in nodes]
    return np.array([[np.nan if number is None else number for number in pair] for pair in pairs], np.float64)


def _all_of(labels: Sequence[str | None] | None, count: int) -> tuple[str | None, ...]:
    return (None,) * count if labels is None else tuple(labels)


def _same_scores(one: NodeColumns, two: NodeColumns) -> bool:
    numbers: dict[Score, int] = {}
    mine, theirs = (
        np.array([*(numbers.setdefault(score, len(numbers)) for score in columns.scale), NO_SCORE])[columns.ranks]
        for columns in (one, two)
    )
    return np.array_equal(mine, theirs)


def _same_points(one: NodeColumns, two: NodeColumns) -> bool:
    if one.points is None or two.points is None:
        return all(columns.points is None or bool(np.isnan(columns.points).all()) for columns in (one, two))
    return np.array_equal(one.points, two.points, equal_nan=True)
