"""A family that refutes a conjecture: the memo of Algorithm 7.2 does not make the search quadratic (Kars, section 8).

K(m, m) has m Max and m Min nodes, a move from each to every node of the other side, and a leaf at every node: 4m nodes
in all.  Almost every stored score needs nodes of the path on which it was found, so that it is of no use on another,
and the search makes 5, 19, 81, 341, 1441, … calls for m = 1, 2, 3, …: from m = 2 on more than four times as many for
each step of m, as far as they were counted (to m = 13; the smallest factor is 4.131), where 16m² was conjectured to
bound their growth.
"""

from __future__ import annotations

from explorer.games.cycle import on_ring
from explorer.games.game import Game
from explorer.model.graph import GameGraph, Kind, Move, Node
from explorer.trace.options import whole_number

MAX_SIZE = 100

_APART = 120.0  # canvas pixels between neighbours on the ring, and between a node and its leaf


def complete_bipartite(*, size: int) -> GameGraph:
    """Return the graph K(m, m) on a ring, Max and Min by turns; the leaf of a node is tried last."""
    maxes, mins = ([f"{letter}{number}" for number in range(1, size + 1)] for letter in "xy")
    nodes: list[Node] = []
    for number in range(size):
        for side, (id, kind) in enumerate(((maxes[number], Kind.MAX), (mins[number], Kind.MIN))):
            index = 2 * number + side
            for node in (Node(id, kind), Node(_leaf_id(id), Kind.LEAF, index - size)):
                nodes.append(on_ring(node, index, 2 * size, apart=_APART))
    return GameGraph(
        tuple(nodes),
        (*_moves_to_all(maxes, mins), *_moves_to_all(mins, maxes)),
        root=maxes[0],
        name=f"Complete bipartite graph of {size} and {size}",
        description=(
            f"From each Max node to each Min node and back, {size} of either, with a leaf at every node. Hardly a "
            "stored score can be used on another path: from two on, the memoised search, too, makes more than four "
            "times as many visits when each side gets one node more."
        ),
    )


def _leaf_id(id: str) -> str:
    return f"{id}-leaf"


def _moves_to_all(sources: list[str], targets: list[str]) -> list[Move]:
    """Return the moves from each source to all targets, then to its leaf."""
    return [(source, target) for source in sources for target in [*targets, _leaf_id(source)]]


GAME = Game(
    name="complete-bipartite",
    title="Complete bipartite graph",
    source="our own; refutes a conjecture of Kars, From game trees to game graphs, section 8",
    summary="Every Max node moves to every Min node and back: a graph on which the memo with its sets hardly helps.",
    parameters=(whole_number("size", "Size", 3, "How many nodes each player has.", minimum=1, maximum=MAX_SIZE),),
    build=complete_bipartite,
    rank=62,
    scene="algorithm=score-iteration&step=last",
    count=lambda *, size, **_: 4 * size,
)
