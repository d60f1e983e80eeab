"""The command `solve` on a cluster of Dask, for data sets that outgrow the memory of one machine."""

from __future__ import annotations

import argparse
import logging
import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from explorer import cluster
from explorer.cli.console import Arguments, ProgressLine, note, progress, say
from explorer.cluster.clients import USERS, dashboard_of
from explorer.cluster.dataset import is_dataset
from explorer.cluster.solving import MOST_PARTS
from explorer.model.errors import FormatError, OptionError, SizeError
from explorer.model.libraries import require
from explorer.model.scores import Score, format_interval, score_to_json
from explorer.model.words import counted
from explorer.trace import dump_json

ENGINE = "dask"
_MEGABYTE = 10**6


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add the options of a solution on a cluster."""
    group = parser.add_argument_group(
        "a graph that does not fit into memory",
        "with --engine dask, GRAPH is a folder of Parquet tables nodes and moves",
    )
    group.add_argument(
        "--engine", choices=[ENGINE], help="solve on a cluster of Dask, and write the result to -o FOLDER"
    )
    start = "the address of a running scheduler, such as tcp://10.0.0.1:8786 (default: workers on this machine)"
    group.add_argument("--scheduler", metavar="ADDRESS", help=start)
    parts = f"how many parts to cut the graph into, 1 to {MOST_PARTS:,} (default: by its size)"
    group.add_argument("--partitions", type=int, metavar="N", help=parts)
    kept = "where to keep what a later run needs to go on (default: FOLDER.checkpoint)"
    group.add_argument("--checkpoint", metavar="DIR", help=kept)
    group.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    slow = "end a round with the largest score that waits: fewer bytes sent, in more rounds"
    group.add_argument("--by-score", action="store_true", help=slow)


def run_on_cluster(arguments: Arguments, endless: Score) -> int:
    """Solve a data set on a cluster, and write the score of its root and where the result is."""
    if arguments.out is None:
        raise OptionError("--engine dask writes a folder; name it with -o FOLDER")
    require("distributed", USERS)
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # else it writes what Ctrl+C left undone
    begin, latest = time.monotonic(), [""]
    with cluster.open_client(arguments.scheduler) as client, progress(lambda: latest[0]) as tell:
        if address := dashboard_of(client):
            note(f"dashboard: {address}")
        with _checkpoint_note(arguments):
            report = cluster.solve(
                arguments.graph, arguments.out, endless=endless, client=client, partitions=arguments.partitions,
                checkpoint=arguments.checkpoint, resume=arguments.resume, by_score=arguments.by_score,
                progress=lambda each: _tell(tell, each, latest),
            )  # fmt: skip
    for warning in report.warnings:
        note(f"{arguments.graph}: {warning}")
    if report.start:
        note(f"went on from the checkpoint of round {report.start}")
    if arguments.json:
        say(dump_json(_json_of(report)))
        return 0
    if report.root is not None and report.interval is not None:
        say(f"root {report.root}, score {format_interval(*report.interval)}")
    size = f"{counted(report.nodes, 'node')}, {counted(report.moves, 'move')}"
    took = f"{counted(report.rounds, 'round')}, {time.monotonic() - begin:,.0f} s"
    say(f"{size}: {took}; all scores are in {arguments.out}")
    return 0


def _tell(tell: ProgressLine, each: cluster.Round, latest: list[str]) -> None:
    """Write the numbers of a round on the line of progress."""
    states, sent = f"{each.visits:,} states", f"{each.traffic / _MEGABYTE:,.1f} MB sent"
    latest[0] = f"round {each.number}: {states}, {sent}, {each.memory / _MEGABYTE:,.0f} MB in the largest worker"
    tell(each.number)


def _json_of(report: cluster.ClusterReport) -> dict[str, object]:
    """Return the report as an object of JSON."""
    score = None if report.score is None else score_to_json(report.score)
    ends = None if report.interval is None else [*map(score_to_json, report.interval)]
    return {
        "version": 1, "root": report.root, "score": score, "interval": ends, "nodes": report.nodes,
        "moves": report.moves, "open": report.open, "rounds": report.rounds,
    }  # fmt: skip


@contextmanager
def _checkpoint_note(arguments: Arguments) -> Iterator[None]:
    """After a failure or Ctrl+C in this block, say where the last checkpoint is, if there is one."""
    try:
        yield
    except BaseException:
        if (point := cluster.checkpoint_round(arguments.out, arguments.checkpoint)) is not None:
            folder, number = point
            note(
                f"the checkpoint of round {number} is kept in {folder}; the same command with --resume goes on from it"
            )
        raise


@contextmanager
def advice_on_size(arguments: Arguments) -> Iterator[None]:
    """Add to an error about a graph that is too large how it can be solved on a cluster.

    Raises
    ------
    FormatError
        If the graph is too large, or a data set for a cluster.
    """
    if is_dataset(arguments.graph):
        raise FormatError(f"{arguments.graph} is a data set for a cluster; solve it with: {_line(arguments.graph)}")
    try:
        yield
    except SizeError as error:
        if Path(arguments.graph).suffix == ".parquet":
            advice = f"solve it on disk, by workers, with: {_line(arguments.graph)}"
        else:
            tables = "nodes.parquet and moves.parquet in a folder DATASET"
            advice = f"write it as {tables}, and solve it with: {_line('DATASET')}"
        raise SizeError(f"{error}; {advice}") from None


def _line(graph: str) -> str:
    """Return the command that solves a data set on a cluster."""
    return f"game-graph-explorer solve {shlex.quote(graph)} -o FOLDER --engine {ENGINE}"
