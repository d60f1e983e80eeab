"""The command `trace`: every step of an algorithm."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from explorer import algorithms
from explorer.algorithms.own import EXAMPLE
from explorer.cli import graphs
from explorer.cli.commands.command import STEPS, Command, add_settings, whole
from explorer.cli.console import Arguments, caution, progress, say
from explorer.cli.scenes import settings
from explorer.formats.text import one_line
from explorer.model.graph import GameGraph
from explorer.trace import Trace
from explorer.trace.recording import Limits, recorded
from explorer.trace.run import Run
from explorer.trace.writing import MOST_CELLS, streamed_csv, streamed_json

_KERNELS = ("kernel", "loopy-kernel")  # algorithms for games in which the player who cannot move loses


def run_trace(arguments: Arguments) -> int:
    """Write every step of an algorithm while it runs."""
    graph, options, first = _run_inputs(arguments)
    with progress(STEPS, can_stop=True) as tell:
        begin = partial(
            algorithms.run,
            graph,
            arguments.algorithm,
            from_step=first,
            progress=tell,
            **options,
        )
        left_out = _write_text(arguments, begin, graph) if arguments.json or arguments.csv else _write_captions(begin())
    if left_out:
        caution(left_out)
    return 0


def _write_captions(run: Run) -> str:
    """Write the captions of a run, and return a sentence on the steps that it left out."""
    for step in run:
        say(one_line(step.caption))
    return run.left_out


def _write_text(arguments: Arguments, begin: Callable[..., Run], graph: GameGraph) -> str:
    """Write a run as JSON or CSV, and return a sentence on the steps left out.

    Memory holds as many steps as may be written as states; a longer run is run again and written step by step.
    """
    most = max(1, MOST_CELLS // max(1, len(graph.nodes)))
    start = recorded(run := begin(limits=Limits(run=most)))
    if not run.is_stopped:
        write = start.json_text if arguments.json else start.csv_text
        sys.stdout.writelines(write(changes=arguments.changes or None))
        return start.left_out
    run = begin()
    sys.stdout.writelines(streamed_json(run) if arguments.json else streamed_csv(run, has_bounds=start.has_bounds))
    return run.left_out


def trace_of(arguments: Arguments, limits: Limits = Limits()) -> Trace:
    """Return the trace from the arguments, within limits."""
    graph, options, first = _run_inputs(arguments)
    with progress(STEPS, can_stop=True) as tell:
        return algorithms.trace(graph, arguments.algorithm, from_step=first, limits=limits, progress=tell, **options)


def _run_inputs(arguments: Arguments) -> tuple[GameGraph, dict[str, Any], int]:
    """Return the graph, the options and the number of the first step from the arguments."""
    entry = algorithms.find(arguments.algorithm)
    options = entry.parsed(settings(arguments.settings))
    graph = graphs.load_good(arguments, ends_are_lost=entry.name in _KERNELS)
    return graph, options, getattr(arguments, "from_step", 0)


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--algorithm", required=True, metavar="NAME", help=f"see the command algorithms; or {EXAMPLE}")
    add_settings(parser)
    parser.add_argument(
        "--from",
        dest="from_step",
        type=whole("the number of a step is 0 or more"),
        default=0,
        metavar="N",
        help="the first step to print; of a very long run, what the limit would cut off",
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
