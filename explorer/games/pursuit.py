"""Cat and mouse: a small game with rules, in which positions come back.

Cat (Max) and mouse (Min) move in turn, each to a room next door; they may not stay.  The cat walks through every door
both ways.  The mouse cannot climb back from the cellar to the scullery, and the swing door of the hall opens for it
only towards the kitchen.  Whoever enters the room of the other ends the game with the mouse caught: 2 for the cat in
the parlour or the kitchen, 1 elsewhere.  A mouse that reaches the garden with no cat in it is free (-1), one that
reaches the larder with no cat in it has the cheese as well (-3).  A chase without end is a draw.
"""

from __future__ import annotations

from typing import NamedTuple

from explorer.games.game import Game
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph, Kind, Move, Node
from explorer.trace.options import choice

ROOMS = ("hall", "parlour", "kitchen", "scullery", "cellar", "larder", "garden")

CAT_DOORS = {
    "hall": ("parlour", "kitchen", "garden"),
    "parlour": ("hall", "kitchen"),
    "kitchen": ("hall", "parlour", "scullery"),
    "scullery": ("kitchen", "cellar"),
    "cellar": ("scullery", "larder"),
    "larder": ("cellar", "garden"),
    "garden": ("hall", "larder"),
}
MOUSE_DOORS = {
    "hall": ("parlour", "kitchen", "garden"),
    "parlour": ("hall", "kitchen"),
    "kitchen": ("parlour", "scullery"),
    "scullery": ("kitchen", "cellar"),
    "cellar": ("larder",),
}
CAUGHT = {room: 2 if room in ("parlour", "kitchen") else 1 for room in ROOMS}
ESCAPED = {"garden": -1, "larder": -3}


class Position(NamedTuple):
    """Where the two are, and who is to move."""

    cat: str
    mouse: str
    cat_moves: bool

    @property
    def id(self) -> str:
        return f"{self.cat}/{self.mouse}/{'cat' if self.cat_moves else 'mouse'}"

    def node(self) -> Node:
        return Node(self.id, Kind.MAX if self.cat_moves else Kind.MIN, label=f"cat {self.cat}, mouse {self.mouse}")


def pursuit(*, cat: str, mouse: str) -> GameGraph:
    """The graph of all positions that play can reach, nearest first; the cat begins.

    Raises
    ------
    OptionError
        If both start in one room.
    """
    if cat == mouse:
        raise OptionError(f"cat and mouse cannot both start in the {cat}; choose two rooms")
    start = Position(cat, mouse, cat_moves=True)
    nodes: dict[str, Node] = {start.id: start.node()}
    moves: list[Move] = []
    names: dict[Move, str] = {}
    waiting = [start]
    for position in waiting:  # grows while it is walked
        for after in _moves_of(position):
            node = after if isinstance(after, Node) else after.node()
            if node.id not in nodes and isinstance(after, Position):
                waiting.append(after)
            nodes.setdefault(node.id, node)
            moves.append((position.id, node.id))
            room = node.id.split("/")[0 if position.cat_moves and isinstance(after, Position) else 1]
            names[moves[-1]] = f"to {room}"
    return GameGraph(
        tuple(nodes.values()),
        tuple(moves),
        root=start.id,
        move_names=names,
        name="Cat and mouse",
        description=(
            "A chase through a house: the cat (Max) wants to catch the mouse, the mouse (Min) wants the garden or, "
            "better, the larder. Look for positions that score 0: there the players can only go round in circles, "
            "and the rule is divergence = draw (Kars, section 1)."
        ),
    )


def _moves_of(position: Position) -> list[Position | Node]:
    if position.cat_moves:
        return [_after(room, position.mouse, cat_moves=False) for room in CAT_DOORS[position.cat]]
    return [_after(position.cat, room, cat_moves=True) for room in MOUSE_DOORS[position.mouse]]


def _after(cat: str, mouse: str, *, cat_moves: bool) -> Position | Node:
    """The position after a move, or the leaf with which it ends the game."""
    if cat == mouse:
        return Node(f"caught/{mouse}", Kind.LEAF, score=CAUGHT[mouse], label=f"caught in the {mouse}")
    if mouse in ESCAPED:
        prize = " with the cheese" if mouse == "larder" else ""
        return Node(f"escaped/{mouse}", Kind.LEAF, score=ESCAPED[mouse], label=f"out by the {mouse}{prize}")
    return Position(cat, mouse, cat_moves)


def _rooms(first: str, rooms: tuple[str, ...]) -> dict[str, str]:
    return {room: room for room in (first, *rooms)}


GAME = Game(
    name="pursuit",
    title="Cat and mouse",
    source="our own rules; repetition counts as in Kars, From game trees to game graphs, section 1",
    summary="A cat chases a mouse through seven rooms; from many positions neither can do better than run in circles.",
    parameters=(
        choice("cat", "The cat starts in the", _rooms("larder", ROOMS), "The room in which the cat starts."),
        choice("mouse", "The mouse starts in the", _rooms("kitchen", tuple(MOUSE_DOORS)), "Where the mouse starts."),
    ),
    build=pursuit,
    rank=20,
    scene="algorithm=retrograde&step=last",
)
