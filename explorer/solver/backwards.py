"""Moves backwards: compressed rows of predecessors from those of successors, both in ascending order.

A counting sort that puts every move in its place is fast while those places are near each other.  In a large graph
whose moves go anywhere nearly every one is a cache miss, so there the moves are first dealt out to blocks of targets,
one after the other, and then sorted block by block (radix partition).  Both give the same rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from explorer.solver.kernels import Integers, Moves, MutableRow, halves, run
from explorer.trace.run import Progress

_MANY = 500_000  # nodes: with fewer, the places that moves go to next fit into the processor's cache
_MOST_BLOCKS = 1_024
_NARROWEST = 12  # bits of a target within a block
_WIDEST = 16
_SAMPLE = 2_048  # moves that are examined to see whether moves are local
_NEAR = 8_192  # nodes


class PredecessorRows(NamedTuple):
    """Rows of predecessors in the making; `starts` is 0 everywhere at first."""

    starts: Integers
    sources: Integers


class MoveBlocks(NamedTuple):
    """Moves that are dealt out to blocks of targets.

    Attributes
    ----------
    ends : for every block, and one more, the number of moves to it; then where they end, and after dealing out, where
        they begin.
    targets, origins : of the moves, block by block; a target stands as its place in its block.
    """

    ends: MutableRow
    targets: MutableRow
    origins: MutableRow


def predecessor_arrays(indptr: Integers, indices: Integers) -> tuple[Integers, Integers]:
    """Return `indptr` and `indices` of the moves backwards, 32 bits wide; each row in ascending order."""
    nodes, moves = len(indptr) - 1, len(indices)
    if nodes >= _MANY and not is_local(indptr, indices):
        return predecessors_by_blocks(
            indptr, indices, min(_WIDEST, max(_NARROWEST, (nodes // _MOST_BLOCKS).bit_length()))
        )
    outputs = PredecessorRows(np.zeros(nodes + 1, np.int32), np.empty(moves, np.int32))
    run(place_all_moves, Moves(indptr, indices), outputs, size=moves)
    return outputs


def predecessors_by_blocks(indptr: Integers, indices: Integers, shift: int) -> tuple[Integers, Integers]:
    """Return `indptr` and `indices` of the moves backwards, found by blocks of 2^shift targets."""
    nodes, moves = len(indptr) - 1, len(indices)
    last = (nodes - 1 >> shift) + 1
    inputs, outputs = Moves(indptr, indices), PredecessorRows(np.zeros(nodes + 1, np.int32), np.empty(moves, np.int32))
    ends, targets, origins = np.zeros((2, last + 1), np.int32), np.empty(moves, np.uint16), np.empty(moves, np.int32)
    blocks_of_halves = [MoveBlocks(of_half, targets, origins) for of_half in ends]
    sources = 0, int(np.searchsorted(indptr, indptr.dtype.type(moves // 2))), nodes
    blocks = 0, last // 2, last

    def tally_half(half: int, _: Progress | None) -> None:
        run(tally_moves, inputs, blocks_of_halves[half], shift, sources[half], sources[half + 1], size=moves)

    def deal_half(half: int, _: Progress | None) -> None:
        run(distribute_moves, inputs, blocks_of_halves[half], shift, sources[half], sources[half + 1], size=moves)

    def place_half(half: int, _: Progress | None) -> None:
        run(place_moves, blocks_of_halves[0], outputs, shift, blocks[half], blocks[half + 1], size=moves)

    halves(tally_half, size=moves)
    of_second = ends[1].copy()
    ends[1] = ends.sum(axis=0).cumsum()
    ends[0] = ends[1] - of_second  # in a block the moves of the second half are behind those of the first
    halves(deal_half, size=moves)
    halves(place_half, size=moves)
    return outputs


def is_local(indptr: Integers, indices: Integers) -> bool:
    """Return whether most moves in a sample of the graph lead to nodes with near indices."""
    some = np.linspace(0, len(indices) - 1, _SAMPLE).astype(np.int64)
    sources = np.searchsorted(indptr, some, side="right") - 1
    return bool(2 * np.count_nonzero(np.abs(sources - indices[some]) < _NEAR) > _SAMPLE)


def place_all_moves(inputs: Moves, outputs: PredecessorRows) -> int:
    """Put every move in its place among the moves backwards, without blocks.

    Each entry of `starts` first counts the moves to a node, then is the end of its row, and goes down to the
    beginning of the row as the row is filled from behind.
    """
    indptr, indices = inputs
    starts, sources = outputs
    nodes = len(indptr) - 1
    for move in range(len(indices)):
        starts[indices[move]] += 1
    for node in range(1, nodes + 1):
        starts[node] += starts[node - 1]
    source, move = nodes, len(indices) - 1
    while move >= 0:  # one loop, so that the processor does not guess wrong at the end of every short row
        if move >= indptr[source]:
            target = indices[move]
            at = starts[target] - 1
            starts[target] = at
            sources[at] = source
            move -= 1
        else:
            source -= 1
    return 0


def tally_moves(inputs: Moves, outputs: MoveBlocks, shift: int, first: int, last: int) -> int:
    """Count the moves from sources from `first` up to `last` to every block of 2^shift targets."""
    indptr, indices = inputs
    ends, _, _ = outputs
    for move in range(indptr[first], indptr[last]):
        ends[indices[move] >> shift] += 1
    return 0


def distribute_moves(inputs: Moves, outputs: MoveBlocks, shift: int, first: int, last: int) -> int:
    """Deal the moves from these sources out to the blocks of targets, filling each from its end."""
    indptr, indices = inputs
    ends, targets, origins = outputs
    inside = (1 << shift) - 1
    source, move, end = last, indptr[last] - 1, indptr[first]
    while move >= end:
        if move >= indptr[source]:
            target = indices[move]
            at = ends[target >> shift] - 1
            ends[target >> shift] = at
            targets[at] = target & inside
            origins[at] = source
            move -= 1
        else:
            source -= 1
    return 0


def place_moves(inputs: MoveBlocks, outputs: PredecessorRows, shift: int, first: int, last: int) -> int:
    """Put the moves of blocks from `first` up to `last` in place, and set the starts of their rows."""
    begins, targets, origins = inputs
    starts, sources = outputs
    nodes, width = len(starts) - 1, 1 << shift
    for block in range(first, last):
        least, begin, end = block << shift, begins[block], begins[block + 1]
        for at in range(begin, end):
            starts[least + targets[at]] += 1
        total = begin
        for node in range(least, min(least + width, nodes)):
            total += starts[node]
            starts[node] = total
        for at in range(end - 1, begin - 1, -1):
            node = least + targets[at]
            starts[node] -= 1
            sources[starts[node]] = origins[at]
    if last == len(begins) - 1:
        starts[nodes] = len(sources)
    return 0
