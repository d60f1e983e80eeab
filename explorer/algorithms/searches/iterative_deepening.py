"""Iterative deepening: alpha-beta to a horizon, with heuristic values there (Lecture, Definition 84)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import score_of
from explorer.algorithms.searches.alpha_beta import AlphaBeta
from explorer.algorithms.searches.calls import Answer, Call, Doubt, Inquiry, Line
from explorer.algorithms.searches.ordering import Ordering, order_options
from explorer.algorithms.searches.search_frame import Frame, PseudocodeLines
from explorer.model.errors import GraphError, OptionError, quoted
from explorer.model.graph import GameGraph, Node
from explorer.model.scores import Score, parse_score
from explorer.model.words import counted, plural
from explorer.trace import Path, Result, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, Words, caption
from explorer.trace.options import choice, endless_worth, whole_number

PSEUDOCODE = (
    "for depth = first, first + further, …:",
    "    value := search(root, 0, −∞, ∞)    (or from the least to the largest score there can be)",
    "    until depth is the limit, or no node was met at the horizon: value is the score of the root",
    "search(p, moves from the root, α, β):",
    "    if p is on the path:  return the value of endless play",
    "    if p is a leaf:  return its score;   if p is at the horizon:  return its heuristic value",
    "    put p on the path",
    "    for every move p → q, the best of the previous iteration first:",
    "        value := search(q, moves + 1, α, β), as the player to move at p sees it",
    "        at a Max node  α := max(α, value),  at a Min node  β := min(β, value)",
    "        if α ≥ β:  cutoff if moves are left;  take p off the path;  return β (Max) or α (Min)",
    "    take p off the path;  return α at a Max node, β at a Min node",
)
ROUND, DONE_ROUND, HORIZON = 2, 3, 6
KEY = "heuristic"
HEURISTICS = {"zero": "0 at every node", "key": f"The number under the node's key “{KEY}”"}


def steps(
    graph: GameGraph,
    *,
    depth: int = 100,
    first: int = 1,
    further: int = 1,
    heuristic: str = "zero",
    order: str = "drawn",
    seed: int = 1,
    endless: Score = 0,
) -> Steps:
    """Yield the steps of alpha-beta to depth `first`, `first + further`, … until no horizon is met.

    The last depth is `depth`.  The heuristic value of a node is in the same view as its score.  Each iteration tries
    first, at every node, the best move of the iteration before.

    Parameters
    ----------
    depth : the most moves from the root that are looked ahead.
    first, further : the horizon of the first iteration, and the moves added to it in each further one.
    heuristic : "zero", or "key" for the number that the file has under "heuristic" at the node, 0 where there is none;
        an open node without one counts as endless play.
    order, seed, endless : as alpha-beta has them.

    Returns
    -------
    As alpha-beta, and `depth` (of the last iteration), `rounds` (the value of each), and `exact`, whether the last one
    met no horizon and no other heuristic value, so that its value is the root's score.  Leaves of trees are not counted
    against the minimal tree.

    Raises
    ------
    GraphError
        If a heuristic value is not a finite number.
    """
    values = heuristic_values(graph) if heuristic == "key" else {}
    ordering = PreviousBest(graph, order, seed, endless)
    return (yield from Deepening(graph, endless, ordering, values, limits=_depth_limits(depth, first, further)).run())


def heuristic_values(graph: GameGraph) -> dict[int, Score]:
    """Return the heuristic values of the nodes that have one in the graph's file, by index.

    Raises
    ------
    GraphError
        If one is not a finite number.
    """
    return {
        index: _heuristic_value(node, node.extra[KEY]) for index, node in enumerate(graph.nodes) if KEY in node.extra
    }


def _heuristic_value(node: Node, value: Any) -> Score:
    try:
        return parse_score(value)
    except OptionError as error:
        raise GraphError(f"the heuristic value of node {quoted(node.id)}: {error}") from None


def _depth_limits(depth: int, first: int, further: int) -> list[int]:
    """Return the depths of the rounds, up to the largest."""
    return [*range(min(first, depth), depth, further), depth]


class PreviousBest(Ordering):
    """An order of moves in which the best move of the previous round comes first."""

    def __init__(self, graph: GameGraph, order: str, seed: int, endless: Score) -> None:
        super().__init__(graph, order, seed, endless)
        self.best: dict[int, int] = {}

    def moves(self, index: int, depth: int) -> Sequence[int]:
        moves = super().moves(index, depth)
        best = self.best.get(index, moves[0])
        return moves if best == moves[0] else [best, *(other for other in moves if other != best)]


class Deepening(AlphaBeta):
    """Alpha-beta in rounds of growing depth, which takes heuristic values at the horizon.

    Attributes
    ----------
    horizon : moves from the root.
    horizon_hits : the number of nodes at the horizon in this iteration.
    values : the value of every iteration.
    """

    lines = PseudocodeLines(end=3, back=5, leaf=6, enter=7, compare=10, cutoff=11, leave=12)
    order: PreviousBest

    def __init__(
        self, graph: GameGraph, endless: Score, order: PreviousBest, heuristics: dict[int, Score], *, limits: list[int]
    ) -> None:
        super().__init__(graph, endless, order, is_hard=True, worths=(0, *heuristics.values()))
        self.heuristics = heuristics
        self.limits = limits
        self.leaf_counts = None  # they are of the whole tree
        self.horizon = 0
        self.horizon_hits = 0
        self.values: list[Score] = []

    def root_call(self) -> Call:
        root = self.graph.root_index
        answer = Answer(0, Line(root))
        for limit in self.limits:
            self.horizon, self.horizon_hits = limit, 0
            yield self._round_start_step()
            self.shading.restart()
            answer = yield self.search(root, self.window)
            self.values.append(answer.score)
            if not self.horizon_hits:
                break
            yield self._round_end_step(answer)
        return answer

    def look(self, index: int) -> Inquiry:
        is_inner = bool(self.graph.successors[index])
        if is_inner and self.depth >= self.horizon and self.state(index) not in self.position:
            self.counts["visits"] += 1
            self.counts["leaves"] += 1
            self.horizon_hits += 1
            self.shading.visit(index)
            answer = Answer(self.heuristics.get(index, 0), Line(index), doubt=Doubt.ESTIMATE)
            yield self.evaluation_step(index, self._estimate_caption(index, "at the horizon", answer), answer)
            return answer
        return (yield from super().look(index))

    def leaf_answer(self, index: int) -> Answer:
        if self.graph.nodes[index].score is None and index in self.heuristics:
            return Answer(self.heuristics[index], Line(index), doubt=Doubt.ESTIMATE)
        return super().leaf_answer(index)

    def read(self, index: int, answer: Answer, *, ending: str = "", note: Words | None = "") -> Step:
        if self.graph.nodes[index].score is None and index in self.heuristics:
            return self.evaluation_step(index, self._estimate_caption(index, "open", answer), answer)
        return super().read(index, answer, ending=ending, note=note)

    def _estimate_caption(self, index: int, where: str, answer: Answer) -> Caption:
        value = score_of(self.graph.nodes[index], answer.score)
        return caption(self.name(index), f" is {where}: its heuristic value is ", value, ".")

    def pop(self, frame: Frame) -> Path:
        if frame.line is not None and frame.line.then is not None:
            self.order.best[frame.index] = frame.line.then.index
        return super().pop(frame)

    def result(self, answer: Answer) -> Result:
        return {**super().result(answer), "depth": self.horizon, "rounds": self.values, "exact": self._is_exact(answer)}

    def _is_exact(self, answer: Answer) -> bool:
        return not self.horizon_hits and not answer.doubt & Doubt.ESTIMATE

    def verdict(self, answer: Answer) -> Caption:
        if self._is_exact(answer):
            return super().verdict(answer)
        depth = caption(Value(self.horizon, Quantity.RESULT, key="depth"), f" {plural(self.horizon, 'move')}")
        value = Value(answer.score, Quantity.RESULT, key="value")
        found = caption("A search ", depth, " deep gives ", self.name(self.graph.root_index), " the value ", value)
        return caption(found, ", an estimate: ", self.cost(answer), ".")

    def _round_start_step(self) -> Step:
        words = f"Iteration {len(self.values) + 1}: search {counted(self.horizon, 'move')} deep."
        return self.step(self.graph.root_index, words, ROUND, trail=None)

    def _round_end_step(self, answer: Answer) -> Step:
        root = self.graph.root_index
        nodes = f"{counted(self.horizon_hits, 'node')} {'was' if self.horizon_hits == 1 else 'were'} met at the horizon"
        value = score_of(self.graph.nodes[root], answer.score)
        return self.step(
            root,
            caption(
                f"Iteration {len(self.values)}: the value of ",
                self.name(root),
                " is ",
                value,
                f", an estimate, as {nodes}.",
            ),
            DONE_ROUND,
            trail=None,
        )


ALGORITHM = Algorithm(
    name="iterative-deepening",
    title="Iterative deepening",
    source="Lecture, Game Playing, Definition 84, with Algorithm ALPHA-BETA",
    summary=(
        "Alpha-beta one move deep, then two, and so on. A node at the horizon counts with its heuristic value. Each "
        "iteration tries first the moves that the previous one found best."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(
        whole_number(
            "depth", "Deepest horizon", 100, "Number of moves to search ahead at most.", minimum=1, maximum=1_000_000
        ),
        whole_number(
            "first",
            "First horizon",
            1,
            "Number of moves to search ahead in the first iteration.",
            minimum=1,
            maximum=1_000_000,
        ),
        whole_number(
            "further",
            "Increase per iteration",
            1,
            "Number of moves by which each iteration searches deeper than the one before.",
            minimum=1,
            maximum=1_000_000,
        ),
        choice("heuristic", "Heuristic value", HEURISTICS, "The value with which a node at the horizon counts."),
        *order_options(),
        endless_worth(),
    ),
    rank=42,
    group=Group.SEARCHES,
)
