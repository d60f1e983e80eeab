"""The cost of solving on a cluster of this machine, beside the solver in memory: `python -m tests.benchmarks.cluster`.

Of each graph it tells the processor time a move of all workers and of the client, the same of the solver in memory, the
most memory that a worker took for itself, and how many results Dask had on disk at once.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import psutil
from support.datasets import same_as_in_memory, write_random

from explorer import cluster, read, solve, write
from explorer.cli.console import say

MEGABYTE = 10**6


def main() -> None:
    """Solve a random graph and the ending of king and rook against king."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=float, default=1e7, help="of the random graph")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--memory", type=float, default=4_000, help="megabytes of a worker")
    parser.add_argument("--partitions", type=int, default=None)
    parser.add_argument("--folder", help="keep the random graph there for the next run")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(arguments.folder or temporary)
        random = place / f"random-{int(arguments.moves)}"
        if not random.exists():
            write_random(random, int(arguments.moves))
        ending = place / "ending.parquet"
        if not ending.exists():
            write(read("game:chess-ending?positions=200000"), ending)
        with cluster.open_client(workers=arguments.workers, memory=int(arguments.memory * MEGABYTE)) as client:
            cluster.solve(ending, Path(temporary, "first"), client=client)  # imports and compiles all that is needed
            client.run(_watch)
            for dataset in (ending, random):
                _report(client, dataset, Path(temporary), arguments)


def _report(client: Any, dataset: Path, place: Path, arguments: argparse.Namespace) -> None:
    out = place / f"{dataset.stem}-solved"
    idle = client.run(_begin)
    before, began = time.process_time(), time.perf_counter()
    report = cluster.solve(dataset, out, client=client, partitions=arguments.partitions)
    own, seconds = time.process_time() - before, time.perf_counter() - began
    peaks = client.run(_peaks)
    processor = own + sum(each["processor"] - idle[address]["processor"] for address, each in peaks.items())
    memory = max(each["memory"] - idle[address]["memory"] for address, each in peaks.items())
    moves = report.moves
    say(f"{dataset.stem}: {report.nodes:,} nodes, {moves:,} moves, {report.rounds} rounds, {seconds:,.0f} s")
    say(f"  processor {processor / moves * 1e6:.1f} µs a move; keys sent {report.messages / moves:.2f} a move")
    say(f"  memory of the largest worker {memory / MEGABYTE:,.0f} MB more than idle, "
        f"{memory / (moves / arguments.workers):.0f} bytes a move of its part; "
          f"{max(each['spilled'] for each in peaks.values())} results on disk at once")  # fmt: skip
    began = time.process_time()
    if dataset.is_dir():
        say(f"  {'the same values as' if same_as_in_memory(dataset, out) else 'OTHER VALUES THAN'} in memory")
    else:
        solve(read(dataset))
    in_memory = time.process_time() - began
    say(f"  reading, solving and comparing in memory: {in_memory / moves * 1e6:.1f} µs a move")


def _watch(dask_worker: Any) -> None:
    """Keep the most memory of a worker, and the most results that it had on disk."""
    dask_worker.peaks = {"memory": 0, "spilled": 0}

    def look() -> None:
        while True:
            peaks = dask_worker.peaks
            peaks["memory"] = max(peaks["memory"], _own_memory())
            peaks["spilled"] = max(peaks["spilled"], len(getattr(dask_worker.data, "slow", ())))
            time.sleep(0.05)

    threading.Thread(target=look, daemon=True).start()


def _begin(dask_worker: Any) -> dict[str, float]:
    """Forget the peaks so far, and return the memory and processor time now."""
    dask_worker.peaks = {"memory": _own_memory(), "spilled": 0}
    return _peaks(dask_worker)


def _own_memory() -> int:
    """Return the bytes of this process that are no mapped file."""
    memory = psutil.Process().memory_info()
    return int(memory.rss - memory.shared)


def _peaks(dask_worker: Any) -> dict[str, float]:
    times = psutil.Process().cpu_times()
    return dask_worker.peaks | {"processor": times.user + times.system}


if __name__ == "__main__":
    main()
