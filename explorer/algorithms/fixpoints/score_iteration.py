"""The limit score by iteration: s_0, s_1, … until nothing changes (Kars, Definition 4.1 and Theorem 5.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import best, compared_nodes, extreme, s, score_of, seen_term, term
from explorer.algorithms.fixpoints.sweeps import change_words, sweep_detail, sweep_steps
from explorer.expansion.finalities import roles_of_scores
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.model.words import counted, plural
from explorer.solver.kernels import Integers
from explorer.solver.operator import Ranks, arrays_of, bounds_iteration
from explorer.trace import Activity, Finality, Result, Step, Steps
from explorer.trace.by_node import ColumnMapping
from explorer.trace.caption import Caption, Quantity, Value, When, Words, caption, named
from explorer.trace.options import endless_worth

PSEUDOCODE = (
    "n := 0;  for every node p:  s₀(p) := the value of endless play",
    "repeat",
    "    for every node p, all at once:",
    "        if p is a leaf:  sₙ₊₁(p) := its score",
    "        otherwise:       sₙ₊₁(p) := the best sₙ of its successors, for the player to move",
    "    n := n + 1",
    "until sₙ = sₙ₋₁",
)
START, LEAF, BACK_UP, STABLE = 1, 4, 5, 7
_ROLES = tuple(Finality)

Roles = NDArray[np.int8]


def steps(graph: GameGraph, *, endless: Score = 0, detail: str = "sweep") -> Steps:
    """Yield the steps s_0, s_1, … up to the first repetition.

    A node is final at n when every completion of its depth-n tree has the same value, that is when A^n from -∞ and
    from +∞ agree there; it is lower (upper) final when no completion has a lower (higher) value than s_n.  A leaf that
    begins with its own score is final at once.

    Parameters
    ----------
    endless : the value of endless play; s_0 everywhere.  In a negamax graph it is the worth to the player to move
        at the node that s_n is the score of, so a node's successors are backed up with its negation.
    detail : "sweep" for one step a sweep, "node" for one step a node inside each sweep.

    Returns
    -------
    `scores` (by id), `steps` (the least n with s_n = s_{n+1}) and `bound` (|K|·|V| of Theorem 5.4).  In a negamax
    graph whose endless play is not worth 0 a score and its value along a move differ; then s_n is both, the bound
    counts each node once for either player, and K has the negated scores too.
    """
    return sweep_steps(_Run(graph, endless), detail)


class _Run:
    """s_n with its finality, read off the lower and upper values of the depth-n trees.

    `ranks` holds s_n in two rows: with endless play worth d, and worth d in the view after a move.  The rows differ
    only in negamax graphs, where each is backed up from the other.  A sweep touches only nodes where lower or upper
    moved.
    """

    def __init__(self, graph: GameGraph, endless: Score) -> None:
        self.graph = graph
        self.endless = endless
        self.arrays = arrays_of(graph, extra=(endless,))
        self.bounds = bounds_iteration(self.arrays)
        self.ranks = self._scores(self.bounds.ranks)
        self.roles: Roles = np.zeros(len(graph.nodes), np.int8)
        self.two_views = graph.sign < 0 and endless != 0
        self.bound = self._bound_on_sweeps()

    @property
    def n(self) -> int:
        return self.bounds.n

    def _bound_on_sweeps(self) -> int:
        """Return the theorem's bound on the number of sweeps: |K|·|V|, with K the scores of leaves and endless play."""
        leaves = (self.graph.nodes[index] for index in self.graph.columns.first_scored)
        values = {self.endless, *(node.score for node in leaves if node.score is not None)}
        if not self.two_views:
            return len(values) * len(self.graph.nodes)
        return len(values | {-value for value in values}) * 2 * len(self.graph.nodes)

    def advance(self) -> bool:
        """Go from s_n to s_{n+1}, and return whether anything changed."""
        touched = self.bounds.advance()
        self.ranks[:, touched] = self._scores(self.bounds.ranks[:, touched])
        return not np.array_equal(self._scores(self.bounds.old), self.ranks[:, touched])

    def first_step(self) -> Step:
        everyone = np.arange(len(self.graph.nodes))
        roles = _finality_codes(self.bounds.ranks[0], self.ranks[0], self.bounds.ranks[1])
        leaves = self.arrays.leaves
        roles[leaves[self.ranks[0, leaves] == self.arrays.leaf_ranks]] = Finality.FINAL
        return Step(
            caption(
                f"{s(0)}: every node starts at ",
                Value(self.endless, Quantity.ENDLESS),
                f", the value of endless play{' for the player to move there' if self.two_views else ''}.",
            ),
            START,
            scores=self._scores_at(everyone),
            finality=self._update_finalities(everyone, roles),
            counters={"n": 0, "changed": 0},
        )

    def sweep_step(self) -> Step:
        changed = self._changed_nodes()
        indices: list[int] = changed.tolist()
        after = caption(
            "no score changes, but some do from the view of the other player, for whom endless play is worth "
        )
        what = change_words(indices, self._change_words) if indices else caption(after, self._negated_endless)
        return Step(
            caption(f"Sweep {self.n}", self._endless_worth_words(indices), ": ", what, "."),
            LEAF if indices and not any(self.graph.successors[index] for index in indices) else BACK_UP,
            scores=self._scores_at(changed),
            finality=self._update_touched_finalities(),
            activity={self.graph.ids[index]: Activity.CHANGED for index in indices},
            counters={"n": self.n, "changed": len(indices)},
        )

    def node_steps(self) -> Iterator[Step]:
        moved = set(self._changed_nodes().tolist())
        new_roles = dict(self._update_touched_finalities().items())
        done = 0
        for index, node in enumerate(self.graph.nodes):
            if node.kind is Kind.OPEN:
                continue
            done += index in moved
            activity = {self.graph.ids[other]: Activity.COMPARED for other in self.graph.successors[index]}
            reason = (
                self._change_words(index) if index in moved else caption(self._score_equation(index), ", as before")
            )
            yield Step(
                caption(f"Sweep {self.n}", self._endless_worth_words([index]), ": ", reason, "."),
                BACK_UP if self.graph.successors[index] else LEAF,
                scores={node.id: self._score(index)} if index in moved else {},
                finality={node.id: new_roles[node.id]} if node.id in new_roles else {},
                activity=activity | ({node.id: Activity.CHANGED} if index in moved else {}),
                focus=node.id,
                counters={"n": self.n, "changed": done},
            )

    def last_step(self) -> Step:
        roles = np.full(len(self.roles), Finality.FINAL, np.int8)
        if len(self.arrays.opens):
            roles = np.array(roles_of_scores(self.graph, self.endless), np.int8)
        finality = self._update_finalities(np.arange(len(roles)), roles)
        undecided = int((self.roles != Finality.FINAL).sum())
        opens = f" {counted(undecided, 'score')} may still change when open nodes are expanded." if undecided else ""
        twice = ", each node counted once for each player," if self.two_views else ""
        sweeps = Value(self.n - 1, Quantity.RESULT, key="steps")
        bound = Value(self.bound, Quantity.RESULT, key="bound")
        return Step(
            caption(
                f"{s(self.n)} = {s(self.n - 1)}: no score changes. The scores are stable after ",
                sweeps,
                f" {plural(self.n - 1, 'sweep')}; the bound |K|·|V| of Theorem 5.4{twice} is ",
                bound,
                f".{opens}",
            ),
            STABLE,
            finality=finality,
            counters={"n": self.n, "changed": 0},
        )

    def result(self) -> Result:
        known = {rank: self.arrays.score(rank) for rank in np.unique(self.ranks[0]).tolist()}
        scores = dict(zip(self.graph.ids, map(known.__getitem__, self.ranks[0].tolist()), strict=True))
        return {"scores": scores, "steps": self.n - 1, "bound": self.bound}

    def _scores(self, bounds: Ranks) -> Ranks:
        """Return the ranks of s_n in both views, from the lower and upper values of the trees."""
        lower, upper = bounds
        worth = self.arrays.rank(self.endless)
        return np.array([np.clip(view * worth, lower, upper) for view in (1, self.arrays.sign)], np.int32)

    def _changed_nodes(self) -> Integers:
        touched = self.bounds.touched
        changed: Integers = touched[self._scores(self.bounds.old)[0] != self.ranks[0, touched]]
        return changed

    def _update_touched_finalities(self) -> ColumnMapping[Finality]:
        """Store the finalities of the nodes that the last sweep touched, and return those that changed."""
        touched = self.bounds.touched
        lower, upper = self.bounds.ranks[:, touched]
        return self._update_finalities(touched, _finality_codes(lower, self.ranks[0, touched], upper))

    def _update_finalities(self, indices: Integers, roles: Roles) -> ColumnMapping[Finality]:
        """Store new finalities of nodes, and return those that changed."""
        changed = roles != self.roles[indices]
        self.roles[indices] = roles
        return ColumnMapping(self.graph, indices[changed], roles[changed], _ROLES.__getitem__)

    def _scores_at(self, indices: Integers) -> ColumnMapping[Score | None]:
        return ColumnMapping(self.graph, indices, self.ranks[0, indices], self.arrays.score)

    def _score(self, index: int) -> Score:
        return self.arrays.score(int(self.ranks[0, index]))

    def _previous_score(self, index: int) -> Score:
        """Return a node's score before the last sweep, s_{n-1}."""
        return self.arrays.score(self._previous_ranks(index)[0])

    def _previous_ranks(self, index: int) -> list[int]:
        """Return the ranks of a node's s_{n-1} in both views."""
        ranks: list[int] = self._scores(np.reshape(self.bounds.before(index), (2, 1)))[:, 0].tolist()
        return ranks

    def _previous_successor_score(self, index: int) -> Score:
        """Return s_{n-1} of a successor in its predecessor's view."""
        same, mirrored = self._previous_ranks(index)
        return self.arrays.score(same if self.arrays.sign > 0 else -mirrored)

    def _endless_worth_words(self, indices: Sequence[int]) -> Words:
        """Return the worth of endless play to the player who moves next, if it differs from that at these nodes."""
        if not self.two_views or not any(self.graph.successors[index] for index in indices):
            return ""
        return caption(", with endless play worth ", self._negated_endless, " to the player at a successor")

    @property
    def _negated_endless(self) -> Value:
        """The value of endless play for the other player, for a caption."""
        return Value(0 - self.endless, Quantity.ENDLESS, sign=-1)

    def _change_words(self, index: int) -> Caption:
        """Return a node's new score, its terms, and the old score, for a caption."""
        old = score_of(self.graph.nodes[index], self._previous_score(index), When.BEFORE)
        return caption(self._score_equation(index), " (was ", old, ")")

    def _score_equation(self, index: int) -> Caption:
        """Return the new score and its terms: "s₃(c) = min{s₂(d), s₂(a)} = min{2, 1} = 1"."""
        node, successors = self.graph.nodes[index], self.graph.successors[index]
        value, head = score_of(node, self._score(index)), term(s(self.n), node)
        if not successors:
            return caption(head, " = ", value, ", its score as a leaf")
        row = compared_nodes(successors, lambda other: self._previous_successor_score(other) == value.number)
        numbers = extreme(best(self.graph, index), row, self._successor_score_value)
        if self.two_views:  # a successor's part is not the negation of the score that is shown there
            return caption(head, " = ", numbers, " = ", value)
        terms = extreme(best(self.graph, index), row, lambda other: seen_term(self.graph, other, s(self.n - 1)))
        return caption(head, " = ", terms, " = ", numbers, " = ", value)

    def _successor_score_value(self, index: int) -> Caption:
        """Return a successor's s_{n-1} for a caption, in its predecessor's view."""
        node, score, sign = self.graph.nodes[index], self._previous_successor_score(index), self.graph.sign
        if not self.two_views:
            return caption(score_of(node, score, When.BEFORE, sign))
        value = Value(score, Quantity.OPPOSITE, node.id, when=When.BEFORE, sign=sign)
        return caption(value, " through ", named(node))


def _finality_codes(lowest: Ranks, now: Ranks, highest: Ranks) -> Roles:
    """Return the finality of scores that can still become anything between two others."""
    roles = np.full(len(now), Finality.TENTATIVE, np.int8)
    roles[lowest == now] = Finality.LOWER
    roles[highest == now] = Finality.UPPER
    roles[lowest == highest] = Finality.FINAL
    return roles


ALGORITHM = Algorithm(
    name="score-iteration",
    title="Score iteration: s₀, s₁, …",
    source="Kars, From game trees to game graphs, Definition 4.1 and Theorem 5.4",
    summary=(
        "Every node starts at the value of endless play. In each sweep all nodes at once take the best score of their "
        "successors. The scores become stable, with or without cycles, and are then the scores of the game."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(
        endless_worth(),
        sweep_detail(),
    ),
    rank=10,
    group=Group.CYCLES,
    also="value iteration, fixpoint, sₙ",
)
