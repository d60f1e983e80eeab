"""A family that refutes a conjecture: s converges late though no node is far from the root (Kars, section 8).

A chain v1 (Min), v2 (Max), …, vk leads to a leaf worth 1.  The root r (Max) moves to v1 and to h; h (Min) to a leaf
worth -1, to m and to every even node of the chain; m (Max) to every odd one.  The graph is bipartite, and no node is
more than 3 moves from the root, but for the leaf at the end of an odd chain, which is 4 moves away.  The win can only
be had along the chain, since h takes the leaf worth -1; s_n(r) is 0 for all n ≤ k + 1 and becomes 1 with n = k + 2,
which is |V| - 3.
"""

from __future__ import annotations

from explorer.games.game import Game
from explorer.model.graph import GameGraph, Kind, Move, Node
from explorer.trace.options import whole_number

ROOT, NEAR_EVEN, NEAR_ODD, WON, LOST = "r", "h", "m", "won", "lost"
MAX_LENGTH = 10_000

_APART = 110.0  # canvas pixels between neighbours on the chain
_RISE = 190.0  # from the chain to the nodes above and below it


def distance_counterexample(*, length: int) -> GameGraph:
    """Return the graph with a chain of this length, drawn between h above and m below."""
    chain = [f"v{index}" for index in range(1, length + 1)]
    middle = _APART * (length + 1) / 2
    nodes = [
        Node(ROOT, Kind.MAX, x=-_APART, y=-_RISE / 2),
        Node(NEAR_EVEN, Kind.MIN, x=middle, y=-_RISE),
        Node(NEAR_ODD, Kind.MAX, x=middle, y=_RISE),
        *(Node(id, _player_at(index), x=_APART * index, y=0.0) for index, id in enumerate(chain, 1)),
        Node(LOST, Kind.LEAF, -1, x=middle + 2 * _APART, y=-_RISE),
        Node(WON, Kind.LEAF, 1, x=_APART * (length + 1), y=0.0),
    ]
    return GameGraph(
        tuple(nodes),
        tuple(_all_moves(chain)),
        root=ROOT,
        name=f"Distance counterexample, chain of {length}",
        description=(
            "Every node is at most 4 moves from the root, yet score iteration gives the root its score only after "
            f"{length + 2} sweeps: the number of sweeps does not depend on the distance alone, as Kars, section 8, "
            "supposed it might."
        ),
    )


def _player_at(index: int) -> Kind:
    """Return the player to move at a node of the chain, by its index."""
    return Kind.MIN if index % 2 else Kind.MAX


def _all_moves(chain: list[str]) -> list[Move]:
    return [
        (ROOT, chain[0]),
        (ROOT, NEAR_EVEN),
        (NEAR_EVEN, LOST),
        (NEAR_EVEN, NEAR_ODD),
        *((NEAR_EVEN, id) for id in chain[1::2]),
        *((NEAR_ODD, id) for id in chain[::2]),
        *zip(chain, [*chain[1:], WON], strict=True),
    ]


GAME = Game(
    name="distance-counterexample",
    title="Late scores close to the root",
    source="our own; refutes a conjecture of Kars, From game trees to game graphs, section 8",
    summary="No node is more than 4 moves from the root, yet the longer the chain, the later the root gets its score.",
    parameters=(
        whole_number(
            "length", "Length of the chain", 16, "How many nodes the chain has.", minimum=1, maximum=MAX_LENGTH
        ),
    ),
    build=distance_counterexample,
    rank=60,
    scene="algorithm=score-iteration&step=last",
    count=lambda *, length, **_: length + 5,
)
