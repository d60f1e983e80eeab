"""The command `convert`: a graph in another format."""

from __future__ import annotations

import argparse

from explorer import formats
from explorer.cli import graphs
from explorer.cli.commands.command import Command, add_to
from explorer.cli.console import Arguments

_WRITTEN = ", ".join(suffix for entry in formats.writable().values() for suffix in entry.suffixes)


def run_convert(arguments: Arguments) -> int:
    """Write a graph in another format."""
    graphs.write(graphs.load_good(arguments), arguments)
    return 0


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `convert`."""
    parser.add_argument("out", metavar="OUT", help=f"a file: {_WRITTEN}; or - for standard output")
    add_to(parser)


COMMAND = Command("convert", "write a graph in the format of another suffix", run_convert, add)
