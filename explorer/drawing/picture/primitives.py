"""Shapes of a picture: circles, polygons, lines, curves and texts, in pixels with y downwards.

Whoever draws for a screen, a printer or a text file needs to know these few classes and nothing of graphs.  The script
gives them as JSON, with the same names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from explorer.drawing.picture.lettering import printable, text_width

Coordinates = Sequence[float]
Bend = Sequence[Coordinates]  # of a cubic Bézier curve: two control points and the end
Anchor = Literal["start", "middle", "end"]
_BOLD = 600
GroupKind = Literal["band", "move", "name", "node", "board", "title", "legend", "caption", "graph"]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A pen: colour, width, lengths of dashes and gaps by turns, and whether its ends are round."""

    colour: str
    width: float
    dash: Sequence[float] = ()
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
    points: Sequence[Coordinates]
    fill: str | None = None
    stroke: Stroke | None = None
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Polyline:
    """An open line through points."""

    points: Sequence[Coordinates]
    stroke: Stroke
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Curve:
    """Cubic Bézier curves, each from the end of the one before."""

    start: Coordinates
    bends: Sequence[Bend]
    stroke: Stroke
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text.

    Attributes
    ----------
    x, y : where it starts, has its middle or ends, on its base line.
    weight : of the letters, 400 for usual ones.
    outline : a pen for a border that keeps lines behind it away, if any.
    """

    x: float
    y: float
    text: str
    size: float
    colour: str
    weight: float = 400
    anchor: Anchor = "start"
    outline: Stroke | None = None

    @property
    def bold(self) -> bool:
        """Return whether the letters are bold, where a font has only two weights."""
        return self.weight >= _BOLD

    @property
    def left(self) -> float:
        """The x of its first letter."""
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        return self.x - share * text_width(self.text, self.size, bold=self.bold)


Shape = Circle | Polygon | Polyline | Curve | Text


@dataclass(frozen=True, slots=True)
class ShapeGroup:
    """Shapes that belong together, placed relative to (x, y).

    Attributes
    ----------
    part : the kind of the group.
    name : the node, the move …, in words.
    """

    part: GroupKind
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
    groups: tuple[ShapeGroup, ...]

    def shapes(self) -> Iterator[Shape]:
        """Return all shapes at their positions, the first at the bottom."""
        for group in self.groups:
            for shape in group.shapes:
                yield moved(shape, group.x, group.y)


def colours_of(shape: Shape) -> list[str]:
    """Return the colours of a shape."""
    if isinstance(shape, Text):
        return [shape.colour, shape.outline.colour] if shape.outline else [shape.colour]
    fill = None if isinstance(shape, Polyline | Curve) else shape.fill
    return [colour for colour in (fill, shape.stroke and shape.stroke.colour) if isinstance(colour, str)]


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """Return the shape moved by (dx, dy)."""

    def at(point: Coordinates) -> Coordinates:
        return point[0] + dx, point[1] + dy

    if isinstance(shape, Circle | Text):
        return replace(shape, x=shape.x + dx, y=shape.y + dy)
    if isinstance(shape, Polygon | Polyline):
        return replace(shape, points=tuple(map(at, shape.points)))
    bends = tuple((at(one), at(two), at(end)) for one, two, end in shape.bends)
    return replace(shape, start=at(shape.start), bends=bends)


# ---- as the script gives them


_KINDS = {"circle": Circle, "polygon": Polygon, "line": Polyline, "curve": Curve, "text": Text}
_OF_THE_CANVAS = ("is", "isPiece")  # fields of a shape that no file needs


def picture_from(data: Mapping[str, Any]) -> Picture:
    """Return a picture from the JSON data of the script."""
    groups = (
        ShapeGroup(**{**group, "name": printable(group["name"]), "shapes": shapes_from(group["shapes"])})
        for group in data["groups"]
    )
    return Picture(**{**data, "groups": tuple(groups)})


def shapes_from(data: Sequence[Mapping[str, Any]]) -> tuple[Shape, ...]:
    """Return shapes from the JSON data of the script."""
    return tuple(map(_shape_from, data))


def _shape_from(data: Mapping[str, Any]) -> Shape:
    pens = {name: Stroke(**data[name]) for name in ("stroke", "outline") if name in data}
    words = {"text": printable(data["text"])} if "text" in data else {}
    own = {name: value for name, value in data.items() if name not in _OF_THE_CANVAS}
    shape: Shape = _KINDS[data["is"]](**{**own, **pens, **words})
    return shape
