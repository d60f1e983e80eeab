"""Strongly connected components, by Tarjan's algorithm without recursion."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.solver.kernels import Moves, MutableRow, run


class ComponentSearch(NamedTuple):
    """State of a depth-first search.

    Attributes
    ----------
    labels : for each node its component, from 0; -1 while it is not known.
    numbers, low : when a node was visited, from 1, and the earliest to which it is known to lead back; 0 before.
    path, next_move : the nodes under way, and for each node the next move to try.
    stack : the nodes visited whose component is not known.
    """

    labels: MutableRow
    numbers: MutableRow
    low: MutableRow
    path: MutableRow
    next_move: MutableRow
    stack: MutableRow


def components(indptr: NDArray[Any], indices: NDArray[Any]) -> NDArray[np.int32]:
    """Return the number of each node's strongly connected component; no move leads to a larger number.

    Examples
    --------
    >>> components(np.array([0, 1, 3, 3]), np.array([1, 0, 2])).tolist()
    [1, 1, 0]
    """
    nodes = len(indptr) - 1
    labels = np.full(nodes, -1, np.int32)
    room = [np.zeros(nodes, np.int32) for _ in range(5)]
    run(search, Moves(indptr, indices), ComponentSearch(labels, *room), size=len(indices))
    return labels


def search(moves: Moves, outputs: ComponentSearch) -> int:
    """Find all components and return their number."""
    indptr, indices = moves
    labels, numbers, low, path, next_move, stack = outputs
    visits = found = count = 0
    for root in range(len(labels)):
        path[0] = root
        depth = 1 if numbers[root] == 0 else 0
        while depth > 0:
            node = path[depth - 1]
            if numbers[node] == 0:
                visits += 1
                numbers[node], low[node], next_move[node], stack[count] = visits, visits, indptr[node], node
                count += 1
            if next_move[node] < indptr[node + 1]:
                target = indices[next_move[node]]
                next_move[node] += 1
                if numbers[target] == 0:
                    path[depth] = target
                    depth += 1
                elif labels[target] < 0:
                    low[node] = min(low[node], numbers[target])
                continue
            depth -= 1
            if depth > 0:
                low[path[depth - 1]] = min(low[path[depth - 1]], low[node])
            if low[node] == numbers[node]:
                while labels[node] < 0:
                    count -= 1
                    labels[stack[count]] = found
                found += 1
    return found
