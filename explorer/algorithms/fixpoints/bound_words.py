"""Words on bounds and their finality that several algorithms share."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.algorithms.captions import counted, listed
from explorer.expansion.exact import Scores
from explorer.expansion.finalities import LOWER, Finalities, Side, other
from explorer.expansion.rule import BETTER, Change, SeenBounds
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import format_score
from explorer.trace import Bounds

_LISTED = 4  # nodes


def side_word(side: Side) -> str:
    """ "lower" or "upper"."""
    return "lower" if side == LOWER else "upper"


def some(graph: GameGraph, places: Iterable[int], most: int = _LISTED) -> str:
    """The names of the first of some nodes: "a, b, c, …"."""
    return listed((graph.nodes[place].name for place in places), most)


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

    def name(self, place: int, side: Side) -> str:
        """A bound: "the lower bound of A"."""
        return f"the {side_word(side)} bound of {self._graph.nodes[place].name}"

    def why(self, change: Change) -> str:
        """The condition that fails, with its child and numbers."""
        return self._could_better(change) if change.rule == BETTER else self._not_held(change)

    def _could_better(self, change: Change) -> str:
        """ "C could give it more, up to ∞ > 1, and C's lower bound, −∞, is not final"."""
        side, child = change.side, self._graph.nodes[change.child].name
        bound = format_score(self._bounds.of(change.place, side))
        far = format_score(self._bounds.seen(change.child, other(side)))
        could = f"more, up to {far} > {bound}" if side == LOWER else f"less, down to {far} < {bound}"
        return f"{child} could give it {could}, and {self._lost(change)}"

    def _not_held(self, change: Change) -> str:
        """ "it comes from A alone, and A's upper bound, 2, is not final"."""
        holders = self._bounds.holders(change.place)
        if len(holders) == 1:
            return f"it comes from {self._graph.nodes[holders[0]].name} alone, and {self._lost(change)}"
        name = self._graph.nodes[change.place].name
        seen = f" (seen from {name} {side_word(change.side)} bounds)" if self._graph.sign < 0 else ""
        bounds = f"none of their {side_word(self._bounds.side_seen(change.side))} bounds{seen} is final"
        return f"it comes from {some(self._graph, holders)}, and {bounds}"

    def _lost(self, change: Change) -> str:
        """The bound of the child that is not final, under the child's name for it and under its predecessor's."""
        node, side = self._graph.nodes[change.child], self._bounds.side_seen(change.side)
        if node.kind is Kind.OPEN:
            return f"{node.name} is open, so none of its bounds is final"
        bound = f"{node.name}'s {side_word(side)} bound, {format_score(self._bounds.of(change.child, side))}"
        if side == change.side:
            return f"{bound}, is not final"
        seen = format_score(self._bounds.seen(change.child, change.side))
        viewer = self._graph.nodes[change.place].name
        article = "an upper" if side == LOWER else "a lower"
        return f"{bound} (seen from {viewer} {article} bound of {seen}), is not final"
