"""Depth-first search that scores a back link 0 (Kars, Algorithm 6.7 and Theorem 6.8), and its base class.

Every move is tried for the best value, and endless play is worth 0; an open node counts as endless play.  The walk, and
the steps at back links and leaves, are in `explorer.algorithms.searches.search_frame`.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from functools import partial
from typing import ClassVar

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import COUNTED, counter, score_of
from explorer.algorithms.searches.calls import Answer, Call, Doubt
from explorer.algorithms.searches.search_frame import Frame, PathSearch, PseudocodeLines
from explorer.algorithms.searches.windows import FULL
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Activity, Finality, Path, Relation, Result, SearchEvent, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, Words, caption

PSEUDOCODE = (
    "the score of the root := search(root)",
    "search(p):",
    "    if p is on the path:  return the value of endless play",
    "    if p is a leaf:  return its score",
    "    put p on the path",
    "    for every move p → q, in order:  value := search(q), as the player to move at p sees it",
    "        if this is the first move, or value is better for that player than best:  best := value",
    "    take p off the path;  return best",
)


def steps(graph: GameGraph) -> Steps:
    """Yield the steps of Algorithm 6.7 from the root.

    A node that the search leaves is final if no back link under it led to a node still on the path; if one did, its
    score is conditional, and another path may give it another.

    Returns
    -------
    `value` (the root's score), `visits` (calls, cut-offs included) and `back_links`.
    """
    return (yield from DepthFirst(graph).run())


class FullSearch(PathSearch):
    """A search that tries all moves; subclasses decide on memos and on the steps at the end of a node."""

    counters: ClassVar[tuple[str, ...]] = ("visits", "depth", "back_links")
    has_windows = False

    def __init__(self, graph: GameGraph) -> None:
        super().__init__(graph)
        self._scored: set[int] = set()  # nodes that the search has left, with a score

    def search(self, index: int) -> Call:
        """Search a node, and return its answer."""
        answer = yield from self.look(index)
        if answer is not None:
            return answer
        again = " again" if index in self._scored else ""
        moves = self.order.moves(index, self.depth)
        frame = yield from self.enter(index, FULL, moves, how=again)
        self._scored.discard(index)
        for target in moves:
            answer = yield self.search(target)
            yield self.compare(frame, target, answer)
        answer = self.final_answer(frame, frame.best, Relation.EXACT)
        trail = self.pop(frame)
        self._scored.add(index)
        yield self.leave_step(frame, answer, trail)
        return answer

    @abstractmethod
    def leave_step(self, frame: Frame, answer: Answer, trail: Path) -> Step:
        """Return the step with the answer of an inner node, all of whose moves were tried."""

    def result(self, answer: Answer) -> Result:
        """Return the `value` of the root, and the counters."""
        return {"value": answer.score} | {name: count for name, count in self.counts.items() if name != "depth"}

    def verdict(self, answer: Answer) -> Caption:
        root, score = self.name(self.graph.root_index), Value(answer.score, Quantity.RESULT, key="value")
        visits = counter("visits", self.counts["visits"], "visit")
        return caption("The score of the root, ", root, ", is ", score, ", found in ", visits, self.remark(answer), ".")

    def remark(self, answer: Answer) -> Words:
        """Return words after the root's score in the last caption, for subclasses to fill."""
        return COUNTED if answer.doubt & Doubt.OPEN else ""

    def compare(self, frame: Frame, target: int, answer: Answer) -> Step:
        """Return the step that compares the value of a move with the best before it."""
        before = frame.best
        value, better = self.take(frame, answer)
        is_back = self.is_back(target)
        return self.step(
            frame.index,
            Caption(partial(self._comparison_caption, frame, target, value, before, is_back)),
            self.lines.compare,
            trail=self.trails[-1],
            event=SearchEvent.COMPARE,
            activity={target: Activity.COMPARED} | ({frame.index: Activity.CHANGED} if better else {}),
            node_score=partial(self.so_far, frame),
            target=target,
            is_back=is_back,
        )

    def _comparison_caption(self, frame: Frame, target: int, value: Score, before: Score, is_back: bool) -> Caption:
        gives = self.value_words(frame, target, value, is_back=is_back)
        return caption(gives, ", ", self._comparison_words(frame, value, before), ".")

    def _comparison_words(self, frame: Frame, value: Score, before: Score) -> Caption:
        """Return the words on whether a move's value is better than the best before it, and the best now."""
        if math.isinf(before):
            return caption("the first value and therefore the best so far")
        word = "greater" if frame.sense > 0 else "less"
        best_so_far = caption(" the best so far, ", Value(before, Quantity.BEST, self.graph.ids[frame.index]))
        if frame.sense * value > frame.sense * before:
            return caption(f"{word} than", best_so_far, ", and replaces it")
        return caption("equal to" if value == before else f"not {word} than", best_so_far, ", which stays")


class DepthFirst(FullSearch):
    """Depth-first search without a memo."""

    lines = PseudocodeLines(end=1, back=3, leaf=4, enter=5, compare=7, leave=8)

    def read(self, index: int, answer: Answer, *, ending: str = "", note: Words | None = None) -> Step:
        return super().read(index, answer, ending=ending, note=note)

    def leave_step(self, frame: Frame, answer: Answer, trail: Path) -> Step:
        return self.step(
            frame.index,
            Caption(partial(self._return_words, frame.index, answer)),
            self.lines.leave,
            trail=trail,
            event=SearchEvent.LEAVE,
            giver=frame.giver,
            node_score=answer,
            note=Caption(lambda: self.condition(answer) or caption()),
        )

    def _return_words(self, index: int, answer: Answer) -> Caption:
        returned = score_of(self.graph.nodes[index], answer.score)
        return caption(self.name(index), " returns ", returned, self._validity_words(answer), ".")

    def _validity_words(self, answer: Answer) -> Caption:
        """Return the words on whether a returned score holds on every path, and why."""
        if (condition := self.condition(answer)) is not None:
            return caption(" on this path, ", condition)
        if answer.finality is Finality.FINAL:
            return caption(", its final score: no back link under it led above it")
        return caption(COUNTED)


ALGORITHM = Algorithm(
    name="depth-first",
    title="Depth-first search",
    source="Kars, From game trees to game graphs, Algorithm 6.7 and Theorem 6.8",
    summary=(
        "Tries every move of a node, one after the other and each to its end, and returns the best value. A back link, "
        "a move to a node on the current path, can be repeated for ever, so it has the value 0: a draw."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    visits_all_paths=True,
    rank=12,
    group=Group.CYCLES,
    also="GHI, recursion",
)
