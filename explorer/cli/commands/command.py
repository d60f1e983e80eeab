"""The class of commands of the command line, and arguments that several take."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from explorer import algorithms, formats
from explorer.algorithms import own
from explorer.cli.console import Arguments
from explorer.comparison.contender import name_in
from explorer.intake.readings import Turns
from explorer.model.check import LOST
from explorer.model.errors import quoted
from explorer.unwinding.repetition import RULE_HELP

DISAGREES = 1  # exit code: the graph has errors, or two answers to one question differ
LAST = -1  # stands for the last step
STEPS = "{done:,} steps"


def none(parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""


@dataclass(frozen=True)
class Command:
    """A command of the command line.

    Attributes
    ----------
    name, about : for the list of commands.
    run : runs the command, and returns the exit code.
    add : adds the command's own arguments to its parser.
    takes_graph : whether GRAPH comes before these.
    """

    name: str
    about: str
    run: Callable[[Arguments], int]
    add: Callable[[argparse.ArgumentParser], None] = none
    takes_graph: bool = True


_LONG = 20  # characters that no step has
_SUFFIXES = ", ".join(suffix for entry in formats.registered().values() for suffix in entry.suffixes)
GRAPH_HELP = f"a file ({_SUFFIXES}), sample:NAME, game:NAME?param=value, mygame.py:CLASS, or - for standard input"
_FORMAT: dict[str, Any] = {"choices": tuple(formats.registered()), "metavar": "NAME"}


def add_graph(parser: argparse.ArgumentParser, nargs: str | None = None) -> None:
    """Add GRAPH, and the format in which it comes from standard input."""
    parser.add_argument("graph", metavar="GRAPH", nargs=nargs, help=GRAPH_HELP)
    parser.add_argument(
        "--format", **_FORMAT, help="of the file, or of standard input (default: told by suffix and content)"
    )
    start = "the node where play starts, by its id, whatever the file says"
    parser.add_argument("--root", metavar="NODE", help=start)
    who = "the player who is Max, as the nodes name them; the other is Min (--max X where nodes have X and O)"
    parser.add_argument("--max", metavar="PLAYER", help=who)
    about = "who moves in a graph that names no player: levels alternate from Max or Min, or the player to move"
    lost = "in a plain directed graph a position without moves is lost for the player to move; else it is open"
    parser.add_argument(f"--{LOST}", action="store_true", help=lost)
    parser.add_argument("--convention", choices=[*map(str, Turns)], help=about)
    parser.add_argument("--rule", metavar="RULE", help=f"a rule about repetition: {RULE_HELP}")


def own_algorithms(arguments: Arguments) -> list[str]:
    """Register the user's own algorithms that the arguments name, and return their files."""
    values = vars(arguments)
    texts = [values.get(name) or "" for name in ("algorithm", "left", "right")]
    names = {name_in(text): None for text in (*texts, *(values.get("algorithms") or "").split(","))}
    files = [*filter(own.is_reference, names)]
    for name in files:
        algorithms.entry_of(own.load(name))
    return files


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the option for the format of a graph on standard output."""
    written = tuple(name for name, entry in formats.registered().items() if entry.write is not None)
    about = "the format of standard output (default game-json)"
    parser.add_argument("--to", choices=written, metavar="NAME", help=about)
    guard = "in CSV and TSV, put an apostrophe before what a spreadsheet would take for a formula"
    parser.add_argument("--guard-formulas", action="store_true", help=guard)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the options of an algorithm, as `--set name=value`."""
    parser.add_argument("--set", dest="settings", action="append", default=[], metavar="NAME=VALUE", help="an option")


def add_endless(parser: argparse.ArgumentParser) -> None:
    """Add the option for the value of endless play."""
    parser.add_argument("--endless", default="0", metavar="D", help="value of endless play: a number, inf or -inf")


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option that writes the result as JSON."""
    parser.add_argument("--json", action="store_true", help="one JSON object")


def whole(expected: str) -> Callable[[str], int]:
    """Return a parser of numbers from 0, whose error says what was `expected`."""

    def read(text: str) -> int:
        if not (text.isdecimal() and len(text) < _LONG):
            raise argparse.ArgumentTypeError(f"{expected}; got {quoted(text)}")
        return int(text)

    return read


def step(text: str) -> int:
    """Return the number of a step from its text; `LAST` for the last one."""
    return LAST if text == "last" else whole("a step is a number from 0, or last")(text)


def steps(text: str) -> tuple[int, int | None]:
    """Return the first and the last step from their text; None for the end of the run."""
    first, dash, last = text.partition("-")
    if not (dash and first.isdecimal() and (last == "last" or last.isdecimal()) and len(text) < _LONG):
        raise argparse.ArgumentTypeError(f"steps are written 3-9 or 3-last; got {quoted(text)}")
    return int(first), None if last == "last" else int(last)


def between(least: float, most: float, expected: str) -> Callable[[str], float]:
    """Return a parser of numbers within limits, whose error says what was `expected`."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{expected} {quoted(text)}")
        return number

    return read


positive = between(sys.float_info.min, sys.float_info.max, "expected a number above 0, got")
