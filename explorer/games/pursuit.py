"""Cat and mouse: a small game with rules in which positions come back.

Cat (Max) and mouse (Min) move in turn, each to a room next door; they may not stay.  The cat walks through every door
both ways.  The mouse cannot climb back from the cellar to the scullery, and the swing door of the hall opens for it
only towards the kitchen.  Whoever enters the room of the other ends the game with the mouse caught: 2 for the cat in
the parlour or the kitchen, 1 elsewhere.  A mouse that reaches the garden with no cat in it is free (-1), one that
reaches the larder with no cat in it has the cheese as well (-3).  A chase without end is a draw.
"""

from __future__ import annotations

from typing import NamedTuple

from explorer.games.game import Game
from explorer.games.whole import whole
from explorer.model.errors import OptionError
from explorer.model.rules import Owner, Rules
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
    """The rooms of both, and who is to move; at an end the cat's room is None.

    All ways to be caught in a room, or to get out by one, are one position, where `cat_moves` tells the first.
    """

    cat: str | None
    mouse: str
    cat_moves: bool


class Pursuit(Rules):
    """Cat and mouse; the cat is Max and begins.

    Raises
    ------
    OptionError
        If both start in one room.
    """

    title = "Cat and mouse"
    description = (
        "A chase through a house: the cat (Max) wants to catch the mouse, the mouse (Min) wants the garden or, "
        "better, the larder. Look for positions that score 0: there the players can only go round in circles, "
        "and the rule is divergence = draw (Kars, section 1)."
    )

    def __init__(self, *, cat: str, mouse: str) -> None:
        if cat == mouse:
            raise OptionError(f"cat and mouse cannot both start in the {cat}; choose two rooms")
        self.initial = Position(cat, mouse, cat_moves=True)

    def owner(self, position: Position) -> Owner:
        """Return the player to move: "max" for the cat."""
        return "max" if position.cat_moves else "min"

    def moves(self, position: Position) -> list[Position]:
        """Return the positions after going through each door."""
        cat, mouse, cat_moves = position
        if cat is None:
            return []
        if cat_moves:
            return [_position_after(room, mouse, cat_moves=False) for room in CAT_DOORS[cat]]
        return [_position_after(cat, room, cat_moves=True) for room in MOUSE_DOORS[mouse]]

    def score(self, position: Position) -> int:
        """Return the score of an end: the mouse is caught or has got out, by the room."""
        return (CAUGHT if position.cat_moves else ESCAPED)[position.mouse]

    def name(self, position: Position) -> str:
        """Return both rooms and who is to move, or the end and its room."""
        if position.cat is None:
            return f"{'caught' if position.cat_moves else 'escaped'}/{position.mouse}"
        return f"{position.cat}/{position.mouse}/{'cat' if position.cat_moves else 'mouse'}"

    def label(self, position: Position) -> str:
        """Return both rooms, or the end, in words."""
        if position.cat is not None:
            return f"cat {position.cat}, mouse {position.mouse}"
        prize = " with the cheese" if position.mouse == "larder" else ""
        return f"caught in the {position.mouse}" if position.cat_moves else f"out by the {position.mouse}{prize}"

    def move_name(self, position: Position, after: Position) -> str:
        """Return the room to which the cat or the mouse goes: "to kitchen"."""
        return f"to {(after.cat or after.mouse) if position.cat_moves else after.mouse}"


def _position_after(cat: str, mouse: str, *, cat_moves: bool) -> Position:
    """Return the position after a move, which may end the game."""
    is_over = cat == mouse or mouse in ESCAPED
    return Position(None, mouse, cat == mouse) if is_over else Position(cat, mouse, cat_moves)


def _room_choices(first: str, rooms: tuple[str, ...]) -> dict[str, str]:
    """Return the rooms as choices of a parameter, the default first."""
    return {room: room for room in (first, *rooms)}


GAME = Game(
    name="pursuit",
    title="Cat and mouse",
    source="our own rules; repetition counts as in Kars, From game trees to game graphs, section 1",
    summary="A cat chases a mouse through seven rooms; from many positions neither can do better than run in circles.",
    parameters=(
        choice("cat", "The cat starts in the", _room_choices("larder", ROOMS), "The room in which the cat starts."),
        choice(
            "mouse", "The mouse starts in the", _room_choices("kitchen", tuple(MOUSE_DOORS)), "Where the mouse starts."
        ),
    ),
    build=whole(Pursuit),
    rank=20,
    scene="algorithm=retrograde&step=last",
)
