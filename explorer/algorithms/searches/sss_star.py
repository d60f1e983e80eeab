"""SSS*: best-first search of a tree (Stockman, 1979)."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from explorer.algorithms.acyclic import cycle
from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import COUNTED, score_of
from explorer.algorithms.searches.calls import NodeScore
from explorer.algorithms.searches.minimal_tree import LeafCounts, leaf_counts, shared_node
from explorer.algorithms.searches.ordering import Ordering, order_options
from explorer.algorithms.searches.search_steps import StepMaker, leaves_read
from explorer.algorithms.searches.windows import reaches_open
from explorer.model.check import Problem, Severity
from explorer.model.errors import brief
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score, format_score
from explorer.trace import Activity, Finality, Notes, Path, Relation, Result, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, Words, caption
from explorer.trace.options import endless_worth

PSEUDOCODE = (
    "OPEN := [(root, live, ∞)]    (or instead of ∞ the largest score there can be)",
    "repeat:  take the state (p, status, h) with the largest h from OPEN, of several the leftmost in the tree",
    "    if p is the root and solved:  its score is h",
    "    if p is live and a leaf:  put (p, solved, the smaller of h and its score) into OPEN",
    "    if p is live and Max moves:  put (q, live, h) into OPEN for every move p → q",
    "    if p is live and Min moves:  put (q, live, h) into OPEN for the first move p → q",
    "    if p is solved and Max has moved to it from r:  put (r, solved, h) into OPEN; remove all below r from OPEN",
    "    if p is solved and Min has moved to it from r:",
    "        if r has a further move r → q:  put (q, live, h) into OPEN   else:  put (r, solved, h) into OPEN",
)
TAKE, DONE, LEAF, ALL, FIRST, SOLVED, NEXT, LAST = 2, 3, 4, 5, 6, 7, 9, 9


def steps(graph: GameGraph, *, order: str = "drawn", seed: int = 1, endless: Score = 0) -> Steps:
    """Yield the steps of SSS* from the root of a tree.

    A merit h is in the view of Max, or in a negamax graph of the player to move at the root: an upper bound of the
    score that this player can get with the plays that the state stands for.

    Parameters
    ----------
    order, seed, endless : as alpha-beta has them; only open nodes are worth `endless` in a tree.

    Returns
    -------
    `value`, `visits` (states taken from OPEN), `leaves`, `cutoffs` (the number of times that nodes were skipped),
    `principal_variation`, `minimax_leaves`, `minimal_leaves`.
    """
    return (yield from SssStar(graph, endless, Ordering(graph, order, seed, endless)).run())


def only_trees(graph: GameGraph) -> Problem | None:
    """Return why SSS* cannot run: a node that several moves lead to."""
    index = shared_node(graph)
    if index is None:
        return None
    node = graph.nodes[index]
    ways = "a move leads back to the root" if node.id == graph.root else "several moves lead to"
    words = f"SSS* needs a tree, but {ways} {brief(node.name)}; unwind the graph first"
    around = tuple(graph.ids[each] for each in cycle(graph))
    return Problem(Severity.ERROR, words, node.id, cycle=around)


@dataclass(frozen=True, slots=True)
class OpenState:
    """An entry of the list OPEN: a node, live or solved, with its merit.

    Attributes
    ----------
    index : the node.
    merit : an upper bound of the score that the root's player can get.
    is_solved : whether all leaves needed below it are read.
    leaf : the leaf that the merit is from, or None.
    """

    index: int
    merit: Score
    is_solved: bool = False
    leaf: int | None = None


class OrderedTree:
    """The nodes below the root from left to right, each before those below it.

    Attributes
    ----------
    moves : of every node, in the order to try.
    parent, number : of every node but the root, the node above it and its number among the moves there.
    first : the number of nodes left of or above each.
    side : 1 where scores are seen as at the root, -1 where they are negated.
    """

    def __init__(self, graph: GameGraph, order: Ordering) -> None:
        root = graph.root_index
        self.moves: dict[int, Sequence[int]] = {}
        self.parent: dict[int, int] = {}
        self.number: dict[int, int] = {}
        self.side, depth = {root: 1}, {root: 0}
        self.first: dict[int, int] = {}
        self._dropped: set[int] = set()
        waiting = [root]
        while waiting:
            index = waiting.pop()
            self.first[index] = len(self.first)
            self.moves[index] = order.moves(index, depth[index]) if graph.successors[index] else ()
            for number, other in enumerate(self.moves[index]):
                self.parent[other], self.number[other] = index, number
                self.side[other], depth[other] = graph.sign * self.side[index], depth[index] + 1
            waiting.extend(reversed(self.moves[index]))

    def drop_below(self, index: int) -> list[int]:
        """Drop all nodes below a node, and return those that were not dropped before, from left to right."""
        fresh: list[int] = []
        waiting = [*self.moves[index]]
        while waiting:
            below = waiting.pop()
            if below not in self._dropped:  # else all nodes below it are, too
                self._dropped.add(below)
                fresh.append(below)
                waiting += self.moves[below]
        return sorted(fresh, key=self.first.__getitem__)


class SssStar(StepMaker):
    """The list OPEN, and the steps for the states taken from it."""

    counters = ("visits", "leaves", "cutoffs", "depth", "open")
    has_windows = False

    def __init__(self, graph: GameGraph, endless: Score, order: Ordering) -> None:
        super().__init__(graph)
        self.endless = endless
        self.has_open = reaches_open(graph)
        self.tree = OrderedTree(graph, order)
        self.leaf_counts: LeafCounts | None = leaf_counts(graph, endless, graph.score_range)
        self._paths: dict[int, Path] = {}
        self._open: list[tuple[Score, int, bool, OpenState]] = []
        self._waiting: set[int] = set()  # nodes that have a state in OPEN
        self._noted: dict[str, str] = {}  # the notes of the next step

    def run(self) -> Steps:
        """Yield the steps of the whole search, and return its result."""
        root = self.graph.root_index
        begin = OpenState(root, self.graph.hull(self.endless)[1])
        self._put_into_open(begin)
        begins = caption(
            "OPEN begins with the root, ", self.name(root), ", live, with h = ", self._merit_value(begin), "."
        )
        yield self._with_notes(self.step(root, begins, 1, trail=None))
        while True:
            state = self._take_best()
            if state.index == root and state.is_solved:
                yield self._last_step(state)
                return self._result(state)
            yield from self._solved_steps(state) if state.is_solved else self._live_steps(state)

    # ---- OPEN

    def _put_into_open(self, *states: OpenState) -> None:
        """Put states into the list OPEN."""
        for state in states:
            heappush(self._open, (0 - state.merit, self.tree.first[state.index], state.is_solved, state))
            words = f"{'solved' if state.is_solved else 'live'}, h = {format_score(state.merit)}"
            self._noted[self.graph.ids[state.index]] = words
            self._waiting.add(state.index)
        self.counts["open"] = len(self._waiting)

    def _take_best(self) -> OpenState:
        """Take the state with the largest merit out of OPEN, and return it."""
        while True:
            *_, state = heappop(self._open)
            if state.index in self._waiting:
                self._waiting.remove(state.index)
                self.counts["open"] = len(self._waiting)
                self.counts["visits"] += 1
                self.shading.visit(state.index)
                return state

    # ---- the steps for a state

    def _live_steps(self, state: OpenState) -> Generator[Step, None, None]:
        index, moves = state.index, self.tree.moves[state.index]
        taken = caption(self.name(index), " is live, with h = ", self._merit_value(state))
        if not moves:
            yield from self._read_steps(state, taken)
        elif self._is_max(index):
            self._put_into_open(*(replace(state, index=other) for other in moves))
            words = caption(
                f", and {self._player_words(index)} moves there: put ", self.names(moves), " into OPEN, live."
            )
            yield self._step(state, caption(taken, words), ALL)
        else:
            self._put_into_open(replace(state, index=moves[0]))
            first = caption("put its first successor, ", self.name(moves[0]), ", into OPEN, live.")
            yield self._step(state, caption(taken, f", and {self._player_words(index)} moves there: ", first), FIRST)

    def _read_steps(self, state: OpenState, taken: Caption) -> Generator[Step, None, None]:
        index = state.index
        self.counts["leaves"] += 1
        score = self.graph.nodes[index].score
        value = self.endless if score is None else score if self.tree.side[index] > 0 else 0 - score
        is_new = state.leaf is None or value < state.merit
        solved = OpenState(index, min(state.merit, value), True, index if is_new else state.leaf)
        self._put_into_open(solved)
        kind = "an open node, which counts as endless play" if self.graph.nodes[index].kind is Kind.OPEN else "a leaf"
        quantity = Quantity.ENDLESS if score is None else Quantity.LEAF
        sign = 1 if score is None else self.tree.side[index]
        worth = Value(value, quantity, self.graph.ids[index], sign=sign)
        least = caption("min{", self._merit_value(state), ", ", worth, "} = ", self._merit_value(solved))
        words = caption(
            taken, f"; it is {kind} with score ", worth, f"{self._viewpoint_words()}, so it is solved with h = ", least
        )
        final = Finality.TENTATIVE if score is None else Finality.FINAL
        own = value if self.tree.side[index] > 0 else 0 - value
        yield self._step(
            state, caption(words, "."), LEAF, node_score=NodeScore(own, final), activity={index: Activity.EVALUATED}
        )

    def _solved_steps(self, state: OpenState) -> Generator[Step, None, None]:
        index, above = state.index, self.tree.parent[state.index]
        taken = caption(self.name(index), " is solved, with h = ", self._merit_value(state))
        moves, number = self.tree.moves[above], self.tree.number[index]
        if self._is_max(above):
            below = self.tree.drop_below(above)
            self.counts["cutoffs"] += bool(self.shading.cutoff(below))
            leaving = self._waiting.intersection(below)
            self._noted |= {self.graph.ids[node]: "" for node in below if node in leaving}
            self._waiting -= leaving
            self._put_into_open(replace(state, index=above))
            words = caption(
                *("; no other move of ", self.name(above), " can give more, so ", self.name(above)),
                " is solved with the same h, and all below it leave ",
            )
            yield self._step(state, caption(taken, words, "OPEN."), SOLVED)
        elif number + 1 < len(moves):
            following = moves[number + 1]
            self._put_into_open(OpenState(following, state.merit, False, state.leaf))
            words = caption("; the next move of ", self.name(above), " may give less: put ", self.name(following))
            yield self._step(state, caption(taken, words, " into OPEN, live."), NEXT)
        else:
            self._put_into_open(replace(state, index=above))
            words = caption("; this was the last move of ", self.name(above), ", which is therefore solved too.")
            yield self._step(state, caption(taken, words), LAST)

    def _is_max(self, index: int) -> bool:
        """Return whether the player to move takes the largest of the scores in the root's view."""
        return self.graph.orientation[index] * self.tree.side[index] > 0

    def _player_words(self, index: int) -> str:
        """Return the name of the player to move at a node."""
        if self.graph.convention is Convention.MINIMAX:
            return "Max" if self._is_max(index) else "Min"
        return "the player of the root" if self._is_max(index) else "the opponent of the root's player"

    def _viewpoint_words(self) -> str:
        """Return the words that say for whom scores count, "" outside negamax graphs."""
        return " for the player of the root" if self.graph.convention is Convention.NEGAMAX else ""

    def _merit_value(self, state: OpenState) -> Value:
        """Return a state's merit for a caption."""
        return Value(state.merit, Quantity.MERIT, self.graph.ids[state.index])

    # ---- steps and result

    def _step(
        self,
        state: OpenState,
        words: Words,
        line: int,
        *,
        node_score: NodeScore | None = None,
        activity: dict[int, Activity] | None = None,
    ) -> Step:
        """Return a step about a state, with its merit as a bound of the root."""
        index = state.index
        trail = self._path_to(index)
        self.trails = [trail.before] if trail.before is not None else []
        own = node_score or self._state_score(state)
        step = self._with_notes(self.step(index, words, line, trail=trail, node_score=own, activity=activity))
        return step if index == self.graph.root_index else self._with_root_bound(step, state.merit)

    def _with_notes(self, step: Step) -> Step:
        """Return the step with notes on the states that were put into OPEN or have left it unread."""
        notes, self._noted = self._noted, {}
        return replace(step, notes=Notes(notes))

    def _with_root_bound(self, step: Step, merit: Score) -> Step:
        """Return the step with a merit as the upper bound of the root's score."""
        if math.isinf(merit):  # it is no bound
            return step
        root, bound = self.graph.ids[self.graph.root_index], self._bounded_score(merit, Relation.AT_MOST)
        return replace(
            step,
            scores={**step.scores, root: merit},
            finality={**step.finality, root: bound.finality},
            relations={**step.relations, root: bound.relation},
        )

    def _state_score(self, state: OpenState) -> NodeScore | None:
        """Return the number to show at a state's node: a bound for a solved state, the merit for a live one."""
        if not self.tree.moves[state.index]:
            return None
        if not state.is_solved:
            return NodeScore(state.merit, Finality.UNKNOWN, Relation.MERIT)
        side = self.tree.side[state.index]
        return self._bounded_score(state.merit if side > 0 else 0 - state.merit, Relation.AT_LEAST.times(side))

    def _bounded_score(self, score: Score, relation: Relation) -> NodeScore:
        final = Finality.LOWER if relation is Relation.AT_LEAST else Finality.UPPER
        return NodeScore(score, Finality.TENTATIVE if self.has_open else final, relation)

    def _path_to(self, index: int) -> Path:
        """Return the path from the root to a node."""
        if index not in self._paths:
            id = self.graph.ids[index]
            above = self.tree.parent.get(index)
            self._paths[index] = Path(id) if above is None else self._paths[above].then(id)
        return self._paths[index]

    def _last_step(self, state: OpenState) -> Step:
        self.trails = []
        root, counts = self.graph.root_index, self.leaf_counts
        known = "" if self.graph.score_range is None else "the range of scores is known"
        read = leaves_read(self.counts["leaves"], counts, counts.minimal if counts else None, premise=known)
        return self.step(
            root,
            caption(
                "The score of the root, ",
                self.name(root),
                ", is ",
                score_of(self.graph.nodes[root], state.merit),
                *(COUNTED if self.has_open else "", ": "),
                read,
                ".",
            ),
            DONE,
            trail=None,
            node_score=NodeScore(state.merit, Finality.TENTATIVE if self.has_open else Finality.FINAL),
        )

    def _result(self, state: OpenState) -> Result:
        line = [self.graph.root_index if state.leaf is None else state.leaf]
        while line[-1] in self.tree.parent:
            line.append(self.tree.parent[line[-1]])
        counts = self.leaf_counts
        return {
            "value": state.merit,
            **{name: self.counts[name] for name in ("visits", "leaves", "cutoffs")},
            "principal_variation": [self.graph.ids[index] for index in reversed(line)],
            **({"minimax_leaves": counts.all, "minimal_leaves": counts.minimal} if counts else {}),
        }


ALGORITHM = Algorithm(
    name="sss-star",
    title="SSS*",
    source="Stockman, A minimax algorithm better than alpha-beta?, 1979",
    summary=(
        "Best-first search of a tree: it always continues where the upper bound h of what Max can get is largest. It "
        "never reads a leaf that alpha-beta with the same order does not read, but must keep many nodes in memory."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(*order_options(learns=False), endless_worth()),
    obstacle=only_trees,
    needs="needs a tree",
    instead="alpha-beta",
    takes_trees=True,
    rank=44,
    group=Group.SEARCHES,
)
