"""A line of numbers with a shaded interval and named values on it, as SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping

from explorer.drawing.exports.svg import shapes_svg
from explorer.drawing.picture.primitives import Circle, Polygon, Polyline, Shape, Stroke, Text
from explorer.model.scores import Score, format_score

_WIDTH, _HEIGHT, _MARGIN = 400, 84, 30  # px
_AXIS = 50  # px from the top
_INK, _SHADE = "#6b7280", "#16a34a"  # readable on a light and on a dark page


def number_line(values: Mapping[str, Score], low: Score, high: Score) -> str:
    """Return the SVG of a number line with named values and an interval, which may be infinite."""
    finite = [float(x) for x in (*values.values(), low, high) if math.isfinite(x)] or [0.0]
    first, last = math.floor(min(finite)) - 1, math.ceil(max(finite)) + 1

    def across(x: Score) -> float:
        share = (min(max(float(x), first), last) - first) / (last - first)
        return _MARGIN + share * (_WIDTH - 2 * _MARGIN)

    left, right = across(low), max(across(high), across(low) + 2)
    top, bottom = _AXIS - 12, _AXIS + 12
    shapes: list[Shape] = [
        Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), _SHADE, opacity=0.35),
        Polyline(((_MARGIN, _AXIS), (_WIDTH - _MARGIN, _AXIS)), Stroke(_INK, 1.5)),
    ]
    for x in range(first, last + 1, max(1, (last - first) // 8)):
        shapes += _tick_shapes(across(x), format_score(x))
    for value, name in _names_by_value(values).items():
        shapes += _mark_shapes(across(value), name)
    return shapes_svg(_WIDTH, _HEIGHT, shapes)


def _names_by_value(values: Mapping[str, Score]) -> dict[Score, str]:
    """Return the joined names of the values, by value."""
    found: dict[Score, list[str]] = {}
    for name, value in values.items():
        found.setdefault(value, []).append(name)
    return {value: " = ".join(names) for value, names in found.items()}


def _tick_shapes(x: float, label: str) -> list[Shape]:
    """Return the shapes of a tick of the number line, with its label."""
    line = Polyline(((x, _AXIS - 4), (x, _AXIS + 4)), Stroke(_INK, 1))
    return [line, Text(x, _AXIS + 28, label, 14, _INK, anchor="middle")]


def _mark_shapes(x: float, name: str) -> list[Shape]:
    """Return the shapes of a named value on the number line."""
    return [Circle(x, _AXIS, 6, _INK), Text(x, _AXIS - 20, name, 14, _INK, 700, "middle")]
