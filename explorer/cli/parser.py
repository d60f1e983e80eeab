"""The command line: `python -m explorer`, also installed as `game-graph-explorer`.

Results go to standard output, everything else to standard error.  An error is one sentence; `EXIT_CODES` has the codes.
"""

from __future__ import annotations

import argparse
import math
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import metadata
from typing import Any, NoReturn

from explorer import formats
from explorer.cli import commands, console, scenes, why
from explorer.cli.completion import SHELLS, script
from explorer.cli.console import PROGRAM, Loudness
from explorer.cli.graphs import STANDARD
from explorer.cli.lessons import ACTIONS, run_lesson
from explorer.cli.papers import run_papers
from explorer.cli.tasks import ACTIONS as TASK_ACTIONS
from explorer.cli.tasks import run_task
from explorer.comparison.benchmark import LEAST_SIZE, MOST_SIZE
from explorer.comparison.peers import PEERS
from explorer.games.e_valuate.leaves import ARITHMETICS
from explorer.games.e_valuate.search import ORDERS, SEARCHES
from explorer.model.errors import OptionError, quoted, reason
from explorer.papers import paper_names
from explorer.trace.writing import MOST_CELLS

ERROR, INTERRUPTED, PIPE_CLOSED = 2, 130, 141
EXIT_CODES = {
    0: "the command did what it says",
    commands.DISAGREES: "check, lesson or papers found errors, or a file of answers to be looked at; "
    "check or solve found other values than the file says are known; "
    "why --not was given a value that is not refuted; a task is not done; or two ways of bench found different bounds",
    ERROR: "the command could not be carried out; one sentence on standard error says why",
    INTERRUPTED: "you stopped it with Ctrl+C",
    PIPE_CLOSED: "whatever read the output ended first, as head does",
}
_NUMBERED = ("--endless", "--not")  # options that take a number, which may be -inf
_LONG = 20  # characters that no step has

_SUFFIXES = ", ".join(suffix for entry in formats.registered().values() for suffix in entry.suffixes)
_WRITTEN = ", ".join(suffix for entry in formats.written().values() for suffix in entry.suffixes)
_GRAPH_HELP = f"a file ({_SUFFIXES}), sample:NAME, game:NAME?param=value, mygame.py:CLASS, or - for standard input"
_DESCRIPTION = """\
Step through how two-player games are scored when play can go in circles. Without a command it opens the app in the
browser."""

_LESSON_HELP = (
    "check names every mistake with its line, exit code 1 on any; export writes a page; grade makes a table of "
    "files of answers, each judged anew, and names those whose checksum does not hold (this is no exam security)"
)
_FORMAT: dict[str, Any] = {"choices": tuple(formats.registered()), "metavar": "NAME"}

Arguments = commands.Arguments


def main(argv: Sequence[str] | None = None) -> int:
    """The exit code of a command, one of `EXIT_CODES`."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    began = time.monotonic()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        arguments = _parsed(sys.argv[1:] if argv is None else list(argv))
        console.loudness.set(getattr(arguments, "loudness", Loudness.NORMAL))
        command: Callable[[Arguments], int] = arguments.command
        code = command(arguments)
        sys.stdout.flush()
        console.detail(f"all took {time.monotonic() - began:.2f} s")
    except KeyboardInterrupt:
        return _interrupted()
    except BrokenPipeError:
        return _pipe_closed()
    except Exception as error:
        return _failed(error)
    return code


def _failed(error: Exception) -> int:
    """Say in one sentence what went wrong."""
    if isinstance(error, OSError):
        sentence = f"{error.filename or 'output'}: {error.strerror or error}"
    else:
        sentence = reason(error)
    console.fail(sentence)
    return ERROR


def _interrupted() -> int:
    """Say that the user stopped the command; a second Ctrl-C finds nothing left to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    console.fail("stopped by Ctrl+C")
    return INTERRUPTED


def _pipe_closed() -> int:
    """Whoever read the output has gone (`| head`): leave without a word, and give Python nowhere to complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


# ---- arguments


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        raise OptionError(f"{message}; see {self.prog} --help")


def _parsed(argv: list[str]) -> Arguments:
    """The arguments, with the function to call as `command`."""
    arguments, rest = _parser().parse_known_args(_joined(argv) or ["open"])
    if rest and hasattr(arguments, "settings"):  # --set a=1 b=2
        arguments.settings += [item for item in rest if "=" in item and not item.startswith("-")]
        rest = [item for item in rest if item not in arguments.settings]
    if rest:
        raise OptionError(f"unrecognized arguments: {' '.join(rest)}; see {PROGRAM} --help")
    return arguments


def _joined(argv: list[str]) -> list[str]:
    """The arguments with `--endless -inf` as `--endless=-inf`, since argparse takes -inf for an option; so `--not`.

    Likewise an expression that begins with a minus sign gets a space before it.
    """
    if argv[:1] == ["e-valuate"]:
        return [f" {item}" if item.startswith("-") and item[:2] != "--" and item != "-h" else item for item in argv]
    joined: list[str] = []
    waiting = iter(argv)
    for item in waiting:
        following = next(waiting, None) if item in _NUMBERED else None
        joined.append(item if following is None else f"{item}={following}")
    return joined


def _parser() -> argparse.ArgumentParser:
    looks: dict[str, Any] = {
        "epilog": "exit codes:\n" + "\n".join(f"  {code:<3}  {when}" for code, when in EXIT_CODES.items()),
        "formatter_class": argparse.RawDescriptionHelpFormatter,
        "allow_abbrev": False,
    }
    parser = _Parser(prog=PROGRAM, description=_DESCRIPTION, **looks)
    parser.add_argument("--version", action="version", version=_version())
    _add_loudness(parser)
    subparsers = parser.add_subparsers(metavar="COMMAND", parser_class=_Parser, required=True)

    def add(
        name: str, command: Callable[[Arguments], int], help: str, *, graph: bool = True
    ) -> argparse.ArgumentParser:
        made = subparsers.add_parser(name, help=help, description=help, **looks)
        made.set_defaults(command=command)
        _add_loudness(made)
        if graph:
            _add_graph(made)
        return made

    _add_open(add("open", commands.run_open, "open the app in the browser", graph=False))
    solved = add("solve", commands.run_solve, "exact scores, bounds and the best move of every node")
    solved.add_argument("--endless", default="0", metavar="D", help="value of endless play: a number, inf or -inf")
    solved.add_argument("--json", action="store_true", help="one JSON object")
    _add_why(add("why", why.run_why, "why a node has its score, or where its value in a trace comes from"))
    _add_trace(add("trace", commands.run_trace, "every step of an algorithm, one caption per line"))
    _add_compare(add("compare", commands.run_compare, "results and costs of several algorithms on a graph"))
    about = "the minimax value of an arithmetic expression, and what a search prunes for it"
    _add_e_valuate(add("e-valuate", commands.run_e_valuate, about, graph=False))
    add("check", commands.run_check, "problems of a graph, with node names; exit code 1 on errors")
    converted = add("convert", commands.run_convert, "write a graph in the format of another suffix")
    converted.add_argument("out", metavar="OUT", help=f"a file: {_WRITTEN}; or - for standard output")
    _add_to(converted)
    _add_export(add("export", commands.run_export, "write a picture, a page, a table or the steps, by suffix"))
    _add_link(add("link", commands.run_link, "a link that holds the graph, to open it in the app"))
    about = "check lessons, write one as a page that works offline or as a handout, or grade answers"
    _add_lesson(add("lesson", run_lesson, about, graph=False))
    _add_task(add("task", run_task, "check whether a graph does a task, or list the tasks", graph=False))
    about = "what the sources state, with scenes, errata and checks; exit code 1 if a check differs"
    _add_papers(add("papers", run_papers, about, graph=False))
    _add_generate(add("generate", commands.run_generate, "write the graph of a game", graph=False))
    _add_bench(add("bench", commands.run_bench, "how fast the solver is here, beside other ways", graph=False))
    add("games", commands.run_games, "list the games and their parameters", graph=False)
    add("samples", commands.run_samples, "list the sample graphs", graph=False)
    add("algorithms", commands.run_algorithms, "list the algorithms and their options", graph=False)

    def complete(arguments: Arguments) -> int:
        sys.stdout.write(script(parser, subparsers.choices, arguments.shell))
        return 0

    completed = add("completion", complete, "write the script that completes commands in a shell", graph=False)
    completed.add_argument("shell", choices=SHELLS, help="the shell that is to read it")
    return parser


def _add_loudness(parser: argparse.ArgumentParser) -> None:
    """Add -q and -v, before and after the command."""
    for flags, loudness, help in (
        (("-q", "--quiet"), Loudness.QUIET, "no notes and no progress on standard error, only errors"),
        (("-v", "--verbose"), Loudness.VERBOSE, "also what was read and how long it took, and all notes"),
    ):
        parser.add_argument(
            *flags, dest="loudness", action="store_const", const=loudness, default=argparse.SUPPRESS, help=help
        )


def _add_graph(parser: argparse.ArgumentParser, nargs: str | None = None) -> None:
    """Add GRAPH, and the format in which it comes from standard input."""
    parser.add_argument("graph", metavar="GRAPH", nargs=nargs, help=_GRAPH_HELP)
    parser.add_argument("--format", **_FORMAT, help="of standard input (default: told by its content)")


def _add_to(parser: argparse.ArgumentParser) -> None:
    """Add the format of a graph on standard output."""
    written = tuple(name for name, entry in formats.registered().items() if entry.write is not None)
    about = "the format of standard output (default game-json)"
    parser.add_argument("--to", choices=written, metavar="NAME", help=about)


def _add_open(opened: argparse.ArgumentParser) -> None:
    _add_graph(opened, "?")
    opened.add_argument("--port", type=_port, metavar="N", help="the port to listen on (default 8501, or the next)")
    scenes.add_options(opened, _step)
    opened.add_argument(
        "--base-url", dest="base", default="", metavar="URL", help="where others reach the app, in links"
    )
    opened.add_argument("--no-browser", action="store_true", help="only print the address, open no browser")


def _add_why(explained: argparse.ArgumentParser) -> None:
    explained.add_argument("node", metavar="NODE", help="the id of a node")
    explained.add_argument("--endless", default="0", metavar="D", help="value of endless play: a number, inf or -inf")
    explained.add_argument("--not", dest="expected", metavar="VALUE", help="why the score is not this one")
    explained.add_argument("--algorithm", metavar="NAME", help="where the value comes from in a run of this algorithm")
    _add_settings(explained)
    explained.add_argument("--step", type=_step, metavar="N", help="the step of the run, or last (default last)")
    explained.add_argument("--upper", action="store_true", help="the upper bound, where a run has bounds")
    explained.add_argument("--json", action="store_true", help="one JSON object")


def _add_trace(traced: argparse.ArgumentParser) -> None:
    traced.add_argument("--algorithm", required=True, metavar="NAME", help="see the command algorithms")
    _add_settings(traced)
    traced.add_argument(
        "--from",
        dest="from_step",
        type=_number,
        default=0,
        metavar="N",
        help="the first step to print; of a very long run, what the limits would cut off",
    )
    shape = traced.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="one JSON object, one step per line")
    shape.add_argument("--csv", action="store_true", help="a table of scores, one step per line")
    traced.add_argument(
        "--changes",
        action="store_true",
        help="with --json or --csv, only what each step changes; so it is in any case if steps × nodes are more than "
        f"{MOST_CELLS:,}",
    )


def _add_compare(compared: argparse.ArgumentParser) -> None:
    compared.add_argument(
        "--algorithms", required=True, metavar="A,B:OPTION=VALUE", help="their names, with commas; see algorithms"
    )
    compared.add_argument("--json", action="store_true", help="one JSON object")


def _add_e_valuate(evaluated: argparse.ArgumentParser) -> None:
    evaluated.add_argument("expression", metavar="EXPRESSION", help="such as 'x/y + 2*y/z - z/x'")
    evaluated.add_argument("--domain", default="0..9", metavar="NUMBERS", help="what Max may propose (default 0..9)")
    for name, choices, help in (
        ("--order", ORDERS, "how the numbers are tried: as in the domain, or best first by random instantiations"),
        ("--search", SEARCHES, "the search that visits the tree; mtd-f always has a table"),
        ("--arithmetic", ARITHMETICS, "rounded arithmetic shows its effect on the counts"),
    ):
        evaluated.add_argument(name, choices=tuple(choices), default=next(iter(choices)), help=help)
    evaluated.add_argument("--table", action="store_true", help="search equal positions once")
    evaluated.add_argument("--seed", type=_seed, default=1, metavar="N", help="of the instantiations (default 1)")
    evaluated.add_argument("--json", action="store_true", help="one JSON object")


def _add_link(linked: argparse.ArgumentParser) -> None:
    scenes.add_options(linked, _step)
    linked.add_argument(
        "--base-url",
        "--base",
        dest="base",
        default=commands.BASE,
        metavar="URL",
        help="where the app runs (default %(default)s)",
    )


def _add_lesson(taught: argparse.ArgumentParser) -> None:
    taught.add_argument("action", choices=ACTIONS, help=_LESSON_HELP)
    about = "a lesson (.md), a .zip file or a folder with lessons, or the name of one of the program"
    taught.add_argument("files", metavar="FILE", nargs="+", help=f"{about}; for grade, the students' files of answers")
    taught.add_argument("-o", "--out", metavar="FILE", help="the page (.html), handout (.pdf) or table (.csv) to write")
    taught.add_argument("--lesson", dest="lessons", action="append", metavar="FILE", help=f"to grade by: {about}")
    taught.add_argument("--json", action="store_true", help="for grade: a list of JSON objects, one for each file")
    taught.add_argument("--notes", action="store_true", help="with the lecturer's notes, in a handout")


def _add_task(tasked: argparse.ArgumentParser) -> None:
    tasked.add_argument("action", choices=TASK_ACTIONS, help="check has exit code 1 if the task is not done")
    tasked.add_argument("name", metavar="NAME", nargs="?", help="a task with its options, such as leaves-read?leaves=6")
    tasked.add_argument("graph", metavar="GRAPH", nargs="?", help=_GRAPH_HELP)
    about = "the graph as it was before it was changed (default the example of the task)"
    tasked.add_argument("--before", metavar="GRAPH", help=about)
    tasked.add_argument("--endless", default="0", metavar="D", help="value of endless play: a number, inf or -inf")
    tasked.add_argument("--json", action="store_true", help="one JSON object")


def _add_papers(listed: argparse.ArgumentParser) -> None:
    names = paper_names()
    listed.add_argument("--source", choices=names, metavar="NAME", help=f"{', '.join(names)} (default: all)")
    listed.add_argument("--check", action="store_true", help="compute every check; it takes some seconds")
    listed.add_argument("--json", action="store_true", help="one JSON object")


def _add_bench(measured: argparse.ArgumentParser) -> None:
    measured.add_argument("--size", type=_size, default=1_000_000, metavar="N", help="moves of a graph (default 1e6)")
    measured.add_argument(
        "--peers", default="numpy", metavar="A,B", help=f"with commas: {', '.join(PEERS)} (default %(default)s)"
    )


def _add_generate(generated: argparse.ArgumentParser) -> None:
    generated.add_argument("name", metavar="NAME", help="see the command games")
    generated.add_argument("parameters", metavar="PARAM=VALUE", nargs="*", help="see the command games")
    generated.add_argument(
        "-o", "--out", metavar="FILE", default=STANDARD, help="where to write it (default: -, standard output)"
    )
    _add_to(generated)


def _add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the options of an algorithm, as `--set name=value`."""
    parser.add_argument("--set", dest="settings", action="append", default=[], metavar="NAME=VALUE", help="an option")


def _add_export(exported: argparse.ArgumentParser) -> None:
    """Add the options of the command `export`; those that were not given are absent."""
    suffix = "its suffix determines the format, .svg or .html for instance; or - for standard output"
    exported.add_argument("-o", "--out", required=True, metavar="FILE", help=suffix)
    exported.add_argument("--to", metavar="NAME", help="what to write to standard output, svg or html for instance")
    scenes.add_options(exported, _step)
    style = exported.add_argument_group("looks").add_argument
    for name, help in (
        ("--dark", "light colours on a dark page"),
        ("--no-title", "leave out the name of the graph"),
        ("--no-legend", "leave out the legend"),
        ("--no-caption", "leave out the caption of the step"),
    ):
        style(name, action="store_true", default=argparse.SUPPRESS, help=help)
    for name, kind, metavar, help in (
        ("--scale", _positive, "S", "pixels for a pixel of the canvas"),
        ("--pause", _positive, "SECONDS", "for a step of an animation"),
        ("--steps", _steps, "A-B", "first and last step of an animation or a table; B may be last"),
    ):
        style(name, type=kind, default=argparse.SUPPRESS, metavar=metavar, help=help)


def _version() -> str:
    try:
        return f"{PROGRAM} {metadata.version(PROGRAM)}"
    except metadata.PackageNotFoundError:
        return f"{PROGRAM} (not installed)"


def _port(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= 65_535):
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, got {quoted(text)}")
    return int(text)


def _seed(text: str) -> int:
    if not (text.isdecimal() and len(text) < _LONG):
        raise argparse.ArgumentTypeError(f"a seed is a number from 0; got {quoted(text)}")
    return int(text)


def _size(text: str) -> int:
    """A number of moves, also as 1e6."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not LEAST_SIZE <= number <= MOST_SIZE:
        raise argparse.ArgumentTypeError(f"a size lies between {LEAST_SIZE:,} and {MOST_SIZE:,}; got {quoted(text)}")
    return int(number)


def _step(text: str) -> int:
    if text == "last":
        return commands.LAST
    if not (text.isdecimal() and len(text) < _LONG):
        raise argparse.ArgumentTypeError(f"a step is a number from 0, or last; got {quoted(text)}")
    return int(text)


def _number(text: str) -> int:
    if not (text.isdecimal() and len(text) < _LONG):
        raise argparse.ArgumentTypeError(f"the number of a step is 0 or more; got {quoted(text)}")
    return int(text)


def _steps(text: str) -> tuple[int, int | None]:
    """The first and the last step; None for the last of all."""
    first, dash, last = text.partition("-")
    if not (dash and first.isdecimal() and (last == "last" or last.isdecimal()) and len(text) < _LONG):
        raise argparse.ArgumentTypeError(f"steps are written 3-9 or 3-last; got {quoted(text)}")
    return int(first), None if last == "last" else int(last)


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"expected a number above 0, got {quoted(text)}")
    return number
