"""Layers of a graph: distance from the start of play, the order within a layer, and the x of each node.

The framework of Sugiyama, Tagawa and Toda (Methods for visual understanding of hierarchical system structures, 1981)
with distances for layers, which suits graphs with cycles: a move leads at most one layer down, or back.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator, Sequence

from explorer.model.graph import GameGraph

NodeLayer = list[int]  # indices of nodes, from left to right
Neighbours = Sequence[Sequence[int]]

_ROUNDS, _FEWER_ROUNDS = 4, 2  # of sweeps down and up, in graphs of up to `_LARGE` nodes and in larger ones
_LARGE = 10_000  # nodes; in larger graphs crossings are not counted


def distance_layers(graph: GameGraph, seeds: Iterable[int], among: Iterable[int]) -> list[NodeLayer]:
    """Return layers by distance from the seeds; nodes that no seed reaches become seeds themselves, in node order."""
    left = dict.fromkeys(among)
    layers: list[NodeLayer] = []
    waiting = [index for index in seeds if index in left]
    while left:
        frontier = waiting or [next(iter(left))]
        waiting = []
        depth = 0
        for index in frontier:
            del left[index]
        while frontier:
            if depth == len(layers):
                layers.append([])
            layers[depth] += frontier
            frontier = _take_next_layer(graph, frontier, left)
            depth += 1
    return layers


def _take_next_layer(graph: GameGraph, frontier: NodeLayer, left: dict[int, None]) -> NodeLayer:
    """Remove from `left` and return the successors of a layer that are in it."""
    found: NodeLayer = []
    for index in frontier:
        for other in graph.successors[index]:
            if other in left:
                del left[other]
                found.append(other)
    return found


class Layering:
    """Layers of a graph, with the moves between neighbouring ones."""

    def __init__(self, graph: GameGraph, layers: Sequence[NodeLayer]) -> None:
        self.layers = [list(layer) for layer in layers]
        self.depth = {index: depth for depth, layer in enumerate(layers) for index in layer}
        self.above: list[list[int]] = [[] for _ in graph.nodes]
        self.below: list[list[int]] = [[] for _ in graph.nodes]
        for index, depth in self.depth.items():
            for other in graph.successors[index]:
                step = self.depth.get(other, depth) - depth
                if abs(step) == 1:
                    (self.below if step > 0 else self.above)[index].append(other)
                    (self.above if step > 0 else self.below)[other].append(index)

    @property
    def _round_count(self) -> int:
        """The number of rounds of improvement, fewer for a large graph."""
        return _ROUNDS if len(self.depth) <= _LARGE else _FEWER_ROUNDS

    def order(self) -> None:
        """Order each layer by the barycentres of the neighbours, down and up; the best of several rounds stays."""
        indices = {index: (k + 0.5) / len(layer) for layer in self.layers for k, index in enumerate(layer)}
        compared = len(self.depth) <= _LARGE
        best, fewest = [list(layer) for layer in self.layers], self._count_crossings() if compared else -1
        for number in range(self._round_count):
            for layer in self.layers[1:]:
                _sort_by_neighbours(layer, self.above, indices)
            if number < self._round_count - 1:
                for layer in reversed(self.layers[:-1]):
                    _sort_by_neighbours(layer, self.below, indices)
            crossings = self._count_crossings() if compared else -1
            if crossings < fewest or not compared:
                best, fewest = [list(layer) for layer in self.layers], crossings
            if not fewest:
                break
        self.layers = best

    def _count_crossings(self) -> int:
        """Return the number of pairs of moves between neighbouring layers that cross."""
        total = 0
        for upper, lower in zip(self.layers, self.layers[1:], strict=False):
            position = {index: k for k, index in enumerate(lower)}
            passed: list[int] = []
            for index in upper:
                ends = [position[other] for other in self.below[index]]
                total += sum(len(passed) - bisect_right(passed, end) for end in ends)
                for end in ends:
                    insort(passed, end)
        return total

    def x_positions(self, gaps: Sequence[float]) -> dict[int, float]:
        """Return the x of every node: near the middle of its neighbours, in order, at least the gap of its layer
        apart."""
        xs = {
            index: gap * (k - (len(layer) - 1) / 2)
            for layer, gap in zip(self.layers, gaps, strict=True)
            for k, index in enumerate(layer)
        }
        pairs = list(zip(self.layers, gaps, strict=True))
        for _ in range(self._round_count):
            for layer, gap in pairs[1:]:
                self._move_to_wishes(layer, gap, xs, (self.above,))
            for layer, gap in reversed(pairs[:-1]):
                self._move_to_wishes(layer, gap, xs, (self.below,))
        for layer, gap in pairs:
            self._move_to_wishes(layer, gap, xs, (self.above, self.below))
        return xs

    def _move_to_wishes(self, layer: NodeLayer, gap: float, xs: dict[int, float], sides: Sequence[Neighbours]) -> None:
        """Move the nodes of a layer near the middle of their neighbours, in order and with a gap."""
        wishes = [_mean_x_of_neighbours(index, xs, sides) for index in layer]
        if len(layer) == 1:
            xs[layer[0]] = wishes[0]
            return
        for index, x in zip(layer, keep_apart(wishes, gap), strict=True):
            xs[index] = x


def _sort_by_neighbours(layer: NodeLayer, neighbours: Neighbours, indices: dict[int, float]) -> None:
    """Sort a layer by the mean index of each node's neighbours; nodes without any stay about where they are."""
    if len(layer) < 2:
        return
    means = {
        index: sum([indices[other] for other in near]) / len(near) if near else indices[index]
        for index, near in ((index, neighbours[index]) for index in layer)
    }
    layer.sort(key=means.__getitem__)
    for k, index in enumerate(layer):
        indices[index] = (k + 0.5) / len(layer)


def _mean_x_of_neighbours(index: int, xs: dict[int, float], sides: Sequence[Neighbours]) -> float:
    """Return the mean x of a node's neighbours, each side counting once; its own x if it has none."""
    means = [sum([xs[other] for other in side[index]]) / len(side[index]) for side in sides if side[index]]
    return sum(means) / len(means) if means else xs[index]


def keep_apart(wishes: Sequence[float], gap: float) -> Iterator[float]:
    """Yield the positions nearest to the wished ones (least squares) that keep their order and the gap.

    Less the gaps before them these are an isotonic regression, found by pooling neighbours that are out of order.
    """
    blocks: list[tuple[float, int]] = []  # sum and number of the pooled
    for k, value in enumerate(wishes):
        total, number = value - k * gap, 1
        while blocks and blocks[-1][0] * number >= total * blocks[-1][1]:
            before, more = blocks.pop()
            total, number = total + before, number + more
        blocks.append((total, number))
    k = 0
    for total, number in blocks:
        for _ in range(number):
            yield total / number + k * gap
            k += 1
