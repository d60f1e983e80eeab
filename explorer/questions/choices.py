"""Right and wrong values of a node from the scores around it, by player and by convention."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace.caption import named

SIGN = "A move changes the view: a successor's value counts with the opposite sign."

Reading = Callable[[str], Score | None]
"""The number that is read off a node, by its id; None where it has none."""


def backed_up_value(graph: GameGraph, id: str, reading: Reading) -> Score | None:
    """Return the best value for the player to move at a node; None for a leaf, or if a successor has no number."""
    return _extreme_value(graph, id, reading, graph.orientation[graph.index[id]], graph.sign)


def value_for_other_player(graph: GameGraph, id: str, reading: Reading) -> Score | None:
    """Return the value of a node if the other player were to move there."""
    return _extreme_value(graph, id, reading, -graph.orientation[graph.index[id]], graph.sign)


def value_without_sign(graph: GameGraph, id: str, reading: Reading) -> Score | None:
    """Return the value of a negamax node if moves did not change the view; None in a minimax graph."""
    return None if graph.sign > 0 else _extreme_value(graph, id, reading, graph.orientation[graph.index[id]], 1)


def _extreme_value(graph: GameGraph, id: str, reading: Reading, sense: int, sign: int) -> Score | None:
    return best_score(sense, (None if score is None else sign * score for score in map(reading, graph.ids_after(id))))


def best_score(sense: int, scores: Iterable[Score | None]) -> Score | None:
    """Return the largest of some scores, or for sense −1 the smallest; None if there is none, or one is not known."""
    listed: list[Score] = []
    for score in scores:
        if score is None:
            return None
        listed.append(score)
    if not listed:
        return None
    return max(listed) if sense > 0 else min(listed)


def other_player_mistake(graph: GameGraph, id: str) -> str:
    """Return a sentence on why the choice of the other player is wrong at a node."""
    name = named(graph.node(id)).text
    if graph.sign < 0:
        return f"The player to move at {name} takes the largest of the negated values, not the smallest."
    if graph.orientation[graph.index[id]] > 0:
        return f"Max is to move at {name} and takes the largest value, not the smallest."
    return f"Min is to move at {name} and takes the smallest value, not the largest."
