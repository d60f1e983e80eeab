"""Compilation of the kernels before anybody waits for them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from explorer.model.graph import GameGraph
from explorer.solver.backwards import predecessors_by_blocks
from explorer.solver.components import components
from explorer.solver.kernels import always_compiled, compiled_kernels
from explorer.solver.operator import GraphArrays, arrays_of
from explorer.solver.retrograde import best_moves, retrograde
from explorer.solver.visits import visits

_MANY_MOVES = (2**7, 2**15)  # of a node, from which on the solver counts in wider numbers: other compiled code


@dataclass(frozen=True)
class WarmUpReport:
    """Time and number of compilations of a warm-up.

    Attributes
    ----------
    seconds : the time, numba's own import included.
    compilations : the number of compilations; other code was loaded from `folder`.
    folder : where compiled code is kept, "" if there is no place for it.
    """

    seconds: float
    compilations: int
    folder: str


def warm_up() -> WarmUpReport:
    """Compile every kernel, or load its code from disk; return a report."""
    start = time.perf_counter()
    arrays = _star_arrays()
    warm_up_solver()
    with always_compiled():
        for leaves in _MANY_MOVES:
            retrograde(_star_arrays(leaves))
        components(arrays.indptr, arrays.indices)
        visits(arrays.indptr, arrays.indices, 0, memo=True, most=100)
    stats: list[Any] = [getattr(kernel, "stats", None) for kernel in compiled_kernels()]
    compiled = sum(sum(each.cache_misses.values()) for each in stats)
    folder = next((each.cache_path for each in stats if each.cache_path), "")
    return WarmUpReport(time.perf_counter() - start, compiled, str(folder))


def warm_up_solver() -> None:
    """Compile the kernels that find exact scores and best moves."""
    arrays = _star_arrays()
    with always_compiled():
        best_moves(arrays, retrograde(arrays), 0)
        predecessors_by_blocks(arrays.indptr, arrays.indices, 12)


def _star_arrays(leaves: int = 1) -> GraphArrays:
    """Return the arrays of a graph for all cases of kernels: a node that can go to itself and to so many leaves."""
    scores = [None, *[1] * leaves]
    return arrays_of(GameGraph.from_arrays([1, *[0] * leaves], scores, [0] * (leaves + 1), range(leaves + 1), root="0"))
