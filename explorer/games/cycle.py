"""A single cycle with a leaf at every node: at each turn a player can end the game or let it go on round."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from explorer.games.game import Game
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.trace.options import choice, score_list, whole_number, yes_no

MAX_LENGTH = 10_000
PLAYERS = {
    "alternating": (Kind.MAX, Kind.MIN),
    "max": (Kind.MAX, Kind.MAX),
    "min": (Kind.MIN, Kind.MIN),
    "mover": (Kind.MOVER, Kind.MOVER),
}

APART = 110.0  # canvas pixels between neighbours on the cycle, and between a node and its leaf


def cycle(*, length: int, players: str, leaves: bool, scores: Sequence[Score]) -> GameGraph:
    """Return the cycle c1, c2, …, drawn as a ring; the leaf of c1 is x1, and is tried before the move on.

    Parameters
    ----------
    players : "alternating", all "max", all "min", or "mover" for a negamax graph.
    scores : of the leaves, round the cycle, over and over.
    """
    turns = PLAYERS[players]
    nodes: list[Node] = []
    moves: list[tuple[str, str]] = []
    for index in range(length):
        id, leaf = f"c{index + 1}", f"x{index + 1}"
        nodes.append(on_ring(Node(id, turns[index % 2]), index, length))
        if leaves:
            nodes.append(on_ring(Node(leaf, Kind.LEAF, scores[index % len(scores)]), index, length))
            moves.append((id, leaf))
        moves.append((id, f"c{(index + 1) % length + 1}"))
    return GameGraph(
        tuple(nodes),
        tuple(moves),
        root="c1",
        convention=Convention.NEGAMAX if players == "mover" else Convention.MINIMAX,
        name=f"Cycle of {length}",
        description=(
            "Play goes round and round until somebody ends it at a leaf."
            if leaves
            else "Play repeats for ever, and neither player can end it."
        ),
    )


def on_ring(node: Node, index: int, length: int, *, apart: float = APART) -> Node:
    """Return the node with its position on a ring, clockwise from the top; a leaf lies outside."""
    outwards = apart if node.kind is Kind.LEAF else 0.0
    radius = (apart / (2 * sin(pi / length)) if length > 1 else 0.0) + outwards
    angle = 2 * pi * index / length
    x, y = round(radius * sin(angle), 1), round(-radius * cos(angle), 1)
    return Node(node.id, node.kind, node.score, x=x + 0.0, y=y + 0.0)


GAME = Game(
    name="cycle",
    title="Cycle",
    source="our own; a cycle of two is in Kars, From game trees to game graphs, Figure 5",
    summary="Positions in a ring: at each the player can take the leaf that hangs there, or let play go on round.",
    parameters=(
        whole_number("length", "Length", 6, "How many positions the ring has.", minimum=1, maximum=MAX_LENGTH),
        choice(
            "players",
            "To move",
            {
                "alternating": "Max and Min in turn",
                "max": "Max alone",
                "min": "Min alone",
                "mover": "no named players (negamax)",
            },
            "Whose turn it is round the ring; in a negamax graph scores are for the player to move.",
        ),
        yes_no("leaves", "Leaves", True, "Whether a leaf hangs from every node."),
        score_list("scores", "Scores", (-1, 1, 0), 'Of the leaves, in turn: such as "-1, 0, 1/2" or "-3..3".'),
    ),
    build=cycle,
    rank=50,
    scene="algorithm=bounds&step=last",
    count=lambda *, length, leaves, **_: length * (1 + leaves),
)
