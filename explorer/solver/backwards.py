"""The moves backwards: compressed rows of predecessors from those of successors, both in ascending order.

A counting sort that puts every move in its place is fast while those places are near each other.  In a large graph
whose moves go anywhere nearly every one is a cache miss, so there the moves are first dealt out to blocks of targets,
one after the other, and then sorted block by block (radix partition).  Both give the same rows.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from explorer.solver.kernels import Moves, MutableRow, run

Numbers = NDArray[Any]

_MANY = 500_000  # nodes: with fewer, the places that moves go to next fit into the processor's cache
_MOST_BLOCKS = 1_024
_NARROWEST = 12  # bits of a target within a block
_WIDEST = 16
_SAMPLE = 2_048  # moves that are looked at to tell whether they are local
_NEAR = 8_192  # nodes


class GraphRows(Protocol):
    """A graph as arrays, as `explorer.solver.operator.GraphArrays` has them."""

    @property
    def indptr(self) -> Numbers: ...
    @property
    def indices(self) -> Numbers: ...
    @property
    def orientation(self) -> Numbers: ...
    @property
    def sign(self) -> int: ...
    @property
    def leaves(self) -> Numbers: ...
    @property
    def leaf_ranks(self) -> Numbers: ...
    @property
    def opens(self) -> Numbers: ...
    @property
    def top(self) -> int: ...
    @property
    def inner(self) -> Numbers: ...
    @property
    def predecessors(self) -> tuple[Numbers, Numbers]: ...


class Turned(NamedTuple):
    """Rows of predecessors in the making; `starts` is 0 everywhere at first."""

    starts: MutableRow
    sources: MutableRow


class Dealt(NamedTuple):
    """The same, with room for moves that are dealt out to blocks of targets.

    Attributes
    ----------
    blocks : 0 for every block at first, and one more.
    targets, origins : of the moves, block by block; a target is known by where it is in its block.
    """

    starts: MutableRow
    sources: MutableRow
    blocks: MutableRow
    targets: MutableRow
    origins: MutableRow


def turned(indptr: Numbers, indices: Numbers) -> tuple[Numbers, Numbers]:
    """`indptr` and `indices` of the moves backwards, 32 bits wide; each row in ascending order."""
    nodes, moves = len(indptr) - 1, len(indices)
    starts, sources = np.zeros(nodes + 1, np.int32), np.empty(moves, np.int32)
    given = Moves(indptr, indices)
    if nodes < _MANY or is_local(indptr, indices):
        run(turn, given, Turned(starts, sources), size=moves)
        return starts, sources
    shift = min(_WIDEST, max(_NARROWEST, (nodes // _MOST_BLOCKS).bit_length()))
    blocks = np.zeros((nodes - 1 >> shift) + 2, np.int32)
    dealt = Dealt(starts, sources, blocks, np.empty(moves, np.uint16), np.empty(moves, np.int32))
    run(deal, given, dealt, shift, size=moves)
    return starts, sources


def is_local(indptr: Numbers, indices: Numbers) -> bool:
    """Whether most moves go to nodes that are near, judged by some that are spread evenly."""
    some = np.linspace(0, len(indices) - 1, _SAMPLE).astype(np.int64)
    sources = np.searchsorted(indptr, some, side="right") - 1
    return bool(2 * np.count_nonzero(np.abs(sources - indices[some]) < _NEAR) > _SAMPLE)


def turn(given: Moves, made: Turned) -> int:
    """Put every move in its place at once.

    Each entry of `starts` first counts the moves to a node, then says where its row ends, and goes down to where the
    row begins as the row is filled from behind.
    """
    indptr, indices = given
    starts, sources = made
    nodes = len(indptr) - 1
    for move in range(len(indices)):
        starts[indices[move]] += 1
    for node in range(1, nodes + 1):
        starts[node] += starts[node - 1]
    for source in range(nodes - 1, -1, -1):
        for move in range(indptr[source + 1] - 1, indptr[source] - 1, -1):
            target = indices[move]
            at = starts[target] - 1
            starts[target] = at
            sources[at] = source
    return 0


def deal(given: Moves, made: Dealt, shift: int) -> int:
    """Deal the moves out to blocks of 2^shift targets, then put those of each block in their places."""
    indptr, indices = given
    starts, sources, blocks, targets, origins = made
    nodes, last = len(indptr) - 1, len(blocks) - 1
    inside = (1 << shift) - 1
    for move in range(len(indices)):
        blocks[indices[move] >> shift] += 1
    for block in range(1, last + 1):
        blocks[block] += blocks[block - 1]
    for source in range(nodes - 1, -1, -1):
        for move in range(indptr[source + 1] - 1, indptr[source] - 1, -1):
            target = indices[move]
            at = blocks[target >> shift] - 1
            blocks[target >> shift] = at
            targets[at] = target & inside
            origins[at] = source
    for block in range(last):
        first, begin, end = block << shift, blocks[block], blocks[block + 1]
        for at in range(begin, end):
            starts[first + targets[at]] += 1
        total = begin
        for node in range(first, min(first + inside + 1, nodes)):
            total += starts[node]
            starts[node] = total
        for at in range(end - 1, begin - 1, -1):
            node = first + targets[at]
            starts[node] -= 1
            sources[starts[node]] = origins[at]
    starts[nodes] = len(indices)
    return 0
