"""What a node is worth on a path, by brute force: where back links are cut, and wherever they might have been."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score

Range = tuple[Score, Score]
State = tuple[str, int]  # a node, and 1 if the other player is to move than at the root, where that matters
Spot = tuple[str, int, frozenset[State]]  # a node, how many moves have negated, and what play has been at


class Paths:
    """The values of the nodes of a graph at the ends of paths, as the player to move there (or Max) sees them.

    In a negamax graph endless play is worth `endless` to the player of the root, and the opposite to the other.
    """

    def __init__(self, graph: GameGraph, endless: Score) -> None:
        self.graph = graph
        self.endless = endless
        self.sign = -1 if graph.convention is Convention.NEGAMAX else 1
        self.is_doubled = self.sign < 0 and endless != 0
        self.value_at = cache(self._value_at)

    def value(self, path: tuple[str, ...], id: str) -> Score:
        """What is found where every move to a node on the path counts as endless play (Kars, Algorithm 6.7)."""
        return self.value_at(self._after(path, id))

    def _value_at(self, spot: Spot) -> Score:
        """The same where play has been at some states."""
        id, depth, seen = spot
        node = self.graph.node(id)
        if node.kind is Kind.OPEN or self._state(id, depth) in seen:
            return self._worth(depth)
        if node.score is not None:
            return node.score
        return self._best(id)(self.sign * self.value_at(other) for other in self._next(spot))

    def range(self, path: tuple[str, ...], id: str) -> Range:
        """The smallest and the largest value that is found where any repetition may count as endless play or not.

        These are the legitimate trees of the cut-off theorem (Kars, Theorem 6.6), all of which give the root its score.
        """
        return self.range_at(self._after(path, id))

    def range_at(self, start: Spot) -> Range:
        """The same where play has been at some states."""
        spots = self._spots(start)
        known: dict[Spot, Range] = {spot: self._first(spot) for spot in spots}
        while True:
            better = {spot: self._wider(spot, known) for spot in spots}
            if better == known:
                return known[self._spot(start)]
            known = better

    def _after(self, path: tuple[str, ...], id: str) -> Spot:
        return id, len(path), frozenset(self._state(each, depth) for depth, each in enumerate(path))

    # ---- the trees

    def _spots(self, start: Spot) -> list[Spot]:
        found = {self._spot(start): None}
        waiting = list(found)
        while waiting:
            for other in self._next(waiting.pop()):
                if other not in found:
                    found[other] = None
                    waiting.append(other)
        return list(found)

    def _spot(self, spot: Spot) -> Spot:
        id, depth, seen = spot
        return id, depth % 2 if self.is_doubled else 0, seen

    def _next(self, spot: Spot) -> Iterator[Spot]:
        id, depth, seen = spot
        for other in self.graph.successors_of(id):
            yield self._spot((other.id, depth + 1, seen | {self._state(id, depth)}))

    def _first(self, spot: Spot) -> Range:
        """The value of a tree that ends here."""
        id, depth, _ = spot
        score = self.graph.node(id).score
        worth = self._worth(depth) if score is None else score
        return worth, worth

    def _wider(self, spot: Spot, known: dict[Spot, Range]) -> Range:
        id, depth, seen = spot
        below = [sorted(self.sign * end for end in known[other]) for other in self._next(spot)]
        if not below:
            return known[spot]
        ends = [self._best(id)(end) for end in zip(*below, strict=True)]
        worths = [self._worth(depth)] if self._state(id, depth) in seen else []
        return min(*worths, ends[0], ends[0]), max(*worths, ends[1], ends[1])

    def _best(self, id: str) -> Callable[[Iterable[Score]], Score]:
        return min if self.graph.node(id).kind is Kind.MIN else max

    def _state(self, id: str, depth: int) -> tuple[str, int]:
        return id, depth % 2 if self.is_doubled else 0

    def _worth(self, depth: int) -> Score:
        return 0 - self.endless if self.is_doubled and depth % 2 else self.endless
