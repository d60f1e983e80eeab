"""The command `path`: plays from the root to a node."""

from __future__ import annotations

import argparse

from explorer.cli import graphs
from explorer.cli.commands.command import Command, add_endless, add_json
from explorer.cli.console import Arguments, say
from explorer.games.chess_ending import ChessEnding
from explorer.model.scores import parse_endless
from explorer.model.words import counted
from explorer.solver import solve
from explorer.solver.paths import shortest_path
from explorer.trace import dump_json

_VERSION = 1


def run_path(arguments: Arguments) -> int:
    """Write a shortest path to a node, and a shortest one on which every move keeps the score."""
    graph, endless = graphs.load_good(arguments), parse_endless(arguments.endless)
    shortest = shortest_path(graph, arguments.node)
    if isinstance(graph.rules, ChessEnding):
        graphs.note_clock(arguments, solve(graph, endless=endless))
    best = shortest_path(graph, arguments.node, best=True, endless=endless)
    if arguments.json:
        say(dump_json({"version": _VERSION, "node": arguments.node, "shortest": shortest, "best": best}))
        return 0
    say(_path_line("shortest path", shortest) or f"no path leads from the root to {arguments.node}")
    if shortest:
        say(
            _path_line("best play", best)
            or f"best play cannot lead to {arguments.node}: a move on the way gives score away"
        )
    return 0


def _path_line(name: str, path: list[str]) -> str:
    """Return a line with a path and its number of moves; "" if there is no path."""
    return f"{name}, {counted(len(path) - 1, 'move')}: {' → '.join(path)}" if path else ""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("node", metavar="NODE", help="the id of a node")
    add_endless(parser)
    add_json(parser)


COMMAND = Command("path", "how play gets from the root to a node", run_path, add)
