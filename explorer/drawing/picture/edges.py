"""The ways of moves from node to node, as the canvas draws them, with their arrow heads.

The two moves of a 2-cycle are two curves; a straight edge that would run over a third node is bent around it; a move
from a node to itself is a circle at its lower right.  Bends are chosen as on the page, `stage/frontend/draw/routes.ts`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from explorer.drawing.footprint import PLAIN, Footprint
from explorer.drawing.geometry import BENDS, RADIUS
from explorer.drawing.picture.glyph import reach
from explorer.drawing.picture.moment import DASHED, BandKind
from explorer.drawing.picture.primitives import Bend, Curve, Line, Point, Polygon, Shape, Stroke, arc
from explorer.drawing.theme import EDGE, MARKS, SHAPES
from explorer.model.graph import GameGraph, Move, Node

_WIDTH = 1.4
_HEAD = 15 * 0.7 + 3 * _WIDTH  # length of an arrow head
_AIR = 2.5  # between an outline and the arrows that end there
_BEND_AROUND, _BEND_AROUND_CARD = 10.0, 4.0  # an edge that would pass a node closer than this is bent
_MOST_FOR_CHOOSING = 250  # nodes; beyond, the first bend is taken
_MOST_FOR_BENDING = 400  # nodes; beyond, only the two moves of a 2-cycle are bent
_MARGIN = 28.0 + RADIUS  # of the drawing around the middles of nodes
_SAMPLES = 32
_LEVEL = 1e-9
_LOOP_RADIUS, _LOOP_OUTSIDE, _LOOP_HIDDEN = 22.0, 0.7, 15

Rim = Callable[[float], float]  # how far it is from the middle of a node to where arrows end, in a direction


@dataclass(frozen=True)
class Route:
    """The way of a move.

    Attributes
    ----------
    start, bends, end : curves, or a straight line to the end if there are none.
    tip, direction : where the arrow ends, and the angle in which it points.
    """

    start: Point
    bends: tuple[Bend, ...]
    end: Point
    tip: Point
    direction: float

    def samples(self) -> NDArray[np.float64]:
        """Some points of the way, at short distances, from end to end; shape (points, 2)."""
        t = np.linspace(0, 1, _SAMPLES)[:, None]
        parts = [_along(np.array(self.start), np.array(self.end), t)] if not self.bends else []
        here = self.start
        for one, two, end in self.bends:
            first, middle, last = (
                _along(np.array(a), np.array(b), t) for a, b in ((here, one), (one, two), (two, end))
            )
            parts.append(_along(_along(first, middle, t), _along(middle, last, t), t))
            here = end
        return np.concatenate([*parts, [self.tip]])


def routes(
    graph: GameGraph, positions: Mapping[str, Point], cards: Mapping[str, Footprint] | None = None
) -> dict[Move, Route]:
    """The way of every move between the given positions; `cards` are the nodes that are drawn as cards, by id."""
    cards = cards or {}
    moves = set(graph.moves)
    drawn = _Drawn.of(graph, positions, cards)
    ways: dict[Move, Route] = {}
    for source, target in graph.moves:
        rim = _rim(graph.node(target), cards.get(target))
        if source == target:
            ways[source, target] = _loop(positions[source], rim, cards.get(source, PLAIN))
            continue
        ends = graph.index[source], graph.index[target]
        bend = drawn.bend(*ends, BENDS["paired"]) if (target, source) in moves else drawn.bend_around(*ends)
        way = partial(_curved, roundness=bend) if bend else _straight
        ways[source, target] = way(positions[source], positions[target], rim)
    return ways


def _rim(node: Node, card: Footprint | None) -> Rim:
    if card is None:
        shape = SHAPES[node.kind][0]
        return lambda direction: reach(shape, RADIUS + _AIR, direction)
    across, down = card.width / 2 + _AIR, card.height / 2 + _AIR

    def border(direction: float) -> float:
        cos, sin = abs(math.cos(direction)), abs(math.sin(direction))
        return min(across / cos if cos > _LEVEL else math.inf, down / sin if sin > _LEVEL else math.inf)

    return border


def edge(route: Route) -> tuple[Shape, ...]:
    """The line of a move and its arrow head."""
    cos, sin = math.cos(route.direction), math.sin(route.direction)

    def at(along: float, aside: float) -> Point:
        return (
            route.tip[0] + _HEAD * (along * cos - aside * sin),
            route.tip[1] + _HEAD * (along * sin + aside * cos),
        )

    head = Polygon((at(0, 0), at(-1, 0.3), at(-0.9, 0), at(-1, -0.3)), EDGE)
    return _track(route, Stroke(EDGE, _WIDTH)), head


def band(route: Route, kind: BandKind) -> Shape:
    """A broad line under a move, so that the arrow stays sharp on top."""
    width, opacity = (9, 0.6) if kind == "path" else (11, 0.85)
    return _track(route, Stroke(MARKS[kind][0], width, (10, 14) if kind in DASHED else (), round=True), opacity)


def _track(route: Route, stroke: Stroke, opacity: float = 1.0) -> Shape:
    if route.bends:
        return Curve(route.start, route.bends, stroke, opacity)
    return Line((route.start, route.end), stroke, opacity)


def _straight(start: Point, end: Point, rim: Rim) -> Route:
    direction = math.atan2(end[1] - start[1], end[0] - start[0])
    tip = _back(end, rim(direction + math.pi), direction)
    return Route(start, (), _back(tip, 0.9 * _HEAD, direction), tip, direction)


def _curved(start: Point, end: Point, rim: Rim, roundness: float) -> Route:
    """A quadratic Bézier curve."""
    via = _via(start, end, roundness)
    arrival = _first(lambda t: _is_over(_on_curve(start, via, end, t), end, rim))
    tip = _on_curve(start, via, end, arrival)
    last = _first(lambda t: t >= arrival or math.dist(_on_curve(start, via, end, t), tip) <= 0.9 * _HEAD)
    core = _on_curve(start, via, end, last)
    direction = math.atan2(tip[1] - core[1], tip[0] - core[0])
    return Route(start, (_raised(start, _between(start, via, last), core),), core, tip, direction)


def _is_over(point: Point, node: Point, rim: Rim) -> bool:
    """Whether a point is so near to a node that an arrow ends there."""
    x, y = point[0] - node[0], point[1] - node[1]
    return math.hypot(x, y) <= rim(math.atan2(y, x))


def _first(holds: Callable[[float], bool]) -> float:
    """The position on a curve from which on something holds, by bisection."""
    low, high = 0.0, 1.0
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _on_curve(start: Point, via: Point, end: Point, t: float) -> Point:
    return _between(_between(start, via, t), _between(via, end, t), t)


def _along(start: NDArray[np.float64], end: NDArray[np.float64], t: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(start + t * (end - start), np.float64)


def _between(start: Point, end: Point, t: float) -> Point:
    return start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])


def _raised(start: Point, via: Point, end: Point) -> Bend:
    """The quadratic curve as a cubic one."""
    return _between(start, via, 2 / 3), _between(end, via, 2 / 3), end


def _loop(position: Point, rim: Rim, footprint: Footprint) -> Route:
    """The part outside the node of a circle at its lower right, run through clockwise."""
    aside = min(footprint.width, footprint.height) / 2 + _LOOP_OUTSIDE
    x, y = position[0] + aside, position[1] + aside
    outside = [angle for angle in range(-135, 226) if not _is_over(_on_loop(aside, angle), (0, 0), rim)]
    first, last = math.radians(outside[0] - _LOOP_HIDDEN), math.radians(outside[-1])
    turn = 0.9 * _HEAD / _LOOP_RADIUS
    start, bends = arc(x, y, _LOOP_RADIUS, first, last - turn)
    tip = x + _LOOP_RADIUS * math.cos(last), y + _LOOP_RADIUS * math.sin(last)
    core = bends[-1][2]
    return Route(start, bends, core, tip, math.atan2(tip[1] - core[1], tip[0] - core[0]))


def _on_loop(aside: float, degrees: int) -> Point:
    """A point of the circle of a loop at a node at (0, 0)."""
    angle = math.radians(degrees)
    return aside + _LOOP_RADIUS * math.cos(angle), aside + _LOOP_RADIUS * math.sin(angle)


def _back(point: Point, by: float, direction: float) -> Point:
    return point[0] - by * math.cos(direction), point[1] - by * math.sin(direction)


@dataclass(frozen=True)
class _Drawn:
    """The nodes of a drawing, which moves are bent around.

    Attributes
    ----------
    points : their middles, by index.
    halves : half the width and height of those that are cards, else 0.
    """

    points: NDArray[np.float64]
    halves: NDArray[np.float64]

    @staticmethod
    def of(graph: GameGraph, positions: Mapping[str, Point], cards: Mapping[str, Footprint]) -> _Drawn:
        sides = [(cards[id].width, cards[id].height) if id in cards else (0, 0) for id in graph.ids]
        points = np.array([positions[id] for id in graph.ids], np.float64).reshape(-1, 2)
        return _Drawn(points, np.array(sides, np.float64).reshape(-1, 2) / 2)

    def bend_around(self, source: int, target: int) -> float:
        """The roundness of a move, which is straight unless that would run over a third node."""
        if len(self.points) > _MOST_FOR_BENDING or not self._runs_over(source, target):
            return 0
        return self.bend(source, target, BENDS["around"])

    def bend(self, source: int, target: int, bends: Sequence[float]) -> float:
        """The roundness with which a move keeps best clear of all third nodes; of alike ones the first."""
        if len(self.points) > _MOST_FOR_CHOOSING:
            return bends[0]
        return bends[int(np.argmin([self._cost(source, target, *each) for each in enumerate(bends)]))]

    def _cost(self, source: int, target: int, rank: int, bend: float) -> float:
        """How near a bent move comes to third nodes, each 0 well beside the move and more than 1 under it."""
        start, end = (np.array(self.points[index]) for index in (source, target))
        via = np.array(_via((start[0], start[1]), (end[0], end[1]), bend))
        t = np.linspace(0, 1, BENDS["points"] + 2)[1:-1, None]
        way = _along(_along(start, via, t), _along(via, end, t), t)
        offset = np.abs(np.delete(self.points, (source, target), axis=0)[:, None] - way)
        outside = np.maximum(offset - np.delete(self.halves, (source, target), axis=0)[:, None], 0)
        near = np.hypot(*outside.transpose(2, 0, 1)).min(axis=1)
        beside = BENDS["near"] * RADIUS
        runs_over = near < RADIUS
        strays = (way < self.points.min(axis=0) - _MARGIN).any() or (way > self.points.max(axis=0) + _MARGIN).any()
        nearness = float(((1 - np.minimum(near, beside) / beside) ** 2 + runs_over).sum())
        return nearness + BENDS["rank"] * rank + BENDS["stray"] * bool(strays)

    def _runs_over(self, source: int, target: int) -> bool:
        """Whether a straight line would run over a third node."""
        way = self.points[target] - self.points[source]
        length = float(np.hypot(*way)) or 1.0
        offset = self.points - self.points[source]
        along = offset @ way / length
        aside = np.abs(offset[:, 0] * way[1] - offset[:, 1] * way[0]) / length
        is_card = self.halves.any(axis=1)
        reach_of_card = self.halves @ np.abs(way[::-1]) / length + _BEND_AROUND_CARD
        near = (along > 0) & (along < length) & (aside < np.where(is_card, reach_of_card, RADIUS + _BEND_AROUND))
        near[[source, target]] = False
        return bool(near.any())


def _via(start: Point, end: Point, roundness: float) -> Point:
    """The control point of a curve where vis-network has it, for curvedCW, or for curvedCCW if the roundness is < 0."""
    far = (0.5 * abs(roundness) + 0.5) * math.dist(start, end)
    angle = math.atan2(start[1] - end[1], end[0] - start[0]) + (0.5 * roundness + 0.5) * math.pi
    return start[0] + far * math.sin(angle), start[1] + far * math.cos(angle)
