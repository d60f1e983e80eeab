"""One graph in the other convention: scores from Max's view, or from that of the player to move (Lecture, Def. 83)."""

from __future__ import annotations

from collections import deque

from explorer.model.check import same_side_move
from explorer.model.errors import GraphError
from explorer.model.graph import Convention, GameGraph, Kind, Node


def in_convention(graph: GameGraph, convention: Convention) -> GameGraph:
    """The graph with its scores from another view, the same nodes and moves; the player at the root is Max.

    Raises
    ------
    GraphError
        If the players do not take turns, so that both may be to move at some node.
    """
    if graph.convention is convention:
        return graph
    if (conflict := same_side_move(graph)) is not None:
        source, target = (graph.nodes[index].name for index in conflict)
        raise GraphError(
            f"{source} and {target}, joined by a move, would have the same player to move; labels of the other "
            "convention need players who take turns, so choose labels=own"
        )
    sides = _sides(graph)
    nodes = tuple(_turned(node, side, convention) for node, side in zip(graph.nodes, sides, strict=True))
    return GameGraph(nodes, graph.moves, root=graph.root, convention=convention, name=graph.name)


def _sides(graph: GameGraph) -> list[int]:
    """Who is to move at each node, in node order: +1 Max, -1 Min; the root, and where nothing tells, Max."""
    side: dict[int, int] = {}
    given = {Kind.MAX: 1, Kind.MIN: -1}
    starts = sorted(
        range(len(graph.nodes)), key=lambda index: (graph.nodes[index].kind not in given, index != graph.root_index)
    )
    for start in starts:
        if start in side:
            continue
        side[start] = given.get(graph.nodes[start].kind, 1)
        waiting = deque([start])
        while waiting:
            index = waiting.popleft()
            for other in (*graph.successors[index], *graph.predecessors[index]):
                if other not in side:
                    side[other] = -side[index]
                    waiting.append(other)
    return [side[index] for index in range(len(graph.nodes))]


def _turned(node: Node, side: int, convention: Convention) -> Node:
    if node.score is not None:
        return Node(node.id, Kind.LEAF, node.score if side > 0 else 0 - node.score, node.label)
    if node.kind is Kind.OPEN:
        return Node(node.id, Kind.OPEN, label=node.label)
    if convention is Convention.NEGAMAX:
        return Node(node.id, Kind.MOVER, label=node.label)
    return Node(node.id, Kind.MAX if side > 0 else Kind.MIN, label=node.label)
