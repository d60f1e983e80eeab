"""Other ways to compute lower and upper bounds, as rivals of the solver: sweeps of s_n, and networkx.

A sweep applies the operator A of Kars, Definition 4.1, to every node at once, from -∞ and from +∞, until nothing
changes.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from importlib import import_module

import numpy as np

from explorer.comparison.benchmark import AbsentError, BoundFinder, BoundRanks, Peer, PeerGraph
from explorer.model.errors import LibraryError
from explorer.model.libraries import needed_for

MOST_IN_NETWORKX = 2_000_000  # moves: each takes some hundred bytes there


def _numpy_sweeps(graph: PeerGraph) -> BoundFinder:
    """Prepare sweeps with `ufunc.reduceat`, on the moves of either player."""
    parts = []
    degrees = np.diff(graph.indptr)
    for player, best in ((1, np.maximum), (-1, np.minimum)):
        nodes = np.flatnonzero(graph.orientation == player)
        flat = np.repeat(graph.orientation == player, degrees)
        starts = np.cumsum(degrees[nodes]) - degrees[nodes]
        parts.append((nodes, graph.indices[flat].astype(np.intp), starts, best))

    def sweep(ranks: BoundRanks) -> BoundRanks:
        new = ranks.copy()
        for nodes, targets, starts, best in parts:
            if len(nodes):
                new[nodes] = best.reduceat(ranks[targets], starts)
        return new

    return lambda until: _sweep_limits(graph, sweep, until)


def _graphblas_sweeps(graph: PeerGraph) -> BoundFinder:
    """Prepare sweeps as products with the matrix of either player's moves, over (max, second) and (min, second)."""
    try:
        with needed_for("products of GraphBLAS"):
            blas = import_module("graphblas")
        _ = blas.semiring, blas.dtypes, blas.binary, blas.Matrix, blas.Vector  # loaded on first access
    except LibraryError as error:
        raise AbsentError(str(error)) from None
    except Exception as error:  # of a release that does not fit the libraries it finds
        raise AbsentError(f"python-graphblas cannot be loaded: {type(error).__name__}: {error}") from None
    nodes = len(graph.orientation)
    degrees = np.diff(graph.indptr)
    products = []
    for player, semiring in ((1, blas.semiring.max_second), (-1, blas.semiring.min_second)):
        rows = np.repeat(np.arange(nodes), degrees)
        own = graph.orientation[rows] == player
        if own.any():
            matrix = blas.Matrix.from_coo(rows[own], graph.indices[own], True, nrows=nodes, ncols=nodes)
            products.append((matrix, semiring[blas.dtypes.INT32]))
    leaves = np.flatnonzero(graph.is_leaf)
    scores = blas.Vector.from_coo(leaves, graph.ranks[leaves], size=nodes, dtype=blas.dtypes.INT32)

    def limit(rank: int, until: float) -> BoundRanks | None:
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

    return lambda until: _stack_both_bounds(limit(rank, until) for rank in (-graph.top, graph.top))


def _networkx_retrograde(graph: PeerGraph) -> BoundFinder:
    """Prepare retrograde analysis over a `DiGraph`, with dictionaries of predecessors and counters."""
    if len(graph.indices) > MOST_IN_NETWORKX:
        raise AbsentError(f"at most {MOST_IN_NETWORKX:,} moves")
    import networkx as nx

    sources = np.repeat(np.arange(len(graph.orientation)), np.diff(graph.indptr))
    digraph: nx.DiGraph[int] = nx.DiGraph()
    digraph.add_nodes_from(range(len(graph.orientation)))
    digraph.add_edges_from(zip(sources.tolist(), graph.indices.tolist(), strict=True))
    players = dict(enumerate(graph.orientation.tolist()))
    leaves = [(int(graph.ranks[leaf]), leaf) for leaf in np.flatnonzero(graph.is_leaf).tolist()]

    def limit(view: int) -> BoundRanks:
        floors = dict.fromkeys(digraph, -graph.top)
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

    return lambda until: _stack_both_bounds(limit(view) if time.perf_counter() < until else None for view in (1, -1))


def _sweep_limits(graph: PeerGraph, sweep: Callable[[BoundRanks], BoundRanks], until: float) -> BoundRanks | None:
    """Return the ranks at which sweeps from -∞ and from +∞ stop changing; None if time runs out."""

    def limit(rank: int) -> BoundRanks | None:
        now = np.where(graph.is_leaf, graph.ranks, rank).astype(np.int32)
        while time.perf_counter() < until:
            new = sweep(now)
            if np.array_equal(new, now):
                return now
            now = new
        return None

    return _stack_both_bounds(limit(rank) for rank in (-graph.top, graph.top))


def _stack_both_bounds(rows: Iterable[BoundRanks | None]) -> BoundRanks | None:
    limits = [row for row in rows if row is not None]
    return np.stack(limits) if len(limits) == 2 else None


PEERS = {
    peer.name: peer
    for peer in (
        Peer("numpy", _numpy_sweeps),
        Peer("networkx", _networkx_retrograde),
        Peer("graphblas", _graphblas_sweeps),
    )
}
"""The other ways by name."""
