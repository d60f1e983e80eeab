"""Positions of the nodes of a graph: pixels on the canvas, y downwards.

New graphs are drawn in layers by distance from the root, which suits graphs with cycles.  Wide layers are wrapped
into several rows and tall drawings folded into columns, so that the whole has about the shape of the canvas: its
`aspect`, width over height.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from explorer.drawing.clearance import APART, nudged
from explorer.drawing.footprint import stretch, with_room_for_boards
from explorer.drawing.free_positions import FreePositions
from explorer.drawing.layering import Layering, NodeLayer, distance_layers
from explorer.model.board import Point
from explorer.model.graph import GameGraph

COLUMN, ROW = 130.0, 120.0  # between neighbours in a row, and between rows

ASPECT = 1.4  # of a canvas beside a panel, where nothing is known of the window
_NARROWEST, _FLATTEST = 0.45, 2.4  # of the canvas that a drawing comes near to
_BETWEEN_CARDS = 118.0  # before they are drawn farther apart
_NEARER = 18.0  # pixels by which rows of cards come nearer at most: names stand between them
_WIDEST = 2.4  # times `COLUMN`, between neighbours in a row of a drawing that is taller than a screen
_LOWEST = 0.78  # times `ROW`, between the rows of such a drawing
_TALLEST = 1.6  # times `ROW`, between the rows of a drawing that is wider than a screen
_AROUND = 100.0  # around a drawing, for nodes and names
_FEWEST_ROWS = 9  # that are worth folding
_NUDGED = 40_000  # nodes × moves up to which nodes are moved out of the way of moves
_SEARCHED = 1_000  # nodes up to which each gets a position near its neighbours
_APART = 100.0  # between a new node and any other

PointKey = TypeVar("PointKey")


@dataclass(frozen=True)
class _Proportions:
    """Proportions of a drawing in layers: width over height, and the least distances between nodes and between rows."""

    aspect: float = ASPECT
    apart: float = APART
    lowest: float = _LOWEST


_PLAIN = _Proportions()


def aspect_of(value: object) -> float:
    """Return a number or its text as an aspect within limits; `ASPECT` if it is no number."""
    try:
        aspect = float(str(value))
    except ValueError:
        return ASPECT
    return min(max(aspect, _NARROWEST), _FLATTEST) if math.isfinite(aspect) else ASPECT


def layered_positions(graph: GameGraph, aspect: float = ASPECT) -> dict[str, Point]:
    """Return a position for every node, by id: layers by distance from the root, and nodes that it does not reach
    below.

    Without a root, layers start from the nodes without predecessors.
    """
    across, down = stretch(graph)
    shape = _Proportions(aspect * down / across)
    if (across, down) != (1, 1):
        shape = replace(shape, apart=_BETWEEN_CARDS, lowest=1 - _NEARER / (down * ROW))
    return with_room_for_boards(graph, lambda plain: _layers_without_boards(plain, shape))


def _layers_without_boards(graph: GameGraph, shape: _Proportions) -> dict[str, Point]:
    """Return layered positions for nodes without boards."""
    everything = range(len(graph.nodes))
    sources = [index for index in everything if not graph.predecessors[index]]
    if graph.root is None:
        blocks = [distance_layers(graph, sources, everything)]
    else:
        rest = [index for index in everything if index not in graph.reachable]
        reached = distance_layers(graph, [graph.root_index], sorted(graph.reachable))
        blocks = [reached, distance_layers(graph, sources, rest)]
    points: dict[int, Point] = {}
    for layers in blocks:
        xs = [x for x, _ in points.values()]
        part = replace(shape, aspect=shape.aspect * len(everything) / max(1, sum(map(len, layers))))  # of that height
        _put_below(points, _points_of_layers(graph, layers, width=max(xs) - min(xs) if xs else 0, shape=part))
    return {node.id: points[index] for index, node in enumerate(graph.nodes)}


def complete_positions(graph: GameGraph, aspect: float = ASPECT) -> dict[str, Point]:
    """Return a position for every node, by id: its own, or else a free one near its neighbours.

    Nodes with a position never move; if none has one, the layout is `layered_positions`.
    """
    if graph.columns.points is None:
        return layered_positions(graph, aspect)
    return with_room_for_boards(graph, _complete_without_boards)


def _complete_without_boards(graph: GameGraph) -> dict[str, Point]:
    """Return positions for nodes without boards, some of which have one."""
    points: dict[int, Point] = {}
    for index, node in enumerate(graph.nodes):
        if node.x is not None and node.y is not None:
            points[index] = (node.x, node.y)
    missing = [index for index in range(len(graph.nodes)) if index not in points]
    if len(missing) > _SEARCHED:
        _put_below(points, _points_of_layers(graph, distance_layers(graph, missing[:1], missing)))
    else:
        _put_near_neighbours(graph, points, missing)
    return {node.id: points[index] for index, node in enumerate(graph.nodes)}


def with_positions(graph: GameGraph, aspect: float = ASPECT) -> GameGraph:
    """Return the graph with a position for every node, by `complete_positions`."""
    points = complete_positions(graph, aspect)
    nodes = (replace(node, x=points[node.id][0], y=points[node.id][1]) for node in graph.nodes)
    return graph.replace(nodes=tuple(nodes))


def _put_below(points: dict[int, Point], block: dict[int, Point]) -> None:
    """Add a block of points below the present ones, left sides in line."""
    if not block:
        return
    top, left = 0.0, 0.0
    if points:
        top = max(y for _, y in points.values()) + 1.5 * ROW
        left = min(x for x, _ in points.values())
    dx = left - min(x for x, _ in block.values())
    dy = top - min(y for _, y in block.values())
    points.update({index: (round(x + dx, 1), round(y + dy, 1)) for index, (x, y) in block.items()})


# ---- layers


def _points_of_layers(
    graph: GameGraph, layers: Sequence[NodeLayer], *, width: float = 0, shape: _Proportions = _PLAIN
) -> dict[int, Point]:
    """Return the points of a drawing in layers; a row may be at least `width` wide."""
    if not layers:
        return {}
    layering = Layering(graph, layers)
    layering.order()
    wrap = max(_most_in_a_row([len(layer) for layer in layers], shape.aspect), int(width / COLUMN))
    rows = [math.ceil(len(layer) / wrap) for layer in layers]
    xs = layering.x_positions([COLUMN / number for number in rows])
    points: dict[int, Point] = {}
    top = 0
    for number, layer in zip(rows, layering.layers, strict=True):
        points |= {index: (xs[index], (top + k % number) * ROW) for k, index in enumerate(layer)}
        top += number
    return _with_nodes_off_moves(
        graph, stretched_to(_cut_into_columns(points, top, shape.aspect), shape.aspect, shape.lowest), shape.apart
    )


def _most_in_a_row(sizes: Sequence[int], aspect: float) -> int:
    """Return how many nodes a row may have so that the drawing has about the shape of a screen."""
    fewest, most = 1, max(sizes)
    while fewest < most:
        middle = (fewest + most) // 2
        rows = sum(math.ceil(size / middle) for size in sizes)
        if middle * COLUMN < aspect * rows * ROW:
            fewest = middle + 1
        else:
            most = middle
    return fewest


def _cut_into_columns(points: dict[int, Point], rows: int, aspect: float) -> dict[int, Point]:
    """Return a drawing of many rows, cut into columns side by side if it is tall; every other column runs upwards.

    So a move from the end of one column to the start of the next is as short as any.
    """
    width = max(x for x, _ in points.values()) - min(x for x, _ in points.values()) + COLUMN
    columns = round(math.sqrt(aspect / ASPECT * rows * ROW / width))
    if rows < _FEWEST_ROWS or columns < 2:
        return points
    height = math.ceil(rows / columns)
    parts: list[dict[int, Point]] = [{} for _ in range(columns)]
    for index, (x, y) in points.items():
        column, row = divmod(round(y / ROW), height)
        parts[column][index] = x, ROW * (row if column % 2 == 0 else height - 1 - row)
    folded: dict[int, Point] = {}
    right = 0.0
    for part in filter(None, parts):
        shift = right - min(x for x, _ in part.values())
        folded |= {index: (x + shift, y) for index, (x, y) in part.items()}
        right = max(folded[index][0] for index in part) + 1.5 * COLUMN
    return folded


def stretched_to(points: dict[PointKey, Point], aspect: float, lowest: float = _LOWEST) -> dict[PointKey, Point]:
    """Return the drawing stretched towards an aspect: rows of a tall one lie nearer and columns farther apart, rows
    of a wide one farther apart."""
    if not points:
        return points
    width, height = (max(side) - min(side) for side in zip(*points.values(), strict=True))
    tall = aspect * (height + _AROUND) / (width + _AROUND)
    if tall < 1:
        lower, wider = min(_TALLEST, 1 / tall), 1.0
    else:
        lower = max(lowest, 1 / math.sqrt(tall))
        wider = min(_WIDEST, tall * lower)
    return {key: (x * wider, y * lower) for key, (x, y) in points.items()}


def _with_nodes_off_moves(graph: GameGraph, points: dict[int, Point], apart: float) -> dict[int, Point]:
    """Return the drawing with nodes moved out of the way of moves, if it is small enough for that."""
    moves = [(index, other) for index in points for other in graph.successors[index] if other in points]
    if len(points) * len(moves) > _NUDGED or not moves:
        return points
    row = {index: k for k, index in enumerate(points)}
    placed = nudged(np.array(list(points.values())), [(row[index], row[other]) for index, other in moves], apart=apart)
    return {index: (float(placed[k, 0]), float(placed[k, 1])) for index, k in row.items()}


# ---- free positions


def _put_near_neighbours(graph: GameGraph, points: dict[int, Point], missing: Sequence[int]) -> None:
    """Add a point for each missing node: below its predecessors, above its successors, or under everything."""
    taken = FreePositions(points.values(), apart=_APART, step=(COLUMN, ROW))
    under = min(x for x, _ in points.values()), max(y for _, y in points.values()) + ROW
    waiting = dict.fromkeys(missing)
    ready = deque(index for index in missing if _point_by_neighbours(graph, points, index))
    while waiting:
        index = ready.popleft() if ready else next(iter(waiting))
        if index not in waiting:
            continue
        del waiting[index]
        points[index] = taken.nearest_free(_point_by_neighbours(graph, points, index) or under)
        taken.add(points[index])
        ready += [other for other in (*graph.successors[index], *graph.predecessors[index]) if other in waiting]


def _point_by_neighbours(graph: GameGraph, points: dict[int, Point], index: int) -> Point | None:
    """Return a point below the predecessors of a node or else above its successors; None without either."""
    for neighbours, dy in ((graph.predecessors[index], ROW), (graph.successors[index], -ROW)):
        near = [points[other] for other in neighbours if other in points]
        if near:
            return sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near) + dy
    return None
