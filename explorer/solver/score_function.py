"""Score of a node as a function of the value of endless play: flat, rising, flat."""

from __future__ import annotations

import math
from dataclasses import dataclass

from explorer.model.scores import Score
from explorer.trace.caption import Caption, HasName, Quantity, Value, bare, caption, named


@dataclass(frozen=True)
class ScoreFunction:
    """Median of lower bound, value of endless play and upper bound (sources: Kars, section 5).

    Attributes
    ----------
    lower, upper : the score if endless play is worth −∞, +∞.
    is_negamax : whether score and value are those for the player to move at the node, not for Max.
    has_open : whether the graph has open nodes, which count as endless play.

    Examples
    --------
    >>> function = ScoreFunction(1, 2)
    >>> [function(worth) for worth in (0, 1.5, 3)]
    [1, 1.5, 2]
    >>> print(function)
    The score is 1 if endless play is worth at most 1, what it is worth between 1 and 2, and 2 above.
    >>> print(ScoreFunction(float("-inf"), 2, is_negamax=True))
    The score is what endless play is worth to the player to move at the node, but at most 2.
    """

    lower: Score
    upper: Score
    is_negamax: bool = False
    has_open: bool = False

    def __call__(self, endless: Score) -> Score:
        return max(self.lower, min(endless, self.upper))

    def __str__(self) -> str:
        return str(self.caption())

    @property
    def is_constant(self) -> bool:
        """Return whether the score is the same whatever endless play is worth."""
        return self.lower == self.upper

    def caption(self, node: HasName | None = None) -> Caption:
        """Return the function as a sentence about a node, or about "the node" where none is named."""
        id = "" if node is None else node.id
        lower, upper = Value(self.lower, Quantity.LOWER, id), Value(self.upper, Quantity.UPPER, id)
        subject = "The score" if node is None else caption("score(", bare(node), ")")
        if self.is_constant:
            return caption(subject, " is ", lower, " whatever endless play is worth.")
        where = "the node" if node is None else named(node)
        view = caption(" to the player to move at ", where) if self.is_negamax else caption("")
        opens = " Open nodes count as endless play." if self.has_open else ""
        if math.isfinite(self.lower) and math.isfinite(self.upper):
            flat = caption(subject, " is ", lower, " if endless play is worth at most ", lower, view)
            return caption(
                flat, ", what it is worth between ", lower, " and ", upper, ", and ", upper, " above.", opens
            )
        rising = caption(subject, " is what endless play is worth", view)
        if math.isfinite(self.upper):
            return caption(rising, ", but at most ", upper, ".", opens)
        least = caption(", but at least ", lower) if math.isfinite(self.lower) else ""
        return caption(rising, least, ".", opens)
