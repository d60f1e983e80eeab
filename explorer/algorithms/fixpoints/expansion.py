"""Expansion of a partly known game until the root's bounds are final, one open node at a time (Loops, Part 2)."""

from __future__ import annotations

from collections import deque

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.fixpoints.expansion_captions import (
    by_hand_caption,
    cut_short,
    expansion_caption,
    first_caption,
    next_caption,
    settled_caption,
)
from explorer.expansion.candidates import Candidate, Outline, candidates, effect_caption
from explorer.expansion.graph_rules import rules_of
from explorer.expansion.partial import Expansion, PartialGraph, Test
from explorer.expansion.strategies import STRATEGIES, Choice
from explorer.model.graph import GameGraph
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY
from explorer.trace import Activity, Bounds, Finality, Result, Step, Steps
from explorer.trace.caption import Caption, listing
from explorer.trace.options import choice, endless_worth, name_list, whole_number

PSEUDOCODE = (
    "begin with the root alone, open: its bounds are −∞ and ∞, not final",
    "while the root's bounds are not final and an open node can change them:",
    "    q := one of these candidates, as the strategy chooses",
    "    expand q: its score if the game is over there, else its moves, to known nodes and to new open ones",
    "    lower bounds rise and upper bounds fall, as far as the new information reaches",
    "    a bound that was not final is tested again if what it depended on has changed",
    "the root's bounds are final, whatever the open nodes turn out to be",
)
START, WHILE, EXPAND, BOUNDS, FINALITY, END = 1, 2, 4, 5, 6, 7

MOST, DEFAULT_MOST = 20_000, 1_000


def steps(
    graph: GameGraph,
    *,
    strategy: str = "smallest",
    finality: Test = "rule",
    seed: int = 1,
    most: int = DEFAULT_MOST,
    first: tuple[str, ...] = (),
) -> Steps:
    """A step for the root alone, one for each expansion, and one for the end.

    Parameters
    ----------
    graph : made by rules, which are then followed from the root on, or drawn: then an expansion shows what is drawn.
    strategy : a name in `explorer.expansion.strategies.STRATEGIES`.
    finality : "rule" for the source's test, "exact" for the exact one.
    seed : of the strategy that draws at random.
    most : most expansions.
    first : ids of the nodes that are expanded first, chosen by hand; candidates or not.

    Raises
    ------
    GraphError
        If a node of `first` is not open when its turn comes.

    Returns
    -------
    `expanded` (ids in order), `open` (ids in order of discovery), `lower` and `upper` (of the root), `final`,
    `final_lower` and `final_upper` (whether they are).
    """
    run = _Run(PartialGraph(rules_of(graph), finality=finality), strategy, seed, first)
    run.choose()
    yield run.first_step()
    while (id := run.next_id) is not None and (run.by_hand or len(run.known.expanded) < most):
        told = run.known.expand(id)
        run.choose()
        yield run.step(told)
    yield run.last_step()
    return run.result()


def beginning(graph: GameGraph) -> GameGraph:
    """The root alone, open: what the picture begins with."""
    known = PartialGraph(rules_of(graph)).graph()
    return known.replace(name=graph.name, description=graph.description, rules=graph.rules)


class _Run:
    """What is known, the candidates, and the notes on them."""

    def __init__(self, known: PartialGraph, strategy: str, seed: int, first: tuple[str, ...]) -> None:
        self.known = known
        self.by_hand = deque(first)
        self.chosen: Choice | None = None  # by the strategy
        self._choose = STRATEGIES[strategy].make(seed)
        self._candidates: list[Candidate] = []
        self._noted: dict[str, Outline] = {}  # what the notes say, by node

    def choose(self) -> None:
        """Find the candidates, and the node that is expanded next."""
        if self.by_hand and self.known.expanded[-1:] == [self.by_hand[0]]:
            self.by_hand.popleft()  # it was expanded just now
        self._candidates = candidates(self.known)
        is_free = self._candidates and not self.by_hand
        self.chosen = self._choose(self.known, self._candidates) if is_free else None

    @property
    def next_id(self) -> str | None:
        """The node that is expanded next; None if nothing is left to expand."""
        if self.by_hand:
            return self.by_hand[0]
        return self.chosen.candidate.node.id if self.chosen is not None else None

    def first_step(self) -> Step:
        root = self.known.root
        return Step(
            listing((first_caption(root), *self._next()), 2, " "),
            START,
            bounds={root.id: self.known.bounds_of(root.id)},
            finality={root.id: Finality.TENTATIVE},
            focus=root.id,
            counters=self._counters(),
            notes=self._take_notes(),
        )

    def step(self, told: Expansion) -> Step:
        new = [node.id for node in told.growth.nodes[1:]]
        fresh: Bounds = (NEGATIVE_INFINITY, POSITIVE_INFINITY)
        moved = dict.fromkeys(news.id for news in told.moved)
        settled = dict.fromkeys(id for id, _ in told.settled)
        done = {told.node.id: Activity.EVALUATED} if told.node.score is not None else {}
        return Step(
            listing((expansion_caption(self.known, told), *self._next()), 2, " "),
            FINALITY if settled.keys() - {told.node.id} else BOUNDS if moved.keys() - {told.node.id} else EXPAND,
            bounds=dict.fromkeys(new, fresh) | {id: self.known.bounds_of(id) for id in moved},
            finality=dict.fromkeys(new, Finality.TENTATIVE) | {id: self.known.finality_of(id) for id in settled},
            activity=dict.fromkeys(moved, Activity.CHANGED) | done,
            focus=told.node.id,
            counters=self._counters(),
            notes=self._take_notes(),
            growth=told.growth,
        )

    def last_step(self) -> Step:
        known = self.known
        return Step(
            settled_caption(known) if known.is_settled else cut_short(known, is_stuck=self.next_id is None),
            END if known.is_settled else WHILE,
            focus=known.root.id,
            counters=self._counters(),
        )

    def result(self) -> Result:
        known, root = self.known, self.known.root.id
        lower, upper = known.bounds_of(root)
        return {
            "expanded": list(known.expanded),
            "open": [node.id for node in known.open_nodes],
            "lower": lower,
            "upper": upper,
            "final": known.is_settled,
            "final_lower": known.is_final(root, "lower"),
            "final_upper": known.is_final(root, "upper"),
        }

    def _next(self) -> list[Caption]:
        if self.by_hand:
            return [by_hand_caption(self.by_hand[0])]
        if self.chosen is None:
            return []
        return [next_caption(self.chosen, effect_caption(self.known, self.chosen.candidate), len(self._candidates))]

    def _counters(self) -> dict[str, int]:
        known = self.known
        return {"expansions": len(known.expanded), "open": known.open_count, "candidates": len(self._candidates)}

    def _take_notes(self) -> dict[str, str]:
        """The notes that changed since they were taken last."""
        outlines = {candidate.node.id: candidate.outline for candidate in self._candidates}
        changed = {
            candidate.node.id: str(effect_caption(self.known, candidate))
            for candidate in self._candidates
            if self._noted.get(candidate.node.id) != outlines[candidate.node.id]
        }
        gone = dict.fromkeys((id for id in self._noted if id not in outlines), "")
        self._noted = outlines
        return changed | gone


ALGORITHM = Algorithm(
    name="expansion",
    title="Expansion until the bounds of the root are final",
    source="Loops, Part 2: expanding a partial graph; exact finality is our own",
    summary=(
        "Only the root is known at first. Open nodes that can still change its bounds are expanded one by one, until "
        "these are final: the same whatever the remaining open nodes turn out to be."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(
        choice(
            "strategy",
            "Expand next",
            {name: strategy.title for name, strategy in STRATEGIES.items()},
            "Which of the open nodes that can change the bounds of the root is expanded next.",
        ),
        choice(
            "finality",
            "A bound is final",
            {"rule": "by the source's rule", "exact": "if no open node can change it"},
            "The rule of the source never calls a bound final too early; the exact test may call it final earlier.",
        ),
        whole_number("seed", "Seed", 1, "For the strategy that draws at random.", minimum=0, maximum=2**31 - 1),
        whole_number(
            "most", "At most", DEFAULT_MOST, "The largest number of nodes that are expanded.", minimum=1, maximum=MOST
        ),
        name_list(
            "first", "By hand", "Open nodes that are expanded first, in this order; after them the strategy chooses."
        ),
        endless_worth(is_for_drawing=True),
    ),
    begin=beginning,
    notes_title="Candidates",
    rank=26,
    group=Group.BOUNDS,
)
