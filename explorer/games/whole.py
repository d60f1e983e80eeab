"""The whole graph of a game by rules, and what games have in common in which whoever cannot move has lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from explorer.games.from_rules import MAX_MOVES, MAX_POSITIONS, Progress, partial_graph
from explorer.model.columns import OPEN
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph
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


def whole(rules: Callable[..., Rules], count: Callable[..., int] | None = None) -> Callable[..., GameGraph]:
    """What builds the graph of all positions that play can reach, in breadth-first order, for a `Game`.

    Parameters
    ----------
    rules : the rules of the game; called with every parameter by keyword.
    count : how many positions there are, if that is known beforehand; called as `rules`.
    """

    def build(*, progress: Progress | None = None, **values: Any) -> GameGraph:
        return _whole_graph(rules(**values), 0 if count is None else count(**values), progress)

    return build


def _whole_graph(rules: Rules, positions: int, progress: Progress | None) -> GameGraph:
    """The graph of a game of so many positions, 0 if that is not known; a `LimitError` if it is too large."""
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
