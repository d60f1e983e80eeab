"""One bound of one node as a reachability game, the same for both conventions and both bounds.

A lower bound is what the player whom it favours, the *hero*, can force in finitely many moves: endless play and open
nodes are worth -∞ to him, or if the range of scores is known, the least there can be.  The hero of a lower bound takes
the largest score at the node; the hero of an upper bound is the other player, who counts in negated scores.  The game
is played on states (`explorer.solver.states`), in the view in which scores are the hero's.  So an open node of a
negamax graph that is reached with both turns is two states; one score is worth t to the hero in one of them and -t in
the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Literal

from explorer.model.columns import OPEN
from explorer.model.errors import OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score
from explorer.solver.attractor import (
    BETWEEN_WORDS,
    OUTSIDE,
    Attractor,
    Compressed,
    attract,
    flat_rows,
    predecessor_rows,
)
from explorer.solver.states import MIRRORED, PLAIN, State, state_of

Bound = Literal["lower", "upper"]

HERO, OPPONENT, NOBODY = 1, -1, 0

Look = Callable[[int], None]
"""Callback that gets the number of further states or positions looked at; it may raise to stop the work."""


def ignore_look(more: int) -> None:
    """Ignore the number of states looked at."""


BOUND_OF_SIDE: Mapping[int, Bound] = {1: "lower", -1: "upper"}
"""The bound of a node that favours Max (in a negamax graph the player to move there), and that of the other player."""


@dataclass(frozen=True)
class BoundGame:
    """The states that play can reach, the initial one first, each known by its number in `states`.

    Attributes
    ----------
    states : in the order of a breadth-first search in move order.
    successors : for each state, the numbers of its successors.
    owner : who moves at a state: the hero, his opponent, or nobody.
    worth : the score of a leaf as the hero sees it, None for every other state.
    opens : the states of open nodes.
    bottom, top : the least that every state is worth to the hero, and the most that leaves can be worth.
    look : is called with the number of states looked at.
    """

    states: Sequence[State]
    successors: Sequence[Sequence[int]]
    owner: Sequence[int]
    worth: Sequence[Score | None]
    opens: Sequence[int]
    bottom: Score = NEGATIVE_INFINITY
    top: Score = POSITIVE_INFINITY
    look: Look = field(default=ignore_look, compare=False, repr=False)

    @cached_property
    def _predecessors(self) -> Compressed:
        return flat_rows(predecessor_rows(self.successors))

    def attractor(self, *rounds: Iterable[int]) -> Attractor:
        """Return the states from which the hero forces play to the targets, which come in rounds."""
        pairs = zip(self.owner, self.successors, strict=True)
        waits = [len(row) if owner == OPPONENT else 1 for owner, row in pairs]
        return attract(self._predecessors, waits, rounds, lambda _: self.look(BETWEEN_WORDS))

    def leaves(self, accepts: Callable[[Score], bool]) -> list[int]:
        """Return the leaves whose score passes a test."""
        return [state for state, worth in enumerate(self.worth) if worth is not None and accepts(worth)]

    def forcing_moves(self, limit: Score) -> tuple[dict[int, int], dict[int, int]]:
        """Return the hero's moves to leaves worth at least `limit`, and a rank of reachable states that they lower."""
        levels = self.attractor(self.leaves(lambda worth: worth >= limit)).levels
        moves, reached = self._choices(HERO, lambda row: min((levels[x], x) for x in row if levels[x] != OUTSIDE)[1])
        return moves, {state: levels[state] for state in reached}

    def threats(self, limit: Score) -> list[int]:
        """Return for each state in how many moves the hero could force more than `limit`, open nodes at their best."""
        return self.attractor([*self.leaves(lambda worth: worth > limit), *self.chances]).levels

    def holding_moves(self, limit: Score) -> tuple[dict[int, int], list[int]]:
        """Return the opponent's moves that keep play from more than `limit`, and the states that play then reaches."""
        levels = self.threats(limit)
        return self._choices(OPPONENT, lambda row: next(after for after in row if levels[after] == OUTSIDE))

    def _choices(self, player: int, choose: Callable[[Sequence[int]], int]) -> tuple[dict[int, int], list[int]]:
        """Return one player's moves at that player's states, and all states that play can reach with them."""
        choices: dict[int, int] = {}
        seen, reached = {0}, [0]
        for state in reached:  # grows while it is walked
            self.look(1)
            row = self.successors[state]
            if self.owner[state] == player:
                choices[state] = choose(row)
                row = [choices[state]]
            reached += [after for after in row if after not in seen]
            seen.update(row)
        return choices, reached

    @cached_property
    def guarantee(self) -> Score:
        """The most that the hero can force from the initial state, −∞ if nothing; from the largest leaf down."""
        return self._best_forced_worth([])

    @property
    def floor(self) -> Score:
        """The bound of the node in question, with the sign of the hero's view."""
        return max(self.guarantee, self.bottom)

    @property
    def chances(self) -> Sequence[int]:
        """The states of open nodes, if they may be worth more than the bound."""
        return self.opens if self.floor < self.top else ()

    @cached_property
    def hope(self) -> Score:
        """The most that the hero can force from the initial state with open nodes at their best, each by itself."""
        if not self.opens:
            return self.guarantee
        return min(self._best_forced_worth([(POSITIVE_INFINITY, [*self.opens])]), self.top)

    def _best_forced_worth(self, first: list[tuple[Score, list[int]]]) -> Score:
        """Return the best worth of a round that the hero can force; `first` comes before the leaves."""
        leaves = [(worth, state) for state, worth in enumerate(self.worth) if worth is not None]
        groups = groupby(sorted(leaves, reverse=True), key=itemgetter(0))
        rounds = first + [(worth, [state for _, state in group]) for worth, group in groups]
        settled = self.attractor(*map(itemgetter(1), rounds)).rounds()
        return next((worth for (worth, _), now in zip(rounds, settled, strict=True) if 0 in now), NEGATIVE_INFINITY)


def bound_game(
    graph: GameGraph, node_id: str, bound: Bound, look: Look = ignore_look, *, endless: Score = 0
) -> BoundGame:
    """Return the game in which the hero of this bound plays from this node; `look` is called on its states.

    The value of endless play counts only where the graph has a range of scores, for its least score.

    Raises
    ------
    GraphError
        If there is no such node.
    OptionError
        If `bound` is neither "lower" nor "upper".
    """
    begin = State(graph.index_of(node_id), view_of(bound))
    numbers, successors = _reachable_states(graph, begin, look)
    states = [*map(state_of, numbers)]
    columns = graph.columns
    orientation, kinds, ranks = (each.tolist() for each in (columns.orientation, columns.kinds, columns.ranks))
    scores = [None if rank < 0 else columns.scale[rank] for rank in ranks]
    side, (low, high), (least, most) = begin.view, graph.hull(endless), graph.hull()
    return BoundGame(
        states,
        successors,
        [orientation[index] * view for index, view in states],
        [None if (score := scores[index]) is None else view * score for index, view in states],
        [state for state, (index, _) in enumerate(states) if kinds[index] == OPEN],
        low if side > 0 else 0 - high,
        most if side > 0 else 0 - least,
        look,
    )


def _reachable_states(graph: GameGraph, begin: State, look: Look) -> tuple[list[int], list[list[int]]]:
    """Return the numbers of the states that play can reach, nearest first, and their successors by position.

    In numbers and plain lists: with a `State` for each move it takes five times as long.
    """
    starts, targets = (row.tolist() for row in graph.links.forward)
    turns = int(graph.sign < 0)  # whether a move leads to the other view
    numbers, waiting = {begin.number: 0}, [begin.number]
    rows: list[list[int]] = []
    for number in waiting:  # grows while it is walked
        if not len(rows) % BETWEEN_WORDS:
            look(min(len(rows), BETWEEN_WORDS))
        node, side, row = number >> 1, (number & 1) ^ turns, []
        for index in targets[starts[node] : starts[node + 1]]:
            after = 2 * index + side
            if after not in numbers:
                numbers[after] = len(waiting)
                waiting.append(after)
            row.append(numbers[after])
        rows.append(row)
    return waiting, rows


def view_of(bound: Bound) -> int:
    """Return the factor, +1 or -1, by which a score at the node becomes the hero's.

    Raises
    ------
    OptionError
        If `bound` is neither "lower" nor "upper".
    """
    views = {"lower": PLAIN, "upper": MIRRORED}
    if bound not in views:
        raise OptionError(f'bound must be "lower" or "upper", got {quoted(bound)}')
    return views[bound]


def bound_of(graph: GameGraph, node_id: str, bound: Bound, *, endless: Score = 0) -> Score:
    """Return a bound of a node; infinite, or an end of the range, where nothing better can be forced."""
    return plain_score(view_of(bound), bound_game(graph, node_id, bound, endless=endless).floor)


def can_change(where: BoundGame) -> bool:
    """Return whether the bound is not exactly final: open nodes at their best would give the hero more.

    In a negamax graph each state of an open node is at its best by itself, which one score may not achieve.
    """
    return where.threats(where.floor)[0] != OUTSIDE


def plain_score(view: int, score: Score) -> Score:
    """Return a score from the hero's view as the node's own; never -0.0."""
    return score if view > 0 else 0 - score
