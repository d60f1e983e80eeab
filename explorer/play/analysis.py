"""Values of the positions of a play for either player, and distances to the end.

A play has two sides: Max and Min, in a negamax graph the player who moves first and the other one.  A *state* of it is
a node and, in a negamax graph, who is to move there.  Endless play is worth the same number to Max, or to the first
player, wherever it happens, so that scores of all states are of one game: score = median(lower, worth, upper), as the
sources' README has it, with the worth seen from the view of the node's score.

Of an open node nothing is known, or at most the range of its scores.  So a state has two numbers for each player: what
the player is *assured* of, even if open nodes are worst, and what can be *hoped* for if they are best.  Where the two
are equal, the score is known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explorer.model.check import playable
from explorer.model.columns import mark_reached
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score, parse_endless
from explorer.solver.operator import GraphArrays, Ranks, approximate_ranks, arrays_of, between_ranks
from explorer.solver.retrograde import Retrograde, retrograde
from explorer.solver.states import State, states_after

FIRST, SECOND = 1, -1  # the two sides of a play: Max and Min, or in a negamax graph who moves first and who second

NO_SCORES: Mapping[str, Score] = {}


@dataclass(frozen=True)
class Analysis:
    """A game graph with its solved scores, for play against an opponent; `Analysis.of` makes one.

    Attributes
    ----------
    graph : the known part of the game.
    endless : the value of endless play for the first side.
    wary : retrograde analysis in which open nodes are worst for the side that wants to reach a score.
    hopeful : the same with open nodes best; the same object where there are none.
    rule_leaves : the indices of open nodes with a score by the rules of the game; they count as leaves here.
    """

    graph: GameGraph
    endless: Score
    arrays: GraphArrays
    wary: Retrograde
    hopeful: Retrograde
    rule_leaves: frozenset[int]

    @staticmethod
    def of(
        graph: GameGraph,
        *,
        endless: Score = 0,
        rule_scores: Mapping[str, Score] = NO_SCORES,
        progress: Callable[[int], None] | None = None,
    ) -> Analysis:
        """Return the analysis of a graph.

        Parameters
        ----------
        endless : the value of endless play for Max, or for the player who moves first; ±∞ allowed.
        rule_scores : exact scores of open nodes, by id, as leaves have them.
        progress : called now and then with the number of bounds that are settled.

        Raises
        ------
        GraphError
            If the graph has errors.
        OptionError
            If `endless` is no number.
        """
        graph = playable(graph)
        worth = parse_endless(endless)
        arrays = arrays_of(graph, extra=(worth, *rule_scores.values()))
        known = {graph.index[id]: arrays.rank(score) for id, score in rule_scores.items()}
        arrays = _with_leaves(arrays, known)
        wary = retrograde(arrays, progress=progress)
        hopeful = retrograde(arrays, hopeful=True, progress=progress) if len(arrays.opens) else wary
        return Analysis(graph, worth, arrays, wary, hopeful, frozenset(known))

    # ---- states

    def to_move(self, state: State) -> int:
        """Return the side that is to move; 0 where there are no moves."""
        return self.graph.orientation[state.node] * state.view

    def after(self, state: State) -> list[State]:
        """Return the states after each move, in move order."""
        return states_after(self.graph, state)

    @property
    def views(self) -> tuple[int, ...]:
        """The views in which a node can be a state."""
        return (FIRST, SECOND) if self.graph.convention is Convention.NEGAMAX else (FIRST,)

    def state(self, id: str, view: int = FIRST) -> State:
        """Return the state of a node, by id."""
        return State(self.graph.index_of(id), view)

    # ---- scores

    def assured_score(self, state: State, side: int) -> Score:
        """Return the score that a side is sure to get, in its view, with open nodes at their worst."""
        return self.arrays.score(int(self.assured_ranks(side, state.view)[state.node]))

    def hoped_score(self, state: State, side: int) -> Score:
        """Return the score that a side gets with open nodes at their best for it, in its view."""
        return 0 - self.assured_score(state, -side)

    def is_known(self, state: State) -> bool:
        """Return whether the score of a state is the same whatever the open nodes turn out to be."""
        ranks = [int(self.assured_ranks(side, state.view)[state.node]) for side in (FIRST, SECOND)]
        return ranks[0] == -ranks[1]

    def endless_to(self, side: int) -> Score:
        """Return the value of endless play for a side."""
        return self.endless if side == FIRST else 0 - self.endless

    def assured_ranks(self, side: int, view: int) -> Ranks:
        """Return the ranks of `assured_score` for all nodes, in node order."""
        return self._assured_ranks_by_side[side, view]

    @property
    def endless_rank(self) -> int:
        """The rank of the value of endless play for the first side; for the other side it is the negation."""
        return self.arrays.rank(self.endless)

    @cached_property
    def _assured_ranks_by_side(self) -> dict[tuple[int, int], Ranks]:
        """By side and view: median(lower bound that the side can force, endless play, upper bound)."""
        ranks, ends = {}, between_ranks(self.graph, self.arrays, self.endless)
        for side in (FIRST, SECOND):
            for view in self.views:
                own, other = _retrograde_rows(side, view)
                floors, ceilings = self.wary.floors[own], -self.hopeful.floors[other]
                clipped = np.clip(side * self.endless_rank, floors, ceilings)
                ranks[side, view] = np.maximum(clipped, min(side * end for end in ends)).astype(np.int32)
        return ranks

    @cached_property
    def span(self) -> float:
        """The difference between the largest and the smallest finite score that a play can have."""
        leaves = (self.graph.nodes[index] for index in self.graph.columns.first_scored)
        scores = [self.endless, *(node.score for node in leaves if node.score is not None)]
        finite = [float(score) for score in scores if math.isfinite(score)]
        return max(finite) - min(finite) if finite else 0.0

    # ---- the way to the end

    def remoteness(self, state: State) -> int | None:
        """Return the number of moves to the end under best play; None if play may be endless, or nothing is known.

        The side that does better than with endless play hurries, and the other one delays; both keep the score.  Where
        the score equals the value of endless play, nobody needs to hurry: then it is the number of moves in which one
        of the two can bring about an end with that score, the smaller number if both can.

        Where there are open nodes, it is an upper bound.  It is None as well where play may get to a node with a score
        by the rules, since the distance of the end from there is unknown.
        """
        if not self.is_known(state) or self.leads_to_rule_leaf(state):
            return None
        rank = int(self.assured_ranks(FIRST, state.view)[state.node])
        ends = [self._moves_to_force(state, side) for side in (FIRST, SECOND) if side * (rank - self.endless_rank) >= 0]
        return min((end for end in ends if end is not None), default=None)

    def leads_to_rule_leaf(self, state: State) -> bool:
        """Return whether play may get from a state to a node whose score comes from the rules."""
        return bool(self._before_rule_leaf[state.node])

    @cached_property
    def _before_rule_leaf(self) -> NDArray[np.int8]:
        marks = np.zeros(len(self.graph.ids), np.int8)
        leaves = np.fromiter(self.rule_leaves, np.int32, len(self.rule_leaves))
        marks[leaves] = 1
        mark_reached((self.graph.links.backward,), marks, leaves)
        return marks

    def moves_needed(self, state: State, side: int) -> int:
        """Return how many moves `side`, which beats endless play, needs to get its assured score."""
        return int(self.wary.levels[_retrograde_rows(side, state.view)[0], state.node])

    def moves_of_delay(self, state: State, side: int) -> int:
        """Return for how many moves `side`, which does worse than endless play, can delay its assured score."""
        row, rank = _retrograde_rows(side, state.view)[1], -int(self.assured_ranks(side, state.view)[state.node])
        run = self.wary if int(self.wary.floors[row, state.node]) == rank else self.hopeful
        return int(run.levels[row, state.node])

    def _moves_to_force(self, state: State, side: int) -> int | None:
        """Return in how many moves a side can force the known score of a state; None if it cannot."""
        row, rank = _retrograde_rows(side, state.view)[0], int(self.assured_ranks(side, state.view)[state.node])
        can = abs(rank) < self.arrays.top and int(self.wary.floors[row, state.node]) == rank
        return int(self.wary.levels[row, state.node]) if can else None

    # ---- looking ahead

    def approximation(self, n: int) -> NDArray[np.int32]:
        """Return the ranks that a search n moves deep sees, all else taken for 0: s_n (Kars, Definition 4.1)."""
        if n not in self._approximations:
            self._approximations[n] = approximate_ranks(self.arrays, 0, n)
        return self._approximations[n]

    @cached_property
    def _approximations(self) -> dict[int, NDArray[np.int32]]:
        return {}


def _retrograde_rows(side: int, view: int) -> tuple[int, int]:
    """Return the rows of retrograde analysis in which a side, and in which the other one, takes the largest."""
    return (0, 1) if side == view else (1, 0)


def _with_leaves(arrays: GraphArrays, rule_scores: Mapping[int, int]) -> GraphArrays:
    """Return the arrays with some open nodes, by index, as leaves of a rank."""
    if not rule_scores:
        return arrays
    indices = np.fromiter(rule_scores, np.intp, len(rule_scores))
    return replace(
        arrays,
        leaves=np.concatenate((arrays.leaves, indices)),
        leaf_ranks=np.concatenate((arrays.leaf_ranks, np.fromiter(rule_scores.values(), np.int32, len(rule_scores)))),
        opens=np.setdiff1d(arrays.opens, indices),
    )
