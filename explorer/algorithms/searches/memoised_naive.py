"""The tempting wrong memo, which forgets the dependencies of its scores (Kars, Example 7.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import score_of
from explorer.algorithms.searches.calls import Answer, Doubt, Inquiry, Needs
from explorer.algorithms.searches.depth_first import FullSearch
from explorer.algorithms.searches.faults import FaultTracker, WatchedSearch
from explorer.algorithms.searches.memoised import MemoSearch
from explorer.algorithms.searches.search_frame import Frame, PseudocodeLines
from explorer.model.graph import GameGraph
from explorer.trace import Activity, Path, Result, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, Words, caption

PSEUDOCODE = (
    "the score of the root := search(root), with nothing in the memo",
    "search(p):",
    "    if p is on the path:  return the value of endless play",
    "    if p is in the memo:  return what is stored        (wrong: it may be valid on another path only)",
    "    if p is a leaf:  store and return its score",
    "    put p on the path",
    "    for every move p → q, in order:  value := search(q), as the player to move at p sees it",
    "        if this is the first move, or value is better for that player than best:  best := value",
    "    take p off the path;  store and return best",
)
_WRONG_STORED, _WRONG_USED = "wrong stored", "wrong used"


def steps(graph: GameGraph) -> Steps:
    """Yield the steps of a depth-first search that takes every stored score as it is.

    The algorithm has no dependency sets; the trace does, to mark a stored score that is used where it must not be, and
    it compares stored and used scores with the true ones.

    Returns
    -------
    `value` and `truth` (the root's value in the search, and its score), `visits`, `back_links`, `hits`, `stored`,
    `wrong_stored` and `wrong_used` (steps that store or use a wrong score), `wrong` (both together) and `first_wrong`
    (`step` and `node` of the first, or None).
    """
    return (yield from Naive(graph).run())


class Naive(WatchedSearch, MemoSearch):
    """A search that uses every stored score."""

    has_sets = False
    lines = PseudocodeLines(end=1, back=3, leaf=5, enter=6, compare=8, leave=9)
    counters = (*FullSearch.counters, "hits", "stored", _WRONG_STORED, _WRONG_USED)

    def __init__(self, graph: GameGraph) -> None:
        super().__init__(graph)
        self.faults: FaultTracker = FaultTracker(graph)
        self.first_wrong: dict[str, int | str] | None = None

    def recall(self, index: int, entry: Answer) -> Inquiry:
        yield self._hit_step(index, entry)
        return self.faults.mark_entry(entry, is_valid=self.holds(entry))

    def result(self, answer: Answer) -> Result:
        counts = super().result(answer)
        wrong = {"wrong": sum(counts[name] for name in (_WRONG_STORED, _WRONG_USED))}
        result = {name.replace(" ", "_"): count for name, count in counts.items()}
        return {
            **result,
            **wrong,
            "truth": self.faults.true_score(self.graph.root_index),
            "first_wrong": self.first_wrong,
        }

    def remark(self, answer: Answer) -> Words:
        if answer.fault is None:
            return caption(super().remark(answer), "; this is correct")
        return caption(". This is wrong: its true score is ", self._true_value(self.graph.root_index))

    def leave_step(self, frame: Frame, answer: Answer, trail: Path) -> Step:
        step = super().leave_step(frame, answer, trail)
        return self._marked_if_wrong(frame.index, answer, step, partial(self._fault_when_stored, answer), _WRONG_STORED)

    def storing_words(self, index: int, answer: Answer) -> Caption:
        return caption(self.name(index), " stores and returns ", score_of(self.graph.nodes[index], answer.score), ".")

    def memo_note(self, index: int, answer: Answer) -> Caption:
        if answer.fault is None:
            return caption()
        return caption("wrong: the true score is ", self._true_value(index))

    def _hit_step(self, index: int, entry: Answer) -> Step:
        step = self.hit(index, partial(self._hit_words, index, entry))
        if entry.fault is None:
            return step
        why = partial(self._fault_when_used, entry, self.path_set.frozen())
        return self._marked_if_wrong(index, entry, step, why, _WRONG_USED)

    def _hit_words(self, index: int, entry: Answer) -> Caption:
        return caption(self.memo_entry_words(index, entry), ": return ", self.stored_value(index, entry), ".")

    def _marked_if_wrong(
        self, index: int, answer: Answer, step: Step, why: Callable[[], Caption], counter: str
    ) -> Step:
        """Return a step, marked as wrong if the score in it is not the node's true one."""
        if answer.fault is None:
            return step
        first = self.first_wrong is None
        self.counts[counter] += 1
        node = self.graph.nodes[index]
        if first:
            self.first_wrong = {"step": self.step_count - 1, "node": node.id}
        return replace(
            step,
            words=Caption(
                lambda: caption(
                    *(step.words, f" This is {'the first' if first else 'a'} wrong score: the true score of "),
                    *(self.name(index), " is ", self._true_value(index), "; ", why(), "."),
                )
            ),
            activity={**step.activity, node.id: Activity.WRONG},
            counters=dict(self.counts),
        )

    def _fault_when_stored(self, answer: Answer) -> Caption:
        """Return the words on why a stored score is wrong when it enters the memo."""
        if not answer.doubt & Doubt.SPOILT:
            return caption("the stored score is ", self.condition(answer), ", which the memo forgets")
        return caption("the stored score ", self.faults.cause_words(answer, "memo"))

    def _fault_when_used(self, entry: Answer, path: Needs) -> Caption:
        """Return the words on why a score from the memo is wrong where it is used."""
        if entry.doubt & Doubt.SPOILT:
            return caption("the stored score ", self.faults.cause_words(entry, "memo"))
        if entry.needs <= path:
            return caption("the stored score is ", self.condition(entry), ", as now, so here it does no harm")
        return caption("the stored score is ", self.condition(entry), ", but ", self.absence_words(entry.needs - path))

    def _true_value(self, index: int) -> Value:
        """Return the true score of a node for a caption."""
        return Value(self.faults.true_score(index), Quantity.TRUE, self.graph.ids[index])


ALGORITHM = Algorithm(
    name="memoised-naive",
    title="Depth-first search with a naive memo (wrong)",
    source="Kars, From game trees to game graphs, Example 7.1",
    summary=(
        "Depth-first search that stores every score and uses it again wherever the node is reached. In a graph with "
        "cycles that is wrong: a score may be valid only while certain nodes are on the path."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    warning="Wrong on purpose: it can give wrong scores in graphs with cycles. Its first wrong score is marked.",
    rank=16,
    group=Group.CYCLES,
    also="GHI, graph history interaction, transposition table",
)
