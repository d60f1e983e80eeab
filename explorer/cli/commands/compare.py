"""The command `compare`: results and costs of algorithms on a graph."""

from __future__ import annotations

import argparse
import sys

from explorer.cli import graphs
from explorer.cli.commands.command import STEPS, Command, add_json
from explorer.cli.commands.solve import root_line
from explorer.cli.console import Arguments, caution, progress, say
from explorer.cli.tables import lines_of
from explorer.comparison.compare import compare, counts_of, header
from explorer.comparison.contender import parse_contenders
from explorer.trace import dump_json
from explorer.trace.run import Run


def run_compare(arguments: Arguments) -> int:
    """Write the results and the costs of algorithms on a graph."""
    contenders = parse_contenders(arguments.algorithms)
    graph = graphs.load_good(arguments, tells_open=True)
    runs: list[Run] = []
    with progress(lambda: _progress_words(runs[-1]), can_stop=True) as tell:
        comparison = compare(graph, contenders, progress=tell, observe=runs.append)
    if arguments.json:
        say(dump_json(comparison.to_json()))
    else:
        say(root_line(comparison))
        if comparison.open:
            say("each value counts open nodes as endless play, and is correct or not on that basis")
        counts = counts_of(comparison.rows)
        cells = zip(*(row.cells(counts) for row in comparison.rows), strict=True)
        sys.stdout.writelines(lines_of(header(counts), [*cells]))
    for row in comparison.rows:
        if row.failure:
            caution(f"{row.contender.notation}: {row.failure}")
    return 0


def _progress_words(run: Run) -> str:
    """Return the words on how far a run is: its visits if it counts them, and its steps."""
    visits = run.counts.counters.get("visits")
    return f"{run.algorithm}: {STEPS}" + ("" if visits is None else f", {visits:,} visits so far")


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--algorithms", required=True, metavar="A,B:OPTION=VALUE", help="their names, with commas; see algorithms"
    )
    add_json(parser)


COMMAND = Command("compare", "results and costs of several algorithms on a graph", run_compare, add)
