"""Windows of alpha and beta, for Max and Min nodes and for both conventions alike (Lecture, Definitions 85 and 86)."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace

from explorer.algorithms.acyclic import reaches_cycle
from explorer.model.columns import OPEN
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score
from explorer.trace import Bounds, Relation
from explorer.trace.caption import Caption, Quantity, Value, caption


@dataclass(frozen=True, slots=True)
class Window:
    """The interval between alpha and beta in which a search wants to know a score exactly.

    It is in the view of the node's score: that of Max, or in a negamax graph of the player to move.  The player who
    takes the largest (`sense` +1) pushes alpha up and stops at beta; the one who takes the smallest (-1) pushes beta
    down and stops at alpha.

    Attributes
    ----------
    alpha, beta : the ends.
    alpha_at, beta_at : the nodes whose player has that much already, by index; None for an end that is only a question.
    is_closed : whether the ends lie inside, so that a search with strict cuts finds them exactly, too.
    """

    alpha: Score = -math.inf
    beta: Score = math.inf
    alpha_at: int | None = None
    beta_at: int | None = None
    is_closed: bool = False

    @property
    def bounds(self) -> Bounds:
        return self.alpha, self.beta

    def times(self, sign: int) -> Window:
        """Return the window as seen after a move, with the ends negated if `sign` is negative."""
        if sign > 0:
            return self
        return Window(0 - self.beta, 0 - self.alpha, self.beta_at, self.alpha_at, self.is_closed)

    def own(self, sense: int) -> Score:
        """Return the end of the window that the player to move at a node improves."""
        return self.alpha if sense > 0 else self.beta

    def limit(self, sense: int) -> Score:
        """Return the end of the window that the other player has set, beyond which values are a cutoff."""
        return self.beta if sense > 0 else self.alpha

    def limit_at(self, sense: int) -> int | None:
        """Return the node at which the other player's end of the window was set."""
        return self.beta_at if sense > 0 else self.alpha_at

    def is_left_by(self, sense: int, value: Score) -> bool:
        """Return whether a value leaves the window at the limit."""
        return self.is_past(sense * value, sense * self.limit(sense))

    def is_past(self, value: Score, end: Score) -> bool:
        """Return whether a value lies outside a window with this end: beyond it, or on it if it is not inside."""
        return value > end if self.is_closed else value >= end

    def is_improved_by(self, sense: int, value: Score) -> bool:
        """Return whether a value is better for the player to move than the present one."""
        return sense * value > sense * self.own(sense)

    def pushed(self, sense: int, value: Score, index: int) -> Window:
        """Return the window once the player to move at a node has this value; the same one if it is no better."""
        if not self.is_improved_by(sense, value):
            return self
        return replace(self, alpha=value, alpha_at=index) if sense > 0 else replace(self, beta=value, beta_at=index)

    def bound(self, score: Score) -> Relation:
        """Return the relation of the score to a value that a search with this window returned."""
        if self.is_past(0 - score, 0 - self.alpha):
            return Relation.AT_MOST
        return Relation.AT_LEAST if self.is_past(score, self.beta) else Relation.EXACT

    def words(self, node: str) -> Caption:
        """Return the window of a node for a caption, as it is now: "α = −∞, β = 2"."""
        alpha, beta = Value(self.alpha, Quantity.ALPHA, node), Value(self.beta, Quantity.BETA, node)
        return caption("α = ", alpha, ", β = ", beta)


FULL = Window()


@dataclass(frozen=True, slots=True)
class Rim:
    """The least and the largest number that a search can meet: infinite without a range of scores."""

    least: Score
    most: Score

    def narrowed(self, bound: Relation, score: Score) -> Relation:
        """Return the relation of a bound to the score, exact where the bound is the least or largest possible."""
        if (bound is Relation.AT_LEAST and score >= self.most) or (bound is Relation.AT_MOST and score <= self.least):
            return Relation.EXACT
        return bound

    def is_end(self, score: Score) -> bool:
        """Return whether a score is the least or the largest possible one."""
        return score in (self.least, self.most)


class Scale:
    """The scores that a node can have, ascending: between two neighbours there is no question to ask."""

    def __init__(self, graph: GameGraph, endless: Score) -> None:
        reached = (graph.nodes[index].score for index in graph.reachable)
        values = [score for score in reached if score is not None]
        values += [endless] if can_go_on_for_ever(graph) else []
        if graph.convention is Convention.NEGAMAX:
            values = [*values, *(0 - value for value in values)]
        self.scores: list[Score] = sorted(set(values))

    def above(self, score: Score) -> Score:
        """Return the next larger score; ∞ if there is none."""
        index = bisect_right(self.scores, score)
        return self.scores[index] if index < len(self.scores) else math.inf

    def below(self, score: Score) -> Score:
        """Return the next smaller score; -∞ if there is none."""
        index = bisect_left(self.scores, score)
        return self.scores[index - 1] if index else -math.inf

    def at_least(self, score: Score) -> Score:
        """Return the smallest score that is not smaller; ∞ if there is none."""
        index = bisect_left(self.scores, score)
        return self.scores[index] if index < len(self.scores) else math.inf

    def null_window(self, sense: int, value: Score, index: int) -> Window:
        """Return the window that asks only whether the player to move at a node can have more than this value."""
        if sense > 0:
            return Window(value, self.above(value), alpha_at=index)
        return Window(self.below(value), value, beta_at=index)

    def is_null(self, window: Window) -> bool:
        """Return whether no score lies inside a window."""
        return self.above(window.alpha) >= window.beta


def can_go_on_for_ever(graph: GameGraph) -> bool:
    """Return whether play from the root can reach a cycle, or an open node, which counts as endless play."""
    return reaches_open(graph) or bool((reaches_cycle(graph) & graph.is_reachable).any())


def reaches_open(graph: GameGraph) -> bool:
    """Return whether play from the root can reach an open node, so that leaves may not decide its score."""
    return bool(((graph.columns.kinds == OPEN) & graph.is_reachable).any())
