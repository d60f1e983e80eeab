"""Depth-first search with a memo that stores the dependencies of its scores (Kars, Algorithm 7.2, Theorem 7.3)."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import COUNTED, score_of
from explorer.algorithms.searches.calls import NOTHING, Answer, Inquiry, Needs
from explorer.algorithms.searches.depth_first import FullSearch
from explorer.algorithms.searches.index_set import GrowingSet
from explorer.algorithms.searches.search_frame import Frame, PseudocodeLines
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.states import State, index_of
from explorer.trace import Activity, Path, SearchEvent, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, Words, caption
from explorer.trace.options import choice

PSEUDOCODE = (
    "the score of the root := search(root), with nothing in the memo",
    "search(p):",
    "    if p is on the path:  return the value of endless play, with dependency set {p}",
    "    if p is in the memo and its dependency set is on the path:  return what is stored",
    "    if p is a leaf:  store and return its score, with dependency set { }",
    "    put p on the path",
    "    for every move p → q, in order:  value := search(q), as the player to move at p sees it",
    "        best := the best value so far for p's player;   depends := depends ∪ the dependency set of value",
    "    take p off the path",
    "    store and return best, with dependency set depends \\ {p}",
)


ENTRIES = {
    "path": "While its dependency set is on the path (Algorithm 7.2)",
    "final": "Also if the others have final scores that give the same",
}


def steps(graph: GameGraph, *, entries: str = "path") -> Steps:
    """Yield the steps of Algorithm 7.2 from the root.

    Every score is stored with its dependency set, the nodes on the path that it takes for a draw; the last one stored
    counts.  A score is conditional while its set is not empty, and final when it is, which it stays.

    Parameters
    ----------
    entries : "path" is the algorithm of the paper.  With "final" an entry loses the nodes of its set that are not on
        the path and have a final score by now, if that score gives the same, and so becomes valid more widely.

    Returns
    -------
    `value` (the root's score), `visits` (calls, cut-offs and memo hits included), `back_links`, `hits`, `refusals` and
    `stored` (nodes in the memo at the end).
    """
    return (yield from Memoised(graph, uses_final_scores=entries == "final").run())


MEMO = 4


class MemoSearch(FullSearch):
    """A search that stores every score, with its dependency set if `has_sets`."""

    has_memo = True
    has_sets: ClassVar[bool] = True

    def __init__(self, graph: GameGraph) -> None:
        super().__init__(graph)
        self.memo: dict[int, Answer] = {}
        self.path_set = GrowingSet()

    def push(self, frame: Frame, trail: Path) -> None:
        super().push(frame, trail)
        self.path_set.add(frame.state)

    def pop(self, frame: Frame) -> Path:
        self.path_set.remove(frame.state)
        return super().pop(frame)

    def look_below(self, index: int) -> Inquiry:
        entry = self.memo.get(index)
        return super().look_below(index) if entry is None else self._look_up(index, entry)

    def _look_up(self, index: int, entry: Answer) -> Inquiry:
        answer = yield from self.recall(index, entry)
        return answer if answer is not None else (yield from super().look_below(index))

    @abstractmethod
    def recall(self, index: int, entry: Answer) -> Inquiry:
        """Return a stored score as an answer, or None if it is of no use here."""

    def holds(self, entry: Answer) -> bool:
        """Return whether a stored score is valid now: whether all nodes that it needs are on the path."""
        return entry.needs is NOTHING or self.path_set.holds(entry.needs)

    def leaf_answer(self, index: int) -> Answer:
        return self._stored_answer(index, super().leaf_answer(index))

    def read(
        self, index: int, answer: Answer, *, ending: str = ", which the memo stores", note: Words | None = None
    ) -> Step:
        return super().read(index, answer, ending=ending, note=note or Caption(partial(self.memo_note, index, answer)))

    def leave_step(self, frame: Frame, answer: Answer, trail: Path) -> Step:
        index = frame.index
        self._stored_answer(index, answer)
        return self.step(
            index,
            Caption(partial(self.storing_words, index, answer)),
            self.lines.leave,
            trail=trail,
            event=SearchEvent.LEAVE,
            giver=frame.giver,
            activity={index: Activity.STORED},
            node_score=answer,
            note=Caption(partial(self.memo_note, index, answer)),
        )

    @abstractmethod
    def storing_words(self, index: int, answer: Answer) -> Caption:
        """Return the caption where the answer of an inner node is stored and returned."""

    def hit(self, index: int, words: Callable[[], Caption]) -> Step:
        """Return the step in which a stored score answers a call."""
        self.counts["hits"] += 1
        return self._memo_step(index, words, Activity.HIT, SearchEvent.HIT)

    def _memo_step(self, index: int, words: Callable[[], Caption], role: Activity, event: SearchEvent) -> Step:
        """Return a step about the entry of a node in the memo."""
        return self.step(
            index,
            Caption(words),
            MEMO,
            trail=self.trail_to(index),
            event=event,
            giver=self.storing_steps.get(State(index).number),
            activity={index: role},
        )

    @abstractmethod
    def memo_note(self, index: int, answer: Answer) -> Caption:
        """Return the note on a node in the memo."""

    def condition(self, answer: Answer) -> Caption:
        """Return the words on when a stored score is valid: "valid on every path", "valid while a is on the path"."""
        return super().condition(answer) or caption("valid on every path")

    def stored_value(self, index: int, entry: Answer) -> Value:
        """Return a stored score for a caption."""
        return Value(entry.score, Quantity.STORED, self.graph.ids[index])

    def memo_entry_words(self, index: int, entry: Answer) -> Caption:
        """Return the entry of a node in words: "c is in the memo with the value 0"."""
        return caption(self.name(index), " is in the memo with the value ", self.stored_value(index, entry))

    def _stored_answer(self, index: int, answer: Answer) -> Answer:
        """Store the answer of a node in the memo, and return it."""
        self.memo[index] = answer
        self.counts["stored"] = len(self.memo)
        if not self.is_unread:
            self.storing[State(index).number] = answer.memo_entry(has_set=self.has_sets)
        return answer


class Memoised(MemoSearch):
    """A search that uses a stored score only where it is known to be valid.

    That is while all nodes that it needs are on the path.  With `uses_final_scores` one that is not may also have a
    final score v that gives the same as the draw for which it was taken.  The stored score x is a value of maxima and
    minima in which the draw, 0, stands at some places.  If x > 0, then x without these places is at least that, so no
    number there makes it smaller, and numbers up to x do not make it larger: v ≤ x is enough.  If x < 0, v ≥ x is
    enough, and v = 0 if x = 0.  In a negamax graph v may stand there negated, too: |v| ≤ |x| is enough.
    """

    lines = PseudocodeLines(end=1, back=3, leaf=5, enter=6, compare=8, leave=10)
    counters = (*FullSearch.counters, "hits", "refusals", "stored")

    def __init__(self, graph: GameGraph, *, uses_final_scores: bool = False) -> None:
        super().__init__(graph)
        self._uses_final_scores = uses_final_scores

    def recall(self, index: int, entry: Answer) -> Inquiry:
        if self.holds(entry):
            yield self.hit(index, partial(self._hit_words, index, entry))
            return entry
        missing: Needs = entry.needs - self.path_set.frozen() if self._uses_final_scores else NOTHING
        if self._uses_final_scores and all(self._gives_the_same(entry.score, state) for state in missing):
            doubt = entry.doubt
            for state in missing:
                doubt |= self.memo[index_of(state)].doubt
            wider = self._stored_answer(index, replace(entry, needs=entry.needs - missing, doubt=doubt))
            yield self.hit(index, partial(self._wider_words, index, entry, missing))
            return wider
        yield self._refusal_step(index, entry)
        return None

    def _gives_the_same(self, score: Score, state: int) -> bool:
        """Return whether a state has a final score that changes a stored score no more than the draw did."""
        known = self.memo.get(index_of(state))
        if known is None or known.needs:
            return False
        least, most = score, score
        if self.graph.sign < 0:
            least, most = min(score, 0 - score), max(score, 0 - score)
        elif score:
            least, most = (-math.inf, score) if score > 0 else (score, math.inf)
        return least <= known.score <= most

    def _wider_words(self, index: int, entry: Answer, missing: Needs) -> Caption:
        """Return the words on a stored score that is used although nodes that it needs are not on the path."""
        scores = "its final score gives" if len(missing) == 1 else "their final scores give"
        known = caption(self.memo_entry_words(index, entry), ", ", self.condition(entry), ". ")
        absent = caption(self.absence_words(missing), f", but {scores} the same: return ")
        return caption(known, absent, self.stored_value(index, entry), ".")

    def storing_words(self, index: int, answer: Answer) -> Caption:
        counting = COUNTED if answer.doubt else ""
        value = score_of(self.graph.nodes[index], answer.score)
        return caption(self.name(index), " stores and returns ", value, ", ", self.condition(answer), counting, ".")

    def memo_note(self, index: int, answer: Answer) -> Caption:
        return self.condition(answer)

    def _hit_words(self, index: int, entry: Answer) -> Caption:
        why = f", as {'it is' if len(entry.needs) == 1 else 'they are'} now" if entry.needs else ""
        known = caption(self.memo_entry_words(index, entry), ", ", self.condition(entry), why)
        return caption(known, ": return ", self.stored_value(index, entry), ".")

    def _refusal_step(self, index: int, entry: Answer) -> Step:
        """Return the step that does not use a stored score, as nodes that it needs are not on the path."""
        self.counts["refusals"] += 1
        words = partial(self._refusal_words, index, entry, self.path_set.frozen())
        return self._memo_step(index, words, Activity.REFUSED, SearchEvent.REFUSED)

    def _refusal_words(self, index: int, entry: Answer, path: Needs) -> Caption:
        """Return the words on a stored score that is of no use: the nodes that are not on the path."""
        known = caption(
            self.memo_entry_words(index, entry),
            ", ",
            self.condition(entry),
            ", but ",
            self.absence_words(entry.needs - path),
        )
        return caption(known, ": ", self.name(index), " must be searched again.")


ALGORITHM = Algorithm(
    name="memoised",
    title="Depth-first search with memo",
    source="Kars, From game trees to game graphs, Algorithm 7.2 and Theorem 7.3",
    summary=(
        "Depth-first search that stores every score with its dependency set: the nodes on the path to which back links "
        "were counted as endless play. A stored score is used again only while all of these are on the path."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(
        choice(
            "entries",
            "A stored score is used",
            ENTRIES,
            "The paper's algorithm searches a node again if a node of the dependency set is not on the path. If that "
            "node has a final score by now, the stored score may follow from it all the same.",
        ),
    ),
    rank=14,
    group=Group.CYCLES,
    also="GHI, graph history interaction, transposition table, dependency sets",
)
