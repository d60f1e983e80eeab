"""Final bounds by the rule of the source, step by step (Loops, Part 2)."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import names, size
from explorer.algorithms.fixpoints.bounds_run import BoundsRun, bounds_by_id, bounds_words, tally
from explorer.expansion.finalities import Finalities, finality_of
from explorer.expansion.finality_rule import Change
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.states import index_of, numbers_of
from explorer.trace import Activity, Finality, Step, Steps
from explorer.trace.caption import Caption, caption, listing
from explorer.trace.options import endless_worth

PSEUDOCODE = (
    "find the lower and upper bounds of all nodes",
    "rule 1: where the two are equal, both are final; these nodes are left out from here on",
    "rule 2: open nodes: neither bound is final (the source says final, a slip); all other bounds: final for now",
    "rule 3: p takes the largest; some successor may be worth more than lower(p), its lower bound not being final:",
    "            the lower bound of p is not final",
    "rule 4: p takes the largest; none of the successors that upper(p) is taken from has a final upper bound:",
    "            the upper bound of p is not final",
    "   if p takes the smallest: the same with lower and upper, more and less exchanged",
    "   bounds of successors are meant as p sees them: if a move negates, as −upper and −lower",
    "rule 5: repeat rules 3 and 4 until nothing changes",
)
BOUNDS, EQUAL, OPEN, LAST = 1, 2, 3, 10
LINES = {3: 5, 4: 7}

_SHOWN = 4  # nodes that a caption lists with their bounds


def steps(graph: GameGraph, *, endless: Score = 0) -> Steps:
    """Yield the steps of the rule: the bounds, those final at once, and then every bound that is not.

    Parameters
    ----------
    endless : the value of endless play, which counts only where the graph has a range of scores.

    Returns
    -------
    `lower` and `upper`: for every id whether the rule calls that bound final.
    """
    return (yield from _Run(graph, endless).steps())


class _Run(BoundsRun):
    """The bounds that still count as final; `lost` is the number of those that no longer do."""

    lost = 0

    def steps(self) -> Steps:
        yield self._bounds_step()
        yield self._equal_step()
        yield self._open_step()
        yield from map(self._change_step, self.rule.changes())
        yield self._last_step()
        return self._finalities().by_id(self.graph)

    def _bounds_step(self) -> Step:
        values = listing(map(self._interval_words, self.apart[: _SHOWN + 1]), _SHOWN)
        known = caption("Lower and upper bound differ: ", values) if self.apart else "At no node do the bounds differ"
        opens = caption("; of ", size("open", len(self.opens), "open node"), " nothing is known") if self.opens else ""
        return Step(
            caption(known, opens, "."),
            BOUNDS,
            bounds=bounds_by_id(self.graph, self.extremes.bounds),
            finality=self._with_finality(range(len(self.graph.nodes)), Finality.TENTATIVE),
        )

    def _equal_step(self) -> Step:
        has = f") {'has' if len(self.equal) == 1 else 'have'} equal bounds; these are final."
        nodes = caption(size("equal", len(self.equal), "node"), " (", names(self.graph, self.equal), has)
        return Step(
            caption("Rule 1: ", nodes if self.equal else "No node has equal bounds."),
            EQUAL,
            finality=self._with_finality(self.equal, Finality.FINAL),
        )

    def _open_step(self) -> Step:
        nodes = caption(size("open", len(self.opens), "open node"), " (", names(self.graph, self.opens), ")")
        opens = caption("Neither bound of ", nodes, " is final") if self.opens else "No node is open"
        rest = caption(" The bounds of the other ", size("apart", len(self.apart), "node"), " count as final for now.")
        return Step(
            caption("Rule 2: ", opens, ".", rest if self.apart else ""),
            OPEN,
            finality=self._with_finality(self.apart, Finality.FINAL),
            counters=self._counters(),
        )

    def _change_step(self, change: Change) -> Step:
        self.lost += 1
        node, child = self.node(change.claim), self.node(change.cause)
        bound = caption(self.name(change.claim), ", ", self.value(change.claim))
        return Step(
            caption(
                f"Rule {change.rule}: ", bound, ", no longer counts as final, because ", self.reason_words(change), "."
            ),
            LINES[change.rule],
            finality={node.id: finality_of(*map(self.rule.is_final, numbers_of(index_of(change.claim))))},
            activity={child.id: Activity.COMPARED, node.id: Activity.CHANGED},
            focus=node.id,
            move=(node.id, child.id),
            counters=self._counters(),
        )

    def _last_step(self) -> Step:
        return Step(
            f"Rule 5: Nothing changes any more: by the rule {tally(self._finalities())}.",
            LAST,
            counters=self._counters(),
        )

    def _finalities(self) -> Finalities:
        return Finalities.of_claims([*map(self.rule.is_final, range(len(self.rule.claims)))])

    def _interval_words(self, index: int) -> Caption:
        """Return a node and its bounds in words."""
        lower, upper = self.extremes.bounds
        return bounds_words(self.graph.nodes[index], (lower[index], upper[index]))

    def _with_finality(self, indices: Iterable[int], to: Finality) -> dict[str, Finality]:
        """Return one finality for all these nodes, by id."""
        return {self.graph.ids[index]: to for index in indices}

    def _counters(self) -> dict[str, int]:
        """Return the counter of bounds that are not final, which steps show from rule 2 on."""
        return {"not final": 2 * len(self.opens) + self.lost}


ALGORITHM = Algorithm(
    name="finality",
    title="Final bounds, by the rule of the source",
    source="Loops, Dealing with loops in game trees, Part 2",
    summary=(
        "In a partly expanded graph some bounds are final already: they stay the same whatever the open nodes turn "
        "out to be. The rule first takes all bounds for final and then finds, from the open nodes on, which are not."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(endless_worth(is_for_drawing=True),),
    rank=22,
    group=Group.BOUNDS,
)
