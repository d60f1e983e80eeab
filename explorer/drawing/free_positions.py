"""Occupied positions on the canvas, and the nearest free one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product

from explorer.model.board import Point


class FreePositions:
    """Occupied positions, in square cells so wide that only neighbouring ones can be too close.

    Parameters
    ----------
    points : the positions that are taken at the start.
    apart : the least distance of a free position from any that is taken.
    step : across and down, from one position that is tried to the next.
    """

    def __init__(self, points: Iterable[Point], *, apart: float, step: Point) -> None:
        self.apart, self.step = apart, step
        self.cells: dict[tuple[int, int], list[Point]] = {}
        self.full: dict[tuple[int, int], int] = {}  # for a cell, rings around it that were found taken
        for point in points:
            self.add(point)

    def add(self, point: Point) -> None:
        """Mark a position as occupied."""
        self.cells.setdefault(self._cell_of(point), []).append(point)

    def nearest_free(self, wished: Point) -> Point:
        """Return the wished position or the nearest free one whole steps away."""
        start = self._cell_of(wished)
        size = self.full.get(start, 0)
        while True:
            for dx, dy in _ring_steps(size, self.step):
                point = round(wished[0] + dx * self.step[0], 1) + 0.0, round(wished[1] + dy * self.step[1], 1) + 0.0
                if self.is_free(point):
                    return point
            size += 1
            self.full[start] = size

    def occupy(self, wished: Sequence[Point]) -> list[Point]:
        """Occupy and return a position for each wish: first those that are free, then for the others the nearest."""
        found: dict[int, Point] = {}
        for number, (x, y) in enumerate(wished):
            point = round(x, 1) + 0.0, round(y, 1) + 0.0  # without the minus of -0.0
            if self.is_free(point):
                found[number] = point
                self.add(point)
        for number, point in enumerate(wished):
            if number not in found:
                found[number] = self.nearest_free(point)
                self.add(found[number])
        return [found[number] for number in range(len(wished))]

    def is_free(self, point: Point) -> bool:
        """Return whether a position is far enough from all occupied ones."""
        column, row = self._cell_of(point)
        return not any(
            math.dist(point, other) < self.apart
            for dx, dy in product((-1, 0, 1), repeat=2)
            for other in self.cells.get((column + dx, row + dy), ())
        )

    def _cell_of(self, point: Point) -> tuple[int, int]:
        """Return the column and the row of the cell in which a position lies."""
        return math.floor(point[0] / self.apart), math.floor(point[1] / self.apart)


@cache
def _ring_steps(size: int, step: Point) -> tuple[tuple[int, int], ...]:
    """Return the steps to the positions of a square ring: the nearest first, of equal ones those below."""
    steps = [(dx, dy) for dx, dy in product(range(-size, size + 1), repeat=2) if max(abs(dx), abs(dy)) == size]
    return tuple(sorted(steps, key=lambda each: (math.hypot(each[0] * step[0], each[1] * step[1]), -each[1], -each[0])))
