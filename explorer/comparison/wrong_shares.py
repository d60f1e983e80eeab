"""Shares of random cat-and-mouse games on which the naive memo gives the start a wrong score."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from explorer.comparison.poisoned import answers_wrong
from explorer.games import generate
from explorer.games.cat_mouse import CAT_START, HOLE, MOUSE_START, Rooms, random_rooms, rooms_in, text_of
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.trace.run import Progress

SIZES = (5, 7, 9, 11, 13)


@dataclass(frozen=True)
class WrongShare:
    """A count of wrong scores on random games with a number of rooms.

    Attributes
    ----------
    games : the number of games that were played through.
    wrong : how many of them have a start to which the naive memo gives a wrong score.
    example : the rooms of the first such game, as `rooms_in` reads them; "" for none.
    """

    rooms: int
    games: int
    wrong: int
    example: str

    @property
    def share(self) -> float:
        """The share of wrong scores, from 0 to 1."""
        return self.wrong / self.games

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return math.sqrt(self.share * (1 - self.share) / self.games)


def game_on(rooms: Rooms) -> GameGraph:
    """Return the graph of cat and mouse in some rooms."""
    return generate("cat-mouse", graph=text_of(rooms))


def wrong_shares(
    sizes: Sequence[int] = SIZES, *, games: int = 200, seed: int = 1, progress: Progress | None = None
) -> Iterator[WrongShare]:
    """Yield the share of wrong scores for each number of rooms; the games are those of `random_rooms`.

    Parameters
    ----------
    seed : of the games of each size.
    progress : called with the number of games so far; it may raise to cancel.
    """
    so_far = 0
    for size in sizes:
        chance = random.Random(f"{seed} {size}")
        wrong = []
        for _ in range(games):
            rooms = random_rooms(size, chance)
            if answers_wrong(game_on(rooms)):
                wrong.append(rooms)
            so_far += 1
            if progress is not None:
                progress(so_far)
        yield WrongShare(size, games, len(wrong), text_of(wrong[0]) if wrong else "")


def smallest_wrong(examples: Sequence[str], *, progress: Progress | None = None) -> Rooms:
    """Return the rooms whose wrong game has the fewest positions, of some examples without all that is not needed.

    Parameters
    ----------
    examples : rooms on which the naive memo gives the start a wrong score, at least one.
    progress : called with the number of games that were tried; it may raise to cancel.
    """
    tries = 0

    def is_wrong(rooms: Rooms) -> bool:
        nonlocal tries
        tries += 1
        if progress is not None:
            progress(tries)
        return answers_wrong(game_on(rooms))

    def without_unneeded(rooms: Rooms) -> Rooms:
        return next((without_unneeded(smaller) for smaller in _smaller(rooms) if is_wrong(smaller)), rooms)

    return min((without_unneeded(rooms_in(text)) for text in examples), key=lambda rooms: len(game_on(rooms).nodes))


def _smaller(rooms: Rooms) -> Iterator[Rooms]:
    """Yield the rooms without one room, or without one door, as far as cat and mouse can be played there."""
    others = [room for room in range(len(rooms)) if room not in (HOLE, MOUSE_START, CAT_START)]
    doors = [(room, other) for room, others_of in enumerate(rooms) for other in others_of if room < other]
    for smaller in (*(_without_room(rooms, room) for room in others), *(_without_door(rooms, *door) for door in doors)):
        try:
            yield rooms_in(text_of(smaller))
        except OptionError:
            continue


def _without_room(rooms: Rooms, gone: int) -> Rooms:
    """Return the rooms without one, those after it with numbers one less."""
    kept = [[door - (door > gone) for door in doors if door != gone] for doors in rooms]
    return tuple(tuple(doors) for room, doors in enumerate(kept) if room != gone)


def _without_door(rooms: Rooms, one: int, other: int) -> Rooms:
    """Return the rooms without the door between two of them."""
    pair = {one, other}
    return tuple(tuple(door for door in doors if {room, door} != pair) for room, doors in enumerate(rooms))
