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
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Literal

import numpy as np

from explorer.model.columns import OPEN, Csr, compressed_rows
from explorer.model.errors import OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score
from explorer.solver.attractor import (
    BETWEEN_WORDS,
    OUTSIDE,
    Attractor,
    attract,
)
from explorer.solver.kernels import Integers
from explorer.solver.states import MIRRORED, PLAIN, State, reachable_rows, state_of

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
    numbers : the states' numbers among all states, in the order of a breadth-first search in move order.
    moves : for each state, the places of its successors in this order.
    owner : who moves at a state: the hero, his opponent, or nobody.
    worth : the score of a leaf as the hero sees it, None for every other state.
    opens : the states of open nodes.
    bottom, top : the least that every state is worth to the hero, and the most that leaves can be worth.
    look : is called with the number of states looked at.
    """

    numbers: Sequence[int]
    moves: Csr = field(compare=False)
    owner: Sequence[int]
    worth: Sequence[Score | None]
    opens: Sequence[int]
    bottom: Score = NEGATIVE_INFINITY
    top: Score = POSITIVE_INFINITY
    look: Look = field(default=ignore_look, compare=False, repr=False)

    @cached_property
    def states(self) -> Sequence[State]:
        """The states in their order."""
        return [*map(state_of, self.numbers)]

    @cached_property
    def successors(self) -> Sequence[Sequence[int]]:
        """For each state, the places of its successors."""
        entries = self.moves.indices.tolist()
        return [entries[start:end] for start, end in pairwise(self.moves.indptr.tolist())]

    @cached_property
    def _predecessors(self) -> Csr:
        indptr, indices = self.moves
        states = np.arange(len(self.numbers), dtype=np.int32)
        return compressed_rows(indices, np.repeat(states, np.diff(indptr)), len(states))

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
        threats = self._threats(limit)
        return self._choices(OPPONENT, lambda row: next(after for after in row if after not in threats))

    def _threats(self, limit: Score) -> set[int]:
        """Return the states from which the hero could force more than `limit`, open nodes at their best."""
        if self.chances:
            return {state for state, level in enumerate(self.threats(limit)) if level != OUTSIDE}
        worths, settled = self._forced
        return {*settled.order[: settled.ends[count - 1]]} if (count := sum(each > limit for each in worths)) else set()

    def _choices(self, player: int, choose: Callable[[Sequence[int]], int]) -> tuple[dict[int, int], list[int]]:
        """Return one player's moves at that player's states, and all states that play can reach with them."""
        choices: dict[int, int] = {}
        owner, successors = self.owner, self.successors
        is_seen, reached = bytearray(len(owner)), [0]
        is_seen[0] = True
        for state in reached:  # grows while it is walked
            self.look(1)
            row = successors[state]
            if owner[state] == player:
                choices[state] = choose(row)
                row = (choices[state],)
            for after in row:
                if not is_seen[after]:
                    is_seen[after] = True
                    reached.append(after)
        return choices, reached

    @cached_property
    def _forced(self) -> tuple[list[Score], Attractor]:
        """The scores of leaves, largest first, and what the hero forces of them, round by round."""
        rounds = self._leaf_rounds()
        return [worth for worth, _ in rounds], self.attractor(*map(itemgetter(1), rounds))

    @cached_property
    def guarantee(self) -> Score:
        """The most that the hero can force from the initial state, −∞ if nothing; from the largest leaf down."""
        return _worth_of_first(*self._forced)

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
        rounds = [(POSITIVE_INFINITY, [*self.opens]), *self._leaf_rounds()]
        worths = [worth for worth, _ in rounds]
        return min(_worth_of_first(worths, self.attractor(*map(itemgetter(1), rounds))), self.top)

    def _leaf_rounds(self) -> list[tuple[Score, list[int]]]:
        """Return the scores of leaves, largest first, each with its leaves."""
        leaves = [(worth, state) for state, worth in enumerate(self.worth) if worth is not None]
        groups = groupby(sorted(leaves, reverse=True), key=itemgetter(0))
        return [(worth, [state for _, state in group]) for worth, group in groups]


def _worth_of_first(worths: Sequence[Score], settled: Attractor) -> Score:
    """Return the score of the round that settled the initial state; −∞ if none did."""
    return next((worth for worth, now in zip(worths, settled.rounds(), strict=True) if 0 in now), NEGATIVE_INFINITY)


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
    numbers, rows = reachable_rows(graph, begin)
    look(len(numbers))
    return _bound_game_of_states(graph, begin.view, (numbers, rows), look, endless)


def bound_games(
    graph: GameGraph, node_id: str, look: Look = ignore_look, *, endless: Score = 0
) -> dict[int, BoundGame]:
    """Return the games of both bounds of a node, by the side that the bound favours; see `bound_game`."""
    lower = State(graph.index_of(node_id), PLAIN)
    numbers, rows = reachable_rows(graph, lower)
    look(2 * len(numbers))
    states = {PLAIN: numbers, MIRRORED: numbers ^ 1}
    return {view: _bound_game_of_states(graph, view, (states[view], rows), look, endless) for view in states}


def _bound_game_of_states(
    graph: GameGraph, side: int, reached: tuple[Integers, Csr], look: Look, endless: Score
) -> BoundGame:
    """Return the game of the hero of a side on the states that are reached."""
    numbers, rows = reached
    columns, nodes, views = graph.columns, numbers >> 1, 1 - 2 * (numbers & 1)
    scores = [[*(view * score for score in columns.scale), None] for view in (PLAIN, MIRRORED)]
    ranks = columns.ranks[nodes].tolist()
    (low, high), (least, most) = graph.hull(endless), graph.hull()
    return BoundGame(
        numbers.tolist(),
        rows,
        (columns.orientation[nodes] * views).tolist(),
        [scores[number][rank] for rank, number in zip(ranks, (numbers & 1).tolist(), strict=True)],
        np.flatnonzero(columns.kinds[nodes] == OPEN).tolist(),
        low if side > 0 else 0 - high,
        most if side > 0 else 0 - least,
        look,
    )


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
