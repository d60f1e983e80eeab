"""One bound of one node as a reachability game, which both conventions and both bounds share.

A lower bound is what the player whom it favours, the *hero*, can force in finitely many moves: endless play and open
nodes are worth -∞ to him.  The hero of a lower bound takes the largest score at the node; the hero of an upper bound
is the other player, who counts in negated scores.  As in `explorer.solver.retrograde`, the game is played on *states*,
a node seen in one of two views: a move of a minimax graph stays in its view, a move of a negamax graph changes it.  So
an open node of a negamax graph that is reached with both turns is two states; one score is worth t to the hero in one
of them and -t in the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Literal

from explorer.model.errors import OptionError, quoted
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import NEGATIVE_INFINITY, Score

Bound = Literal["lower", "upper"]
State = tuple[int, int]  # the place of a node and the view, +1 or -1: the hero's score there is view · score

HERO, OPPONENT, NOBODY = 1, -1, 0
OUTSIDE = -1  # the level of a state that is not attracted


@dataclass(frozen=True)
class Arena:
    """The states that play can reach, the beginning first, each known by its number in `states`.

    Attributes
    ----------
    states : in the order of a breadth-first search in move order.
    successors : for each state, the numbers of its successors.
    owner : who moves at a state: the hero, his opponent, or nobody.
    worth : the score of a leaf as the hero sees it, None for every other state.
    opens : the states of open nodes.
    """

    states: Sequence[State]
    successors: Sequence[Sequence[int]]
    owner: Sequence[int]
    worth: Sequence[Score | None]
    opens: Sequence[int]

    @cached_property
    def predecessors(self) -> list[list[int]]:
        """For each state, the numbers of the states with a move to it."""
        rows: list[list[int]] = [[] for _ in self.states]
        for state, row in enumerate(self.successors):
            for after in row:
                rows[after].append(state)
        return rows

    def leaves(self, wanted: Callable[[Score], bool]) -> list[int]:
        """The leaves whose worth is wanted."""
        return [state for state, worth in enumerate(self.worth) if worth is not None and wanted(worth)]

    @cached_property
    def floor(self) -> Score:
        """What the hero can force at the beginning: the bound, as he sees it; found from the largest leaf down."""
        attraction = Attraction(self)
        leaves = [(worth, state) for state, worth in enumerate(self.worth) if worth is not None]
        worth: Score
        for worth, group in groupby(sorted(leaves, reverse=True), key=lambda pair: pair[0]):
            attraction.add(state for _, state in group)
            if attraction.levels[0] != OUTSIDE:
                return worth
        return NEGATIVE_INFINITY


def arena(graph: GameGraph, node_id: str, bound: Bound) -> Arena:
    """The arena in which the hero of this bound plays from this node.

    Raises
    ------
    GraphError
        If there is no such node.
    OptionError
        If `bound` is neither "lower" nor "upper".
    """
    begin = graph.index[graph.node(node_id).id], view_of(bound)
    number = {begin: 0}
    states = [begin]
    successors: list[list[int]] = []
    moves, sign = graph.successors, graph.sign
    for place, view in states:  # grows while it is walked
        row: list[int] = []
        for other in moves[place]:
            state = (other, view * sign)
            if state not in number:
                number[state] = len(states)
                states.append(state)
            row.append(number[state])
        successors.append(row)
    nodes = graph.nodes
    return Arena(
        states,
        successors,
        [graph.orientation[place] * view for place, view in states],
        [None if (score := nodes[place].score) is None else view * score for place, view in states],
        [state for state, (place, _) in enumerate(states) if nodes[place].kind is Kind.OPEN],
    )


def view_of(bound: Bound) -> int:
    """What a score at the node itself is multiplied by to become the hero's: +1 or -1.

    Raises
    ------
    OptionError
        If `bound` is neither "lower" nor "upper".
    """
    views = {"lower": 1, "upper": -1}
    if bound not in views:
        raise OptionError(f'bound must be "lower" or "upper", got {quoted(bound)}')
    return views[bound]


class Attraction:
    """The states from which the hero forces play to some targets, grown target by target.

    `levels` holds in how many moves: every attracted state of the hero that is no target has an attracted successor
    of a smaller level, and where the opponent moves, every successor is of a smaller level.  This holds among states
    that were attracted by one `add`; each later one starts again at level 0.
    """

    def __init__(self, where: Arena) -> None:
        self._predecessors = where.predecessors
        pairs = zip(where.owner, where.successors, strict=True)
        self._waits = [len(row) if owner == OPPONENT else 1 for owner, row in pairs]
        self.levels = [OUTSIDE] * len(where.states)

    def add(self, targets: Iterable[int]) -> list[int]:
        """Attract to further targets; the states that are attracted now, nearest first."""
        levels, waits = self.levels, self._waits
        queue: list[int] = []
        for target in targets:
            if levels[target] == OUTSIDE:
                levels[target] = 0
                queue.append(target)
        for state in queue:  # grows while it is walked
            for before in self._predecessors[state]:
                waits[before] -= 1
                if not waits[before] and levels[before] == OUTSIDE:
                    levels[before] = levels[state] + 1
                    queue.append(before)
        return queue


def attracted(where: Arena, targets: Iterable[int]) -> list[int]:
    """The level of every state from which the hero forces play to the targets, `OUTSIDE` for the others."""
    attraction = Attraction(where)
    attraction.add(targets)
    return attraction.levels


def bound_of(graph: GameGraph, node_id: str, bound: Bound) -> Score:
    """The lower or upper bound of a node, infinite where nothing is known or play need not end."""
    return plain_score(view_of(bound), arena(graph, node_id, bound).floor)


def can_change(where: Arena) -> bool:
    """Whether the bound is not exactly final: open nodes at their best would give the hero more.

    In a negamax graph each state of an open node is at its best by itself, which one score may not achieve.
    """
    floor = where.floor
    return attracted(where, [*where.leaves(lambda worth: worth > floor), *where.opens])[0] != OUTSIDE


def plain_score(view: int, score: Score) -> Score:
    """A score that the hero sees, as the node's own; never -0.0."""
    return score if view > 0 else 0 - score
