"""The ladder with cycles: a family on which a memo pays, n·2ⁿ visits against n² (Kars, Example 7.4).

The paper's figure 6 is lost; what it says of it is kept.  L_n has a top node and n layers of two nodes, each with a
leaf of its own, so 4n + 2 nodes, half of them leaves.  From the top node and from every layer one can go down to
either node of the next layer, which gives 2ⁿ ways to the bottom.  From the bottom one comes back to the first layer,
on the same side: if that node is on the path the cycle is closed, otherwise a second way down begins along the nodes
that the first one left out, with no choice left on it.  So each of the 2ⁿ ways has a tail of length up to n.

For n ≥ 2 this family gives both of the paper's counts, (3n + 9)·2^(n-1) - 2 visits of Algorithm 6.7 and
(9n² - 5n + 16)/2 of Algorithm 7.2; for n = 1, where coming back is a self-loop, it gives 8 and 8 instead of 10 and 10.
The turn passes with every layer.  For odd n the move from the bottom to the first layer leaves the turn where it is,
so the graph is bipartite for even n only.
"""

from __future__ import annotations

from math import pi, sin

from explorer.games.game import Game
from explorer.model.graph import GameGraph, Kind, Move, Node
from explorer.trace.options import whole_number

LEFT, RIGHT = "l", "r"
SIDES = (LEFT, RIGHT)
TOP = "t"

_ROW = 130.0  # canvas pixels from layer to layer
_RAILS = {LEFT: 180.0, RIGHT: 420.0}
_LEAVES = {LEFT: 40.0, RIGHT: 560.0}
_WAIST = 60.0  # the rails bend inwards, so that the moves back up run beside them


def ladder(*, layers: int) -> GameGraph:
    """Return the ladder L_n, with positions that draw it as a ladder.

    A Max leaf pays more the further down it hangs, a Min leaf costs less, and each side is better for one player.
    """
    nodes = [*_node_and_leaf(TOP, 0, layers, (300.0, 0.0), 440.0)]
    moves = [(TOP, _leaf_id(TOP)), *((TOP, f"{side}1") for side in SIDES)]
    for layer in range(1, layers + 1):
        for side in SIDES:
            id = f"{side}{layer}"
            nodes += _node_and_leaf(id, layer, layers, _canvas_position(side, layer, layers), _LEAVES[side])
            moves += _moves_of(id, side, layer, layers)
    return GameGraph(
        tuple(nodes),
        tuple(moves),
        root=TOP,
        name=f"Ladder with {layers} layer" + ("s" if layers > 1 else ""),
        description=(
            "The ladder with cycles of Kars, Example 7.4, rebuilt from its text: a leaf at every node, moves down to "
            "both nodes of the next layer, and from the bottom back to the first layer. Compare the visits of "
            "depth-first search, which grow like n·2ⁿ, with those of the memoised search, which grow like n²."
        ),
    )


def _moves_of(id: str, side: str, layer: int, layers: int) -> list[Move]:
    """Return the moves of a node: to its leaf, then to the next layer or back to the first."""
    below = [f"{other}{layer + 1}" for other in SIDES] if layer < layers else [f"{side}1"]
    return [(id, _leaf_id(id)), *((id, target) for target in below)]


def _node_and_leaf(id: str, layer: int, layers: int, position: tuple[float, float], leaf_x: float) -> tuple[Node, Node]:
    """Return an inner node of the ladder and the leaf beside it."""
    x, y = position
    inner = Node(id, Kind.MIN if layer % 2 else Kind.MAX, x=x, y=y)
    return inner, Node(_leaf_id(id), Kind.LEAF, score=_leaf_score(id[0], layer, layers), x=leaf_x, y=y)


def _leaf_id(id: str) -> str:
    return f"{id}-leaf"


def _leaf_score(side: str, layer: int, layers: int) -> int:
    if layer % 2 == 0:
        return layer // 2 - (side == RIGHT)
    return layers - layer // 2 - (side == LEFT)


def _canvas_position(side: str, layer: int, layers: int) -> tuple[float, float]:
    """Return the point of a node in the drawing of the ladder."""
    bend = _WAIST * sin(pi * (layer - 1) / (layers - 1)) if layers > 1 else 0.0
    inwards = 1 if side == LEFT else -1
    return float(round(_RAILS[side] + inwards * bend)), layer * _ROW


GAME = Game(
    name="ladder",
    title="Ladder with cycles",
    source="Kars, From game trees to game graphs, Example 7.4; rebuilt from its text, the drawing being lost",
    summary="A ladder with 2ⁿ ways down, from which play returns to its first layer: with a memo, n² visits suffice.",
    parameters=(
        whole_number("layers", "Layers", 3, "How many layers of two nodes hang below the top.", minimum=1, maximum=12),
    ),
    build=ladder,
    rank=10,
    scene="page=compare&left=depth-first&right=memoised",
)
