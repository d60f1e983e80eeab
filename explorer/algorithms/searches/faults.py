"""Faults of a search with a naive memo or table, and their causes; the search itself does not use them."""

from __future__ import annotations

from dataclasses import replace

from explorer.algorithms.searches.calls import NOTHING, Answer, Doubt, FaultCause
from explorer.algorithms.searches.ordering import TrueScores
from explorer.algorithms.searches.search_frame import Frame, PathSearch
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Relation
from explorer.trace.caption import Caption, caption, named


class FaultTracker:
    """The finder of a search's wrong answers, which compares them with the true scores and marks their causes."""

    def __init__(self, graph: GameGraph, endless: Score = 0) -> None:
        self._graph = graph
        self._truth = TrueScores(graph, endless)

    def true_score(self, index: int, depth: int = 0) -> Score:
        """Return the true score of a node that is reached after `depth` moves."""
        return self._truth.of(index, depth)

    def mark_back_link(self, answer: Answer, depth: int) -> Answer:
        """Return the answer of a call at a back link, marked with its cause if it is wrong."""
        return replace(answer, fault=FaultCause(answer.line.index, False)) if self._is_wrong(answer, depth) else answer

    def mark_root(self, answer: Answer) -> Answer:
        """Return the answer of the root, marked if it is wrong; then an entry caused it."""
        return replace(answer, fault=FaultCause(answer.line.index, True)) if self._is_wrong(answer, 0) else answer

    def mark_entry(self, entry: Answer, *, is_valid: bool) -> Answer:
        """Return a stored entry as a search uses it; `is_valid` if all nodes that it needs are on the path."""
        if is_valid and not entry.doubt & Doubt.SPOILT:
            return entry
        if entry.fault is None:
            return replace(entry, needs=NOTHING)
        doubt, fault = entry.doubt | Doubt.SPOILT, FaultCause(entry.line.index, True)
        return replace(entry, needs=NOTHING, doubt=doubt, fault=fault)

    def mark_call(self, frame: Frame, answer: Answer) -> Answer:
        """Return the answer of a call, marked with its cause if it is wrong.

        If the answer is too good for the player to move, the answer of the chosen move is the cause, and the call is
        valid here if one such answer is.  If it is not good enough, all better successors are causes, and it is valid
        here if all their answers are.  A back link to the node itself is valid in any case.
        """
        if not self._is_wrong(answer, frame.depth):
            return answer
        sense, sign = frame.sense, self._graph.sign
        too_good = sense * answer.score > sense * self.true_score(frame.index, frame.depth)
        causes = [
            each.fault
            for each in frame.wrong
            if each.fault is not None
            and (
                sign * each.score == frame.best
                if too_good
                else sense * sign * self.true_score(each.line.index, frame.depth + 1) > sense * answer.score
            )
        ]
        own = FaultCause(frame.index, False)
        return replace(answer, fault=min(causes, key=lambda fault: (fault == own, fault.is_stored == too_good)))

    def mark_bound_so_far(self, frame: Frame, answer: Answer) -> Answer:
        """Return a bound that a call has proved, marked if an entry made it wrong that was not valid there."""
        if not answer.doubt & Doubt.SPOILT or not self._is_wrong(answer, frame.depth):
            return answer
        return replace(answer, fault=FaultCause(frame.index, True))

    def _is_wrong(self, answer: Answer, depth: int) -> bool:
        """Return whether an answer contradicts the true score of its node."""
        if answer.bound is Relation.EXACT:
            return answer.score != self.true_score(answer.line.index, depth)
        return not answer.bound.allows(answer.score, self.true_score(answer.line.index, depth))

    def cause_words(self, answer: Answer, memo: str) -> Caption:
        """Return the words on the cause of a wrong answer that has no dependency set."""
        fault = answer.fault
        if fault is None or fault.is_stored:
            return caption("was computed from an entry that was not known to be valid there")
        node = named(self._graph.nodes[fault.node])
        return caption("counts the back link to ", node, f" as endless play, which the {memo} forgets")


class WatchedSearch(PathSearch):
    """A search whose answers are compared with the true scores, if it has `faults`."""

    faults: FaultTracker | None = None

    def back_link_answer(self, index: int, state: int) -> Answer:
        answer = super().back_link_answer(index, state)
        return answer if self.faults is None else self.faults.mark_back_link(answer, self.depth)

    def bound_so_far(self, frame: Frame, proven: Score) -> Answer:
        answer = super().bound_so_far(frame, proven)
        return answer if self.faults is None else self.faults.mark_bound_so_far(frame, answer)

    def final_answer(self, frame: Frame, score: Score, bound: Relation, *, cutting: Answer | None = None) -> Answer:
        answer = super().final_answer(frame, score, bound, cutting=cutting)
        return answer if self.faults is None else self.faults.mark_call(frame, answer)
