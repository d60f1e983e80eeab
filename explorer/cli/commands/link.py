"""The command `link`: a link to the app that holds the graph."""

from __future__ import annotations

import argparse

from explorer.cli import graphs, scenes
from explorer.cli.commands.command import Command, step
from explorer.cli.console import Arguments, say
from explorer.cli.launch import BASE
from explorer.scenes.scene import graph_under_rule, with_graph


def run_link(arguments: Arguments) -> int:
    """Write a link to the app that holds the graph."""
    scene, arguments.rule = scenes.scene_of(arguments), None  # the link holds the plain graph and the rule
    graph = graphs.drawable(arguments)
    scenes.require_selected(scene, graph_under_rule(scene, graph))
    say(with_graph(scene, graph).link(arguments.base))
    return 0


def add(parser: argparse.ArgumentParser) -> None:
    scenes.add_options(parser, step)
    parser.add_argument(
        "--base-url",
        "--base",
        dest="base",
        default=BASE,
        metavar="URL",
        help="where the app runs (default %(default)s)",
    )


COMMAND = Command("link", "a link that holds the graph, to open it in the app", run_link, add)
