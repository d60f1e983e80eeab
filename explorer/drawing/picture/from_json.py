"""Shapes as the script gives them, as those of Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from explorer.drawing.picture.lettering import printable
from explorer.drawing.picture.primitives import Circle, Curve, Group, Line, Picture, Point, Polygon, Shape, Stroke, Text

_BOLD = 600  # weight from which on letters are bold

Data = Mapping[str, Any]


def picture_from(data: Data) -> Picture:
    """A picture."""
    groups = tuple(map(_group, data["groups"]))
    return Picture(data["width"], data["height"], data["paper"], data["name"], groups)


def shapes_from(data: Sequence[Data]) -> tuple[Shape, ...]:
    """Some shapes."""
    return tuple(map(_shape, data))


def _group(data: Data) -> Group:
    return Group(data["part"], printable(data["name"]), data["x"], data["y"], shapes_from(data["shapes"]))


def _shape(data: Data) -> Shape:
    kind = data["is"]
    if kind == "text":
        return _text(data)
    stroke, opacity = _stroke(data.get("stroke")), data.get("opacity", 1.0)
    if kind == "circle":
        return Circle(data["x"], data["y"], data["radius"], data.get("fill"), stroke, opacity)
    if kind == "polygon":
        return Polygon(_points(data["points"]), data.get("fill"), stroke, opacity)
    pen = stroke or Stroke("none", 0)
    if kind == "line":
        return Line(_points(data["points"]), pen, opacity)
    (start,) = _points([data["start"]])
    bends = tuple((_point(one), _point(two), _point(end)) for one, two, end in data["bends"])
    return Curve(start, bends, pen, opacity)


def _text(data: Data) -> Text:
    text, bold = printable(data["text"]), data.get("weight", 0) >= _BOLD
    anchor, outline = data.get("anchor", "start"), _stroke(data.get("outline"))
    return Text(data["x"], data["y"], text, data["size"], data["colour"], bold, anchor, outline)


def _stroke(data: Data | None) -> Stroke | None:
    if data is None:
        return None
    return Stroke(data["colour"], data["width"], tuple(data.get("dash", ())), data.get("round", False))


def _points(points: Sequence[Sequence[float]]) -> tuple[Point, ...]:
    return tuple(map(_point, points))


def _point(point: Sequence[float]) -> Point:
    x, y = point
    return x, y
