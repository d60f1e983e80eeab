"""`python -m tests.benchmarks.solver [SIZE …]`: the solver beside its peers, on graphs of 10⁶ and 10⁷ moves.

Prints, for every graph of the command `bench`, the time for the lower and upper bounds of all nodes, that of the peers
as a multiple of it, and the most memory that is in use beside the graph, in bytes a move, results included; and what a
call costs on a thousand moves.  Time of the processor, for a machine may be busy.
"""

from __future__ import annotations

import sys
import time
import tracemalloc

from explorer.comparison.benchmark import GRAPHS, random_moves
from explorer.comparison.peers import PEERS, AbsentError, Given
from explorer.solver.operator import GraphArrays
from explorer.solver.retrograde import retrograde
from explorer.solver.warming import warm_up
from tests.benchmarks.timing import seconds_of, timed

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


def told(arrays: GraphArrays, name: str, own: float) -> str:
    """What a peer takes, as a multiple of the solver's time."""
    is_leaf, ranks = arrays.orientation == 0, (0 * arrays.orientation).astype("int32")
    ranks[arrays.leaves] = arrays.leaf_ranks
    try:
        work = PEERS[name].prepare(Given(arrays.indptr, arrays.indices, arrays.orientation, is_leaf, ranks, arrays.top))
    except AbsentError as absence:
        return f"{name}: {absence}"
    result, seconds = timed(work, time.perf_counter() + PATIENCE)
    if result is None:
        return f"{name} stopped after {PATIENCE:.0f} s"
    return f"{name} {seconds / own:,.1f} times as long"


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
            own = seconds_of(lambda arrays=arrays: solve_anew(arrays))
            room = bytes_a_move(arrays)
            sys.stdout.write(f"{title}, {len(arrays.indices):,} moves: {1e3 * own:,.0f} ms, {room:.1f} bytes a move\n")
            for name in TIMED if title == "random" else ():
                sys.stdout.write(f"    {told(arrays, name, own)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
