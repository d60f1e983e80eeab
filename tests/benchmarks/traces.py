"""`python -m tests.benchmarks.traces`: what a trace of a long run takes, measured here and now.

Each run is in two processes, without a trace and with one, which say their peak memory; then how long a step takes to
get at: the step itself, the scores of all nodes and of those that a page shows, and a chunk of steps for the browser.
"""

from __future__ import annotations

import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from itertools import islice

from explorer import algorithms
from explorer.drawing.trace_data import CHUNK, SentTrace
from explorer.model.errors import LimitError
from explorer.model.scores import Score
from explorer.scenes.reference import load_reference
from explorer.solver.retrograde import limit_scores
from explorer.trace import Trace
from explorer.trace.recording import Limits
from tests.benchmarks.timing import timed

RUNS = (
    ("game:random?nodes=40000&leaves=2%&degree=3&seed=1", "memoised-naive"),
    ("game:random?nodes=100000&leaves=2%&degree=3&seed=1", "memoised-naive"),
    ("game:random?nodes=100000&leaves=2%&degree=3&seed=1", "memoised"),
    ("game:random?nodes=100000&leaves=40%&degree=3&seed=1", "alpha-beta"),
)
STEPS = 1_000_000
SHOWN = 3_000  # nodes that a canvas shows
ASKED = 200


def peak() -> float:
    """The most memory that this process has taken, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def latency(act: Callable[[int], object], steps: list[int]) -> str:
    """The processor time that something takes at some steps: the median, and the worst but one of a hundred."""
    times = [1000 * timed(act, step)[1] for step in steps]
    return f"{statistics.median(times):.2f} ms ({statistics.quantiles(times, n=100)[-1]:.2f})"


def figures(run: Trace) -> list[str]:
    """How long it takes to get at steps of a trace, in any order."""
    ids = list(run.graph.index)[:SHOWN]
    steps = random.Random(1).choices(range(len(run)), k=ASKED)
    sent = SentTrace(run, algorithms.find(run.algorithm), ids)
    counter = next(iter(run.steps.counters))
    truth = dict(zip(run.graph.ids, limit_scores(run.graph), strict=True))
    return [
        f"a step: {latency(run.steps.__getitem__, steps)}",
        f"its scores as an array: {latency(run.steps.scores.at, steps)}",
        f"its scores at all nodes: {latency(run.scores_at, steps)}",
        f"its scores at {len(ids):,} nodes: {latency(lambda step: run.scores_at(step, ids), steps)}",
        f"{CHUNK} steps for the browser: {latency(lambda step: sent.chunk(step // CHUNK), steps[:50])}",
        f"the changes of a node: {latency(lambda step: run.changes_of(ids[step % len(ids)]), steps)}",
        f"the rises of a counter: {latency(lambda _: run.rises_of(counter), steps)}",
        f"the next change of a node: {latency(lambda step: _next_change(sent, ids, step), steps)}",
        f"the memo at {len(ids):,} nodes: {latency(lambda step: run.memo_at(step, ids), steps[:50])}",
        f"the first wrong step: {latency(lambda _: _first_wrong(run, truth), steps[:3])}",
    ]


def _next_change(sent: SentTrace, ids: list[str], step: int) -> int | None:
    return sent.jump("change", ids[step % len(ids)], step, forward=True)


def _first_wrong(run: Trace, truth: Mapping[str, Score]) -> int | None:
    try:
        return run.first_wrong(truth)
    except LimitError:  # none in the steps that were recorded, of a run that goes on
        return None


def measure_search(reference: str, algorithm: str) -> None:
    """Run without a trace, and print what that takes."""
    entry, graph = algorithms.find(algorithm), load_reference(reference).graph
    start = time.perf_counter()
    made = sum(1 for _ in islice(entry.run(graph, **entry.parsed({})), STEPS))
    taken = time.perf_counter() - start
    sys.stdout.write(f"{algorithm} on {reference}: {made:,} steps in {taken:.0f} s, peak memory {peak():,.0f} MB\n")


def measure_trace(reference: str, algorithm: str) -> None:
    """Run with a trace, and print what that takes and how soon a step is there."""
    graph = load_reference(reference).graph
    start = time.perf_counter()
    run = algorithms.trace(graph, algorithm, limits=Limits(run=STEPS))
    taken = time.perf_counter() - start
    sys.stdout.write(f"  with a trace: {len(run):,} steps kept in {taken:.0f} s, peak memory {peak():,.0f} MB\n")
    for line in figures(run):
        sys.stdout.write(f"  {line}\n")


def main(arguments: list[str]) -> None:
    """Print the figures of all runs, each in processes of its own, or of one."""
    if arguments:
        part, *run = arguments
        {"search": measure_search, "trace": measure_trace}[part](*run)
        return
    for reference, algorithm in RUNS:
        for part in ("search", "trace"):
            command = [sys.executable, "-m", "tests.benchmarks.traces", part, reference, algorithm]
            subprocess.run(command, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
