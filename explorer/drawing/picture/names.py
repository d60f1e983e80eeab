"""The names of nodes: a short one at a corner of its node where no move runs, a long one below in a few lines."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from explorer.drawing.geometry import HALO, RADIUS
from explorer.drawing.picture.lettering import ELLIPSIS, printable, text_width, wrapped
from explorer.drawing.picture.moment import style_of
from explorer.drawing.picture.primitives import Box, Point, Text, box_of
from explorer.drawing.theme import Page
from explorer.model.graph import Node
from explorer.model.words import short_name

_LONGEST = 120  # letters of a name in several lines
_BESIDE = 4  # letters of a name that stands beside its node
_WIDEST, _NARROWEST, _LINES = 122.0, 64.0, 3
# Where it can stand: the side, and the y of its base line; at the upper right, as on the screen, if that is free.
_CORNERS = ((1, 7 - RADIUS), (-1, 7 - RADIUS), (1, RADIUS + 4), (-1, RADIUS + 4))

Points = NDArray[np.float64]  # shape (points, 2)

_SIDE = np.linspace(-RADIUS - 5, RADIUS + 5, 10)
_RIM: Points = np.array([(side * (RADIUS + 4), y) for side in (-1, 1) for y in _SIDE])  # left and right


def name_texts(node: Node, page: Page, near: Points, room: float, *, is_root: bool, is_card: bool) -> tuple[Text, ...]:
    """The name of a node at (0, 0).

    Parameters
    ----------
    near : points of moves and of other nodes, shape (points, 2).
    room : how far it is to the next node at either side.
    is_card : whether a board is drawn, too: then the name stands below.
    """
    text = printable(node.name)
    if not text:
        return ()
    if not is_card and len(text) <= _BESIDE and text_width(text, 15, bold=is_root) < 3 * RADIUS:
        return (_beside(text, page, near, is_root),)
    top = RADIUS + (30 if style_of(node) == "dotted" else 17)
    width = min(_WIDEST, max(_NARROWEST, room - 6))
    rows = _rows(text, width, bold=is_root)
    return tuple(
        Text(0, top + 15 * position, row, 13, page.ink, is_root, "middle", page.paper)
        for position, row in enumerate(rows)
    )


def _rows(text: str, width: float, *, bold: bool) -> list[str]:
    """The lines of a name, cut behind its middle until they hold what is left."""
    for most in range(min(len(text), _LONGEST), _LINES, -1):
        rows = wrapped(short_name(text, most), 13, width, lines=_LINES, bold=bold)
        if not rows[-1].endswith(ELLIPSIS) or text.endswith(ELLIPSIS):
            return rows
    return wrapped(text, 13, width, lines=_LINES, bold=bold)


def window_text(words: str, names: tuple[Text, ...], page: Page) -> Text:
    """The window of alpha and beta, under a node at (0, 0) and under its name if that stands there too."""
    below = max((name.y for name in names if name.anchor == "middle"), default=RADIUS)
    return Text(0, below + 15, words, 12, page.ink, anchor="middle", outline=page.paper)


def _beside(text: str, page: Page, near: Points, bold: bool) -> Text:
    """The name at the first corner with the fewest points in its way."""
    x = HALO * 0.9
    corners = [
        Text(side * x, y, text, 15, page.ink, bold, "start" if side > 0 else "end", page.paper) for side, y in _CORNERS
    ]
    return min(corners, key=lambda corner: _in_the_way(box_of(corner), near))


def _in_the_way(box: Box, near: Points) -> int:
    x, y = near.T
    return int(((box.left < x) & (x < box.right) & (box.top < y) & (y < box.bottom)).sum())


class Neighbours:
    """The positions of nodes, in columns so wide that only neighbouring ones can hold what is near to a node."""

    def __init__(self, positions: Iterable[Point]) -> None:
        self._columns: dict[int, list[Point]] = {}
        for x, y in positions:
            self._columns.setdefault(math.floor(x / _WIDEST), []).append((x, y))

    def beside(self, position: Point) -> list[Point]:
        """The middles of the nodes at either side of a position, relative to it."""
        x, y = position
        column = math.floor(x / _WIDEST)
        others = chain.from_iterable(self._columns.get(column + step, ()) for step in (-1, 0, 1))
        return [(ox - x, oy - y) for ox, oy in others if abs(oy - y) < 2 * RADIUS and abs(ox - x) > RADIUS]

    def room(self, position: Point) -> float:
        """How far it is to the next node at either side, as long as that matters to a name."""
        return min((abs(dx) for dx, _ in self.beside(position)), default=_WIDEST)

    def rims(self, position: Point) -> Points:
        """Points on the rims of the nodes at either side, relative to a position; shape (points, 2)."""
        middles = np.array(self.beside(position)).reshape(-1, 1, 2)
        return (middles + _RIM).reshape(-1, 2)
