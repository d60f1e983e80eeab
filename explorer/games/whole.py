"""The whole graph of a game by rules, and what games have in common in which whoever cannot move has lost."""

from __future__ import annotations

from typing import Any

from explorer.games.from_rules import MAX_MOVES, MAX_POSITIONS, Progress, partial_graph
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph, Kind
from explorer.model.rules import Rules


class NormalPlay(Rules):
    """Rules of an impartial game: both players have the same moves, and the player who cannot move has lost.

    It is a negamax game, since it does not matter who moves at a position, only that the turn passes; the end is
    worth -1 to the player to move.
    """

    negamax = True
    range = (-1, 1)

    def score(self, position: Any) -> int:
        return -1


def whole_graph(rules: Rules, *, positions: int = 0, progress: Progress | None = None) -> GameGraph:
    """The graph of all positions that play can reach, in breadth-first order.

    Parameters
    ----------
    positions : how many there are, if that is known beforehand.
    progress : as `partial_graph` calls it.

    Raises
    ------
    GraphError
        If the rules fail.
    LimitError
        If there are more than `MAX_POSITIONS` positions, or more than `MAX_MOVES` moves.
    """
    too_large = LimitError(
        f"{rules.title} has more than {MAX_POSITIONS:,} positions or {MAX_MOVES:,} moves; choose a smaller game"
    )
    if positions > MAX_POSITIONS:
        raise too_large
    try:
        graph = partial_graph(rules, positions or MAX_POSITIONS, progress=progress)
    except LimitError:
        raise too_large from None
    if any(node.kind is Kind.OPEN for node in graph.nodes):
        raise too_large
    return graph.replace(rules=None)
