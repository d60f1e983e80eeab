"""Tasks about scores that do not depend on the value of endless play: their lower and upper bounds are equal.

Kars, section 5: the score is the median of the lower bound, the value of endless play and the upper bound.
"""

from __future__ import annotations

from fractions import Fraction
from math import isinf

from explorer.model.graph import Convention, GameGraph
from explorer.model.late_networkx import nx
from explorer.model.scores import Score, format_score
from explorer.solver import solve
from explorer.tasks.task import Attempt, Change, Refusal, Task, node_option, value_option

_BOUNDS = "bounds"


def _not_final(attempt: Attempt) -> Refusal | None:
    """Why the score of the node can differ with the value of endless play."""
    found = solve(attempt.graph)
    id = attempt.node
    if found.lower[id] == found.upper[id]:
        return None
    return _endless(attempt.graph, id, found.lower[id], found.upper[id])


def _not_all_final(attempt: Attempt) -> Refusal | None:
    """Of the nodes that are not final, the one with the shortest endless play."""
    found, graph = solve(attempt.graph), attempt.graph
    loose = [id for id in graph.ids if found.lower[id] != found.upper[id]]
    if not loose:
        return None
    plays = {
        id: shortest_endless_play(graph, id, worth_between(graph, found.lower[id], found.upper[id])) for id in loose
    }
    id = min(loose, key=lambda id: len(plays[id]) or len(graph.ids) + 2)
    return _endless(graph, id, found.lower[id], found.upper[id])


def _endless(graph: GameGraph, id: str, lower: Score, upper: Score) -> Refusal:
    worth = worth_between(graph, lower, upper)
    play = shortest_endless_play(graph, id, worth)
    name = graph.node(id).name
    text = f"{name} is not final: its lower bound is {format_score(lower)} and its upper bound {format_score(upper)}."
    if play:
        shown = " → ".join(graph.node(each).name for each in play)
        text += (
            f" The shortest play that goes on for ever is {shown}. If it is worth {format_score(worth)}, neither "
            "player can do better by leaving it."
        )
    return Refusal(text, _BOUNDS, node=id, endless=worth)


def _other_score(attempt: Attempt) -> Refusal | None:
    """Why the score of the node is not the one that is asked for."""
    found, id, wanted = solve(attempt.graph, endless=attempt.endless), attempt.node, attempt.options["value"]
    score = found.scores[id]
    if score == wanted:
        return None
    lower, upper = (format_score(bound[id]) for bound in (found.lower, found.upper))
    worth = format_score(attempt.endless)
    text = (
        f"With endless play worth {worth} the score of {attempt.name} is the median of its lower bound {lower}, "
        f"{worth} and its upper bound {upper}: {format_score(score)}, not {format_score(wanted)}."
    )
    return Refusal(text, "score-iteration", node=id, endless=attempt.endless)


MAKES_FINAL = Task(
    "makes-final",
    "Add one move that makes {node} final: its score no longer depends on the value of endless play.",
    Change.MOVE_MORE,
    _not_final,
    "sample:figure-1-b-neg-d-pos",
    {"node": "a"},
    (node_option(),),
)
ALL_FINAL = Task(
    "all-final",
    "Take away one move so that every score is final: none depends on the value of endless play.",
    Change.MOVE_LESS,
    _not_all_final,
    "sample:figure-1-b-neg-d-pos",
)
ENDLESS_VALUE = Task(
    "endless-value",
    "Choose a value of endless play for which the score of {node} is {value}.",
    Change.ENDLESS,
    _other_score,
    "sample:figure-1-b-neg-d-pos",
    {"value": "1"},
    (node_option(), value_option()),
)


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
        (id, side) for side, found in sides.items() for id in graph.ids if found.scores[id] == side * endless
    )
    for id, side in list(kept):
        onward = ((next.id, -side if len(sides) > 1 else side) for next in graph.successors_of(id))
        kept.add_edges_from(((id, side), there) for there in onward if there in kept)
    return kept
