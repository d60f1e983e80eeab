"""`python -m tests.benchmarks.solved_folder [NODES [FOLDER]]`: what a look at a node of a large folder costs.

A folder of 10,000,000 nodes and three random moves a node is written with made-up scores (into FOLDER, where it stays),
once with whole numbers and once with texts for ids.  In a process of its own it is opened, and 200 nodes that are far
from each other are read with the rows of all their successors and predecessors, all in new row groups; then the same
nodes again.  Milliseconds, median and worst; and the memory that comes on top of that of the libraries.
"""

from __future__ import annotations

import sys
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pyarrow as pa

from explorer.intake.memory import used_memory
from explorer.solved_folder import layout
from explorer.solved_folder.folder import SolvedFolder

NODES, LOOKS = 10_000_000, 200


def write_random(place: Path, count: int, *, has_texts: bool) -> None:
    """Write a folder of random moves in which the last fourth of the nodes are leaves."""
    rng, inner = np.random.default_rng(1), count * 3 // 4
    sources = np.repeat(np.arange(inner), 4)
    targets = rng.integers(0, count, len(sources))
    best, player = np.full(count, -1), np.arange(count) % 2
    best[:inner] = targets[::4]
    player[inner:] = -1
    scale = [float("-inf"), -1, 0, 1, float("inf")]
    score = rng.integers(1, 4, count)
    lower, upper = (np.where(rng.random(count) < 0.1, end, score) for end in (0, 4))
    ids = pa.array(np.arange(count))
    keys = np.arange(count)
    if has_texts:
        ids = pa.array([f"node-{number}" for number in range(count)])
        keys = layout.keys_of(ids)
    order = np.argsort(keys)
    columns = {"id": ids} | ({"key": pa.array(keys)} if has_texts else {})
    columns["player"] = pa.array(["max", "min"]).take(pa.array(player, mask=player < 0))
    for name, codes in (("lower", lower), ("upper", upper), ("score", score)):
        columns[name] = layout.score_column(scale if name != "score" else scale[1:4], codes - (name == "score"))
    columns["best"] = ids.take(pa.array(best, mask=best < 0))
    columns["distance"] = pa.array(rng.integers(0, 60, count))
    with layout.new_folder(place) as folder:
        layout.write_part(folder, layout.NODES, 0, pa.table(columns).take(pa.array(order)))
        begin, end = keys[sources], keys[targets]
        for table, first in ((layout.BY_SOURCE, begin), (layout.BY_TARGET, end)):
            rows = np.argsort(first, kind="stable")
            layout.write_part(folder, table, 0, pa.table({"from": begin[rows], "to": end[rows]}))
        about = {"root": str(ids[0]), "convention": "minimax", "endless": 0, "ids": "text" if has_texts else "integer"}
        layout.write_about(folder, about | {"nodes": count, "moves": len(sources), "open": 0, "bounds": True})


def look(place: Path, count: int) -> None:
    """Open the folder and look at nodes."""
    import pyarrow.parquet  # noqa: F401  so that its memory is not counted

    before, began = used_memory() or 0, time.perf_counter()
    folder = SolvedFolder(place)
    chosen = np.random.default_rng(2).choice(count * 3 // 4, LOOKS, replace=False)
    ids = [f"node-{number}" if folder.has_texts else str(number) for number in chosen]
    around(folder, ids[0])
    sys.stdout.write(f"  opened, with the first node: {1000 * (time.perf_counter() - began):.0f} ms\n")
    for title in ("for the first time", "again"):
        times = np.array([times_of(folder, id) for id in ids[1:]])
        (wall, processor), (worst, most) = np.median(times, axis=0), times.max(axis=0)
        words = f"median {wall:.1f} ms ({processor:.1f} of the processor), worst {worst:.1f} ({most:.1f})"
        sys.stdout.write(f"  a node with both neighbourhoods {title}: {words}\n")
    sys.stdout.write(f"  memory: {((used_memory() or 0) - before) / 2**20:.0f} MB more\n")


def times_of(folder: SolvedFolder, id: str) -> tuple[float, float]:
    """Milliseconds that a look takes, on the clock and of the processor."""
    began = time.perf_counter(), time.process_time()
    around(folder, id)
    return 1000 * (time.perf_counter() - began[0]), 1000 * (time.process_time() - began[1])


def around(folder: SolvedFolder, id: str) -> None:
    """Read a node, its neighbours and their rows."""
    folder.nodes_of([id, *folder.successors(id), *folder.predecessors(id)])


def main() -> None:
    """Write the folders and look at them."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else NODES
    with tempfile.TemporaryDirectory() as temporary:
        base = Path(sys.argv[2] if len(sys.argv) > 2 else temporary)
        for kind in ("integer", "text"):
            place = base / kind
            if not layout.is_solved_folder(place):
                write_random(place, count, has_texts=kind == "text")
            size = sum(file.stat().st_size for file in place.rglob("*.parquet")) / 2**20
            sys.stdout.write(f"{count:,} nodes, {kind} ids, {size:,.0f} MB on disk\n")
            sys.stdout.flush()
            process = get_context("spawn").Process(target=look, args=(place, count))
            process.start()
            process.join()


if __name__ == "__main__":
    main()
