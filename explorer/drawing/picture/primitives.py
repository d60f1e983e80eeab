"""What a picture is made of: circles, polygons, lines, curves and texts, in pixels with y downwards.

Whoever draws for a screen, a printer or a text file needs to know these few classes and nothing of graphs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from explorer.drawing.picture.lettering import text_width

Point = tuple[float, float]
Bend = tuple[Point, Point, Point]  # of a cubic Bézier curve: two control points and the end
Anchor = Literal["start", "middle", "end"]
Part = Literal["band", "move", "node", "board", "title", "legend", "caption"]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A pen: colour, width, lengths of dashes and gaps by turns, and whether its ends are round."""

    colour: str
    width: float
    dash: tuple[float, ...] = ()
    round: bool = False


@dataclass(frozen=True, slots=True)
class Circle:
    x: float
    y: float
    radius: float
    fill: str | None = None
    stroke: Stroke | None = None
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Polygon:
    points: tuple[Point, ...]
    fill: str | None = None
    stroke: Stroke | None = None
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Line:
    """An open line through points."""

    points: tuple[Point, ...]
    stroke: Stroke
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Curve:
    """Cubic Bézier curves, each from the end of the one before."""

    start: Point
    bends: tuple[Bend, ...]
    stroke: Stroke
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text.

    Attributes
    ----------
    x, y : where it starts, has its middle or ends, on its base line.
    outline : the colour of a border that keeps lines behind it away, if any.
    """

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False
    anchor: Anchor = "start"
    outline: str | None = None

    @property
    def left(self) -> float:
        """Where its first letter starts."""
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        return self.x - share * text_width(self.text, self.size, bold=self.bold)


Shape = Circle | Polygon | Line | Curve | Text

PALE = 0.25  # the share of a pale shape's own colour
OUTLINE_WIDTH = 4.0  # of the border of a text, both sides together


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together, placed relative to (x, y).

    Attributes
    ----------
    part : what they are a part of.
    name : the node, the move …, in words.
    """

    part: Part
    name: str
    x: float
    y: float
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """Groups on paper, the first at the bottom; everything lies between (0, 0) and (width, height)."""

    width: int
    height: int
    paper: str
    name: str
    groups: tuple[Group, ...]

    def shapes(self) -> Iterator[Shape]:
        """All shapes at their positions, the first at the bottom."""
        for group in self.groups:
            for shape in group.shapes:
                yield moved(shape, group.x, group.y)


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
        reach = OUTLINE_WIDTH / 2 if shape.outline else 0
        width = text_width(shape.text, shape.size, bold=shape.bold)
        return Box(shape.left, shape.y - shape.size, shape.left + width, shape.y + 0.25 * shape.size).grown(reach)
    reach = 0.75 * shape.stroke.width if shape.stroke else 0
    if isinstance(shape, Circle):
        return Box(shape.x, shape.y, shape.x, shape.y).grown(shape.radius + reach)
    points = (shape.start, *(p for bend in shape.bends for p in bend)) if isinstance(shape, Curve) else shape.points
    return box_around(Box(x, y, x, y) for x, y in points).grown(reach)


def colours_of(shape: Shape) -> list[str]:
    """The colours of a shape."""
    if isinstance(shape, Text):
        return [shape.colour, shape.outline] if shape.outline else [shape.colour]
    fill = None if isinstance(shape, Line | Curve) else shape.fill
    return [colour for colour in (fill, shape.stroke and shape.stroke.colour) if isinstance(colour, str)]


def pale(shape: Shape, paper: str) -> Shape:
    """The shape in colours that are mostly those of the paper."""
    if isinstance(shape, Text):
        return replace(shape, colour=_mixed(shape.colour, paper))
    stroke = shape.stroke and replace(shape.stroke, colour=_mixed(shape.stroke.colour, paper))
    if isinstance(shape, Line | Curve):
        return replace(shape, stroke=stroke or shape.stroke)
    return replace(shape, fill=shape.fill and _mixed(shape.fill, paper), stroke=stroke)


def _mixed(colour: str, paper: str) -> str:
    channels = ((int(each[at : at + 2], 16) for each in (colour, paper)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(PALE * own + (1 - PALE) * other):02x}" for own, other in channels)


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """The shape somewhere else."""
    return transformed(shape, 1, dx, dy)


def transformed(shape: Shape, scale: float, dx: float = 0, dy: float = 0) -> Shape:
    """The shape, made larger and then moved."""

    def at(point: Point) -> Point:
        return point[0] * scale + dx, point[1] * scale + dy

    if isinstance(shape, Text):
        x, y = at((shape.x, shape.y))
        return replace(shape, x=x, y=y, size=shape.size * scale)
    stroke = _scaled(shape.stroke, scale)
    if isinstance(shape, Circle):
        x, y = at((shape.x, shape.y))
        return replace(shape, x=x, y=y, radius=shape.radius * scale, stroke=stroke)
    if isinstance(shape, Polygon):
        return replace(shape, points=tuple(map(at, shape.points)), stroke=stroke)
    pen = stroke or shape.stroke
    if isinstance(shape, Line):
        return replace(shape, points=tuple(map(at, shape.points)), stroke=pen)
    bends = tuple((at(one), at(two), at(end)) for one, two, end in shape.bends)
    return replace(shape, start=at(shape.start), bends=bends, stroke=pen)


def arc(x: float, y: float, radius: float, start: float, end: float) -> tuple[Point, tuple[Bend, ...]]:
    """The start and the bends of a part of a circle, between two angles (clockwise on screen, from the right)."""
    pieces = max(1, math.ceil(abs(end - start) / (math.pi / 2) - 1e-9))
    step = (end - start) / pieces
    handle = 4 / 3 * math.tan(step / 4) * radius

    def at(angle: float, along: float = 0.0) -> Point:
        cos, sin = math.cos(angle), math.sin(angle)
        return x + radius * cos - along * sin, y + radius * sin + along * cos

    angles = [start + k * step for k in range(pieces)]
    return at(start), tuple((at(a, handle), at(a + step, -handle), at(a + step)) for a in angles)


def _scaled(stroke: Stroke | None, scale: float) -> Stroke | None:
    if stroke is None or scale == 1:
        return stroke
    return replace(stroke, width=stroke.width * scale, dash=tuple(length * scale for length in stroke.dash))
