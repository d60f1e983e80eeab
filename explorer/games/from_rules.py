"""Graphs of games by rules: the positions nearest to the start are expanded, the rest stays open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from explorer.errors import LimitError
from explorer.expansion.asked import Asked, Position
from explorer.graph import GameGraph, Move
from explorer.options import Option, whole_number
from explorer.rules import Rules

POSITIONS = "positions"
MAX_POSITIONS = 100_000
MAX_MOVES = 1_000_000
SMALL = 1_000  # positions: a game that has no more is shown whole
GLIMPSE = 60  # positions: of a larger game, or one without end


def positions_option(default: int = GLIMPSE) -> Option:
    """The parameter that every game by rules has: how many positions are expanded."""
    return whole_number(
        POSITIONS,
        "Positions",
        default,
        "How many positions are expanded, nearest to the start first; those that they lead to stay open.",
        minimum=1,
        maximum=MAX_POSITIONS,
    )


def partial_graph(rules: Rules, positions: int) -> GameGraph:
    """The graph of a game with its first positions, in breadth-first order, expanded and all others open.

    Nodes stand in the order in which they are met, and none has a place on the canvas.  The graph keeps the rules,
    so that its open nodes can be expanded later.

    Raises
    ------
    GraphError
        If the rules fail or give what cannot be, as `Asked` says it.
    LimitError
        If there are more than `MAX_MOVES` moves.
    """
    asked = Asked(rules)
    moves: list[Move] = []
    met = [asked.initial]
    for source, targets in islice(_expansions(asked, met), positions):
        id = asked.node(source).id
        moves += ((id, asked.node(target).id) for target in targets)
        if len(moves) > MAX_MOVES:
            raise LimitError(
                f"{asked.title}: {positions:,} positions have more than {MAX_MOVES:,} moves; lower {POSITIONS}"
            )
    return GameGraph(
        tuple(asked.node(position) for position in met),
        tuple(moves),
        root=asked.node(met[0]).id,
        convention=asked.convention,
        name=asked.title,
        description=str(rules.description),
        extra=asked.extra,
        rules=rules,
    )


def default_graph(rules: Rules) -> GameGraph:
    """The whole graph of a game of at most `SMALL` positions; of any other the `GLIMPSE` nearest to the start.

    Raises
    ------
    GraphError, LimitError
        As `partial_graph`.
    """
    try:
        graph = partial_graph(rules, SMALL)
    except LimitError:
        return partial_graph(rules, GLIMPSE)
    return graph if len(graph.nodes) <= SMALL else partial_graph(rules, GLIMPSE)


def _expansions(asked: Asked, met: list[Position]) -> Iterator[tuple[Position, tuple[Position, ...]]]:
    """Each position with its successors, nearest to the start first; all that are met are appended to `met`."""
    seen = set(met)
    for position in met:  # grows while it is walked
        _, successors = asked.expand(position)
        fresh = [successor for successor in successors if successor not in seen]
        seen.update(fresh)
        met += fresh
        yield position, successors
