"""What an attempt has changed that its task does not let be changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from explorer.model.graph import GameGraph, Kind, Move
from explorer.model.scores import format_score
from explorer.tasks.task import Change

Difference = Callable[[GameGraph, GameGraph], Iterator[str]]


def first_forbidden(before: GameGraph, after: GameGraph, change: Change) -> str | None:
    """The first difference between two graphs that a task does not allow, in words; None if there is none.

    Names, labels, places on the canvas, and the order in which nodes are listed do not matter.
    """
    for differences in (_nodes, *_ALLOWED[change]):
        for found in differences(before, after):
            return found
    return None


def _nodes(before: GameGraph, after: GameGraph) -> Iterator[str]:
    for id in before.ids:
        if id not in after.index:
            yield f"the node {before.node(id).name} is missing"
        elif before.node(id).kind is not after.node(id).kind:
            yield f"the node {before.node(id).name} is of another kind: {_KINDS[after.node(id).kind]}"
    yield from (f"the node {after.node(id).name} is new" for id in after.ids if id not in before.index)
    if before.root != after.root:
        yield "the root is another node"
    if before.convention is not after.convention:
        yield f"the graph is a {after.convention} graph now"


_KINDS = {
    Kind.MAX: "a Max node",
    Kind.MIN: "a Min node",
    Kind.MOVER: "an inner node",
    Kind.LEAF: "a leaf",
    Kind.OPEN: "an open node",
}


def _scores(before: GameGraph, after: GameGraph) -> Iterator[str]:
    for node in before.nodes:
        score = after.node(node.id).score
        if node.score != score:
            yield f"the score of {node.name} was {format_score(node.score)} and is {format_score(score)}"


def _missing(before: GameGraph, after: GameGraph) -> Iterator[str]:
    there = set(after.moves)
    return (f"the move {_named(before, move)} is missing" for move in before.moves if move not in there)


def _added(before: GameGraph, after: GameGraph) -> Iterator[str]:
    there = set(before.moves)
    return (f"the move {_named(after, move)} is new" for move in after.moves if move not in there)


def _one_more(before: GameGraph, after: GameGraph) -> Iterator[str]:
    return _not_one(list(_added(before, after)))


def _one_less(before: GameGraph, after: GameGraph) -> Iterator[str]:
    return _not_one(list(_missing(before, after)))


def _not_one(differences: list[str]) -> Iterator[str]:
    if len(differences) != 1:
        yield " and ".join(differences[:3]) or "nothing has changed"


def _order(before: GameGraph, after: GameGraph) -> Iterator[str]:
    """Nodes whose moves that both graphs have come in another order."""
    for node in before.nodes:
        theirs = after.ids_after(node.id)
        ours = before.ids_after(node.id)
        if [id for id in ours if id in theirs] != [id for id in theirs if id in ours]:
            yield f"the moves of {node.name} are in another order"


_SAME_MOVES = (_missing, _added)
_ALLOWED: dict[Change, tuple[Difference, ...]] = {
    Change.SCORES: (*_SAME_MOVES, _order),
    Change.ORDER: (_scores, *_SAME_MOVES),
    Change.MOVE_MORE: (_scores, _missing, _one_more, _order),
    Change.MOVE_LESS: (_scores, _added, _one_less, _order),
    Change.ENDLESS: (_scores, *_SAME_MOVES, _order),
}
"""For each change: what must be as it was."""


def _named(graph: GameGraph, move: Move) -> str:
    source, target = (graph.node(id).name for id in move)
    return f"{source} → {target}"
