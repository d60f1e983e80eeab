"""The tempting wrong memo, which forgets what its scores depend on (Kars, Example 7.1)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from explorer.algorithms.algorithm import Algorithm
from explorer.algorithms.searches.calls import NOTHING, Answer
from explorer.algorithms.searches.memoised import MemoSearch
from explorer.algorithms.searches.search import Search
from explorer.algorithms.searches.search_frame import Lines
from explorer.model.graph import GameGraph
from explorer.model.scores import format_score
from explorer.solver.operator import limit_scores
from explorer.trace import Activity, Path, Result, Step, Steps

PSEUDOCODE = (
    "the score of the root := search(root), with nothing in the memo",
    "search(p):",
    "    if p is on the path:  return 0, a draw",
    "    if p is in the memo:  return what is stored        (wrong: it may hold on another path only)",
    "    if p is a leaf:  store and return its score",
    "    put p on the path",
    "    for every move p → q, in order:  value := search(q), as the player to move at p sees it",
    "        if value is the first or better for that player:  best := value",
    "    take p off the path;  store and return best",
)
MEMO = 4


def steps(graph: GameGraph) -> Steps:
    """Steps of a depth-first search that takes every stored score as it stands.

    The algorithm keeps no dependency sets; the trace does, to say where a stored score is used that must not be, and
    it compares what is stored and used with the true scores.

    Returns
    -------
    `value` and `truth` (what the search makes of the root, and its score), `visits`, `cuts`, `hits`, `stored`,
    `wrong` (steps that store or use a wrong score) and `first_wrong` (`step` and `node` of the first, or None).
    """
    return (yield from Naive(graph).run())


class Naive(MemoSearch):
    """Uses every stored score."""

    lines = Lines(done=1, back=3, leaf=5, enter=6, compare=8, leave=9)
    counters = (*Search.counters, "hits", "stored", "wrong")

    def __init__(self, graph: GameGraph) -> None:
        super().__init__(graph)
        self.truth = limit_scores(graph)
        self.first_wrong: dict[str, int | str] | None = None

    def recall(self, place: int, entry: Answer) -> Generator[Step, Answer, Answer | None]:
        yield self._hit(place, entry)
        return entry if self.holds(entry) else replace(entry, needs=NOTHING, sure=False)

    def result(self, answer: Answer) -> Result:
        found = super().result(answer)
        return {**found, "truth": self.truth[self.graph.root_place], "first_wrong": self.first_wrong}

    def remark(self, answer: Answer) -> str:
        truth = self.truth[self.graph.root_place]
        if answer.score == truth:
            return super().remark(answer) + ", and that is right"
        return f". That is wrong: its true score is {format_score(truth)}"

    def stored_step(self, place: int, answer: Answer, trail: Path) -> Step:
        step = self.step(
            place,
            f"{self.graph.nodes[place].name} stores and returns {format_score(answer.score)}.",
            self.lines.leave,
            trail=trail,
            activity={place: Activity.STORED},
            shown=(answer.score, answer.finality),
            note=self.remembered(place, answer),
        )
        return self._marked(place, answer, step, self._why_stored(answer))

    def remembered(self, place: int, answer: Answer) -> str:
        return "" if answer.score == self.truth[place] else f"wrong: the true score is {self._true(place)}"

    def _hit(self, place: int, entry: Answer) -> Step:
        self.counts["hits"] += 1
        step = self.step(
            place,
            f"{self.in_memo(place, entry)}: return {format_score(entry.score)}.",
            MEMO,
            trail=self.trail_to(place),
            activity={place: Activity.HIT},
        )
        return self._marked(place, entry, step, self._why_used(entry))

    def _marked(self, place: int, answer: Answer, step: Step, why: str) -> Step:
        """The step, marked as wrong if the score in it is not the node's."""
        if answer.score == self.truth[place]:
            return step
        first = self.first_wrong is None
        self.counts["wrong"] += 1
        node = self.graph.nodes[place]
        if first:
            self.first_wrong = {"step": self.made - 1, "node": node.id}
        return replace(
            step,
            caption=f"{step.caption} {'The first wrong score' if first else 'Wrong'}: the true score of {node.name} is "
            f"{self._true(place)}; {why}.",
            activity={**step.activity, node.id: Activity.WRONG},
            counters=dict(self.counts),
        )

    def _why_stored(self, answer: Answer) -> str:
        if answer.sure:
            return f"this one is good {self.condition(answer)}, which the memo forgets"
        return "this one was computed from a stored score that did not hold"

    def _why_used(self, entry: Answer) -> str:
        score = format_score(entry.score)
        if not entry.sure:
            return f"{score} was computed from a stored score that did not hold"
        if self.holds(entry):
            return f"{score} is good {self.condition(entry)}, as now, so here it does no harm"
        return f"{score} is good {self.condition(entry)}, but {self.missing(entry)}"

    def _true(self, place: int) -> str:
        return format_score(self.truth[place])


ALGORITHM = Algorithm(
    name="memoised-naive",
    title="Depth-first search with a naive memo (wrong)",
    source="Kars, From game trees to game graphs, Example 7.1",
    summary=(
        "Depth-first search that stores every score and uses it again wherever the node turns up. In a graph with "
        "cycles that is wrong: a score may hold only while certain nodes are on the path."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    warning="Wrong on purpose: it can give false scores in graphs with cycles. Its first false score is marked.",
    rank=16,
)
