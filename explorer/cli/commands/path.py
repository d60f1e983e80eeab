"""The command `path`: plays from the root to a node."""

from __future__ import annotations

import argparse

from explorer.cli import graphs, solved
from explorer.cli.commands.command import Command, add_endless, add_json
from explorer.cli.console import Arguments, say
from explorer.games.chess_ending import ChessEnding
from explorer.model.errors import OptionError
from explorer.model.scores import parse_endless
from explorer.solver import solve
from explorer.solver.paths import shortest_path
from explorer.trace import dump_json

_VERSION = 1


def run_path(arguments: Arguments) -> int:
    """Write a shortest path to a node, and a shortest one on which every move keeps the score."""
    if (folder := graphs.solved_folder(arguments)) is not None:
        return solved.say_path(folder, arguments)
    if arguments.node is None:
        raise OptionError("NODE is needed: the id of the node to which the path leads")
    graph, endless = graphs.load_good(arguments), parse_endless(arguments.endless)
    shortest = shortest_path(graph, arguments.node)
    if isinstance(graph.rules, ChessEnding):
        graphs.note_clock(arguments, solve(graph, endless=endless))
    best = shortest_path(graph, arguments.node, best=True, endless=endless)
    if arguments.json:
        say(dump_json({"version": _VERSION, "node": arguments.node, "shortest": shortest, "best": best}))
        return 0
    solved.say_both_paths(arguments.node, shortest, best)
    return 0


def add(parser: argparse.ArgumentParser) -> None:
    about = "the id of a node; may be left out for a solved folder, which then says the best play from the root"
    parser.add_argument("node", metavar="NODE", nargs="?", help=about)
    add_endless(parser)
    add_json(parser)


COMMAND = Command("path", "how play gets from the root to a node", run_path, add)
