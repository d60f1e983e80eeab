"""The command `unfold`: a graph under a rule about repetition, as a graph."""

from __future__ import annotations

import argparse

from explorer.cli import graphs
from explorer.cli.commands.command import Command, add_endless, add_to
from explorer.cli.console import Arguments
from explorer.model.errors import OptionError
from explorer.unwinding.repetition import RULE_HELP


def run_unfold(arguments: Arguments) -> int:
    """Write the graph whose nodes are positions with what a rule about repetition must remember."""
    if arguments.rule is None:
        raise OptionError(f"unfold needs --rule, {RULE_HELP}")
    graphs.write(graphs.load_good(arguments), arguments)
    return 0


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `unfold`."""
    parser.add_argument(
        "-o", "--out", metavar="FILE", default=graphs.STANDARD, help="where to write it (default: -, standard output)"
    )
    add_to(parser)
    add_endless(parser)


COMMAND = Command("unfold", "write the graph of a game under a rule about repetition", run_unfold, add)
