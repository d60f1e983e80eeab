"""`python -m tests.benchmarks.e_valuate`: Table 1 of e-Valuate by the compiled kernel and by the plain transcription.

Prints, for every expression, nodes and seconds of plain alpha-beta; the transcription of Algorithm 1 runs where it ends
within a minute, and its counts must be the kernel's.  Then the other searches on the largest expression.  Seconds are
of the processor, for a machine may be busy; what numba compiles is compiled before.
"""

from __future__ import annotations

import sys

from explorer.games.e_valuate.expression import parse_expression, value_of, variables
from explorer.games.e_valuate.search import DIGITS, Found, evaluate
from explorer.games.e_valuate.table_1 import TABLE_1
from tests.benchmarks.timing import timed
from tests.support.e_valuate import Algorithm1

PLAIN = 2  # rows that Python can do
SEARCHES = (
    {"arithmetic": "double"},
    {"table": True},
    {"table": True, "order": "heuristic"},
    {"search": "negascout"},
    {"search": "negascout", "table": True, "order": "heuristic"},
    {"search": "mtd-f", "order": "heuristic"},
)


def plain(expression: str) -> Algorithm1:
    """A run of the transcription."""
    parsed = parse_expression(expression)
    slow = Algorithm1(lambda put: value_of(parsed, put), variables(parsed), DIGITS)
    slow.run()
    return slow


def told(name: str, found: Found, seconds: float) -> None:
    rate = found.visits / seconds / 1e6
    pruned = f"{found.pruned.total:,} pruned, {found.visits:,} visited"
    sys.stdout.write(f"{name}: {found.value}, {pruned}, {seconds:.2f} s ({rate:.0f} million nodes a second)\n")


def main() -> None:
    _, first = timed(lambda: evaluate("x + y"))
    sys.stdout.write(f"compiling, or reading what was compiled: {first:.2f} s\n")
    for number, row in enumerate(TABLE_1):
        found, seconds = timed(lambda row=row: evaluate(row.expression))
        told(row.expression, found, seconds)
        if number < PLAIN:
            slow, taken = timed(lambda row=row: plain(row.expression))
            same = (slow.alpha_prunes, slow.beta_prunes) == (found.pruned.alpha, found.pruned.beta)
            sys.stdout.write(f"    in plain Python {taken:.2f} s, {'the same counts' if same else 'OTHER COUNTS'}\n")
    for method in SEARCHES:
        found, seconds = timed(lambda method=method: evaluate(TABLE_1[-1].expression, **method))
        told(f"    {', '.join(f'{key} {value}' for key, value in method.items())}", found, seconds)


if __name__ == "__main__":
    main()
