"""A node: fill = score, ring = finality (left half lower bound, right half upper), outline = kind."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from explorer.drawing.geometry import (
    BOUND_HEIGHTS,
    BOUND_SIZES,
    FILLED,
    HALO,
    HALVES,
    LOOP,
    LOOP_HEAD,
    MARK,
    MARK_RADIUS,
    OWN,
    OWN_HEIGHT,
    RADIUS,
    SCORE_SIZES,
)
from explorer.drawing.picture.lettering import text_width
from explorer.drawing.picture.moment import Look
from explorer.drawing.picture.primitives import Circle, Curve, Line, Point, Polygon, Shape, Stroke, Text, arc
from explorer.drawing.theme import MARKS, Page, Ring

_CAP_HEIGHT = 0.73  # of a letter, in its size


def corners(shape: str, radius: float) -> tuple[Point, ...]:
    """The corners of an outline around (0, 0), clockwise from the top; none for a circle."""
    half = HALVES.get(shape, ())
    left = [(dx * radius, dy * radius) for dx, dy in half]
    right = [(-x, y) for x, y in left]
    return tuple(dict.fromkeys([*right, *reversed(left)]))


def reach(shape: str, radius: float, direction: float) -> float:
    """How far it is from the middle to the outline, in a direction (an angle, clockwise from the right)."""
    points = corners(shape, radius)
    if not points:
        return radius
    cos, sin = math.cos(direction), math.sin(direction)
    far = math.inf
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        nx, ny = y2 - y1, x1 - x2  # outwards
        if (towards := nx * cos + ny * sin) > 1e-9:
            far = min(far, (nx * x1 + ny * y1) / towards)
    return far


def glyph(look: Look, page: Page) -> tuple[Shape, ...]:
    """The shapes of a node at (0, 0), without its name."""
    return tuple(_glyph(look, page))


def _glyph(look: Look, page: Page) -> Iterator[Shape]:
    if look.halo:
        yield _outline(look.shape, HALO, fill=look.halo, opacity=0.55)
    yield _outline(look.shape, RADIUS + 1, fill=page.paper)
    dashes = Stroke(look.ink, 1.2, (3, 3)) if look.style == "dashed" else None
    yield _outline(look.shape, RADIUS * FILLED, fill=look.fill, stroke=dashes)
    yield from _ring(look, page)
    if look.style == "barred":
        yield Line(((-RADIUS, -RADIUS - 5), (RADIUS, -RADIUS - 5)), Stroke(MARKS["back"][0], 5))
    if look.style == "dotted":
        yield from (Circle(dx, RADIUS + 9, 2.6, page.ink) for dx in (-9, 0, 9))
    if look.bounds:
        yield from _interval(look.bounds, look.ink)
    elif look.unread:
        yield _score(look.unread, look.ink, bold=False)
    elif look.text:
        yield _score(look.text, look.ink)
    if look.mark:
        yield from _endless_mark(look.mark, page)
    if look.own:
        yield from _own(look.own, page)
    if look.sign:
        yield from _badge(look.sign, look.halo or page.ring(look.left), page)


def _outline(
    shape: str, radius: float, *, fill: str | None = None, stroke: Stroke | None = None, opacity: float = 1.0
) -> Shape:
    points = corners(shape, radius)
    return Polygon(points, fill, stroke, opacity) if points else Circle(0, 0, radius, fill, stroke, opacity)


def _ring(look: Look, page: Page) -> Iterator[Shape]:
    """The ring: of two alike halves, one outline without a seam."""
    if look.left == look.right:
        yield _outline(look.shape, _middle(look.left), stroke=_pen(look.left, page))
        return
    for ring, side in ((look.left, 1), (look.right, -1)):
        yield _half(look.shape, side, _middle(ring), _pen(ring, page))


def _half(shape: str, side: int, radius: float, pen: Stroke) -> Shape:
    """The left (1) or right (-1) half of an outline."""
    if shape in HALVES:
        return Line(tuple((side * dx * radius, dy * radius) for dx, dy in HALVES[shape]), pen)
    turn = side * math.pi / 2
    start, bends = arc(0, 0, radius, turn, turn + math.pi)
    return Curve(start, bends, pen)


def _middle(ring: Ring) -> float:
    return RADIUS - ring.width / 2 + 1


def _pen(ring: Ring, page: Page) -> Stroke:
    return Stroke(page.ring(ring), ring.width, ring.dash)


def _own(score: str, page: Page) -> Iterator[Shape]:
    """A leaf's own score on a tag beneath it."""
    text = _centred(_kept(score, SCORE_SIZES[-1][0]), OWN, 11, page.ink)
    half = max(OWN_HEIGHT, text_width(text.text, 11, bold=True) + 8) / 2
    top, bottom = OWN - OWN_HEIGHT / 2, OWN + OWN_HEIGHT / 2
    yield Polygon(((-half, top), (half, top), (half, bottom), (-half, bottom)), page.paper, Stroke(page.ink, 1.2))
    yield text


def _score(text: str, ink: str, *, bold: bool = True) -> Text:
    tight = text.replace(" ", "")  # between a sign and a number: there is little room
    size = next((size for most, size in SCORE_SIZES if len(tight) <= most), SCORE_SIZES[-1][1])
    return replace(_centred(_kept(tight, SCORE_SIZES[-1][0]), 0, size, ink), bold=bold)


def _kept(text: str, most: int) -> str:
    """The text with so many characters at most."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _centred(text: str, y: float, size: float, ink: str, x: float = 0) -> Text:
    """A text with its middle at a position."""
    return Text(x, y + 0.5 * _CAP_HEIGHT * size, text, size, ink, bold=True, anchor="middle")


def _interval(bounds: tuple[str, str], ink: str) -> Iterator[Shape]:
    """The lower bound at the lower left, the upper one at the upper right, like the halves of the ring."""
    longest = max(map(len, bounds))
    most, size, aside = next((row for row in BOUND_SIZES if longest <= row[0]), BOUND_SIZES[-1])
    for text, x, y in zip(bounds, (-aside, aside), BOUND_HEIGHTS, strict=True):
        yield _centred(_kept(text, most), y, size, ink, x)


def _endless_mark(colour: str, page: Page) -> Iterator[Shape]:
    """Below at the left: an arrow that goes round for ever, since the score depends on the value of endless play."""
    x, y = MARK
    yield Circle(x, y, MARK_RADIUS, colour, Stroke(page.paper, 1.5))
    yield Curve(*arc(x, y, LOOP, math.pi / 4, 7 / 4 * math.pi), Stroke("#ffffff", 1.8))
    side = LOOP * math.sqrt(0.5)
    yield Polygon(tuple((x + side + dx, y - side + dy) for dx, dy in LOOP_HEAD), "#ffffff")


def _badge(text: str, colour: str, page: Page) -> Iterator[Shape]:
    """Below at the right: what is done to it."""
    x, y = -MARK[0], MARK[1]
    yield Circle(x, y, MARK_RADIUS, colour, Stroke(page.paper, 1.5))
    yield _centred(text, y, 14, "#ffffff", x)


def root_arrow(page: Page, top: float = -RADIUS) -> Shape:
    """The arrow over the node where play starts, which reaches up to `top`."""
    tip = top - 6
    return Polygon(((0, tip), (-6, tip - 10), (6, tip - 10)), page.ink)
