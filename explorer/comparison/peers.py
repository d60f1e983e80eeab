"""Other ways to lower and upper bounds, with which the solver is compared: sweeps of s_n, and networkx.

A sweep applies the operator A of Kars, Definition 4.1, to every node at once, from -∞ and from +∞, until nothing
changes.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.errors import LibraryError
from explorer.model.libraries import needed_for

Bounds = NDArray[np.int32]
Work = Callable[[float], Bounds | None]
"""Finds lower and upper bounds, of shape (2, nodes); None if it is not done at that time of `time.perf_counter`."""

MOST_IN_NETWORKX = 2_000_000  # moves: each takes some hundred bytes there


class AbsentError(Exception):
    """Why a peer cannot be run."""


class Given(NamedTuple):
    """A minimax graph: moves in compressed rows, +1 where Max moves, -1 where Min does, leaves, and their ranks."""

    indptr: NDArray[Any]
    indices: NDArray[Any]
    orientation: NDArray[Any]
    is_leaf: NDArray[np.bool_]
    ranks: NDArray[np.int32]
    top: int


@dataclass(frozen=True)
class Peer:
    """Another way.

    Attributes
    ----------
    prepare : makes of a graph what the library works on, which is not timed, and returns the work.
    """

    name: str
    prepare: Callable[[Given], Work]


def _numpy(given: Given) -> Work:
    """Sweeps with `ufunc.reduceat`, on the moves of either player."""
    parts = []
    degrees = np.diff(given.indptr)
    for player, best in ((1, np.maximum), (-1, np.minimum)):
        nodes = np.flatnonzero(given.orientation == player)
        flat = np.repeat(given.orientation == player, degrees)
        starts = np.cumsum(degrees[nodes]) - degrees[nodes]
        parts.append((nodes, given.indices[flat].astype(np.intp), starts, best))

    def sweep(ranks: Bounds) -> Bounds:
        new = ranks.copy()
        for nodes, targets, starts, best in parts:
            if len(nodes):
                new[nodes] = best.reduceat(ranks[targets], starts)
        return new

    return lambda until: _swept(given, sweep, until)


def _graphblas(given: Given) -> Work:
    """Sweeps as products with the matrix of the moves of either player, over (max, second) and (min, second)."""
    try:
        with needed_for("products of GraphBLAS"):
            blas = import_module("graphblas")
        _ = blas.semiring, blas.dtypes, blas.binary, blas.Matrix, blas.Vector  # which it loads when asked for them
    except LibraryError as error:
        raise AbsentError(str(error)) from None
    except Exception as error:  # of a release that does not fit the libraries it finds
        raise AbsentError(f"python-graphblas cannot be loaded: {type(error).__name__}: {error}") from None
    nodes = len(given.orientation)
    degrees = np.diff(given.indptr)
    products = []
    for player, semiring in ((1, blas.semiring.max_second), (-1, blas.semiring.min_second)):
        rows = np.repeat(np.arange(nodes), degrees)
        own = given.orientation[rows] == player
        if own.any():
            matrix = blas.Matrix.from_coo(rows[own], given.indices[own], True, nrows=nodes, ncols=nodes)
            products.append((matrix, semiring[blas.dtypes.INT32]))
    leaves = np.flatnonzero(given.is_leaf)
    scores = blas.Vector.from_coo(leaves, given.ranks[leaves], size=nodes, dtype=blas.dtypes.INT32)

    def limit(rank: int, until: float) -> Bounds | None:
        now = blas.Vector.from_scalar(rank, nodes, dtype=blas.dtypes.INT32)
        now(blas.binary.second) << scores
        while time.perf_counter() < until:
            new = now.dup()
            for matrix, semiring in products:
                new(blas.binary.second) << matrix.mxv(now, semiring)
            if new.isequal(now):
                return np.asarray(now.to_dense(), np.int32)
            now = new
        return None

    return lambda until: _both(limit(rank, until) for rank in (-given.top, given.top))


def _networkx(given: Given) -> Work:
    """Retrograde analysis as it is written over a `DiGraph`: dictionaries of predecessors and counters."""
    if len(given.indices) > MOST_IN_NETWORKX:
        raise AbsentError(f"at most {MOST_IN_NETWORKX:,} moves")
    import networkx as nx

    sources = np.repeat(np.arange(len(given.orientation)), np.diff(given.indptr))
    digraph: nx.DiGraph[int] = nx.DiGraph()
    digraph.add_nodes_from(range(len(given.orientation)))
    digraph.add_edges_from(zip(sources.tolist(), given.indices.tolist(), strict=True))
    players = dict(enumerate(given.orientation.tolist()))
    leaves = [(int(given.ranks[leaf]), leaf) for leaf in np.flatnonzero(given.is_leaf).tolist()]

    def limit(view: int) -> Bounds:
        floors = dict.fromkeys(digraph, -given.top)
        left = {node: 1 if players[node] == view else digraph.out_degree(node) for node in digraph}
        settled: set[int] = set()
        for rank, leaf in sorted(((view * rank, leaf) for rank, leaf in leaves), reverse=True):
            settled.add(leaf)
            floors[leaf] = rank
            waiting = deque([leaf])
            while waiting:
                for before in digraph.predecessors(waiting.popleft()):
                    left[before] -= 1
                    if before not in settled and left[before] <= 0:
                        settled.add(before)
                        floors[before] = rank
                        waiting.append(before)
        return view * np.array(list(floors.values()), np.int32)

    return lambda until: _both(limit(view) if time.perf_counter() < until else None for view in (1, -1))


def _swept(given: Given, sweep: Callable[[Bounds], Bounds], until: float) -> Bounds | None:
    """The limits of sweeps from -∞ and from +∞."""

    def limit(rank: int) -> Bounds | None:
        now = np.where(given.is_leaf, given.ranks, rank).astype(np.int32)
        while time.perf_counter() < until:
            new = sweep(now)
            if np.array_equal(new, now):
                return now
            now = new
        return None

    return _both(limit(rank) for rank in (-given.top, given.top))


def _both(rows: Iterable[Bounds | None]) -> Bounds | None:
    found = [row for row in rows if row is not None]
    return np.stack(found) if len(found) == 2 else None


PEERS = {
    peer.name: peer for peer in (Peer("numpy", _numpy), Peer("networkx", _networkx), Peer("graphblas", _graphblas))
}
"""The other ways by name."""
