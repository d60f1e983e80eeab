"""Cat and mouse on a graph: a contest problem on which many accepted programs are wrong.

The mouse (Max) starts in room 1 and moves first, the cat (Min) in room 2; both go through a door at every turn.  The
mouse wins in the hole, room 0, which the cat may not enter; the cat wins where the mouse is.  If they go on for ever,
the game is drawn.  So it is worth 1, -1 or 0, and the usual program, a depth-first search with a memo, is wrong
wherever it stores a draw that held only on its path.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from typing import NamedTuple

from explorer.games.game import Game
from explorer.games.whole import whole
from explorer.model.errors import OptionError, quoted
from explorer.model.rules import Owner, Rules
from explorer.trace.options import Option

HOLE, MOUSE_START, CAT_START = 0, 1, 2
LEAST_ROOMS, MOST_ROOMS = 3, 60
EXAMPLE = "2 5/3/0 4 5/1 4 5/2 3/0 2 3"

Rooms = tuple[tuple[int, ...], ...]
"""The rooms next door of each room, in the order in which they are tried."""

_RANDOM = re.compile(r"random-(\d{1,3})-(\d{1,9})")


class Position(NamedTuple):
    """The rooms of both, and who is to move."""

    mouse: int
    cat: int
    mouse_moves: bool


class CatMouse(Rules):
    """Cat and mouse on a graph; the mouse is Max and begins."""

    title = "Cat and mouse on a graph"
    description = (
        "The mouse (Max) starts in room 1 and moves first, the cat (Min) in room 2. The mouse wants the hole, room 0, "
        "which the cat may not enter; the cat wants the mouse. At each node the player to move is named first. A chase "
        "without end is a draw. The naive memo answers wrongly on many such graphs: compare it with the memo that "
        "stores dependency sets."
    )
    range = (-1, 1)

    def __init__(self, *, graph: str) -> None:
        self.initial = Position(MOUSE_START, CAT_START, mouse_moves=True)
        self.rooms = rooms_in(graph)

    def owner(self, position: Position) -> Owner:
        """Return the player to move: "max" for the mouse."""
        return "max" if position.mouse_moves else "min"

    def moves(self, position: Position) -> list[Position]:
        """Return the positions after going through each door."""
        mouse, cat, mouse_moves = position
        if mouse in (HOLE, cat):
            return []
        if mouse_moves:
            return [Position(room, cat, mouse_moves=False) for room in self.rooms[mouse]]
        return [Position(mouse, room, mouse_moves=True) for room in self.rooms[cat] if room != HOLE]

    def score(self, position: Position) -> int:
        """Return 1 if the mouse is in the hole, -1 if it is caught."""
        return 1 if position.mouse == HOLE else -1

    def name(self, position: Position) -> str:
        """Return both rooms and who is to move: "m1 c2 mouse"."""
        return f"m{position.mouse} c{position.cat} {'mouse' if position.mouse_moves else 'cat'}"

    def label(self, position: Position) -> str:
        """Return both rooms in words, first that of the player to move, or the end."""
        if position.mouse == HOLE:
            return f"mouse in the hole, cat {position.cat}"
        if position.mouse == position.cat:
            return f"mouse caught in {position.mouse}"
        mouse, cat = f"mouse {position.mouse}", f"cat {position.cat}"
        return f"{mouse}, {cat}" if position.mouse_moves else f"{cat}, {mouse}"

    def move_name(self, position: Position, after: Position) -> str:
        """Return the room to which the mouse or the cat goes: "to 3"."""
        return f"to {after.mouse if position.mouse_moves else after.cat}"


def rooms_in(text: str) -> Rooms:
    """Return the rooms of a text: "2 5/3/0 4 5/1 4 5/2 3/0 2 3", the same as JSON, or "random-ROOMS-SEED".

    Raises
    ------
    OptionError
        If it is none of these, or the mouse or the cat could come where it has no move.

    Examples
    --------
    >>> rooms_in("1/0 2/1") == rooms_in("[[1], [0, 2], [1]]")
    True
    """
    text = text.strip()
    if match := _RANDOM.fullmatch(text):
        size, seed = map(int, match.groups())
        _require_size(size)
        return random_rooms(size, random.Random(seed))
    rooms = _from_json(text) if text.startswith("[") else _from_rows(text.split("/"))
    _require_size(len(rooms))
    for room, doors in enumerate(rooms):
        if wrong := [door for door in doors if door >= len(rooms)]:
            raise OptionError(f"graph: room {room} has a door to {wrong[0]}, but the last room is {len(rooms) - 1}")
        if room != HOLE and not doors:
            raise OptionError(f"graph: room {room} has no door; the mouse could not move there")
    for room in _rooms_of_cat(rooms):
        if set(rooms[room]) <= {HOLE}:
            raise OptionError(f"graph: room {room} has no door but to the hole; the cat could not move there")
    return rooms


def _rooms_of_cat(rooms: Rooms) -> list[int]:
    """Return the rooms that the cat can reach."""
    reached = [CAT_START]
    for room in reached:
        reached += dict.fromkeys(door for door in rooms[room] if door != HOLE and door not in reached)
    return reached


def text_of(rooms: Rooms) -> str:
    """Return the text of rooms that `rooms_in` reads."""
    return "/".join(" ".join(map(str, doors)) for doors in rooms)


def random_rooms(size: int, chance: random.Random) -> Rooms:
    """Return connected rooms: a random tree of doors and half as many more doors as there are rooms.

    Each room has a door to another one than the hole; the doors of a room are in rising order.
    """
    while True:
        order = chance.sample(range(size), size)
        doors = {frozenset((order[at], order[chance.randrange(at)])) for at in range(1, size)}
        most = min(len(doors) + size // 2, size * (size - 1) // 2)
        while len(doors) < most:
            doors.add(frozenset(chance.sample(range(size), 2)))
        rooms = tuple(
            tuple(sorted(other for door in doors if room in door for other in door - {room})) for room in range(size)
        )
        if all(doors_of[-1] != HOLE for doors_of in rooms[1:]):
            return rooms


def _from_rows(rows: Sequence[str]) -> Rooms:
    """Return the rooms of rows of numbers."""
    parts = [re.split(r"[,\s]+", row.strip()) for row in rows]
    if not all(part.isdecimal() and len(part) < 4 for row in parts for part in row):
        raise OptionError(
            f"graph must be the rooms next door of each room, such as {EXAMPLE}, or random-ROOMS-SEED, such as "
            f"random-7-1; got {quoted('/'.join(rows))}"
        )
    return tuple(tuple(map(int, row)) for row in parts)


def _from_json(text: str) -> Rooms:
    """Return the rooms of a list of lists in JSON."""
    try:
        rows = json.loads(text)
        return _from_rows([" ".join(str(door) for door in row) for row in rows])
    except (ValueError, TypeError, RecursionError):
        raise OptionError(f"graph: {quoted(text)} is no list of lists of rooms such as [[2,5],[3],…]") from None


def _require_size(rooms: int) -> None:
    """Raise OptionError if there are too few or too many rooms."""
    if not LEAST_ROOMS <= rooms <= MOST_ROOMS:
        raise OptionError(f"graph must have {LEAST_ROOMS} to {MOST_ROOMS} rooms; got {rooms}")


def _graph_option() -> Option:
    """Return the parameter for the rooms."""

    def parse(value: object) -> str:
        text = " ".join(str(value).split())
        rooms_in(text)
        return text

    help = "The rooms next door of each room, the rooms divided by /, or random-ROOMS-SEED, such as random-7-1."
    return Option("graph", "Rooms", EXAMPLE, help, parse)


GAME = Game(
    name="cat-mouse",
    title="Cat and mouse on a graph",
    source="a problem of programming contests; repetition counts as in Kars, From game trees to game graphs, section 1",
    summary="The mouse runs for the hole and the cat for the mouse; many programs that were accepted answer wrongly.",
    parameters=(_graph_option(),),
    build=whole(CatMouse),
    rank=21,
    scene="algorithm=memoised-naive&step=last",
)
