"""Bounds and their finality, and words on them, that several algorithms share."""

from __future__ import annotations

from operator import eq

from explorer.algorithms.captions import bound_of, interval_of, names, term
from explorer.expansion.claims import Claim, Claims, bound_value, side_of
from explorer.expansion.claims import bound_of as bound_name
from explorer.expansion.exact import ScoreRow, extremes
from explorer.expansion.finalities import LOWER, Finalities
from explorer.expansion.finality_rule import BETTER, Change, RuleFinality
from explorer.model.columns import OPEN
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.model.words import counted
from explorer.solver.states import index_of
from explorer.trace import Bounds
from explorer.trace.caption import Caption, Value, caption, named


def bounds_words(node: Node, bounds: Bounds) -> Caption:
    """Return a node and its bounds: "bounds(a) = [−1, 2]"."""
    return caption(term("bounds", node), " = ", interval_of(node, *bounds))


def bounds_by_id(graph: GameGraph, bounds: tuple[ScoreRow, ScoreRow]) -> dict[str, Bounds]:
    """Return lower and upper bound of every node, as a step holds them."""
    return dict(zip((node.id for node in graph.nodes), zip(*bounds, strict=True), strict=True))


def tally(finalities: Finalities) -> str:
    """Return the sentence part on how many bounds are final: "7 of 10 bounds are final"."""
    sides = [*finalities.lower, *finalities.upper]
    return f"{sum(sides):,} of {counted(len(sides), 'bound')} {'is' if sum(sides) == 1 else 'are'} final"


class BoundsRun:
    """The bounds of a graph, and the result of the source's rule; a bound is identified by its claim.

    Attributes
    ----------
    extremes : the bounds with all open nodes at their worst and at their best.
    rule : the bounds that the rule calls final.
    opens, equal, apart : the indices of open nodes, of nodes whose bounds are equal, and of all others.
    """

    def __init__(self, graph: GameGraph, endless: Score) -> None:
        self.graph = graph
        self.extremes = extremes(graph, endless)
        self.rule = RuleFinality(Claims.of(graph, endless), self.extremes.low)
        is_open, is_equal = (graph.columns.kinds == OPEN).tolist(), [*map(eq, *self.extremes.bounds)]
        indices = range(len(graph.nodes))
        self.opens = [index for index in indices if is_open[index]]
        self.equal = [index for index in indices if is_equal[index]]
        self.apart = [index for index in indices if not is_open[index] and not is_equal[index]]

    def node(self, claim: Claim) -> Node:
        """Return the node whose bound the claim is."""
        return self.graph.nodes[index_of(claim)]

    def name(self, claim: Claim) -> Caption:
        """Return a bound in words: "the lower bound of A"."""
        return caption(f"the {bound_name(claim)} bound of ", named(self.node(claim)))

    def value(self, claim: Claim) -> Value:
        """Return the bound that a claim is about, as a number for a caption."""
        return bound_of(self.node(claim), side_of(claim), bound_value(claim, self.rule.worth[claim]))

    def reason_words(self, change: Change) -> Caption:
        """Return the words on why a bound is not final: a better move, or no final bound of a child supports it."""
        return self._better_move_words(change) if change.rule == BETTER else self._unsupported_words(change)

    def _child_bound(self, change: Change, claim: Claim, worth: Score) -> Value:
        """Return a bound of the child in its predecessor's view, for a worth to the player of the lost claim."""
        number = bound_value(change.claim, worth)
        return bound_of(self.node(claim), side_of(claim), number, sign=self.graph.sign)

    def _better_move_words(self, change: Change) -> Caption:
        """Return "C could raise it, up to ∞ > 1, and C's lower bound, −∞, does not count as final"."""
        lower = side_of(change.claim) == LOWER
        verb, sign = ("raise it, up to ", " > ") if lower else ("lower it, down to ", " < ")
        hope = change.cause ^ 1
        far = caption(self._child_bound(change, hope, 0 - self.rule.worth[hope]), sign, self.value(change.claim))
        return caption(named(self.node(change.cause)), f" could {verb}", far, ", and ", self._child_words(change))

    def _unsupported_words(self, change: Change) -> Caption:
        """Return "it comes only from A, and A's upper bound, 2, does not count as final"."""
        holders = [*map(index_of, self.rule.counting_successors(change.claim))]
        if len(holders) == 1:
            return caption("it comes only from ", named(self.node(change.cause)), ", and ", self._child_words(change))
        name, word = named(self.node(change.claim)), bound_name(change.claim)
        seen = caption(" (from the view of ", name, f": {word} bounds)") if self.graph.sign < 0 else ""
        bounds = caption(f"none of their {bound_name(change.cause)} bounds", seen, " is final")
        return caption("it comes from ", names(self.graph, holders), ", and ", bounds)

    def _child_words(self, change: Change) -> Caption:
        """Return the child's bound that is not final, under the child's name for it and its predecessor's."""
        node = self.node(change.cause)
        if node.kind is Kind.OPEN:
            return caption(named(node), " is open, so neither of its bounds is final")
        bound = caption(self.name(change.cause), ", ", self.value(change.cause))
        if side_of(change.cause) == side_of(change.claim):
            return caption(bound, ", does not count as final")
        article = "an upper" if side_of(change.cause) == LOWER else "a lower"
        viewer = named(self.node(change.claim))
        seen = self._child_bound(change, change.cause, self.rule.worth[change.cause])
        return caption(
            bound, " (from the view of ", viewer, f": {article} bound of ", seen, "), does not count as final"
        )
