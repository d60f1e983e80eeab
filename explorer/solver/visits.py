"""Numbers of visits of Algorithms 6.7 and 7.2 of Kars, counted without their steps.

Neither depends on scores: both try every move.  A visit of Algorithm 6.7 ends at a node on the path and at a leaf.  One
of Algorithm 7.2 also ends at a node whose stored dependency set is on the path; the set of a node is that of its
successors together, without the node itself, and a back link depends on the node that it leads to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from explorer.solver.kernels import Integers, Moves, MutableRow, NumberRow, part, run

MOST_NODES = 20_000
"""Of a graph on which Algorithm 7.2 is counted: its memo has a bit for every pair of nodes."""

_BITS = 62  # of a word, without its sign
_FIRST, _NEXT = 20_000, 2_000_000  # visits between two reports of progress
VISITS, DEPTH = range(2)


class VisitSearch(NamedTuple):
    """State of a search.

    Attributes
    ----------
    at : the visits so far, and how many nodes are on the path.
    path, next_move : the nodes on the path, and for each node the next move to try, -1 if it is not on the path.
    is_stored : for each node, whether it is in the memo.
    needs : for each node its dependency set, a bit for each node; no entries for a search without memo.
    present : the nodes on the path, a bit for each.
    """

    at: MutableRow
    path: MutableRow
    next_move: MutableRow
    is_stored: MutableRow
    needs: MutableRow
    present: MutableRow


def visits(
    indptr: Integers,
    indices: Integers,
    root: int,
    *,
    memo: bool,
    most: int,
    progress: Callable[[int], None] | None = None,
) -> int | None:
    """Return the visits of Algorithm 7.2 (`memo`) or 6.7 from a root; None if there are more than `most`.

    Parameters
    ----------
    progress : called with the number of visits, every now and then; it may raise to cancel.

    Examples
    --------
    A graph in which two ways lead to a cycle:

    >>> indptr, indices = np.array([0, 2, 4, 4, 6, 6, 7]), np.array([1, 5, 2, 3, 4, 1, 3])
    >>> [visits(indptr, indices, 0, memo=memo, most=100) for memo in (False, True)]
    [12, 10]
    """
    nodes = len(indptr) - 1
    words = (nodes + _BITS - 1) // _BITS if memo else 0
    path, next_move, is_stored = np.zeros(nodes + 1, np.int32), np.full(nodes, -1, np.int32), np.zeros(nodes, np.int8)
    at = np.array([1, 1 if indptr[root] < indptr[root + 1] else 0])
    work = VisitSearch(at, path, next_move, is_stored, np.zeros(nodes * words, np.int64), np.zeros(words, np.int64))
    path[0], next_move[root] = root, indptr[root]
    if memo:
        work.present[root // _BITS] = 1 << root % _BITS
    pause = _FIRST
    while run(search, Moves(indptr, indices), work, min(pause, most), size=int(at[VISITS])):
        if at[VISITS] >= most:
            return None
        if progress is not None:
            progress(int(at[VISITS]))
        pause = int(at[VISITS]) + _NEXT
    return int(at[VISITS])


def search(moves: Moves, outputs: VisitSearch, most: int) -> int:
    """Search on up to `most` visits, and return whether there is more to do."""
    indptr, indices = moves
    at, path, next_move, is_stored, needs, present = outputs
    count, depth, words = at[VISITS], at[DEPTH], len(present)
    while depth > 0 and count < most:
        node = path[depth - 1]
        if next_move[node] == indptr[node + 1]:
            depth -= 1
            next_move[node] = -1
            if words > 0:
                is_stored[node] = 1
                _remove_element(needs, node * words + node // _BITS, node % _BITS)
                _remove_element(present, node // _BITS, node % _BITS)
                if depth > 0:
                    _add_set(needs, path[depth - 1] * words, node * words, words)
            continue
        target = indices[next_move[node]]
        next_move[node] += 1
        count += 1
        if next_move[target] >= 0:
            if words > 0:
                needs[node * words + target // _BITS] |= 1 << target % _BITS
        elif words > 0 and is_stored[target] > 0 and _is_on_path(needs, target * words, present):
            _add_set(needs, node * words, target * words, words)
        elif indptr[target] < indptr[target + 1]:
            path[depth] = target
            depth += 1
            next_move[target] = indptr[target]
            for word in range(words):
                needs[target * words + word] = 0
            if words > 0:
                present[target // _BITS] |= 1 << target % _BITS
    at[VISITS], at[DEPTH] = count, depth
    return int(depth > 0)


@part
def _remove_element(row: MutableRow, word: int, bit: int) -> None:
    row[word] &= ~(1 << bit)


@part
def _add_set(needs: MutableRow, into: int, begin: int, words: int) -> None:
    """Add all elements of one set of nodes to another set."""
    for word in range(words):
        needs[into + word] |= needs[begin + word]


@part
def _is_on_path(needs: NumberRow, begin: int, present: NumberRow) -> bool:
    """Return whether all nodes of a set are on the path."""
    missing = 0
    for word in range(len(present)):
        missing |= needs[begin + word] & ~present[word]
    return missing == 0
