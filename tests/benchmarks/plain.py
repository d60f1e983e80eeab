"""`python -m tests.benchmarks.plain FILE`: scores of a table of moves and one of nodes by pyarrow and numba alone.

What a programmer writes for one graph: nothing is checked, warned of or named, and the ids are one dictionary.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import csv, parquet

Vector = NDArray[np.int64]


def read(path: Path) -> pa.Table:
    return csv.read_csv(path) if path.suffix == ".csv" else parquet.read_table(path)


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def floors(rows: tuple[Vector, Vector], moves: Vector, sides: Vector, leaves: Vector, scores: Vector) -> Vector:
    """The largest score of which each node is sure, from the best leaf down; `sides` is 1 where the largest counts."""
    indptr, before = rows
    found = np.full(len(sides), -(2**62))
    left = np.where(sides == 1, 1, moves)
    waiting = np.empty(len(sides), np.int64)
    for leaf in leaves:
        if found[leaf] > -(2**62):
            continue
        found[leaf] = scores[leaf]
        waiting[0], count = leaf, 1
        while count:
            count -= 1
            node = waiting[count]
            for at in range(indptr[node], indptr[node + 1]):
                other = before[at]
                left[other] -= 1
                if left[other] == 0:
                    found[other] = scores[leaf]
                    waiting[count] = other
                    count += 1
    return found


def codes(column: pa.ChunkedArray) -> Vector:
    return np.asarray(column.combine_chunks().to_numpy(zero_copy_only=False), np.int64)


def solve(path: Path) -> pa.Table:
    """The bounds of all nodes."""
    moves, nodes = read(path), read(path.with_suffix(f".nodes{path.suffix}"))
    columns = (nodes["id"], moves["from"], moves["to"])
    ids = pa.chunked_array([chunk for column in columns for chunk in column.chunks]).dictionary_encode()
    whole = np.concatenate([chunk.indices.to_numpy() for chunk in ids.chunks]).astype(np.int64)
    of_nodes, sources, targets = np.split(whole, np.cumsum([len(nodes), len(moves)]))
    count = len(ids.chunk(0).dictionary)
    sides, scores = np.zeros(count, np.int64), np.zeros(count, np.int64)
    sides[of_nodes] = nodes["player"].to_pandas().map({"max": 1, "min": -1}).fillna(0)
    scores[of_nodes] = nodes["score"].to_pandas().fillna(0)
    indptr = np.concatenate([[0], np.cumsum(np.bincount(targets, minlength=count))])
    before = sources[np.argsort(targets, kind="stable")]
    degrees = np.bincount(sources, minlength=count)
    leaves = np.flatnonzero(sides == 0)
    order = leaves[np.argsort(scores[leaves])]
    sign: dict[str, Any] = {"lower": 1, "upper": -1}
    found = {
        name: s * floors((indptr, before), degrees, s * sides, order[::-s], s * scores) for name, s in sign.items()
    }
    score = np.median([found["lower"], np.zeros(count), found["upper"]], axis=0)
    return pa.table({"node": ids.chunk(0).dictionary, "score": score, **found})


if __name__ == "__main__":
    csv.write_csv(solve(Path(sys.argv[1])), sys.stdout.buffer)
