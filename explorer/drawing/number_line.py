"""A line of numbers with a shaded interval and named values on it, as SVG."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping

from explorer.model.scores import Score, format_score

_WIDTH, _HEIGHT, _MARGIN = 400, 84, 30  # px
_AXIS = 50  # px from the top
_INK, _SHADE = "#6b7280", "#16a34a"  # readable on a light and on a dark page


def number_line(values: Mapping[str, Score], low: Score, high: Score) -> str:
    """The picture of some named values, and of the interval from `low` to `high`, either of which may be infinite."""
    finite = [float(x) for x in (*values.values(), low, high) if math.isfinite(x)] or [0.0]
    first, last = math.floor(min(finite)) - 1, math.ceil(max(finite)) + 1

    def across(x: Score) -> float:
        share = (min(max(float(x), first), last) - first) / (last - first)
        return _MARGIN + share * (_WIDTH - 2 * _MARGIN)

    width = max(across(high) - across(low), 2)
    shade = f'<rect x="{across(low):g}" y="{_AXIS - 12}" width="{width:g}" height="24" rx="3"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" ',
        f'height="{_HEIGHT}" font-family="system-ui, sans-serif" font-size="14" text-anchor="middle" fill="{_INK}">',
        f'{shade} fill="{_SHADE}" fill-opacity="0.35"/>',
        f'<path d="M{_MARGIN} {_AXIS} H{_WIDTH - _MARGIN}" stroke="{_INK}" stroke-width="1.5"/>',
        *(_tick(across(x), format_score(x)) for x in range(first, last + 1, max(1, (last - first) // 8))),
        *(_mark(across(x), name) for x, name in _names(values).items()),
        "</svg>",
    ]
    return "".join(parts)


def _names(values: Mapping[str, Score]) -> dict[Score, str]:
    """The names at each value."""
    found: dict[Score, list[str]] = {}
    for name, value in values.items():
        found.setdefault(value, []).append(name)
    return {value: " = ".join(names) for value, names in found.items()}


def _tick(x: float, label: str) -> str:
    return f'<path d="M{x:g} {_AXIS - 4} v8" stroke="{_INK}"/><text x="{x:g}" y="{_AXIS + 28}">{label}</text>'


def _mark(x: float, name: str) -> str:
    return (
        f'<circle cx="{x:g}" cy="{_AXIS}" r="6" fill="{_INK}"/>'
        f'<text x="{x:g}" y="{_AXIS - 20}" font-weight="bold">{html.escape(name)}</text>'
    )
