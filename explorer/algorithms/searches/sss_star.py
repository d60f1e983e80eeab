"""SSS*: best-first search of a tree (Stockman, 1979)."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from explorer.algorithms.algorithm import Algorithm
from explorer.algorithms.searches.left_to_right import Dropped, Tree
from explorer.algorithms.searches.minimal_tree import LeafCounts, leaf_counts, shared_node
from explorer.algorithms.searches.ordering import Ordering, order_options
from explorer.algorithms.searches.search_steps import StepMaker, leaves_read
from explorer.model.check import Problem, Severity
from explorer.model.errors import brief
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, format_score
from explorer.trace import Activity, Finality, Path, Result, Step, Steps
from explorer.trace.options import endless_worth

PSEUDOCODE = (
    "OPEN := [(root, live, ∞)]",
    "repeat:  take the state (p, status, h) with the largest h from OPEN, of several the leftmost in the tree",
    "    if p is the root and solved:  its score is h",
    "    if p is live and a leaf:  put (p, solved, the smaller of h and its score) into OPEN",
    "    if p is live and Max moves:  put (q, live, h) into OPEN for every move p → q",
    "    if p is live and Min moves:  put (q, live, h) into OPEN for the first move p → q",
    "    if p is solved and Max has moved to it from r:  put (r, solved, h) into OPEN; drop all below r from OPEN",
    "    if p is solved and Min has moved to it from r:",
    "        if r has a further move r → q:  put (q, live, h) into OPEN   else:  put (r, solved, h) into OPEN",
)
TAKE, DONE, LEAF, ALL, FIRST, SOLVED, NEXT, LAST = 2, 3, 4, 5, 6, 7, 9, 9


def steps(graph: GameGraph, *, order: str = "drawn", seed: int = 1, endless: Score = 0) -> Steps:
    """Steps of SSS* from the root of a tree.

    A merit h is from the view of Max, or in a negamax graph of the player to move at the root: it is the most that
    this player can still hope for with the plays that the state stands for.

    Parameters
    ----------
    order, seed, endless : as alpha-beta has them; only open nodes are worth `endless` in a tree.

    Returns
    -------
    `value`, `visits` (states taken from OPEN), `leaves`, `cutoffs` (how often nodes were cut off),
    `principal_variation`, `minimax_leaves`, `minimal_leaves`.
    """
    return (yield from SssStar(graph, endless, Ordering(graph, order, seed, endless)).run())


def only_trees(graph: GameGraph) -> Problem | None:
    """Why SSS* cannot run: a node that several moves lead to."""
    place = shared_node(graph)
    if place is None:
        return None
    node = graph.nodes[place]
    ways = "a move leads back to the root" if node.id == graph.root else "several moves lead to"
    return Problem(Severity.ERROR, f"SSS* needs a tree, but {ways} {brief(node.name)}; unwind the graph first", node.id)


@dataclass(frozen=True, slots=True)
class State:
    """A state of OPEN.

    Attributes
    ----------
    place : the node.
    merit : the most that the root's player can still hope for.
    is_solved : whether everything that is needed below is read.
    leaf : the leaf that the merit is from, or None.
    """

    place: int
    merit: Score
    is_solved: bool = False
    leaf: int | None = None


class SssStar(StepMaker):
    """The list OPEN, and what is done with the states taken from it."""

    counters = ("visits", "leaves", "cutoffs", "depth", "open")
    has_windows = False

    def __init__(self, graph: GameGraph, endless: Score, order: Ordering) -> None:
        super().__init__(graph)
        self.endless = endless
        self.tree = Tree(graph, order)
        self.leaf_counts: LeafCounts | None = leaf_counts(graph, endless)
        self.dropped = Dropped()
        self._paths: dict[int, Path] = {}
        self._open: list[tuple[Score, int, bool, State]] = []

    def run(self) -> Steps:
        """The steps of the whole search; returns its result."""
        root = self.graph.root_place
        self._put(State(root, math.inf))
        yield self.step(root, f"OPEN begins with the root, {self.name(root)}, live, with h = ∞.", 1, trail=None)
        while True:
            state = self._best()
            if state.place == root and state.is_solved:
                yield self._done(state)
                return self._result(state)
            yield from self._solved(state) if state.is_solved else self._live(state)

    # ---- OPEN

    def _put(self, *states: State) -> None:
        for state in states:
            heappush(self._open, (0 - state.merit, self.tree.first[state.place], state.is_solved, state))
        self.counts["open"] += len(states)

    def _best(self) -> State:
        while True:
            *_, state = heappop(self._open)
            self.counts["open"] -= 1
            if self.tree.first[state.place] not in self.dropped:
                self.counts["visits"] += 1
                self.shading.visit(state.place)
                return state

    # ---- what is done with a state

    def _live(self, state: State) -> Generator[Step, None, None]:
        place, moves = state.place, self.tree.moves[state.place]
        taken = f"{self.name(place)} is live, with h = {format_score(state.merit)}"
        if not moves:
            yield from self._read(state, taken)
        elif self._is_max(place):
            self._put(*(replace(state, place=other) for other in moves))
            yield self._step(
                state, f"{taken}, and its player wants much: put {self.names(moves)} into OPEN, live.", ALL
            )
        else:
            self._put(replace(state, place=moves[0]))
            first = f"put its first move, {self.name(moves[0])}, into OPEN, live"
            yield self._step(state, f"{taken}, and its player wants little: {first}.", FIRST)

    def _read(self, state: State, taken: str) -> Generator[Step, None, None]:
        place = state.place
        self.counts["leaves"] += 1
        score = self.graph.nodes[place].score
        value = self.endless if score is None else score if self.tree.side[place] > 0 else 0 - score
        is_new = state.leaf is None or value < state.merit
        solved = State(place, min(state.merit, value), True, place if is_new else state.leaf)
        self._put(solved)
        kind = "an open node, which counts as endless play" if self.graph.nodes[place].kind is Kind.OPEN else "a leaf"
        words = f"{taken}: {kind}, worth {format_score(value)}; it is solved with h = {format_score(solved.merit)}"
        final = Finality.TENTATIVE if score is None else Finality.FINAL
        own = value if self.tree.side[place] > 0 else 0 - value
        yield self._step(state, f"{words}.", LEAF, shown=(own, final), activity={place: Activity.EVALUATED})

    def _solved(self, state: State) -> Generator[Step, None, None]:
        place, above = state.place, self.tree.parent[state.place]
        taken = f"{self.name(place)} is solved, with h = {format_score(state.merit)}"
        moves, number = self.tree.moves[above], self.tree.number[place]
        if self._is_max(above):
            self._put(replace(state, place=above))
            fresh = self.dropped.add(self.tree.first[above] + 1, self.tree.last[above])
            self.counts["cutoffs"] += bool(self.shading.cut(self.tree.nodes[number] for number in fresh))
            words = f"no other move of {self.name(above)} can be worth more: it is solved, and all below it leave OPEN"
            yield self._step(state, f"{taken}; {words}.", SOLVED)
        elif number + 1 < len(moves):
            following = moves[number + 1]
            self._put(State(following, state.merit, False, state.leaf))
            words = f"the next move of {self.name(above)} may be worth less: put {self.name(following)} into OPEN, live"
            yield self._step(state, f"{taken}; {words}.", NEXT)
        else:
            self._put(replace(state, place=above))
            yield self._step(
                state, f"{taken}; that was the last move of {self.name(above)}, which is solved too.", LAST
            )

    def _is_max(self, place: int) -> bool:
        """Whether the player to move wants what the root's scores call much."""
        return self.graph.orientation[place] * self.tree.side[place] > 0

    # ---- steps and result

    def _step(
        self,
        state: State,
        caption: str,
        line: int,
        *,
        shown: tuple[Score | None, Finality] | None = None,
        activity: dict[int, Activity] | None = None,
    ) -> Step:
        place = state.place
        trail = self._trail(place)
        self.trails = [trail.before] if trail.before is not None else []
        own = state.merit if self.tree.side[place] > 0 else 0 - state.merit
        merit = (own, Finality.TENTATIVE) if self.tree.moves[place] else None
        note = f"{'solved' if state.is_solved else 'live'}, h = {format_score(state.merit)}"
        return self.step(place, caption, line, trail=trail, shown=shown or merit, activity=activity, note=note)

    def _trail(self, place: int) -> Path:
        """The path to a node; those to the nodes above are known, because their states came first."""
        if place not in self._paths:
            id = self.graph.nodes[place].id
            above = self.tree.parent.get(place)
            self._paths[place] = Path(id) if above is None else self._paths[above].then(id)
        return self._paths[place]

    def _done(self, state: State) -> Step:
        self.trails = []
        root, counts = self.graph.root_place, self.leaf_counts
        read = leaves_read(self.counts["leaves"], counts, counts.minimal if counts else None)
        return self.step(
            root,
            f"The score of the root, {self.name(root)}, is {format_score(state.merit)}: {read}.",
            DONE,
            trail=None,
            shown=(state.merit, Finality.TENTATIVE if self._has_open else Finality.FINAL),
        )

    @property
    def _has_open(self) -> bool:
        return any(self.graph.nodes[place].kind is Kind.OPEN for place in self.tree.first)

    def _result(self, state: State) -> Result:
        line = [self.graph.root_place if state.leaf is None else state.leaf]
        while line[-1] in self.tree.parent:
            line.append(self.tree.parent[line[-1]])
        counts = self.leaf_counts
        return {
            "value": state.merit,
            **{name: self.counts[name] for name in ("visits", "leaves", "cutoffs")},
            "principal_variation": [self.graph.nodes[place].id for place in reversed(line)],
            **({"minimax_leaves": counts.all, "minimal_leaves": counts.minimal} if counts else {}),
        }


ALGORITHM = Algorithm(
    name="sss-star",
    title="SSS*",
    source="Stockman, A minimax algorithm better than alpha-beta?, 1979",
    summary=(
        "Best-first search of a tree: always goes on where Max can still hope for most. It never reads a leaf that "
        "alpha-beta with the same order does not read, but must keep many nodes in mind."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(*order_options(learns=False), endless_worth()),
    obstacle=only_trees,
    rank=44,
)
