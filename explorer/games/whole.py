"""The whole graph of a game by rules, and rules of games that a player without a move loses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from explorer.games.from_rules import MAX_MOVES, MAX_POSITIONS, ExpansionProgress, partial_graph
from explorer.model.columns import OPEN
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph
from explorer.model.rules import Rules


class NormalPlay(Rules):
    """Rules of an impartial game: both players have the same moves, and a player without a move loses.

    It is a negamax game, since it does not matter who moves at a position, only that the turn passes; the end is
    worth -1 to the player to move.
    """

    negamax = True
    range = (-1, 1)

    def score(self, position: Any) -> int:
        return -1


def whole(rules: Callable[..., Rules], count: Callable[..., int] | None = None) -> Callable[..., GameGraph]:
    """Return a `build` of a `Game` for all positions that play can reach, breadth first.

    Parameters
    ----------
    rules : the rules of the game; called with every parameter by keyword.
    count : the number of positions, if it is known beforehand; called as `rules`.
    """

    def build(*, progress: ExpansionProgress | None = None, **values: Any) -> GameGraph:
        return _whole_graph(rules(**values), 0 if count is None else count(**values), progress)

    return build


def _whole_graph(rules: Rules, positions: int, progress: ExpansionProgress | None) -> GameGraph:
    """Return the graph of a whole game; raise LimitError if it is too large. `positions` is 0 if unknown."""
    too_large = LimitError(
        f"{rules.title} has more than {MAX_POSITIONS:,} positions or {MAX_MOVES:,} moves; choose a smaller game"
    )
    if positions > MAX_POSITIONS:
        raise too_large
    try:
        graph = partial_graph(rules, positions or MAX_POSITIONS, progress=progress)
    except LimitError:
        raise too_large from None
    if (graph.columns.kinds == OPEN).any():
        raise too_large
    return graph.replace(rules=None)
