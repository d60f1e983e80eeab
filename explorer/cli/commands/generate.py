"""The command `generate`: the graph of a game."""

from __future__ import annotations

import argparse

from explorer.cli import graphs
from explorer.cli.commands.command import Command, add_to
from explorer.cli.console import Arguments, progress
from explorer.cli.scenes import settings
from explorer.games import parse_reference
from explorer.games.user_game import user_game
from explorer.model.errors import OptionError, quoted
from explorer.scenes.reference import build_game


def run_generate(arguments: Arguments) -> int:
    """Write the graph of a game."""
    if user_game(arguments.game):
        raise OptionError(f"{quoted(arguments.game)} is a game of your own, which the command convert writes to a file")
    name, parameters = parse_reference(arguments.game.removeprefix("game:"))
    with progress(graphs.EXPANDED) as tell:
        graph = build_game(name, parameters | settings(arguments.parameters), tell)
    graphs.write(graph, arguments)
    return 0


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="NAME", help="see the command games")
    parser.add_argument("parameters", metavar="PARAM=VALUE", nargs="*", help="see the command games")
    parser.add_argument(
        "-o", "--out", metavar="FILE", default=graphs.STANDARD, help="where to write it (default: -, standard output)"
    )
    add_to(parser)


COMMAND = Command("generate", "write the graph of a game", run_generate, add, takes_graph=False)
