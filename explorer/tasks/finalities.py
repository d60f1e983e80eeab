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
from explorer.tasks.task import AllowedChange, Attempt, Refusal, Task, node_option, value_option

_BOUNDS = "bounds"


def _refuse_not_final(attempt: Attempt) -> Refusal | None:
    """Refuse an attempt if the score of the task's node still depends on the value of endless play."""
    found = solve(attempt.graph)
    id = attempt.node
    if found.lower[id] == found.upper[id]:
        return None
    return _refusal_by_endless_play(attempt.graph, id, found.lower[id], found.upper[id])


def _refuse_not_all_final(attempt: Attempt) -> Refusal | None:
    """Refuse an attempt if a node is not final: of those the one with the shortest endless play."""
    found, graph = solve(attempt.graph), attempt.graph
    loose = [id for id in graph.ids if found.lower[id] != found.upper[id]]
    if not loose:
        return None
    plays = {
        id: shortest_endless_play(graph, id, worth_between(graph, found.lower[id], found.upper[id])) for id in loose
    }
    id = min(loose, key=lambda id: len(plays[id]) or len(graph.ids) + 2)
    return _refusal_by_endless_play(graph, id, found.lower[id], found.upper[id])


def _refusal_by_endless_play(graph: GameGraph, id: str, lower: Score, upper: Score) -> Refusal:
    """Return the refusal of an attempt in which a node is not final, with its shortest endless play."""
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


def _refuse_other_score(attempt: Attempt) -> Refusal | None:
    """Refuse an attempt if the node has another score than the task demands."""
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
    AllowedChange.MOVE_MORE,
    _refuse_not_final,
    "sample:figure-1-b-neg-d-pos",
    {"node": "a"},
    (node_option(),),
)
ALL_FINAL = Task(
    "all-final",
    "Take away one move so that every score is final: none depends on the value of endless play.",
    AllowedChange.MOVE_LESS,
    _refuse_not_all_final,
    "sample:figure-1-b-neg-d-pos",
)
ENDLESS_VALUE = Task(
    "endless-value",
    "Choose a value of endless play for which the score of {node} is {value}.",
    AllowedChange.ENDLESS,
    _refuse_other_score,
    "sample:figure-1-b-neg-d-pos",
    {"value": "1"},
    (node_option(), value_option()),
)


_SidedNode = tuple[str, int]  # a node, and in a negamax graph 1 if the player in question is to move there, else −1


def worth_between(graph: GameGraph, lower: Score, upper: Score) -> Score:
    """Return a value of endless play strictly between two bounds that no leaf has for either player; 0 if it fits."""
    leaves = {sign * node.score for node in graph.nodes if node.score is not None for sign in (1, -1)}
    if lower < 0 < upper and 0 not in leaves:
        return 0
    if isinf(lower):
        return min({upper} | leaves if not isinf(upper) else leaves | {0}) - 1
    above = min({score for score in leaves if score > lower} | ({upper} if not isinf(upper) else {lower + 2}))
    return Fraction(lower) + (Fraction(above) - Fraction(lower)) / 2


def shortest_endless_play(graph: GameGraph, id: str, endless: Score) -> list[str]:
    """Return the node ids of the shortest endless play from a node, with the first repeated node at the end.

    Wherever it goes, the score is what endless play is worth: neither player can do better by leaving it.  The value
    of endless play is strictly between the bounds of the node, and no leaf has it, so there is such a play.  Empty if
    there is none, because open nodes end it.
    """
    part = _positions_worth_endless(graph, endless)
    start = (id, 1)
    if start not in part:
        return []
    away = nx.single_source_shortest_path(part, start)
    rounds = [[*path[:-1], *circle] for end, path in away.items() if (circle := _shortest_cycle(part, end))]
    return [node for node, _ in min(rounds, key=len)] if rounds else []


def _shortest_cycle(part: nx.DiGraph[_SidedNode], start: _SidedNode) -> list[_SidedNode]:
    """Return the shortest path from a position back to it; empty if there is none."""
    ways = nx.single_source_shortest_path(part, start)
    back = [way for end, way in ways.items() if part.has_edge(end, start)]
    return [*min(back, key=len), start] if back else []


def _positions_worth_endless(graph: GameGraph, endless: Score) -> nx.DiGraph[_SidedNode]:
    """Return the graph of the positions whose score is the value of endless play."""
    sides = {1: solve(graph, endless=endless)}
    if graph.convention is Convention.NEGAMAX:
        sides[-1] = solve(graph, endless=-endless)
    part: nx.DiGraph[_SidedNode] = nx.DiGraph()
    part.add_nodes_from(
        (id, side) for side, found in sides.items() for id in graph.ids if found.scores[id] == side * endless
    )
    for id, side in list(part):
        onward = ((next.id, -side if len(sides) > 1 else side) for next in graph.successors_of(id))
        part.add_edges_from(((id, side), there) for there in onward if there in part)
    return part
