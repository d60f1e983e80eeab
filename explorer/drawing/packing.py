"""Drawings side by side."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from explorer.model.board import Point


def packed(blocks: Sequence[Mapping[str, Point]], *, gap: float, aspect: float = 16 / 9) -> dict[str, Point]:
    """Return the points of several drawings, moved to lie in rows side by side, the whole of about an aspect.

    Parameters
    ----------
    blocks : the drawings, none of them empty, in the order from left to right and from row to row.
    gap : between the outermost points of neighbouring drawings.
    aspect : the width over the height that is wanted.
    """
    boxes = [box_of(list(block.values())) for block in blocks]
    sizes = [(right - left + gap, bottom - top + gap) for left, top, right, bottom in boxes]
    room = math.sqrt(aspect * sum(width * height for width, height in sizes))
    widest = max([room, *(width for width, _ in sizes)])
    points: dict[str, Point] = {}
    x = y = row = 0.0
    for block, (left, top, *_), (width, height) in zip(blocks, boxes, sizes, strict=True):
        if x and x + width > widest:
            x, y, row = 0.0, y + row, 0.0
        points |= {id: (x + px - left, y + py - top) for id, (px, py) in block.items()}
        x, row = x + width, max(row, height)
    return points


def box_of(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
