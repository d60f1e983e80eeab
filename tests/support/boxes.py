"""Boxes around the shapes of pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from explorer.drawing.picture.lettering import text_width
from explorer.drawing.picture.primitives import Circle, Curve, Shape, Text


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def grown(self, by: float) -> Box:
        """The box with a margin."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def box_around(boxes: Iterable[Box]) -> Box:
    """The smallest box with all of them in; an empty one at (0, 0) if there are none."""
    sides = [(box.left, box.top, box.right, box.bottom) for box in boxes]
    if not sides:
        return Box(0, 0, 0, 0)
    lefts, tops, rights, bottoms = zip(*sides, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def box_of(shape: Shape) -> Box:
    """A box that holds the shape, its stroke included."""
    if isinstance(shape, Text):
        reach = shape.outline.width / 2 if shape.outline else 0
        width = text_width(shape.text, shape.size, bold=shape.bold)
        return Box(shape.left, shape.y - shape.size, shape.left + width, shape.y + 0.25 * shape.size).grown(reach)
    reach = 0.75 * shape.stroke.width if shape.stroke else 0
    if isinstance(shape, Circle):
        return Box(shape.x, shape.y, shape.x, shape.y).grown(shape.radius + reach)
    points = (shape.start, *(p for bend in shape.bends for p in bend)) if isinstance(shape, Curve) else shape.points
    return box_around(Box(x, y, x, y) for x, y in points).grown(reach)
