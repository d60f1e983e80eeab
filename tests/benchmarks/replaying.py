"""`python -m tests.benchmarks.replaying [LINES]`: what it costs to judge the log of a search.

The log of LINES (1,000,000) lines is that of a depth-first search without a table, again and again.  Its lines are
judged beside `json.loads` alone, with no value judged on its path and with 10,000; and with the most memory that the
process then has taken.  Seconds of the processor, for a machine may be busy.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path

from explorer.algorithms.replay.report import report_on
from explorer.algorithms.replay.steps import lines_of
from explorer.games import generate
from tests.benchmarks.timing import seconds_of
from tests.support.logged_searches import Engine

LINES = 1_000_000
MOST = (0, 10_000)


def main(count: int) -> None:
    """Print the figures for a log of this many lines."""
    graph = generate("ladder", layers=8)
    log = [f"{json.dumps(event)}\n" for event in Engine(graph, has_table=False).run()]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "search.jsonl")
        with path.open("w", encoding="utf-8") as file:
            file.writelines(islice(cycle(log), count))
        plain = seconds_of(lambda: sum(1 for line in lines_of(path) if json.loads(str(line))), runs=1)
        sys.stdout.write(f"json.loads alone   {plain:6.1f} s, {count / plain:,.0f} lines a second\n")
        for most in MOST:
            mine = seconds_of(lambda most=most: report_on(graph, lines_of(path), judge=most), runs=1)
            sys.stdout.write(
                f"judge {most:<12,} {mine:6.1f} s, {count / mine:,.0f} a second, {mine / plain:.1f} times\n"
            )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(f"{memory:,} MB at most\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:])) if sys.argv[1:] else main(LINES)
