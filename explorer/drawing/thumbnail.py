"""A small picture of a graph as SVG text: shapes, scores of leaves and moves, and the names for which there is room."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

from explorer.drawing.layout import complete_positions
from explorer.drawing.node_colours import Fill, Scale
from explorer.drawing.theme import DARK, EDGE, LIGHT, OUTLINE, SHAPES
from explorer.model.graph import GameGraph, Node
from explorer.model.words import short_name

_RADIUS = 22
_WIDTH, _HEIGHT = 360, 200
_MOST_NAMED = 60  # nodes; in larger graphs no name could be read
_LETTERS = 15.0  # px of the picture, which is shown at two thirds of its size
_LETTER_WIDTH = 0.6  # of its height
_LONGEST = 14  # characters
_OUTLINES: dict[str, list[tuple[float, float]]] = {
    "square": [(-1, -1), (1, -1), (1, 1), (-1, 1)],
    "leaf": [(0, -1.15), (1.15, 0), (0, 1.15), (-1.15, 0)],
}


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Box) -> bool:
        """Whether the two share more than an edge."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def lies_in(self, other: _Box) -> bool:
        """Whether no part of it is outside the other."""
        within = other.left <= self.left and self.right <= other.right
        return within and other.top <= self.top and self.bottom <= other.bottom


def thumbnail(graph: GameGraph, *, dark: bool = False, named: bool = True) -> str:
    """The picture, 360 × 200 pixels, with the graph fitted in, for a light or a dark page; it may go without names."""
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
    colours = Scale.of(graph)
    moves = [_arrow(positions[source], positions[target], scale) for source, target in graph.moves]
    shapes = [_shape(node, positions[node.id], colours.look(node.score)) for node in graph.nodes]
    frame = _Box(box[0], box[1], box[0] + box[2], box[1] + box[3])
    names = _names(graph, positions, frame, scale * _LETTERS, (DARK if dark else LIGHT).ink) if named else ()
    view = " ".join(f"{number:.0f}" for number in box)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" viewBox="{view}">'
    return "".join([head, *moves, *shapes, *names, "</svg>"])


def alternative(graph: GameGraph) -> str:
    """What the picture is of, for those who do not see it."""
    nodes, moves = len(graph.nodes), len(graph.moves)
    size = f"{nodes} node{'s' * (nodes != 1)} and {moves} move{'s' * (moves != 1)}"
    return f"{graph.name or 'A graph'}, drawn: {size}"


def _names(
    graph: GameGraph, positions: Mapping[str, tuple[float, float]], frame: _Box, size: float, ink: str
) -> Iterator[str]:
    """The names, that of the root first, each at the first side of its node where it covers nothing."""
    if len(graph.nodes) > _MOST_NAMED:
        return
    taken = [_Box(x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS) for x, y in positions.values()]
    for node in sorted(graph.nodes, key=lambda node: node.id != graph.root):
        text = _shown(node.name)
        width = _LETTER_WIDTH * size * len(text)
        for box in _sides(*positions[node.id], width, size):
            if box.lies_in(frame) and not any(map(box.meets, taken)):
                taken.append(box)
                yield (
                    f'<text class="name" x="{box.left:.0f}" y="{box.bottom - 0.2 * size:.0f}" '
                    f'textLength="{width:.0f}" lengthAdjust="spacingAndGlyphs" font-family="monospace" '
                    f'font-size="{size:.1f}" fill="{ink}">{escape(text)}</text>'
                )
                break


def _sides(x: float, y: float, width: float, height: float) -> Iterator[_Box]:
    """Where a name can stand: at the upper right, below, at the upper left, above, at the right, at the left."""
    r = _RADIUS + 2
    for left, top in (
        (x + r, y - r - 0.3 * height),
        (x - width / 2, y + r),
        (x - r - width, y - r - 0.3 * height),
        (x - width / 2, y - r - height),
        (x + r, y - height / 2),
        (x - r - width, y - height / 2),
    ):
        yield _Box(left, top, left + width, top + height)


def _shown(name: str) -> str:
    """A name that XML can hold, cut where it is long."""
    text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name)
    return short_name(text, _LONGEST)


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
    paint = f'fill="{look.fill}" stroke="{OUTLINE}" stroke-width="2.5"'
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
