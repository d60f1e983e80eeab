"""A small picture of a graph as SVG text: shapes, scores of leaves and moves, without names."""

from __future__ import annotations

import math
from html import escape

from explorer.drawing.layout import complete_positions
from explorer.drawing.theme import EDGE, NO_SCORE_FILL, OUTLINE, SHAPES, Fill, fills
from explorer.model.graph import GameGraph, Node

_RADIUS = 22
_WIDTH, _HEIGHT = 360, 200
_OUTLINES: dict[str, list[tuple[float, float]]] = {
    "square": [(-1, -1), (1, -1), (1, 1), (-1, 1)],
    "leaf": [(0, -1.15), (1.15, 0), (0, 1.15), (-1.15, 0)],
}


def thumbnail(graph: GameGraph) -> str:
    """The picture, 360 × 200 pixels, with the graph fitted in."""
    positions = complete_positions(graph)
    xs, ys = zip(*positions.values(), strict=True) if positions else ((0.0,), (0.0,))
    margin = 2 * _RADIUS
    width, height = max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin
    scale = max(width / _WIDTH, height / _HEIGHT)
    box = (
        (min(xs) + max(xs) - scale * _WIDTH) / 2,
        (min(ys) + max(ys) - scale * _HEIGHT) / 2,
        scale * _WIDTH,
        scale * _HEIGHT,
    )
    looks = fills(node.score for node in graph.nodes)
    moves = [_arrow(positions[source], positions[target], scale) for source, target in graph.moves]
    shapes = [_shape(node, positions[node.id], look) for node, look in zip(graph.nodes, looks, strict=True)]
    view = " ".join(f"{number:.0f}" for number in box)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" viewBox="{view}">'
    return "".join([head, *moves, *shapes, "</svg>"])


def _arrow(start: tuple[float, float], end: tuple[float, float], scale: float) -> str:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    if not length:
        return (
            f'<circle cx="{start[0] + _RADIUS:.0f}" cy="{start[1] - _RADIUS:.0f}" r="{_RADIUS * 0.8:.0f}" '
            f'fill="none" stroke="{EDGE}" stroke-width="{1.4 * scale:.1f}"/>'
        )
    x, y = end[0] - dx / length * _RADIUS * 1.2, end[1] - dy / length * _RADIUS * 1.2
    # A slight bend keeps the two moves of a 2-cycle apart and shows the direction.
    cx, cy = (start[0] + end[0]) / 2 - dy * 0.1, (start[1] + end[1]) / 2 + dx * 0.1
    tip = _RADIUS * 0.5
    ax, ay = x - dx / length * tip, y - dy / length * tip
    px, py = -dy / length * tip / 2, dx / length * tip / 2
    return (
        f'<path d="M{start[0]:.0f} {start[1]:.0f}Q{cx:.0f} {cy:.0f} {x:.0f} {y:.0f}" fill="none" stroke="{EDGE}" '
        f'stroke-width="{1.4 * scale:.1f}"/>'
        f'<path d="M{x:.1f} {y:.1f}L{ax + px:.1f} {ay + py:.1f}L{ax - px:.1f} {ay - py:.1f}Z" fill="{EDGE}"/>'
    )


def _shape(node: Node, position: tuple[float, float], look: Fill) -> str:
    x, y = position
    colour = look.fill if node.score is not None else NO_SCORE_FILL
    paint = f'fill="{colour}" stroke="{OUTLINE}" stroke-width="2.5"'
    corners = _OUTLINES.get(SHAPES[node.kind][0], [])
    if not corners:
        outline = f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{_RADIUS}" {paint}/>'
    else:
        points = " ".join(f"{x + dx * _RADIUS:.0f},{y + dy * _RADIUS:.0f}" for dx, dy in corners)
        outline = f'<polygon points="{points}" {paint}/>'
    if node.score is None:
        return outline
    font = f'text-anchor="middle" font-family="sans-serif" font-size="18" fill="{look.ink}"'
    return f'{outline}<text x="{x:.0f}" y="{y + 6:.0f}" {font}>{escape(look.text)}</text>'
