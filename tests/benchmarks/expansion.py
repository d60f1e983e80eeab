"""`python -m tests.benchmarks.expansion`: what an expansion costs while a random game grows to 20,000 nodes.

Prints, for both tests of finality and both conventions, the time of an expansion with bounds and finality kept up, and
that of the search for candidates, on average over the whole growth; time of the processor, for a machine may be busy.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from explorer.expansion.candidates import candidates
from explorer.expansion.graph_rules import GraphRules
from explorer.expansion.optimum import TESTS
from explorer.expansion.partial import PartialGraph
from explorer.games import generate
from explorer.model.rules import Rules
from tests.benchmarks.timing import timed

NODES = 20_000


def games() -> Iterator[Rules]:
    """Random games in either convention, with few and with many leaves."""
    for convention in ("minimax", "negamax"):
        for leaves in (0.1, 0.4):
            graph = generate(
                "random", nodes=NODES, degree=3, leaves=leaves, scores="-50..50", convention=convention, seed=1
            )
            yield GraphRules(graph.replace(name=f"{convention}, {leaves:.0%} leaves"))


def grown(known: PartialGraph) -> list[float]:
    """The seconds that each expansion took, in breadth-first order, until all is known."""
    return [timed(known.expand, node.id)[1] for node in known.nodes]  # they grow while they are walked


def searched(known: PartialGraph) -> list[float]:
    """The seconds that each of some searches for candidates took, spread evenly over the growth."""
    times = []
    for count, node in enumerate(known.nodes):
        if count % 1_000 == 0:
            times.append(timed(candidates, known)[1])
        known.expand(node.id)
    return times


def main() -> None:
    """Print all figures."""
    for rules in games():
        for test in TESTS:
            expansions = grown(PartialGraph(rules, finality=test))
            searches = searched(PartialGraph(rules, finality=test))
            sys.stdout.write(
                f"{rules.title}, {test}: {1000 * sum(expansions) / len(expansions):.3f} ms an expansion (worst "
                f"{1000 * max(expansions):.0f}), {len(expansions) / sum(expansions):,.0f} a second; "
                f"{1000 * sum(searches) / len(searches):.1f} ms a search for candidates\n"
            )


if __name__ == "__main__":
    main()
