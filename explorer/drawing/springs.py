"""Force-directed layouts: moves pull like springs, nodes push each other away.

A drawing starts from distances to a few pivots (Brandes and Pich, Eigensolver methods for progressive multidimensional
scaling of large data, 2007).  In small graphs Kamada and Kawai's method (An algorithm for drawing general undirected
graphs, 1989) then makes all distances right; larger ones are opened up by some rounds of Fruchterman and Reingold's
(Graph drawing by force-directed placement, 1991).  From such a start this takes a fraction of the time of igraph's DrL
or of its multidimensional scaling, and keeps distances better than from a random one.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from explorer.drawing.igraphs import fixed_seed, igraph_of
from explorer.drawing.layout import ASPECT, layered_positions
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.packing import packed
from explorer.model.board import Point
from explorer.model.columns import Points
from explorer.model.graph import GameGraph

if TYPE_CHECKING:
    from igraph import Graph


LENGTH = 120.0  # of a move in the middle

_SEED = 1
_SMALL = 250  # nodes
_PIVOTS = 50
_EFFORT = 250_000_000  # rounds × nodes²
_APART = 60.0
_CROWDED = 0.1  # share of the nodes that may be too close to another before they are moved aside
_ROOM = 4 * _APART**2  # square pixels for a node, at least, in the thick of the graph
_STRETCH = 3.0  # the factor by which moves may get longer for that


def springs(graph: GameGraph, aspect: float = ASPECT) -> dict[str, Point]:
    """Return a position for every node, by id; parts that no move joins lie side by side, that of the root first.

    The longer side of each part lies along the longer one of the canvas.

    A graph of more than `LARGEST_DRAWN` nodes, for which this would take long, is drawn by `layered_positions`.
    """
    if len(graph.nodes) > LARGEST_DRAWN:
        return layered_positions(graph, aspect)
    whole = igraph_of(graph)
    parts: list[list[int]] = list(whole.connected_components(mode="weak"))
    first = graph.index.get(graph.root or "", 0)
    parts.sort(key=lambda part: first not in part)
    blocks = []
    for part in parts:
        ids = [graph.ids[index] for index in part]
        blocks.append(dict(zip(ids, _connected_layout(whole.induced_subgraph(part)).tolist(), strict=True)))
    if aspect < 1:
        blocks = [{id: (y, x) for id, (x, y) in block.items()} for block in blocks]
    return packed(blocks, gap=LENGTH, aspect=aspect)


def _connected_layout(part: Graph) -> Points:
    """Return the points of a connected graph in pixels, wider than high, the first node at the upper left."""
    if part.vcount() == 1:
        return np.zeros((1, 2))
    start = _scaled_and_jittered(part, _points_from_pivots(part))
    if part.vcount() <= _SMALL:
        points = np.array(part.layout_kamada_kawai(seed=start.tolist()).coords)
    else:
        points = _force_directed(part, start)
    points -= points.mean(axis=0)
    _, axes = np.linalg.eigh(points.T @ points)
    points = points @ axes[:, ::-1]
    return _in_pixels(part, points * np.where(points[0] > 0, -1, 1))


def _points_from_pivots(part: Graph) -> Points:
    """Return points whose distances are about those in the graph; each pivot is as far as can be from those before
    it."""
    distances: list[list[float]] = []
    nearest = np.full(part.vcount(), np.inf)
    pivot = 0
    for _ in range(min(_PIVOTS, part.vcount())):
        distances.append(part.distances(pivot, mode="all")[0])
        nearest = np.minimum(nearest, distances[-1])
        pivot = int(np.argmax(nearest))
    squares = np.array(distances).T ** 2
    centred = squares - squares.mean(axis=0) - squares.mean(axis=1)[:, None] + squares.mean()
    _, axes = np.linalg.eigh(centred.T @ centred)
    return np.asarray(centred @ axes[:, :-3:-1], np.float64)


def _scaled_and_jittered(part: Graph, points: Points) -> Points:
    """Return the points scaled so that moves are about 1 long, with jitter that keeps nodes apart."""
    size = part.vcount()
    scale = max(_median_move_length(part, points), np.abs(points).max() / size, 1e-9)
    jitter = 0.1 * np.random.default_rng(_SEED).standard_normal((size, 2))
    return np.asarray(points / scale + jitter, np.float64)


def _force_directed(part: Graph, start: Points) -> Points:
    """Return the points after several rounds of Fruchterman and Reingold's method."""
    size = part.vcount()
    rounds = max(20, min(500, _EFFORT // size**2))
    with fixed_seed(_SEED):
        found = part.layout_fruchterman_reingold(
            seed=start.tolist(), niter=rounds, start_temp=math.sqrt(size) / 100, grid=False
        )
    return np.array(found.coords)


def _in_pixels(part: Graph, points: Points) -> Points:
    """Return the points in pixels: moves of a good length, longer where many nodes overlap, and room in the middle."""
    middle = _median_move_length(part, points)
    if not middle:
        return points
    scaled = points * LENGTH / middle
    crowd = float(np.quantile(_distances_to_nearest(scaled), _CROWDED))
    return _moved_outwards(scaled * min(_STRETCH, max(1.0, _APART / crowd if crowd else _STRETCH)))


def _moved_outwards(points: Points) -> Points:
    """Return the points moved outwards from the middle, so that each has `_ROOM` in the disc that reaches to it."""
    radii = np.linalg.norm(points, axis=1)
    rank = np.empty(len(points))
    rank[np.argsort(radii, kind="stable")] = np.arange(len(points))
    wanted = np.maximum(radii, np.sqrt(rank * _ROOM / math.pi))
    return np.asarray(points * (wanted / np.maximum(radii, 1e-9))[:, None], np.float64)


def _median_move_length(part: Graph, points: Points) -> float:
    """Return the median length of the moves between the points."""
    sources, targets = np.array(part.get_edgelist()).T
    return float(np.median(np.linalg.norm(points[sources] - points[targets], axis=1)))


def _distances_to_nearest(points: Points) -> NDArray[np.float64]:
    """Return for each point the distance to the nearest other."""
    nearest = np.empty(len(points))
    for index, point in enumerate(points):
        squares = ((points - point) ** 2).sum(axis=1)
        squares[index] = np.inf
        nearest[index] = squares.min()
    return np.sqrt(nearest)
