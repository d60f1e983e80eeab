"""Solvers of a large game, each with one fault as an engine's author makes it, and the values that they leave."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from explorer.model.graph import GameGraph

Values = NDArray[np.float64]
_DEEP = 10**6


@dataclass
class Engine:
    """A game as lists, and solvers of it.  Values are from the view in which the graph has them."""

    graph: GameGraph

    def __post_init__(self) -> None:
        graph = self.graph
        self.after = [list(row) for row in graph.successors]
        self.orientation = graph.columns.orientation.astype(np.int64)
        scale = np.array([*map(float, graph.columns.scale), 0.0])
        self.leaf = scale[graph.columns.ranks]
        self.sources = np.repeat(np.arange(len(self.after)), [len(row) for row in self.after])
        self.targets = np.array([target for row in self.after for target in row], np.int64)
        self.ply = self._plies()
        sys.setrecursionlimit(_DEEP)

    def _plies(self) -> NDArray[np.int64]:
        plies = np.full(len(self.after), -1)
        plies[self.graph.root_index] = 0
        waiting = [self.graph.root_index]
        for row in waiting:  # grows while it is walked
            for other in self.after[row]:
                if plies[other] < 0:
                    plies[other] = plies[row] + 1
                    waiting.append(other)
        return plies

    def by_id(self, values: Values | dict[int, float]) -> dict[str, float]:
        """The values as a dump has them."""
        pairs = values.items() if isinstance(values, dict) else enumerate(values.tolist())
        return {self.graph.ids[row]: value for row, value in pairs}

    # ---- solvers that look at all nodes

    def step(self, values: Values, others: Values, swapped: NDArray[np.bool_]) -> Values:
        """One step back; at some nodes the wrong player chooses, or forgets to change the sign."""
        side = np.where(swapped & (self.graph.sign > 0), -self.orientation, self.orientation)
        negates = (self.graph.sign < 0) & ~swapped[self.sources]
        seen = side[self.sources] * np.where(negates, -others[self.targets], values[self.targets])
        found = np.full(len(self.after), -math.inf)
        np.maximum.at(found, self.sources, seen)
        return np.where(self.orientation == 0, self.leaf, np.where(side < 0, -found, found))

    def scores(
        self, *, forced: dict[int, float] | None = None, swapped: NDArray[np.bool_] | None = None,
        endless: float = 0, leaf: Values | None = None,
    ) -> Values:  # fmt: skip
        """The scores: what is between lower and upper bound; some nodes are taken as they are."""
        rows, fixed = [*(forced or {})], [*(forced or {}).values()]
        wrong = np.zeros(len(self.after), bool) if swapped is None else swapped
        low, high = np.full(len(self.after), -math.inf), np.full(len(self.after), math.inf)
        old, self.leaf = self.leaf, self.leaf if leaf is None else leaf
        while True:
            lower, upper = self.step(low, high, wrong), self.step(high, low, wrong)
            lower[rows] = upper[rows] = fixed
            if (lower == low).all() and (upper == high).all():
                break
            low, high = lower, upper
        self.leaf = old
        return np.clip(endless, low, high)

    def limited(self, depth: int) -> list[Values]:
        """What searches of 0, 1, … plies find; where they end the value is 0."""
        right = np.zeros(len(self.after), bool)
        found = [np.where(self.orientation == 0, self.leaf, 0.0)]
        for _ in range(depth):
            found.append(self.step(found[-1], found[-1], right))
        return found

    def wrong_depth(self, depth: int) -> Values:
        """A search of so many plies, whose table keeps what it found as if it were exact."""
        levels = np.array(self.limited(depth))
        return levels[np.clip(depth - self.ply, 0, depth), np.arange(len(self.after))]

    def forgets_depth(self, luck: Random, depth: int) -> dict[int, float]:
        """A search of so many plies with a table of values that does not know how deep they were searched."""
        table: dict[int, float] = {}

        def value(row: int, left: int) -> float:
            if row not in table and not (self.orientation[row] and left):
                table[row] = 0 if self.orientation[row] else self.leaf[row]
            if row not in table:
                side, found = self.orientation[row], -math.inf
                for other in luck.sample(self.after[row], len(self.after[row])):
                    found = max(found, side * self.graph.sign * value(other, left - 1))
                table[row] = side * found
            return table[row]

        value(self.graph.root_index, depth)
        return table

    # ---- searches

    def naive_memo(self, luck: Random) -> dict[int, float]:
        """A memo that keeps what was found while a successor was on the path and counted as 0."""
        table: dict[int, float] = {}
        path: set[int] = set()

        def value(row: int) -> float:
            if row in path:
                return 0
            if row not in table and not self.orientation[row]:
                table[row] = self.leaf[row]
            if row not in table:
                path.add(row)
                side, found = self.orientation[row], -math.inf
                for other in luck.sample(self.after[row], len(self.after[row])):
                    found = max(found, side * self.graph.sign * value(other))
                path.remove(row)
                table[row] = side * found
            return table[row]

        value(self.graph.root_index)
        return table

    def kept_bounds(self, luck: Random, table: dict[int, float], *, is_hard: bool) -> dict[int, float]:
        """Alpha-beta whose table keeps bounds as values; positions on cycles are in the table from the beginning."""

        def value(row: int, alpha: float, beta: float) -> float:
            side = self.orientation[row] or 1
            if row not in table and not self.orientation[row]:
                table[row] = self.leaf[row]
            if row in table:
                return side * table[row]
            best = alpha if is_hard else -math.inf
            for other in luck.sample(self.after[row], len(self.after[row])):
                turn = self.graph.sign * side * (self.orientation[other] or 1)
                low = max(alpha, best)
                best = max(best, turn * value(other, *((low, beta) if turn > 0 else (-beta, -low))))
                if best >= beta:
                    best = beta if is_hard else best
                    break
            table[row] = side * best
            return best

        ends = max(abs(self.leaf)) + 1
        value(self.graph.root_index, -ends, ends)
        return table
