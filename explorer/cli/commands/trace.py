"""The command `trace`: every step of an algorithm."""

from __future__ import annotations

import argparse
import sys

from explorer import algorithms
from explorer.cli import graphs
from explorer.cli.commands.arguments import add_settings, number
from explorer.cli.commands.command import STEPS, Command
from explorer.cli.console import Arguments, note, progress, say
from explorer.cli.scenes import settings
from explorer.formats.text import one_line
from explorer.trace import Trace
from explorer.trace.recording import Limits
from explorer.trace.writing import MOST_CELLS

_KERNELS = ("kernel", "loopy-kernel")  # algorithms for games in which who cannot move has lost


def run_trace(arguments: Arguments) -> int:
    """Write every step of an algorithm."""
    trace = traced(arguments)
    if arguments.json:
        sys.stdout.writelines(trace.json_text(changes=arguments.changes or None))
    elif arguments.csv:
        sys.stdout.writelines(trace.csv_text(changes=arguments.changes or None))
    else:
        for step in trace:
            say(one_line(step.caption))
    if trace.left_out:
        note(trace.left_out)
    return 0


def traced(arguments: Arguments, limits: Limits = Limits()) -> Trace:
    """The trace that the arguments ask for, within some limits."""
    entry = algorithms.find(arguments.algorithm)
    options = entry.parsed(settings(arguments.settings))
    first = getattr(arguments, "from_step", 0)
    graph = graphs.good(arguments, ends_are_lost=entry.name in _KERNELS)
    with progress(STEPS) as tell:
        return algorithms.trace(graph, entry.name, from_step=first, limits=limits, progress=tell, **options)


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--algorithm", required=True, metavar="NAME", help="see the command algorithms")
    add_settings(parser)
    parser.add_argument(
        "--from",
        dest="from_step",
        type=number,
        default=0,
        metavar="N",
        help="the first step to print; of a very long run, what the limits would cut off",
    )
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="one JSON object, one step per line")
    shape.add_argument("--csv", action="store_true", help="a table of scores, one step per line")
    parser.add_argument(
        "--changes",
        action="store_true",
        help="with --json or --csv, only what each step changes; so it is in any case if steps × nodes are more than "
        f"{MOST_CELLS:,}",
    )


COMMAND = Command("trace", "every step of an algorithm, one caption per line", run_trace, add)
