"""Final bounds, exactly: those that are the same with all open nodes at their worst and at their best."""

from __future__ import annotations

from explorer.algorithms.algorithm import Algorithm
from explorer.algorithms.captions import counted, interval, listed
from explorer.algorithms.fixpoints.bound_words import Reasons, bounds_by_id, side_word, some, tally
from explorer.expansion.exact import Scores, extremes, met_by_both
from explorer.expansion.finalities import LOWER, UPPER, Side, role
from explorer.expansion.rule import Change, SeenBounds, changes
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, format_score
from explorer.trace import Activity, Finality, Step, Steps

PSEUDOCODE = (
    "find the lower and upper bounds of all nodes",
    "worst := the bounds if every open node were worth −∞ to Max",
    "best := the bounds if every open node were worth ∞ to Max",
    "    (in a negamax graph, to the player to move at the node whose bounds these are)",
    "for every node p:",
    "    lower(p) is final if it is the same in worst and best",
    "    upper(p) is final if it is the same in worst and best",
    "    if the rule of the source takes a final bound for not final, it misses it",
    "the other bounds can still change",
)
BOUNDS, WORST, BEST, VERDICT, LOWERS, UPPERS, MISSED, LAST = 1, 2, 3, 5, 6, 7, 8, 9
SIDES: tuple[Side, Side] = (LOWER, UPPER)

_LISTED = 4  # bounds that a caption lists


def steps(graph: GameGraph) -> Steps:
    """Steps of the exact test: the two extreme runs, then the verdict on every node.

    Returns
    -------
    `lower` and `upper`: for every id whether that bound is final.  `missed`: under `lower` and `upper` the ids of the
    nodes whose bound is final though the rule of the source (`explorer.expansion.rule`) does not see it.
    """
    return (yield from _Run(graph).steps())


class _Run:
    """The bounds of the graph and of its two extremes, and what the rule makes of them."""

    def __init__(self, graph: GameGraph) -> None:
        self.graph = graph
        self.extremes = extremes(graph)
        self.final = self.extremes.finalities()
        self.bounds = SeenBounds(graph, *self.extremes.bounds)
        self.reasons = Reasons(graph, self.bounds)
        found = changes(graph, *self.extremes.bounds)
        self.missed = {
            (change.place, change.side): change for change in found if self.final.of(change.side)[change.place]
        }
        places = range(len(graph.nodes))
        self.opens = [place for place in places if graph.nodes[place].kind is Kind.OPEN]
        self.known = [place for place in places if graph.nodes[place].kind is not Kind.OPEN]

    def steps(self) -> Steps:
        yield self._bounds_step()
        yield self._extreme_step(UPPER, self.extremes.worst)
        yield self._extreme_step(LOWER, self.extremes.best)
        yield self._first_verdict()
        for place in self.known:
            if not self.bounds.are_equal(place):
                yield self._verdict(place)
        yield self._last_step()
        missed = {side_word(side): self._ids_missed(side) for side in SIDES}
        return {**self.final.by_id(self.graph), "missed": missed}

    # ---- steps

    def _bounds_step(self) -> Step:
        opens = f"Of {counted(len(self.opens), 'open node')} nothing is known: {some(self.graph, self.opens)}"
        return Step(
            f"The bounds of the graph as it is. {opens if self.opens else 'No node is open'}.",
            BOUNDS,
            bounds=bounds_by_id(self.graph, self.extremes.bounds),
            finality={node.id: Finality.TENTATIVE for node in self.graph.nodes},
        )

    def _extreme_step(self, moving: Side, bounds: tuple[Scores, Scores]) -> Step:
        """One of the two runs: at worst upper bounds fall, at best lower bounds rise."""
        worth, verb = ("−∞", "falls") if moving == UPPER else ("∞", "rises")
        whom = "the player to move at the node asked about" if self.graph.sign < 0 else "Max"
        moved = [place for place in self.known if not self.final.of(moving)[place]]
        words = listed((self._movement(place, moving) for place in moved[: _LISTED + 1]), _LISTED)
        several = (
            f"{counted(len(moved), f'{side_word(moving)} bound')} {verb if len(moved) == 1 else verb[:-1]}: {words}"
        )
        return Step(
            f"With every open node worth {worth} to {whom}, "
            + (f"{several}." if moved else f"no {side_word(moving)} bound {verb}."),
            WORST if moving == UPPER else BEST,
            bounds=bounds_by_id(self.graph, bounds),
            activity={self.graph.nodes[place].id: Activity.CHANGED for place in moved},
        )

    def _first_verdict(self) -> Step:
        """What needs no comparison: nodes with equal bounds, and open nodes."""
        equal = [place for place in self.known if self.bounds.are_equal(place)]
        nodes = f"{counted(len(equal), 'node')} ({some(self.graph, equal)})"
        words = f"Equal bounds cannot part any more, so those of {nodes} are final."
        opens = f"Open nodes ({some(self.graph, self.opens)}) can still become anything."
        return Step(
            " ".join([*([words] if equal else []), *([opens] if self.opens else [])]) or "No node has equal bounds.",
            VERDICT,
            bounds=bounds_by_id(self.graph, self.extremes.bounds),
            finality={self.graph.nodes[place].id: Finality.FINAL for place in equal},
        )

    def _verdict(self, place: int) -> Step:
        id = self.graph.nodes[place].id
        missed = [self.missed[place, side] for side in SIDES if (place, side) in self.missed]
        final = [self.final.of(side)[place] for side in SIDES]
        words = "; ".join(self._comparison(place, side) for side in SIDES)
        children = {self.graph.nodes[change.child].id: Activity.COMPARED for change in missed}
        return Step(
            f"{self._value(place)}; {words}." + "".join(map(self._why_missed, missed)),
            MISSED if missed else LOWERS if final[LOWER] >= final[UPPER] else UPPERS,
            finality={id: role(*final)},
            activity=children | {id: Activity.CHANGED},
            focus=id,
            move=(id, self.graph.nodes[missed[0].child].id) if missed else None,
        )

    def _last_step(self) -> Step:
        """The count, what the rule misses, and how far the test can be trusted."""
        words = [self.reasons.name(place, side) for place, side in self.missed]
        rule = f"The rule of the source misses {len(words):,} of them: {listed(words, _LISTED)}"
        compared = rule if words else "The rule of the source finds the same"
        return Step(f"{tally(self.final)}, whatever the open nodes turn out to be. {compared}.{self._reserve()}", LAST)

    # ---- words

    def _movement(self, place: int, side: Side) -> str:
        """ "A from 2 to 1"."""
        before, after = self.bounds.of(place, side), self._extreme(place, side)
        return f"{self.graph.nodes[place].name} from {format_score(before)} to {format_score(after)}"

    def _extreme(self, place: int, side: Side) -> Score:
        """How far a bound can move."""
        return (self.extremes.worst if side == UPPER else self.extremes.best)[side][place]

    def _comparison(self, place: int, side: Side) -> str:
        """ "its lower bound stays 1 with the open nodes at their best: final"."""
        bound, extreme = self.bounds.of(place, side), self._extreme(place, side)
        opens = f"with the open nodes at their {'worst' if side == UPPER else 'best'}"
        if bound == extreme:
            return f"its {side_word(side)} bound stays {format_score(bound)} {opens}: final"
        verb = "falls" if side == UPPER else "rises"
        return f"its {side_word(side)} bound {verb} to {format_score(extreme)} {opens}: not final"

    def _why_missed(self, change: Change) -> str:
        name = self.reasons.name(change.place, change.side)
        return f" The rule misses that {name} is final, for {self.reasons.why(change)}."

    def _value(self, place: int) -> str:
        bounds = (self.bounds.of(place, side) for side in SIDES)
        return f"{self.graph.nodes[place].name} = {interval(*bounds)}"

    def _reserve(self) -> str:
        """That in some negamax graphs the test may find too little."""
        both = met_by_both(self.graph)
        if not both:
            return ""
        return (
            f" As either player can be to move at {some(self.graph, both)}, the test is sound here but not complete: a "
            "bound that it does not call final may be final all the same."
        )

    def _ids_missed(self, side: Side) -> list[str]:
        places = sorted(place for place, missed_side in self.missed if missed_side == side)
        return [self.graph.nodes[place].id for place in places]


ALGORITHM = Algorithm(
    name="exact-finality",
    title="Final bounds, exactly",
    source="our own, after Loops, Dealing with loops in game trees, Part 2",
    summary=(
        "A bound is final if it is the same with every open node at its worst for Max and at its best. Two runs decide "
        "that for all nodes; where the rule of the source sees less, the steps say why."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    rank=24,
)
