"""Expansion of a partly known game, node by node, until the root's bounds are final (Loops, Part 2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from math import isinf

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import bound_of, counter
from explorer.expansion.bound_game import Bound
from explorer.expansion.candidates import Candidate, Outline, candidates, effect_caption, names_with_arrows
from explorer.expansion.checked_rules import CheckedRules
from explorer.expansion.finalities import LOWER, UPPER
from explorer.expansion.graph_rules import rules_of
from explorer.expansion.partial import ChangedBound, Expansion, PartialGraph, Test
from explorer.expansion.strategies import STRATEGIES, Choice
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.model.words import plural
from explorer.trace import Activity, Finality, Result, Step, Steps
from explorer.trace.caption import Caption, Named, Quantity, Value, Words, bare, caption, listing, named
from explorer.trace.options import choice, endless_worth, name_list, whole_number

PSEUDOCODE = (
    "begin with the root alone, open: its bounds are −∞ and ∞ (or the ends of the range), not final",
    "while the root's bounds are not final and an open node can change them:",
    "    q := one of these candidates, as the strategy chooses",
    "    expand q: its score if the game is over there, else its moves, to known nodes and to new open ones",
    "    lower bounds rise and upper bounds fall, as far as the new information reaches",
    "    a bound that was not final is tested again if what it depended on has changed",
    "the root's bounds are final, whatever the open nodes turn out to be",
)
START, WHILE, EXPAND, BOUNDS, FINALITY, END = 1, 2, 4, 5, 6, 7

MOST, DEFAULT_MOST = 20_000, 1_000

_LISTED = 8  # names in a list
_SETTLED = 4  # nodes whose bounds are said to be final


def steps(
    graph: GameGraph,
    *,
    strategy: str = "smallest",
    finality: Test = "rule",
    seed: int = 1,
    most: int = DEFAULT_MOST,
    first: tuple[str, ...] = (),
    endless: Score = 0,
) -> Steps:
    """Yield a step for the root alone, one for each expansion, and one for the end.

    Parameters
    ----------
    graph : made by rules, which are then followed from the root on, or drawn: then an expansion shows the drawing.
    strategy : a name in `explorer.expansion.strategies.STRATEGIES`.
    finality : "rule" for the source's test, "exact" for the exact one.
    seed : of the strategy that draws at random.
    most : most expansions.
    first : ids of the nodes that are expanded first, chosen by hand; candidates or not.
    endless : the value of endless play, which counts only where the game has a range of scores.

    Raises
    ------
    GraphError
        If a node of `first` is not open when its turn comes.

    Returns
    -------
    `expanded` (ids in order), `open` (ids in order of discovery), `lower` and `upper` (of the root), `final`,
    `final_lower` and `final_upper` (whether they are).
    """
    run = _Run(_root_of(graph, finality, endless), strategy, seed, first)
    run.choose_next_node()
    yield run.first_step()
    while (id := run.next_id) is not None and (run.by_hand or len(run.known.expanded) < most):
        expansion = run.known.expand(id)
        run.choose_next_node()
        yield run.step(expansion)
    yield run.last_step()
    return run.result()


def root_alone(graph: GameGraph) -> GameGraph:
    """Return the graph of the root alone, as an open node, for the first step."""
    known = _root_of(graph).graph()
    return known.replace(name=graph.name, description=graph.description, rules=graph.rules)


def _root_of(graph: GameGraph, finality: Test = "rule", endless: Score = 0) -> PartialGraph:
    """Return the root of a graph alone, open, with the graph's own range of scores."""
    checked = CheckedRules(rules_of(graph))
    checked.score_range = graph.score_range
    return PartialGraph(checked.rules, finality=finality, endless=endless, checked_rules=checked)


class _Run:
    """The known part of the game, the candidates, and the notes on them."""

    def __init__(self, known: PartialGraph, strategy: str, seed: int, first: tuple[str, ...]) -> None:
        self.known = known
        self.by_hand = deque(first)
        self.chosen: Choice | None = None  # by the strategy
        self._choose = STRATEGIES[strategy].make(seed)
        self._candidates: list[Candidate] = []
        self._noted: dict[str, Outline] = {}  # the content of the notes, by node

    def choose_next_node(self) -> None:
        """Find the candidates for expansion, and choose the node to expand next."""
        if self.by_hand and self.known.expanded[-1:] == [self.by_hand[0]]:
            self.by_hand.popleft()  # it was expanded just now
        self._candidates = candidates(self.known)
        is_free = self._candidates and not self.by_hand
        self.chosen = self._choose(self.known, self._candidates) if is_free else None

    @property
    def next_id(self) -> str | None:
        """The id of the node to expand next; None if nothing is left to expand."""
        if self.by_hand:
            return self.by_hand[0]
        return self.chosen.candidate.node.id if self.chosen is not None else None

    def first_step(self) -> Step:
        root = self.known.root
        bounds = self.known.bounds_of(root.id)
        known = "nothing is known of it" if isinf(bounds[0]) else "nothing but the range of scores is known of it"
        ends = (bound_of(root, side, bounds[side]) for side in (LOWER, UPPER))
        words = caption(
            named(root), f", the root, is open: {known}, so its bounds are ", listing(ends, 2, " and "), "."
        )
        return Step(
            listing((words, *self._next_expansion_words()), 2, " "),
            START,
            bounds={root.id: self.known.bounds_of(root.id)},
            finality={root.id: Finality.TENTATIVE},
            focus=root.id,
            counters=self._counters(),
            notes=self._changed_notes(),
        )

    def step(self, expansion: Expansion) -> Step:
        new = [node.id for node in expansion.growth.nodes[1:]]
        moved = dict.fromkeys(news.id for news in expansion.changed_bounds)
        settled = dict.fromkeys(id for id, _ in expansion.final_bounds)
        done = {expansion.node.id: Activity.EVALUATED} if expansion.node.score is not None else {}
        return Step(
            listing((self._expansion_words(expansion), *self._next_expansion_words()), 2, " "),
            FINALITY
            if settled.keys() - {expansion.node.id}
            else BOUNDS
            if moved.keys() - {expansion.node.id}
            else EXPAND,
            bounds={id: self.known.bounds_of(id) for id in dict.fromkeys([*new, *moved])},
            finality=dict.fromkeys(new, Finality.TENTATIVE) | {id: self.known.finality_of(id) for id in settled},
            activity=dict.fromkeys(moved, Activity.CHANGED) | done,
            focus=expansion.node.id,
            counters=self._counters(),
            notes=self._changed_notes(),
            growth=expansion.growth,
        )

    def last_step(self) -> Step:
        known = self.known
        return Step(
            self._final_root_words() if known.is_settled else self._early_end_words(),
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

    def _next_expansion_words(self) -> list[Caption]:
        """Return the sentence on the node to expand next, and the reason, if there is one."""
        if self.by_hand:
            return [caption("Next is ", Named(self.by_hand[0], self.by_hand[0]), ", chosen by hand.")]
        if self.chosen is None:
            return []
        candidate = self.chosen.candidate
        why: Words = "the only candidate" if len(self._candidates) == 1 else self.chosen.why
        effect = effect_caption(self.known, candidate)
        return [caption("Next is ", named(candidate.node), ", ", why, "; it ", effect, ".")]

    def _counters(self) -> dict[str, int]:
        known = self.known
        return {"expansions": len(known.expanded), "open": known.open_count, "candidates": len(self._candidates)}

    def _changed_notes(self) -> dict[str, str]:
        """Return the notes on candidates that changed since the last call, by node id."""
        outlines = {candidate.node.id: candidate.outline for candidate in self._candidates}
        changed = {
            candidate.node.id: str(effect_caption(self.known, candidate))
            for candidate in self._candidates
            if self._noted.get(candidate.node.id) != outlines[candidate.node.id]
        }
        gone = dict.fromkeys((id for id in self._noted if id not in outlines), "")
        self._noted = outlines
        return changed | gone

    # ---- words

    def _expansion_words(self, expansion: Expansion) -> Caption:
        """Return the caption of an expansion: the new nodes, the bounds that moved, and those now final."""
        final = self._newly_final_words(expansion)
        return caption(
            self._expanded_node_words(expansion),
            ": ",
            self._moved_bounds_words(expansion),
            "; " if final else "",
            final or "",
            ".",
        )

    def _final_root_words(self) -> Caption:
        """Return the sentence on a final root, with the nodes that were not needed for it."""
        opens = self.known.open_nodes
        rest = caption(", whatever the open nodes (", _names(opens), ") turn out to be")
        whole = rest if opens else ": everything is known"
        return caption(
            "Settled after ", self._expansion_count_words(), ": ", self._root_bounds(), ", final", whole, "."
        )

    def _early_end_words(self) -> Caption:
        """Return the reason why the run ends although the root is not final."""
        where = caption(self._root_bounds(), " after ", self._expansion_count_words(), ", not shown to be final")
        if self.next_id is not None:
            return caption("Stopped at the limit: ", where, ". Raise the limit to continue.")
        opens = _names(self.known.open_nodes)
        return caption("Nothing more can be expanded: ", where, ". Open in the drawn graph: ", opens, ".")

    def _expanded_node_words(self, expansion: Expansion) -> Caption:
        node = expansion.node
        if node.kind is Kind.LEAF:
            whose = " for the player to move" if self.known.convention is Convention.NEGAMAX else ""
            return caption(
                named(node), " is a leaf with the score ", Value(node.score or 0, Quantity.LEAF, node.id), whose
            )
        new = {new.id for new in expansion.growth.nodes[1:]}
        targets = [target for _, target in expansion.growth.moves]
        old = [self._node(target) for target in targets if target not in new]
        back = caption(" (known before: ", _names(old), ")") if old else ""
        return caption(named(node), " is expanded into ", _names(map(self._node, targets)), back)

    def _moved_bounds_words(self, expansion: Expansion) -> Caption:
        """Return the words on the bounds that an expansion moved, and on how far up the graph it did."""
        root = self.known.root.id
        moved = [news for news in expansion.changed_bounds if news.id == root]
        route = list(dict.fromkeys(news.id for news in expansion.route))
        if expansion.node.id == root:
            return self._current_bounds_words(moved) if moved else caption("its bounds do not change yet")
        own = [news for news in expansion.changed_bounds if news.id == expansion.node.id]
        first = [] if expansion.node.kind is Kind.LEAF else [self._change_words(news) for news in own]
        if not expansion.route or len(route) == 1:
            return listing(
                [*first, caption("nothing above ", named(expansion.node), " changes")], len(first) + 1, between="; "
            )
        way = caption("the new information reaches ", names_with_arrows([self._node(id) for id in route]))
        reached = listing([*first, way], len(first) + 1, between="; ")
        if moved:
            return caption(reached, ": ", self._current_bounds_words(moved))
        nodes = [named(self._node(id)) for id in route]
        others = listing(nodes[:-1], len(nodes))
        only = caption("the new information changes bounds only at ", others, " and ", nodes[-1])
        return listing(
            [*first, caption(only, ": ", self._change_words(expansion.route[-1]))], len(first) + 1, between="; "
        )

    def _current_bounds_words(self, moved: Sequence[ChangedBound]) -> Caption:
        """Return the root's bounds that moved, as they are now."""
        if len(moved) == 2:
            low, high = (self._value(news) for news in sorted(moved, key=lambda news: news.bound))
            return caption("the bounds of the root are now ", low, " and ", high)
        return caption(f"the {moved[0].bound} bound of the root is now ", self._value(moved[0]))

    def _change_words(self, news: ChangedBound) -> Caption:
        verb = "rises" if news.bound == "lower" else "falls"
        name = named(self._node(news.id))
        return caption(f"the {news.bound} bound of ", name, f" {verb} to ", self._value(news))

    def _value(self, news: ChangedBound) -> Value:
        return bound_of(self._node(news.id), int(news.bound == "upper"), news.value)

    def _newly_final_words(self, expansion: Expansion) -> Caption | None:
        """Return the sentence on bounds that became final, the root's first; None if there is none but leaves'."""
        root = self.known.root.id
        settled: dict[str, list[Bound]] = {}
        for id, bound in expansion.final_bounds:
            settled.setdefault(id, []).append(bound)
        if expansion.node.kind is Kind.LEAF and expansion.node.id != root:
            settled.pop(expansion.node.id, None)
        ids = sorted(settled, key=lambda id: id != root)
        words = [
            caption(
                "both bounds of " if len(settled[id]) == 2 else f"the {settled[id][0]} bound of ", named(self._node(id))
            )
            for id in ids[:_SETTLED]
        ]
        rest = len(ids) - _SETTLED
        more = f" and bounds of {rest:,} more {plural(rest, 'node')}" if rest > 0 else ""
        return caption("final now: ", listing(words, _SETTLED), more) if words else None

    def _root_bounds(self) -> Caption:
        root = self.known.root
        lower, upper = (bound_of(root, side, bound) for side, bound in enumerate(self.known.bounds_of(root.id)))
        return caption("the bounds of the root are ", lower, " and ", upper)

    def _expansion_count_words(self) -> Caption:
        return counter("expansions", len(self.known.expanded), "expansion")

    def _node(self, id: str) -> Node:
        return self.known.nodes[self.known.index(id)]


def _names(nodes: Iterable[Node]) -> Caption:
    return listing(map(bare, nodes), _LISTED)


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
    begin=root_alone,
    notes_title="Candidates",
    rank=26,
    group=Group.BOUNDS,
)
