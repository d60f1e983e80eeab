"""Words on bounds and their finality that several algorithms share."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.algorithms.captions import bound_of, interval_of, names, of
from explorer.expansion.exact import Scores
from explorer.expansion.finalities import LOWER, UPPER, Finalities, Side, other
from explorer.expansion.finality_rule import BETTER, Change, SeenBounds
from explorer.model.graph import GameGraph, Kind
from explorer.model.words import counted
from explorer.trace import Bounds
from explorer.trace.caption import Caption, Value, named, said

_LISTED = 4  # nodes


def side_word(side: Side) -> str:
    """ "lower" or "upper"."""
    return "lower" if side == LOWER else "upper"


def some(graph: GameGraph, indices: Iterable[int], most: int = _LISTED) -> Caption:
    """The names of the first of some nodes: "a, b, c, …"."""
    return names(graph, indices, most)


def bounds_words(graph: GameGraph, bounds: SeenBounds, index: int) -> Caption:
    """A node and its bounds, as they are shown: "bounds(a) = [−1, 2]"."""
    node = graph.nodes[index]
    return said(of("bounds", node), " = ", interval_of(node, bounds.of(index, LOWER), bounds.of(index, UPPER)))


def bounds_by_id(graph: GameGraph, bounds: tuple[Scores, Scores]) -> dict[str, Bounds]:
    """Lower and upper bound of every node, as a step holds them."""
    return dict(zip((node.id for node in graph.nodes), zip(*bounds, strict=True), strict=True))


def tally(finalities: Finalities) -> str:
    """How many bounds are final: "7 of 10 bounds are final"."""
    sides = [*finalities.lower, *finalities.upper]
    return f"{sum(sides):,} of {counted(len(sides), 'bound')} {'is' if sum(sides) == 1 else 'are'} final"


class Reasons:
    """Why the rule of the source does not call a bound final."""

    def __init__(self, graph: GameGraph, bounds: SeenBounds) -> None:
        self._graph = graph
        self._bounds = bounds

    def name(self, index: int, side: Side) -> Caption:
        """A bound: "the lower bound of A"."""
        return said(f"the {side_word(side)} bound of ", named(self._graph.nodes[index]))

    def value(self, index: int, side: Side) -> Value:
        """A bound in a caption."""
        return bound_of(self._graph.nodes[index], side, self._bounds.of(index, side))

    def why(self, change: Change) -> Caption:
        """The condition that fails, with its child and numbers."""
        return self._could_better(change) if change.rule == BETTER else self._not_held(change)

    def _seen(self, child: int, side: Side) -> Value:
        """A bound of a child as its predecessor sees it."""
        number = self._bounds.seen(child, side)
        return bound_of(self._graph.nodes[child], self._bounds.side_seen(side), number, sign=self._graph.sign)

    def _could_better(self, change: Change) -> Caption:
        """ "C could raise it, up to ∞ > 1, and C's lower bound, −∞, does not count as final"."""
        side, child = change.side, named(self._graph.nodes[change.child])
        verb, sign = ("raise it, up to ", " > ") if side == LOWER else ("lower it, down to ", " < ")
        far = said(self._seen(change.child, other(side)), sign, self.value(change.index, side))
        return said(child, f" could {verb}", far, ", and ", self._lost(change))

    def _not_held(self, change: Change) -> Caption:
        """ "it comes only from A, and A's upper bound, 2, does not count as final"."""
        holders = self._bounds.holders(change.index)
        if len(holders) == 1:
            return said("it comes only from ", named(self._graph.nodes[holders[0]]), ", and ", self._lost(change))
        name = named(self._graph.nodes[change.index])
        seen = said(" (from the view of ", name, f": {side_word(change.side)} bounds)") if self._graph.sign < 0 else ""
        bounds = said(f"none of their {side_word(self._bounds.side_seen(change.side))} bounds", seen, " is final")
        return said("it comes from ", some(self._graph, holders), ", and ", bounds)

    def _lost(self, change: Change) -> Caption:
        """The bound of the child that is not final, under the child's name for it and under its predecessor's."""
        node, side = self._graph.nodes[change.child], self._bounds.side_seen(change.side)
        if node.kind is Kind.OPEN:
            return said(named(node), " is open, so neither of its bounds is final")
        bound = said(f"the {side_word(side)} bound of ", named(node), ", ", self.value(change.child, side))
        if side == change.side:
            return said(bound, ", does not count as final")
        article = "an upper" if side == LOWER else "a lower"
        viewer = named(self._graph.nodes[change.index])
        seen = self._seen(change.child, change.side)
        return said(bound, " (from the view of ", viewer, f": {article} bound of ", seen, "), does not count as final")
