"""Having the kernels compiled before anybody waits for them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from threading import Timer
from typing import Any

from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.solver.backwards import by_blocks
from explorer.solver.components import components
from explorer.solver.frontier import approximated
from explorer.solver.kernels import always_compiled, in_use
from explorer.solver.operator import GraphArrays, arrays_of
from explorer.solver.retrograde import best_moves, retrograde
from explorer.solver.visits import visits


@dataclass(frozen=True)
class Warmth:
    """What it took to have compiled code.

    Attributes
    ----------
    seconds : how long it took, numba's own import included.
    compiled : how many pieces of code had to be compiled; the others were loaded from `folder`.
    folder : where compiled code is kept, "" if there is no place for it.
    """

    seconds: float
    compiled: int
    folder: str


def warm_up() -> Warmth:
    """Have every kernel compiled, or loaded from where it is kept; what that took."""
    start = time.perf_counter()
    arrays = _smallest()
    warm_up_solver()
    with always_compiled():
        approximated(arrays, 0)
        components(arrays.indptr, arrays.indices)
        visits(arrays.indptr, arrays.indices, 0, memo=True, most=100)
    stats: list[Any] = [getattr(kernel, "stats", None) for kernel in in_use()]
    compiled = sum(sum(each.cache_misses.values()) for each in stats)
    folder = next((each.cache_path for each in stats if each.cache_path), "")
    return Warmth(time.perf_counter() - start, compiled, str(folder))


def warm_up_solver() -> None:
    """Have the kernels compiled that find exact scores and best moves."""
    arrays = _smallest()
    with always_compiled():
        best_moves(arrays, retrograde(arrays), 0)
        by_blocks(arrays.indptr, arrays.indices, 12)


def _smallest() -> GraphArrays:
    """The arrays of a graph that has all that kernels look at."""
    nodes = (Node("a", Kind.MAX), Node("b", Kind.LEAF, 1))
    return arrays_of(GameGraph(nodes, (("a", "a"), ("a", "b")), root="a", convention=Convention.MINIMAX))


def warm_up_later(seconds: float) -> None:
    """Have every kernel compiled beside what else goes on, from so many seconds on."""
    timer = Timer(seconds, warm_up)
    timer.daemon = True
    timer.start()
