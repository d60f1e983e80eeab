"""What a command of the command line is."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from explorer.cli.console import Arguments

DISAGREES = 1  # exit code: the graph has errors, or two answers to one question are not the same
LAST = -1  # stands for the last step
STEPS = "{done:,} steps"


def none(parser: argparse.ArgumentParser) -> None:
    """No arguments of its own."""


@dataclass(frozen=True)
class Command:
    """A command.

    Attributes
    ----------
    name, about : as the list of commands has them.
    run : does what the command says, and returns the exit code.
    add : adds the command's own arguments to its parser.
    takes_graph : whether GRAPH comes before these.
    """

    name: str
    about: str
    run: Callable[[Arguments], int]
    add: Callable[[argparse.ArgumentParser], None] = none
    takes_graph: bool = True
