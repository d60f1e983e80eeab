"""The solver timed beside other ways to compute the same bounds, on large generated graphs.

Every way finds the lower and the upper bound of every node; the score is their median with what endless play is worth.
The other ways are no part of the program: they stand with its tests, in `tests/benchmarks/peers.py`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import compressed_rows
from explorer.model.errors import UnknownNameError, quoted
from explorer.model.user_code import run_file
from explorer.solver.operator import GraphArrays
from explorer.solver.retrograde import Retrograde, retrograde

LEAST_SIZE, MOST_SIZE = 100, 100_000_000  # moves

PATIENCE = 20.0  # seconds after which another way is stopped
_RUNS, _ENOUGH = 5, 3.0  # how often a way is timed, as long as this does not take more seconds
_SCORES = 10

BoundRanks = NDArray[np.int32]
BoundFinder = Callable[[float], BoundRanks | None]
"""Finds lower and upper bounds, of shape (2, nodes); None if it is not done at that time of `time.perf_counter`."""


class AbsentError(Exception):
    """An error for a peer of the solver that cannot be run, with the reason."""


class PeerGraph(NamedTuple):
    """A minimax graph: moves in compressed rows, +1 where Max moves, -1 where Min does, leaves, and their ranks."""

    indptr: NDArray[Any]
    indices: NDArray[Any]
    orientation: NDArray[Any]
    is_leaf: NDArray[np.bool_]
    ranks: BoundRanks
    top: int


@dataclass(frozen=True)
class Peer:
    """A rival of the solver: another way to compute the bounds of a graph.

    Attributes
    ----------
    prepare : converts a graph for the library, which is not timed, and returns the work.
    """

    name: str
    prepare: Callable[[PeerGraph], BoundFinder]


@cache
def peers() -> dict[str, Peer]:
    """Return the peers of the solver by name; an installed program has a copy of their file."""
    package = Path(__file__).parent.parent
    files = package / "peers.py", package.parent / "tests" / "benchmarks" / "peers.py"
    found: dict[str, Peer] = run_file(str(next(filter(Path.is_file, files), files[-1])), "peers.py").PEERS
    return found


@dataclass(frozen=True)
class Timing:
    """The time that the solver or one of its peers took on a graph.

    Attributes
    ----------
    seconds : None if it was stopped, or did not begin.
    remark : why it has no time, or "".
    is_same : whether it found the bounds of the solver.
    """

    way: str
    seconds: float | None
    remark: str = ""
    is_same: bool = True


@dataclass(frozen=True)
class BenchmarkRow:
    """A benchmark graph with the times of the solver and its peers, the solver first."""

    graph: str
    nodes: int
    moves: int
    timings: tuple[Timing, ...]

    def ratio(self, timing: Timing) -> float | None:
        """Return the time of a peer divided by the solver's; None if it has no time."""
        own = self.timings[0].seconds
        return None if timing.seconds is None or not own else timing.seconds / own


def benchmark(size: int, names: Sequence[str], *, patience: float = PATIENCE) -> Iterator[BenchmarkRow]:
    """Return the rows of the benchmark table, one for each graph.

    Parameters
    ----------
    size : moves of a graph, about.
    names : those of the peers, as `peers` has them.
    patience : seconds after which a peer is stopped.

    Raises
    ------
    UnknownNameError
        If there is no peer of a name.
    """
    for name in names:
        if name not in peers():
            raise UnknownNameError(f"there is no peer {quoted(name)}; choose among {', '.join(peers())}")
    chosen = [peers()[name] for name in names]
    return (time_solver_and_peers(title, make(size), chosen, patience) for title, make in GRAPHS.items())


def time_solver_and_peers(title: str, arrays: GraphArrays, peers: Sequence[Peer], patience: float) -> BenchmarkRow:
    """Time the solver and the peers on a graph."""
    seconds, bounds = _time_solver(arrays)
    graph = PeerGraph(arrays.indptr, arrays.indices, arrays.orientation, *_leaf_columns(arrays), arrays.top)
    timings = [Timing("solver", seconds), *(_time_peer(peer, graph, bounds, patience) for peer in peers)]
    return BenchmarkRow(title, len(arrays.orientation), len(arrays.indices), tuple(timings))


def _time_solver(arrays: GraphArrays) -> tuple[float, NDArray[np.int32]]:
    """Return the seconds of the solver, with all preparation of the moves, and the bounds that it finds."""

    def work() -> Retrograde:
        arrays.__dict__.pop("predecessors", None)  # else the solver reuses them
        return retrograde(arrays)

    found = work()  # the first time, memory has to be found
    return _shortest_seconds(work), np.stack((found.lower, found.upper))


def _shortest_seconds(work: Callable[[], object]) -> float:
    """Return the shortest time in seconds of several runs of some work; long work is run once."""
    times: list[float] = []
    while len(times) < _RUNS and sum(times) < _ENOUGH:
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def _leaf_columns(arrays: GraphArrays) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
    is_leaf, ranks = np.zeros(len(arrays.orientation), np.bool_), np.zeros(len(arrays.orientation), np.int32)
    is_leaf[arrays.leaves], ranks[arrays.leaves] = True, arrays.leaf_ranks
    return is_leaf, ranks


def _time_peer(peer: Peer, graph: PeerGraph, bounds: NDArray[np.int32], patience: float) -> Timing:
    try:
        work = peer.prepare(graph)
    except AbsentError as absence:
        return Timing(peer.name, None, str(absence))
    found = work(time.perf_counter() + patience)
    if found is None:
        return Timing(peer.name, None, f"more than {patience:.0f} s")
    seconds = _shortest_seconds(lambda: work(math.inf))
    return Timing(peer.name, seconds, is_same=bool(np.array_equal(found, bounds)))


# ---- the graphs


def random_moves(size: int, seed: int = 1) -> GraphArrays:
    """Return a graph with about `size` random moves: three nodes for ten moves, a tenth of them leaves."""
    rng = np.random.default_rng(seed)
    nodes = max(2, round(0.3 * size))
    inner = rng.random(nodes) >= 0.1
    inner[0], inner[-1] = True, False
    degrees = np.where(inner, rng.integers(1, 7, nodes), 0)
    players = np.where(rng.random(nodes) < 0.5, 1, -1)
    return _arrays_with_random_scores(degrees, rng.integers(0, nodes, degrees.sum()), players, rng)


def long_cycle(size: int) -> GraphArrays:
    """Return a path of alternating nodes, each of which can also go back one step; the score comes from its far end."""
    nodes = max(3, size // 2)
    inner = np.arange(nodes - 1)
    moves = np.stack((inner + 1, np.maximum(inner - 1, 0)), axis=1).ravel()
    degrees = np.append(np.full(nodes - 1, 2), 0)
    return _arrays_with_random_scores(degrees, moves, np.ones(nodes, np.int8), np.random.default_rng(1))


def grid(size: int, seed: int = 1) -> GraphArrays:
    """Return a square board on which every node can go to its four neighbours; one node in fifty is a leaf."""
    side = max(2, math.isqrt(size // 4))
    nodes = side * side
    rng = np.random.default_rng(seed)
    at = np.arange(nodes)
    row, column = at // side, at % side
    around = [
        np.stack((at + step, inside))
        for step, inside in ((1, column < side - 1), (-1, column > 0), (side, row < side - 1), (-side, row > 0))
    ]
    targets, allowed = np.stack([each[0] for each in around], 1), np.stack([each[1] for each in around], 1) > 0
    allowed &= ~(rng.random(nodes) < 0.02)[:, None]
    return _arrays_with_random_scores(allowed.sum(axis=1), targets[allowed], np.where((row + column) % 2, 1, -1), rng)


def _arrays_with_random_scores(
    degrees: NDArray[np.int64], indices: NDArray[np.int64], players: NDArray[np.int64], rng: np.random.Generator
) -> GraphArrays:
    leaves = np.flatnonzero(degrees == 0)
    return GraphArrays(
        *compressed_rows(np.repeat(np.arange(len(degrees)), degrees), indices.astype(np.int32), len(degrees)),
        orientation=np.where(degrees > 0, players, 0).astype(np.int8),
        sign=1,
        leaves=leaves.astype(np.int32),
        leaf_ranks=rng.integers(-_SCORES, _SCORES + 1, len(leaves)).astype(np.int32),
        opens=np.empty(0, np.int32),
        scale=(-math.inf, *range(-_SCORES, _SCORES + 1), math.inf),
    )


GRAPHS: dict[str, Callable[[int], GraphArrays]] = {"random": random_moves, "grid": grid, "long cycle": long_cycle}
"""The graphs by what the table calls them."""
