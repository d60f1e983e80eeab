"""Alternating reachability: White tries to reach the goal, Black to end play elsewhere (PF games)."""

from __future__ import annotations

from random import Random

from explorer.games.game import Game
from explorer.games.whole import whole
from explorer.model.errors import OptionError
from explorer.model.rules import Owner, Rules
from explorer.model.words import counted
from explorer.trace.options import whole_number

WHITE, BLACK = "white", "black"
Position = tuple[int, str]  # a node of the graph, and who is to move


class Reachability(Rules):
    """A piece on a random directed graph without cycles, moved in turn along its edges; White (Max) begins.

    White wins if the piece reaches the goal, the last node; at every other node without edges he has lost.
    """

    range = (-1, 1)
    initial: Position = (0, WHITE)

    def __init__(self, *, nodes: int, edges: int, dead_ends: int, seed: int) -> None:
        self.goal = nodes - 1
        self.edges = random_edges(nodes, edges, dead_ends, seed)
        self.title = f"Alternating reachability on {nodes} nodes"
        self.description = (
            f"White (Max) and Black (Min) move a piece in turn along the edges of a graph without cycles, from node 0. "
            f"White wins if it gets to node {self.goal}, and loses if it gets stuck elsewhere."
        )

    def moves(self, position: Position) -> list[Position]:
        node, player = position
        return [(other, BLACK if player == WHITE else WHITE) for other in self.edges[node]]

    def score(self, position: Position) -> int:
        return 1 if position[0] == self.goal else -1

    def owner(self, position: Position) -> Owner:
        return "max" if position[1] == WHITE else "min"

    def name(self, position: Position) -> str:
        return f"{position[0]}/{position[1]}"

    def label(self, position: Position) -> str:
        return f"{position[0]}{position[1][0]}"

    def move_name(self, position: Position, after: Position) -> str:
        """Return the node to which the piece goes: "to 5"."""
        return f"to {after[0]}"


def random_edges(nodes: int, edges: int, dead_ends: int, seed: int) -> list[list[int]]:
    """Return for each node its successors, later nodes, ascending; dead ends and the goal have none.

    Each other node has a move to the next one or the one after it, so that play gets far, and more at random.

    Raises
    ------
    OptionError
        If there would be no node but dead ends and the goal, unless the goal is the only one.
    """
    most = max(0, nodes - 2)
    if dead_ends > most:
        raise OptionError(f"dead_ends must lie between 0 and {most:,} for {counted(nodes, 'node')}, got {dead_ends:,}")
    rng = Random(seed)
    ends = dead_ends + 1
    rows: list[list[int]] = []
    for node in range(nodes):
        if node >= nodes - ends:
            rows.append([])
            continue
        later = range(node + 1, nodes)
        near = later[int(rng.random() * min(2, len(later)))]
        more = {later[int(rng.random() * len(later))] for _ in range(edges - 1)}
        rows.append(sorted({near, *more}))
    return rows


GAME = Game(
    name="reachability",
    title="Alternating reachability",
    source="PF games, Games in Complexity",
    summary="Two players move a piece along the edges of a graph; one wants it to get to a goal, the other does not.",
    parameters=(
        whole_number("nodes", "Nodes", 12, "How many nodes the graph has.", minimum=1, maximum=10_000),
        whole_number(
            "edges", "Edges of a node", 3, "At most so many edges lead on from a node.", minimum=1, maximum=50
        ),
        whole_number("dead_ends", "Dead ends", 2, "Nodes without edges besides the goal.", minimum=0, maximum=1_000),
        whole_number("seed", "Seed", 1, "Another seed draws another graph.", minimum=0, maximum=2**31 - 1),
    ),
    build=whole(Reachability),
    rank=36,
    scene="algorithm=solve&step=last",
)
