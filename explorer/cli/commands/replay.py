"""The command `replay`: the first false value in the log of another program's search."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from explorer.algorithms.replay.judge import MOST_ON_PATHS
from explorer.algorithms.replay.log import LogLine, LogView
from explorer.algorithms.replay.report import report_on
from explorer.algorithms.replay.steps import lines_of
from explorer.algorithms.replay.words import FalseValue
from explorer.cli import graphs
from explorer.cli.commands.command import DISAGREES, Command, add_endless, add_json, whole
from explorer.cli.console import Arguments, Loudness, loudness, note, progress, say
from explorer.explanation.making import why
from explorer.explanation.refutation import refutation
from explorer.explanation.words import refuting_sentences, text
from explorer.model.errors import FormatError, OptionError
from explorer.model.scores import parse_endless
from explorer.trace import dump_json
from explorer.trace.caption import way

_VERSION = 1
_MOST_SENTENCES = 12  # of the explanation
_MOST_NODES = 12  # of the path


def run_replay(arguments: Arguments) -> int:
    """Write whether a log is true, and its first false value with the reason; 1 if there is one."""
    graph = graphs.load_good(arguments, tells_open=True)
    with progress("{done:,} lines") as tell:
        report = report_on(
            graph,
            _lines(arguments),
            endless=parse_endless(arguments.endless),
            judge=arguments.judge,
            view=LogView(arguments.values_for),
            name=arguments.log,
            progress=tell,
        )
    false = report.first_false
    if arguments.json:
        say(dump_json({"version": _VERSION, **report.to_json()}))
    else:
        for line in report.summary():
            say(line)
        if false is not None:
            _say_false(false, arguments)
    return 0 if false is None else DISAGREES


def _lines(arguments: Arguments) -> Iterable[LogLine]:
    """Return the lines of the log, which may come from standard input."""
    if arguments.log == graphs.STANDARD:
        if arguments.graph == graphs.STANDARD:
            raise OptionError("only one of GRAPH and LOG can come from standard input; write one of them to a file")
        return sys.stdin
    path = Path(arguments.log)
    if not path.is_file():
        raise FormatError(f"{arguments.log}: there is no such file")
    return lines_of(path)


def _say_false(false: FalseValue, arguments: Arguments) -> None:
    """Write the first false value, what it looks like, and why it is false."""
    first, *rest = false.sentences
    say(first)
    if false.path:
        say(_path_words(false))
    for sentence in (*rest, *_explanation(false)):
        say(sentence)
    note(f"step {false.step:,} of: open {graphs.name_of(arguments)} --algorithm {arguments.log} --step {false.step}")


def _path_words(false: FalseValue) -> str:
    """Return the path to the node, the end of it if it is long."""
    ids = (*false.path, false.node)
    end = way(false.graph, ids[-_MOST_NODES:], _MOST_NODES)
    return f"Path: {end}" if len(ids) <= _MOST_NODES else f"Path, the last of {len(ids):,} nodes: … → {end}"


def _explanation(false: FalseValue) -> Iterator[str]:
    """Yield why the value is false, in the game in which it is judged."""
    if false.game is None:
        return
    explanation = why(false.game, false.node, endless=false.endless)
    if false.on_path:
        yield "In the game in which the nodes of the path are leaves with the value of endless play:"
    lines = text(refuting_sentences(refutation(explanation, false.value))).splitlines()
    most = len(lines) if loudness.get() == Loudness.VERBOSE else _MOST_SENTENCES
    yield from lines[:most]
    if len(lines) > most:
        note(f"and {len(lines) - most:,} more lines; -v prints them")


def add(parser: argparse.ArgumentParser) -> None:
    about = "the log of a search (.jsonl): an event a line, as the help describes it; or - for standard input"
    parser.add_argument("log", metavar="LOG", help=about)
    about = f"how many values that may depend on their path are judged (default {MOST_ON_PATHS:,})"
    expected = "the number of values to judge is 0 or more"
    parser.add_argument("--judge", type=whole(expected), default=MOST_ON_PATHS, metavar="N", help=about)
    about = "in whose view the values are: as in the graph (the default), or for the player to move at each node"
    parser.add_argument("--values-for", choices=[*map(str, LogView)], default=str(LogView.GRAPH), help=about)
    add_endless(parser)
    add_json(parser)


COMMAND = Command(
    "replay", "the first false value in the log of a search of your own, and why it is false", run_replay, add
)
