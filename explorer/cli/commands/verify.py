"""The command `verify`: whether a strategy, a certificate or a line of play holds."""

from __future__ import annotations

import argparse
import sys

from explorer.cli import graphs
from explorer.cli.commands.command import DISAGREES, Command, add_json
from explorer.cli.commands.diff import add_table_reading
from explorer.cli.console import Arguments, say
from explorer.comparison.score_words import split_words
from explorer.expansion.rule_values import with_rule_values
from explorer.trace import dump_json
from explorer.verification.supplied_play import parse_play
from explorer.verification.verification import PLAYERS, verify


def run_verify(arguments: Arguments) -> int:
    """Write whether the claims in a file hold; 1 if one does not."""
    graph = with_rule_values(graphs.load_good(arguments, tells_open=True))
    found = verify(
        graph,
        parse_play(sys.stdin.buffer.read()) if arguments.file == graphs.STANDARD else arguments.file,
        player=arguments.player,
        node=arguments.root,
        score=arguments.score,
        endless=arguments.endless,
        words=None if arguments.words is None else split_words(arguments.words),
        distance=arguments.distance,
        values_for=arguments.values_for,
    )
    say(dump_json(found.to_json()) if arguments.json else str(found))
    return 0 if found.holds else DISAGREES


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify`."""
    about = (
        "a table (.csv, .parquet) or .json of node and best, or of values and distances; a .sol of PGSolver; a "
        "certificate of solve --certificate; or the nodes of a line of play, with arrows between them or one a line; "
        "- for standard input"
    )
    parser.add_argument("file", metavar="FILE", help=about)
    about = "whose claim (default both; in a negamax graph max is the player to move where play starts)"
    parser.add_argument("--player", choices=[*PLAYERS], help=about)
    about = "what Max is to get at least and Min to allow at most (default: that of a certificate, or the exact score)"
    parser.add_argument("--score", metavar="X", help=about)
    about = "value of endless play: a number, inf or -inf (default: that of a certificate, or 0)"
    parser.add_argument("--endless", metavar="D", help=about)
    add_table_reading(parser)
    add_json(parser)


COMMAND = Command("verify", "whether a strategy, a certificate or a line of play holds", run_verify, add)
