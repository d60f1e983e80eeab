"""Lower and upper bounds by iteration from -∞ and from +∞ (Loops, Part 1), in partly known graphs too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import (
    best,
    bound_of,
    compared_nodes,
    extreme,
    interval_of,
    seen_term,
    size,
    subscript,
    term,
)
from explorer.algorithms.fixpoints.sweeps import EXPLAINED, change_words, sweep_detail, sweep_steps
from explorer.expansion.claims import BOUND_NAMES
from explorer.expansion.exact import exact_finality
from explorer.expansion.finalities import LOWER, UPPER, Side, other_bound
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.model.words import counted, plural
from explorer.solver import solve
from explorer.solver.operator import Ranks, arrays_of, bounds_iteration
from explorer.trace import Activity, Bounds, Finality, Result, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, When, caption, listing
from explorer.trace.options import endless_worth

PSEUDOCODE = (
    "for every leaf p:  lower(p) := upper(p) := its score",
    "for every other node p:  lower(p) := −∞,  upper(p) := ∞   (or the least and the largest score there can be)",
    "repeat",
    "    for every inner node p, all at once:",
    "        lower(p) := the best lower bound of its successors, as p sees it, for the player to move",
    "        upper(p) := the best upper bound of its successors, as p sees it, for the player to move",
    "until nothing changes",
    "the score is the value of endless play if it lies between lower and upper, else the bound nearest to it",
)
START, LOWERS, UPPERS, STABLE = 2, 5, 6, 8


def steps(graph: GameGraph, *, endless: Score = 0, detail: str = "sweep") -> Steps:
    """Yield the steps of the bounds, up to the first sweep that changes nothing.

    An open node may be worth anything, so its bounds stay infinite; if the graph has a range of scores, all nodes start
    at its ends, or at the value of endless play where that lies outside.  In a negamax graph a node sees
    [−upper, −lower] of a successor.  Once stable, a bound is final if no way to expand the open nodes moves it
    (`explorer.expansion.exact`); before, bounds are final where they are equal.

    Parameters
    ----------
    endless : the value of endless play, for `scores`; in a negamax graph to the player to move at the node.
    detail : "sweep" for one step a sweep, "node" for one step a node inside each sweep.

    Returns
    -------
    `lower`, `upper` and `scores`, the median of lower, endless and upper (each by id), and `steps`, the number of
    sweeps that change something.
    """
    return sweep_steps(_Run(graph, endless), detail)


class _Run:
    """The bounds after each sweep; `iteration` holds lower and upper ranks in two rows."""

    def __init__(self, graph: GameGraph, endless: Score) -> None:
        self.graph = graph
        self.endless = endless
        self.arrays = arrays_of(graph, extra=(endless,))
        self.hull = graph.hull(endless)
        self.iteration = bounds_iteration(self.arrays, self.hull)
        self.iteration.advance()  # only gives the leaves their scores

    @property
    def n(self) -> int:
        return self.iteration.n - 1

    def advance(self) -> bool:
        """Make a sweep, and return whether it changed anything."""
        return len(self.iteration.advance()) > 0

    def first_step(self) -> Step:
        opens = len(self.arrays.opens)
        keep = f" {'keeps' if opens == 1 else 'keep'} these bounds and {'is' if opens == 1 else 'are'} shown as ?."
        stay = caption(" ", size("open", opens, "open node"), keep) if opens else ""
        indices = range(len(self.graph.nodes))
        return Step(
            caption(
                "The lower and upper bounds of every leaf are its score; ", _start_words(self.graph, self.endless), stay
            ),
            START,
            bounds=self._bounds_of(indices),
            finality=self._roles_of(indices),
            counters={"n": 0, "changed": 0},
        )

    def sweep_step(self) -> Step:
        indices: list[int] = self.iteration.touched.tolist()
        moved = {side for index in indices for side in self._changed_sides(index)}
        return Step(
            caption(f"Sweep {self.n}: ", change_words(indices, self._change_words), "."),
            LOWERS if LOWER in moved else UPPERS,
            bounds=self._bounds_of(indices),
            finality=self._roles_of(indices),
            activity={self.graph.ids[index]: Activity.CHANGED for index in indices},
            counters={"n": self.n, "changed": len(indices)},
        )

    def node_steps(self) -> Iterator[Step]:
        touched = set(self.iteration.touched.tolist())
        done = 0
        for index in self.arrays.inner.tolist():
            node = self.graph.nodes[index]
            changed = [index] if index in touched else []
            done += len(changed)
            compared = {self.graph.ids[child]: Activity.COMPARED for child in self.graph.successors[index]}
            words = (
                self._change_words(index)
                if changed
                else caption(self._reasons_for_sides(index, [LOWER, UPPER]), ", as before")
            )
            yield Step(
                caption(f"Sweep {self.n}: ", words, "."),
                UPPERS if changed and LOWER not in self._changed_sides(index) else LOWERS,
                bounds=self._bounds_of(changed),
                finality=self._roles_of(changed),
                activity=compared | ({node.id: Activity.CHANGED} if changed else {}),
                focus=node.id,
                counters={"n": self.n, "changed": done},
            )

    def last_step(self) -> Step:
        final = exact_finality(self.graph, self.endless)
        roles = {node.id: role for node, role in zip(self.graph.nodes, final.roles(), strict=True)}
        sides = [*final.lower, *final.upper]
        movable = len(sides) - sum(sides)
        opens = f" {counted(movable, 'bound')} may still change when open nodes are expanded." if movable else ""
        sweeps = Value(self.n - 1, Quantity.RESULT, key="steps")
        stable = caption("The bounds are stable after ", sweeps, f" {plural(self.n - 1, 'sweep')}. ")
        return Step(
            caption(stable, self._dependence_words(), opens),
            STABLE,
            finality=roles,
            counters={"n": self.n, "changed": 0},
        )

    def result(self) -> Result:
        lower, upper = (self._by_id(row) for row in self.iteration.ranks)
        return {"lower": lower, "upper": upper, "scores": self._by_id(self._score_ranks()), "steps": self.n - 1}

    # ---- numbers

    def _bounds_of(self, indices: Iterable[int]) -> dict[str, Bounds]:
        """Return the lower and upper bound of some nodes by id."""
        return {self.graph.ids[index]: self._bounds(self.iteration.ranks[:, index].tolist()) for index in indices}

    def _roles_of(self, indices: Sequence[int]) -> dict[str, Finality]:
        """Return the finality of some nodes by id: final where both bounds are equal."""
        lower, upper = self.iteration.ranks[:, list(indices)].tolist()
        return {
            self.graph.ids[index]: Finality.FINAL if low == high else Finality.TENTATIVE
            for index, low, high in zip(indices, lower, upper, strict=True)
        }

    def _bounds(self, ranks: Sequence[int]) -> Bounds:
        return self.arrays.score(ranks[LOWER]), self.arrays.score(ranks[UPPER])

    def _score_ranks(self) -> Ranks:
        """Return the rank of every node's score: that of endless play, moved into the node's bounds."""
        lower, upper = self.iteration.ranks
        return np.asarray(np.clip(self.arrays.rank(self.endless), lower, upper), np.int32)

    def _by_id(self, ranks: Ranks) -> dict[str, Score]:
        return {node.id: self.arrays.score(rank) for node, rank in zip(self.graph.nodes, ranks.tolist(), strict=True)}

    def _changed_sides(self, index: int) -> list[Side]:
        """Return the sides, lower or upper, of a node's bounds that the last sweep moved."""
        old, new = self.iteration.before(index), self.iteration.ranks[:, index].tolist()
        return [side for side in (LOWER, UPPER) if old[side] != new[side]]

    def _successor_bound(self, index: int, side: Side) -> Score:
        """Return a successor's bound before the last sweep, in its predecessor's view."""
        ranks = self.iteration.before(index)
        return self.arrays.score(ranks[side] if self.arrays.sign > 0 else -ranks[other_bound(side)])

    # ---- words

    def _change_words(self, index: int) -> Caption:
        """Return the words on a node's bounds that moved, with their reasons and old values."""
        return self._reasons_for_sides(index, self._changed_sides(index), was=True)

    def _reasons_for_sides(self, index: int, sides: Iterable[Side], *, was: bool = False) -> Caption:
        return listing((self._reason_for_side(index, side, was=was) for side in sides), 2, " and ")

    def _reason_for_side(self, index: int, side: Side, *, was: bool) -> Caption:
        """Return a bound's equation: "lower₂(a) = max{lower₁(b), lower₁(c)} = max{−1, −∞} = −1 (was −∞)"."""
        node = self.graph.nodes[index]
        name, theirs = BOUND_NAMES[side], BOUND_NAMES[side if self.graph.sign > 0 else other_bound(side)]
        function = f"{theirs}{subscript(self.n - 1)}"
        chooses = best(self.graph, index)
        bound = bound_of(node, side, self._bounds(self.iteration.ranks[:, index].tolist())[side])
        children = compared_nodes(
            self.graph.successors[index], lambda child: self._successor_bound_value(child, side).number == bound.number
        )
        terms = extreme(chooses, children, lambda child: seen_term(self.graph, child, function))
        numbers = extreme(chooses, children, lambda child: self._successor_bound_value(child, side))
        old = bound_of(node, side, self._bounds(self.iteration.before(index))[side], When.BEFORE)
        head = caption(term(f"{name}{subscript(self.n)}", node), " = ", terms, " = ", numbers, " = ", bound)
        return caption(head, " (was ", old, ")") if was else head

    def _successor_bound_value(self, index: int, side: Side) -> Value:
        """Return a successor's bound before the last sweep for a caption, in its predecessor's view."""
        theirs = side if self.graph.sign > 0 else other_bound(side)
        return bound_of(
            self.graph.nodes[index], theirs, self._successor_bound(index, side), When.BEFORE, self.graph.sign
        )

    def _dependence_words(self) -> Caption:
        """Return the sentence on how many scores depend on the value of endless play, with the first of them."""
        lower, upper = self.iteration.ranks
        apart: list[int] = np.flatnonzero(lower < upper).tolist()
        indices = [index for index in apart if self.graph.nodes[index].kind is not Kind.OPEN]
        if not indices:
            return caption("No score depends on the value of endless play.")
        words = listing(map(self._score_words, indices[: EXPLAINED + 1]), EXPLAINED, "; ")
        known = size("known", len(self.graph.nodes) - len(self.arrays.opens), "score")
        depend = "depends" if len(indices) == 1 else "depend"
        unknown = " and on open nodes" if len(self.arrays.opens) else ""
        number = Value(len(indices), Quantity.SIZE, key="dependent")
        endless = Value(self.endless, Quantity.ENDLESS)
        on = f" {depend} on the value of endless play{unknown}; with the value "
        return caption(number, " of ", known, on, endless, ": ", words, ".", self._root_score_words())

    def _root_score_words(self) -> Caption:
        """Return the root's score as a function of the value of endless play, without a range of scores."""
        root = self.graph.nodes[self.graph.root_index]
        if not root.kind.is_inner:
            return caption("")
        return caption(" ", solve(self.graph).score_function(root.id).caption(root))

    def _score_words(self, index: int) -> Caption:
        """Return the score of a node and its bounds: "score(a) = 0 in [−1, 2]"."""
        node = self.graph.nodes[index]
        score = Value(self.arrays.score(int(self._score_ranks()[index])), Quantity.RESULT, node.id, "scores")
        bounds = interval_of(node, *self._bounds(self.iteration.ranks[:, index].tolist()))
        return caption(term("score", node), " = ", score, " in ", bounds)


def _start_words(graph: GameGraph, endless: Score) -> Caption:
    """Return the bounds at which all but the leaves start: "all other nodes start at [−∞, ∞]."."""
    low, high = (Value(end, Quantity.END) for end in graph.hull(endless))
    why = "" if graph.score_range is None else ", the least and the largest score that a node can have"
    return caption("all other nodes start at [", low, ", ", high, f"]{why}.")


ALGORITHM = Algorithm(
    name="bounds",
    title="Lower and upper bounds",
    source="Loops, Dealing with loops in game trees, Part 1",
    summary=(
        "Every node starts with the bounds −∞ and ∞, a leaf with its score, and takes in each sweep the best bounds of "
        "its successors. Where the stable bounds differ, the score depends on the value of endless play. If the graph "
        "has a range of scores, nodes start at its ends."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(endless_worth(), sweep_detail()),
    rank=20,
    group=Group.BOUNDS,
    also="intervals, fixpoint",
)
