"""Tasks about scores that do not depend on the value of endless play: their lower and upper bounds are equal.

Kars, section 5: the score is the median of the lower bound, the value of endless play and the upper bound.
"""

from __future__ import annotations

from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score
from explorer.solver import solve
from explorer.tasks.options import node_option, value_option
from explorer.tasks.steady_loop import shortest_endless_play, worth_between
from explorer.tasks.task import Attempt, Change, Refusal, Task

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
