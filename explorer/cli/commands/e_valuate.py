"""The command `e-valuate`: the minimax value of an expression, and what a search prunes for it."""

from __future__ import annotations

import argparse

from explorer.cli.commands.command import Command, add_json, whole
from explorer.cli.console import Arguments, progress, say
from explorer.games.e_valuate import domain_option
from explorer.games.e_valuate.leaves import ARITHMETICS
from explorer.games.e_valuate.search import ORDERS, SEARCHES, WALKS_AGAIN, EvaluationResult, evaluate
from explorer.model.scores import format_score
from explorer.model.words import counted
from explorer.trace import dump_json


def run_e_valuate(arguments: Arguments) -> int:
    """Write the minimax value of an expression, the play that both choose, and what the search pruned."""
    with progress("{done:,} nodes visited") as tell:
        result = evaluate(
            arguments.expression,
            domain=domain_option().parse(arguments.domain),
            order=arguments.order,
            seed=arguments.seed,
            table=arguments.table,
            search=arguments.search,
            arithmetic=arguments.arithmetic,
            progress=tell,
        )
    say(dump_json(result.to_json()) if arguments.json else _result_words(result))
    return 0


def _result_words(result: EvaluationResult) -> str:
    """Return the result of a search in a few lines."""
    line = ", ".join(f"{format_score(digit)} → {variable}" for digit, variable in result.principal_variation)
    pruned = result.pruned
    return "\n".join(
        (
            f"value {format_score(result.value)}",
            f"principal variation {line or '–'}",
            f"{counted(pruned.total, 'node')} pruned: {pruned.alpha:,} by alpha and {pruned.beta:,} by beta cutoffs, "
            f"{pruned.table:,} by the table",
            f"{counted(result.visits, 'node')} visited; the tree has {result.tree:,}",
            *([WALKS_AGAIN] if result.walks_again else []),
        )
    )


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("expression", metavar="EXPRESSION", help="such as 'x/y + 2*y/z - z/x'")
    parser.add_argument("--domain", default="0..9", metavar="NUMBERS", help="what Max may propose (default 0..9)")
    for name, choices, help in (
        ("--order", ORDERS, "how the numbers are tried: as in the domain, or best first by random instantiations"),
        ("--search", SEARCHES, "the search that visits the tree; mtd-f always has a table"),
        ("--arithmetic", ARITHMETICS, "rounded arithmetic shows its effect on the counts"),
    ):
        parser.add_argument(name, choices=tuple(choices), default=next(iter(choices)), help=help)
    parser.add_argument("--table", action="store_true", help="search equal positions once")
    parser.add_argument(
        "--seed",
        type=whole("a seed is a number from 0"),
        default=1,
        metavar="N",
        help="of the instantiations (default 1)",
    )
    add_json(parser)


COMMAND = Command(
    "e-valuate",
    "the minimax value of an arithmetic expression, and what a search prunes for it",
    run_e_valuate,
    add,
    takes_graph=False,
)
