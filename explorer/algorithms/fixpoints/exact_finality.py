"""Final bounds by an exact test: the same with all open nodes at their worst and at their best."""

from __future__ import annotations

from dataclasses import replace

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import bound_of, names, size
from explorer.algorithms.fixpoints.bounds_run import BoundsRun, bounds_by_id, bounds_words, tally
from explorer.expansion.claims import BOUND_NAMES, Claim, bound_value, side_of
from explorer.expansion.claims import bound_of as bound_name
from explorer.expansion.exact import ScoreRow, reachable_for_both
from explorer.expansion.finalities import LOWER, UPPER, Side, finality_of
from explorer.expansion.finality_rule import Change
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.model.words import plural
from explorer.solver.states import numbers_of
from explorer.trace import Activity, Finality, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, When, Words, caption, listing, named
from explorer.trace.options import endless_worth

PSEUDOCODE = (
    "find the lower and upper bounds of all nodes",
    "worst := the bounds if every open node were worth −∞ (or the least score there can be) to Max",
    "best := the bounds if every open node were worth ∞ (or the largest) to Max",
    "    (in a negamax graph, to the player to move at the node whose bounds these are)",
    "for every node p:",
    "    lower(p) is final if it is the same in worst and best",
    "    upper(p) is final if it is the same in worst and best",
    "    if the rule of the source does not call a final bound final, it misses this bound",
    "the other bounds can still change (in a negamax graph: may still change)",
)
BOUNDS, WORST, BEST, VERDICT, LOWERS, UPPERS, MISSED, LAST = 1, 2, 3, 5, 6, 7, 8, 9
SIDES: tuple[Side, Side] = (LOWER, UPPER)

_LISTED = 4  # bounds that a caption lists


def steps(graph: GameGraph, *, endless: Score = 0) -> Steps:
    """Yield the steps of the exact test: the two extreme runs, then the verdict on every node.

    Parameters
    ----------
    endless : the value of endless play, which counts only where the graph has a range of scores.

    Returns
    -------
    `lower` and `upper`: for every id whether that bound is final.  `missed`: under `lower` and `upper` the ids of the
    nodes whose bound is final though the rule of the source (`explorer.expansion.finality_rule`) does not see it.
    """
    return (yield from _Run(graph, endless).steps())


class _Run(BoundsRun):
    """The bounds that are exactly final, and those that the rule misses, by claim."""

    def __init__(self, graph: GameGraph, endless: Score) -> None:
        super().__init__(graph, endless)
        self.final = self.extremes.finalities()
        self.missed = {change.claim: change for change in self.rule.changes() if self.extremes.is_final(change.claim)}
        self.met_by_both = reachable_for_both(graph)
        opens = {*self.opens}
        self.equal = [index for index in self.equal if index not in opens]

    def steps(self) -> Steps:
        yield self._bounds_step()
        yield self._extreme_step(UPPER, self.extremes.worst)
        yield self._extreme_step(LOWER, self.extremes.best)
        yield self._first_verdict_step()
        yield from map(self._verdict_step, self.apart)
        yield self._last_step()
        missed = {BOUND_NAMES[side]: self._ids_missed(side) for side in SIDES}
        return {**self.final.by_id(self.graph), "missed": missed}

    # ---- steps

    def _bounds_step(self) -> Step:
        count = size("open", len(self.opens), "open node")
        opens = caption("Of ", count, " nothing is known: ", names(self.graph, self.opens))
        return Step(
            caption("The bounds of the graph as it is. ", opens if self.opens else "No node is open", "."),
            BOUNDS,
            bounds=bounds_by_id(self.graph, self.extremes.bounds),
            finality={node.id: Finality.TENTATIVE for node in self.graph.nodes},
        )

    def _extreme_step(self, moving: Side, bounds: tuple[ScoreRow, ScoreRow]) -> Step:
        """Return the step of one of the two runs: at worst upper bounds fall, at best lower bounds rise."""
        least, most = self.graph.hull()
        worth, verb = (least, "falls") if moving == UPPER else (most, "rises")
        whom = "the player to move at the node in question" if self.graph.sign < 0 else "Max"
        claims = (numbers_of(index)[moving] for index in sorted(self.equal + self.apart))
        moved = [claim for claim in claims if not self.extremes.is_final(claim)]
        words = listing(map(self._movement_words, moved[: _LISTED + 1]), _LISTED)
        count = f"{len(moved):,} {BOUND_NAMES[moving]} {plural(len(moved), 'bound')}"
        several = caption(f"{count} {verb if len(moved) == 1 else verb[:-1]}: ", words, ".")
        return Step(
            caption(
                *("With every open node worth ", Value(worth, Quantity.END), f" to {whom}, "),
                several if moved else f"no {BOUND_NAMES[moving]} bound {verb}.",
            ),
            WORST if moving == UPPER else BEST,
            bounds=bounds_by_id(self.graph, bounds),
            activity={self.node(claim).id: Activity.CHANGED for claim in moved},
        )

    def _first_verdict_step(self) -> Step:
        """Return the step on nodes whose finality needs no comparison: those with equal bounds, and open nodes."""
        nodes = caption(size("equal", len(self.equal), "node"), " (", names(self.graph, self.equal), ")")
        words = caption("Equal bounds cannot differ later, so those of ", nodes, " are final.")
        opens = caption("The open nodes (", names(self.graph, self.opens), ") can still have any score.")
        known = [*([words] if self.equal else []), *([opens] if self.opens else [])]
        return Step(
            listing(known, 2, " ") if known else "No node has equal bounds.",
            VERDICT,
            bounds=bounds_by_id(self.graph, self.extremes.bounds),
            finality={self.graph.ids[index]: Finality.FINAL for index in self.equal},
        )

    def _verdict_step(self, index: int) -> Step:
        node, claims = self.graph.nodes[index], numbers_of(index)
        missed = [self.missed[claim] for claim in claims if claim in self.missed]
        final = [*map(self.extremes.is_final, claims)]
        lower, upper = self.extremes.bounds
        words = listing(map(self._comparison_words, claims), 2, "; ")
        children = {self.node(change.cause).id: Activity.COMPARED for change in missed}
        return Step(
            caption(bounds_words(node, (lower[index], upper[index])), "; ", words, ".", *map(self._why_missed, missed)),
            MISSED if missed else LOWERS if final[LOWER] >= final[UPPER] else UPPERS,
            finality={node.id: finality_of(*final)},
            activity=children | {node.id: Activity.CHANGED},
            focus=node.id,
            move=(node.id, self.node(missed[0].cause).id) if missed else None,
        )

    def _last_step(self) -> Step:
        """Return the last step: the count of final bounds, those that the rule misses, and the test's limits."""
        words = [*map(self.name, self.missed)]
        rule = caption(f"The rule of the source misses {len(words):,} of them: ", listing(words, _LISTED))
        compared = rule if words else "The rule of the source finds the same bounds"
        head = f"{tally(self.final)}, whatever the open nodes turn out to be. "
        return Step(caption(head, compared, ".", self._inexactness_warning()), LAST)

    # ---- words

    def _movement_words(self, claim: Claim) -> Caption:
        """Return the words on how far a bound can move: "A from 2 to 1"."""
        node = self.node(claim)
        after = bound_of(node, side_of(claim), self._extreme_value(claim))
        before = replace(self.value(claim), when=When.FIRST)
        return caption(named(node), " from ", before, " to ", after)

    def _extreme_value(self, claim: Claim) -> Score:
        """Return the value to which a bound moves with the open nodes at their worst or best."""
        return bound_value(claim, self.extremes.high[claim])

    def _comparison_words(self, claim: Claim) -> Caption:
        """Return "its lower bound stays 1 with the open nodes at their best: final"."""
        word, is_upper = bound_name(claim), side_of(claim) == UPPER
        case = Quantity.WORST if is_upper else Quantity.BEST_CASE
        extreme = Value(self._extreme_value(claim), case, self.node(claim).id, word)
        opens = f" with the open nodes at their {'worst' if is_upper else 'best'}: "
        if self.extremes.is_final(claim):
            return caption(f"its {word} bound stays ", extreme, opens, "final")
        verb = "falls" if is_upper else "rises"
        verdict = "not known to be final" if self.met_by_both else "not final"
        return caption(f"its {word} bound {verb} to ", extreme, opens, verdict)

    def _why_missed(self, change: Change) -> Caption:
        name = self.name(change.claim)
        return caption(" The rule does not see that ", name, " is final, because ", self.reason_words(change), ".")

    def _inexactness_warning(self) -> Words:
        """Return a warning that in this negamax graph the test may miss final bounds; "" if it is exact."""
        if not self.met_by_both:
            return ""
        limits = ", the test is sound here but not complete: a bound that it does not call final may still be final."
        return caption(" As either player can be to move at ", names(self.graph, self.met_by_both), limits)

    def _ids_missed(self, side: Side) -> list[str]:
        return [self.node(claim).id for claim in sorted(self.missed) if side_of(claim) == side]


ALGORITHM = Algorithm(
    name="exact-finality",
    title="Final bounds, exactly",
    source="our own, after Loops, Dealing with loops in game trees, Part 2",
    summary=(
        "A bound is final if it is the same with every open node at its worst for Max and at its best. Two runs decide "
        "that for all nodes; where the rule of the source finds fewer, the steps say why. In a negamax graph where "
        "either player can be to move at an open node, it can miss final bounds."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(endless_worth(is_for_drawing=True),),
    rank=24,
    group=Group.BOUNDS,
)
