"""The command `bench`: times of the solver and of other libraries on large graphs."""

from __future__ import annotations

import argparse

from explorer.cli.commands.command import DISAGREES, Command, between
from explorer.cli.console import Arguments, say
from explorer.comparison.benchmark import LEAST_SIZE, MOST_SIZE, BenchmarkRow, Timing, benchmark, peers
from explorer.model.words import counted
from explorer.solver.kernels import can_compile
from explorer.solver.warm_up import WarmUpReport, warm_up


def run_bench(arguments: Arguments) -> int:
    """Write the times of the solver and of others on large graphs; 1 if their bounds differ."""
    names = [name.strip() for name in arguments.peers.split(",") if name.strip()]
    lines = benchmark(int(arguments.size), names)
    say(_warm_up_words(warm_up()) if can_compile() else "numba is not installed, so that nothing is compiled")
    is_same = True
    for line in lines:
        say(f"{line.graph}: {counted(line.nodes, 'node')}, {counted(line.moves, 'move')}")
        for timing in line.timings:
            say(f"  {timing.way:<10}{_timing_words(line, timing)}")
            is_same &= timing.is_same
    return 0 if is_same else DISAGREES


def _warm_up_words(report: WarmUpReport) -> str:
    kept = f"kept in {report.folder}" if report.folder else "there is no folder in which it could be kept"
    how = f"compiled {counted(report.compilations, 'function')}" if report.compilations else "loaded compiled code"
    return f"numba {how} in {report.seconds:.1f} s ({kept})"


def _timing_words(line: BenchmarkRow, timing: Timing) -> str:
    """Return a time in words, with its ratio to that of the solver."""
    if timing.seconds is None:
        return timing.remark
    ratio = "" if timing is line.timings[0] else f", {line.ratio(timing):,.1f} times as long"
    wrong = "" if timing.is_same else "; OTHER BOUNDS"
    return f"{1_000 * timing.seconds:,.1f} ms{ratio}{wrong}"


def add(parser: argparse.ArgumentParser) -> None:
    size = between(LEAST_SIZE, MOST_SIZE, f"a size lies between {LEAST_SIZE:,} and {MOST_SIZE:,}; got")
    parser.add_argument("--size", type=size, default=1e6, metavar="N", help="moves of a graph (default 1e6)")
    parser.add_argument(
        "--peers", default="numpy", metavar="A,B", help=f"with commas: {', '.join(peers())} (default %(default)s)"
    )


COMMAND = Command("bench", "how fast the solver is here, beside other ways", run_bench, add, takes_graph=False)
