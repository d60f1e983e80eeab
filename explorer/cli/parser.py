"""The command line: `python -m explorer`, also installed as `game-graph-explorer`.

Results go to standard output, everything else to standard error.  An error is one sentence; `EXIT_CODES` has the codes.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import metadata
from typing import Any, NoReturn

from explorer.cli import console
from explorer.cli.commands import NAMES, load_command
from explorer.cli.commands.command import DISAGREES, Command, add_graph, own_algorithms
from explorer.cli.console import PROGRAM, Arguments, Loudness
from explorer.model.errors import OptionError, reason

ERROR, INTERRUPTED, PIPE_CLOSED = 2, 130, 141
EXIT_CODES = {
    0: "the command did what it says",
    DISAGREES: "check, lesson or papers found errors, or a file of answers to be looked at; "
    "check, solve, diff or replay found other values than are known or given; "
    "verify was given what does not hold; why --not was given a value that is not refuted; a task is not done; "
    "or two ways of bench found different bounds",
    ERROR: "the command could not be carried out; one sentence on standard error says why",
    INTERRUPTED: "you stopped it with Ctrl+C",
    PIPE_CLOSED: "whatever read the output ended first, as head does",
}
_LOOKS: dict[str, Any] = {
    "epilog": "exit codes:\n" + "\n".join(f"  {code:<3}  {when}" for code, when in EXIT_CODES.items()),
    "formatter_class": argparse.RawDescriptionHelpFormatter,
    "allow_abbrev": False,
}
_NUMBERED = ("--endless", "--not")  # options that take a number, which may be -inf
_DESCRIPTION = """\
Step through how two-player games are scored when play can go in circles. Without a command it opens the app in the
browser."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command, and return its exit code, one of `EXIT_CODES`."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    began = time.monotonic()
    console.open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        arguments = _parse(sys.argv[1:] if argv is None else list(argv))
        console.loudness.set(getattr(arguments, "loudness", Loudness.NORMAL))
        own_algorithms(arguments)
        run: Callable[[Arguments], int] = arguments.command
        code = run(arguments)
        sys.stdout.flush()
        console.detail(f"all took {time.monotonic() - began:.2f} s")
    except KeyboardInterrupt:
        return _report_interrupt()
    except BrokenPipeError:
        return _end_silently()
    except Exception as error:
        return _report_failure(error)
    return code


def _report_failure(error: Exception) -> int:
    """Write in one sentence what went wrong."""
    if isinstance(error, OSError):
        sentence = f"{error.filename or 'output'}: {error.strerror or error}"
    else:
        sentence = reason(error)
    console.fail(sentence)
    return ERROR


def _report_interrupt() -> int:
    """Write that the user stopped the command; ignore a second Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    console.fail("stopped by Ctrl+C")
    return INTERRUPTED


def _end_silently() -> int:
    """End silently after the reader of the output has closed it (`| head`); Python reports no error either."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


# ---- arguments


class _Parser(argparse.ArgumentParser):
    """A parser of the command line whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        raise OptionError(f"{message}; see {self.prog} --help")


def _parse(argv: list[str]) -> Arguments:
    """Return the arguments, with the function to call as `command`."""
    joined = _join_numbers(argv) or ["open"]
    arguments, rest = _build_parser(joined[:1] if joined[0] in NAMES else NAMES).parse_known_args(joined)
    if rest and hasattr(arguments, "settings"):  # --set a=1 b=2
        arguments.settings += [item for item in rest if "=" in item and not item.startswith("-")]
        rest = [item for item in rest if item not in arguments.settings]
    if rest:
        raise OptionError(f"unrecognized arguments: {' '.join(rest)}; see {PROGRAM} --help")
    return arguments


def _join_numbers(argv: list[str]) -> list[str]:
    """Write `--endless -inf` as `--endless=-inf`, since argparse takes -inf for an option; likewise `--not`.

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


def _build_parser(names: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser of these commands, and of `completion` where they are several."""
    parser = _Parser(prog=PROGRAM, description=_DESCRIPTION, **_LOOKS)
    parser.add_argument("--version", action="version", version=_version_line())
    _add_loudness(parser)
    subparsers = parser.add_subparsers(metavar="COMMAND", parser_class=_Parser, required=True)

    def complete(arguments: Arguments) -> int:
        from explorer.cli.completion import script

        sys.stdout.write(script(parser, subparsers.choices, arguments.shell))
        return 0

    about = "write the script that completes commands in a shell"
    commands = [*map(load_command, names)]
    if len(names) > 1:
        commands.append(Command("completion", about, complete, _add_shell, takes_graph=False))
    for each in commands:
        added = subparsers.add_parser(each.name, help=each.about, description=each.about, **_LOOKS)
        added.set_defaults(command=each.run)
        _add_loudness(added)
        if each.takes_graph:
            add_graph(added)
        each.add(added)
    return parser


def _add_shell(parser: argparse.ArgumentParser) -> None:
    from explorer.cli.completion import SHELLS

    parser.add_argument("shell", choices=SHELLS, help="the shell that is to read it")


def _add_loudness(parser: argparse.ArgumentParser) -> None:
    """Add -q and -v, before and after the command."""
    for flags, loudness, help in (
        (("-q", "--quiet"), Loudness.QUIET, "no notes and no progress on standard error, only errors"),
        (("-v", "--verbose"), Loudness.VERBOSE, "also what was read and how long it took, and all notes"),
    ):
        parser.add_argument(
            *flags, dest="loudness", action="store_const", const=loudness, default=argparse.SUPPRESS, help=help
        )


def _version_line() -> str:
    try:
        return f"{PROGRAM} {metadata.version(PROGRAM)}"
    except metadata.PackageNotFoundError:
        return f"{PROGRAM} (not installed)"
