"""The shortest endless play that neither player does better by leaving: why a score is not final."""

from __future__ import annotations

from fractions import Fraction
from math import isinf

from explorer.model.graph import Convention, GameGraph
from explorer.model.late_networkx import nx
from explorer.model.scores import Score
from explorer.solver import Solution, solve

_Position = tuple[str, int]  # a node, and in a negamax graph 1 if the player in question is to move there, else −1


def worth_between(graph: GameGraph, lower: Score, upper: Score) -> Score:
    """A value of endless play strictly between two bounds that no leaf has, from either player's view; 0 if it fits."""
    leaves = {sign * node.score for node in graph.nodes if node.score is not None for sign in (1, -1)}
    if lower < 0 < upper and 0 not in leaves:
        return 0
    if isinf(lower):
        return min({upper} | leaves if not isinf(upper) else leaves | {0}) - 1
    above = min({score for score in leaves if score > lower} | ({upper} if not isinf(upper) else {lower + 2}))
    return Fraction(lower) + (Fraction(above) - Fraction(lower)) / 2


def shortest_endless_play(graph: GameGraph, id: str, endless: Score) -> list[str]:
    """The ids of the nodes of the shortest play from a node that never ends, the first that comes again at the end.

    Wherever it goes, the score is what endless play is worth: neither player can do better by leaving it.  The value
    of endless play is strictly between the bounds of the node, and no leaf has it, so there is such a play.  Empty if
    there is none, because open nodes end it.
    """
    kept = _kept(graph, endless)
    start = (id, 1)
    if start not in kept:
        return []
    away = nx.single_source_shortest_path(kept, start)
    rounds = [[*path[:-1], *circle] for end, path in away.items() if (circle := _circle(kept, end))]
    return [node for node, _ in min(rounds, key=len)] if rounds else []


def _circle(kept: nx.DiGraph[_Position], start: _Position) -> list[_Position]:
    """The shortest way from a position back to it."""
    ways = nx.single_source_shortest_path(kept, start)
    back = [way for end, way in ways.items() if kept.has_edge(end, start)]
    return [*min(back, key=len), start] if back else []


def _kept(graph: GameGraph, endless: Score) -> nx.DiGraph[_Position]:
    """The positions whose score is what endless play is worth, and the moves between them."""
    sides = {1: solve(graph, endless=endless)}
    if graph.convention is Convention.NEGAMAX:
        sides[-1] = solve(graph, endless=-endless)
    kept: nx.DiGraph[_Position] = nx.DiGraph()
    kept.add_nodes_from(
        (id, side) for side, found in sides.items() for id in graph.ids if _is_endless(found, id, side * endless)
    )
    for id, side in list(kept):
        onward = ((next.id, -side if len(sides) > 1 else side) for next in graph.successors_of(id))
        kept.add_edges_from(((id, side), there) for there in onward if there in kept)
    return kept


def _is_endless(found: Solution, id: str, worth: Score) -> bool:
    return found.scores[id] == worth
