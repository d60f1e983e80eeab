"""`python -m tests.benchmarks.solver [SIZE …]`: the solver beside its peers, on graphs of 10⁶ and 10⁷ moves.

Prints, for every graph of the command `bench`, the time for the lower and upper bounds of all nodes, that of the peers
as a multiple of it, and the most memory that is in use beside the graph, in bytes a move, results included; and what a
call costs on a thousand moves.  Time as a clock shows it, for solver and peers use as many processors as they can.
"""

from __future__ import annotations

import sys
import tracemalloc

from explorer.comparison.benchmark import GRAPHS, BenchmarkRow, random_moves, time_solver_and_peers
from explorer.solver.operator import GraphArrays
from explorer.solver.retrograde import retrograde
from explorer.solver.warm_up import warm_up
from tests.benchmarks.peers import PEERS
from tests.benchmarks.timing import seconds_of

SIZES = (1_000_000, 10_000_000)
TIMED = ("numpy", "graphblas")  # beside which the solver is to be 15 times as fast
PATIENCE = 120.0  # seconds
CALLS = 2_000


def solve_anew(arrays: GraphArrays) -> None:
    """Everything that the solver does, from the moves on."""
    arrays.__dict__.pop("predecessors", None)
    retrograde(arrays)


def bytes_a_move(arrays: GraphArrays) -> float:
    """The most memory that the solver has in use beside the graph."""
    arrays.__dict__.pop("predecessors", None)
    tracemalloc.start()
    retrograde(arrays)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / len(arrays.indices)


def told(line: BenchmarkRow) -> str:
    """What the peers take, as multiples of the solver's time."""
    said = []
    for timing in line.timings[1:]:
        ratio = line.ratio(timing)
        said.append(f"    {timing.way} {timing.remark if ratio is None else f'{ratio:,.1f} times as long'}\n")
    return "".join(said)


def main() -> None:
    """Print all figures."""
    warm_up()
    few = random_moves(1_000)
    solve_anew(few)
    calls = seconds_of(lambda: [retrograde(few) for _ in range(CALLS)]) / CALLS
    sys.stdout.write(f"{len(few.indices):,} moves: {1e6 * calls:.0f} µs a call, moves backwards known\n")
    for size in map(int, map(float, sys.argv[1:])) if sys.argv[1:] else SIZES:
        for title, make in GRAPHS.items():
            arrays = make(size)
            line = time_solver_and_peers(
                title, arrays, [PEERS[name] for name in TIMED] if title == "random" else [], PATIENCE
            )
            own, room = line.timings[0].seconds, bytes_a_move(arrays)
            sys.stdout.write(f"{title}, {line.moves:,} moves: {1e3 * (own or 0):,.0f} ms, {room:.1f} bytes a move\n")
            sys.stdout.write(told(line))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
