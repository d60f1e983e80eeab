"""`python -m tests.benchmarks.traces [GRAPH ALGORITHM]`: what a trace of a long run takes, measured here and now.

Each run is in a process of its own, which says its peak memory before and after recording; then how long a step takes
to get at: the step, the scores and finality of the nodes that a page shows, and a chunk of steps for the browser.
"""

from __future__ import annotations

import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from explorer import algorithms
from explorer.drawing.trace_data import CHUNK, SentTrace
from explorer.formats.reference import load_reference
from explorer.trace import Trace
from explorer.trace.recording import Limits

RUNS = (
    ("game:random?nodes=40000&leaves=2%&degree=3&seed=1", "memoised-naive"),
    ("game:random?nodes=100000&leaves=2%&degree=3&seed=1", "memoised-naive"),
    ("game:random?nodes=100000&leaves=40%&degree=3&seed=1", "alpha-beta"),
)
STEPS = 1_000_000
SHOWN = 3_000  # nodes that a canvas shows
ASKED = 200


def peak() -> float:
    """The most memory that this process has taken, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def latency(act: Callable[[int], object], steps: list[int]) -> str:
    """How long something takes at some steps: the median, and the worst but one of a hundred."""
    times = []
    for step in steps:
        start = time.perf_counter()
        act(step)
        times.append(1000 * (time.perf_counter() - start))
    return f"{statistics.median(times):.2f} ms ({statistics.quantiles(times, n=100)[-1]:.2f})"


def figures(run: Trace) -> list[str]:
    """How long it takes to get at steps of a trace, in any order."""
    ids = list(run.graph.index)[:SHOWN]
    steps = random.Random(1).choices(range(len(run)), k=ASKED)
    sent = SentTrace(run, algorithms.find(run.algorithm), ids)
    counter = next(iter(run.steps.counters))
    return [
        f"a step: {latency(run.steps.__getitem__, steps)}",
        f"its scores as an array: {latency(run.steps.scores.at, steps)}",
        f"its scores at {len(ids):,} nodes: {latency(lambda step: run.scores_at(step, ids), steps)}",
        f"{CHUNK} steps for the browser: {latency(lambda step: sent.chunk(step // CHUNK), steps[:50])}",
        f"the changes of a node: {latency(lambda step: run.changes_of(ids[step % len(ids)]), steps)}",
        f"the rises of a counter: {latency(lambda _: run.rises_of(counter), steps)}",
    ]


def measure(reference: str, algorithm: str) -> None:
    """Run, and print the figures."""
    graph = load_reference(reference).graph
    steps = algorithms.find(algorithm).run(graph, **{o.name: o.default for o in algorithms.find(algorithm).options})
    start = time.perf_counter()
    made = 0
    for _ in steps:
        made += 1
        if made >= STEPS:
            break
    steps.close()
    alone, bare = time.perf_counter() - start, peak()
    start = time.perf_counter()
    run = algorithms.trace(graph, algorithm, limits=Limits(run=STEPS))
    sys.stdout.write(
        f"{algorithm} on {reference}: {len(run):,} of {made:,} steps kept\n"
        f"  {time.perf_counter() - start:.0f} s, the search alone {alone:.0f} s; "
        f"peak memory {peak():,.0f} MB, without the trace {bare:,.0f} MB\n"
    )
    for line in figures(run):
        sys.stdout.write(f"  {line}\n")


def main(arguments: list[str]) -> None:
    """Print the figures of one run, or of all, each in a process of its own."""
    if arguments:
        measure(*arguments)
        return
    for reference, algorithm in RUNS:
        subprocess.run([sys.executable, "-m", "tests.benchmarks.traces", reference, algorithm], check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
