"""What depth-first search and its memos share: every move is tried, the best value kept, and endless play worth 0.

That is as in Kars, sections 6 and 7; an open node counts as endless play.  How such a search walks, and what it does at
back links and leaves, is in `explorer.algorithms.searches.search_frame`.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import ClassVar

from explorer.algorithms.captions import counted
from explorer.algorithms.searches.calls import Answer, Bound, Call
from explorer.algorithms.searches.search_frame import Frame, PathSearch
from explorer.algorithms.searches.window_words import value_words
from explorer.algorithms.searches.windows import FULL
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score
from explorer.trace import Activity, Finality, Path, Result, Step


class Search(PathSearch):
    """A search that tries all moves; what it may know of a node before, and does at the end, is up to it."""

    counters: ClassVar[tuple[str, ...]] = ("visits", "depth", "cuts")
    has_windows = False

    def __init__(self, graph: GameGraph) -> None:
        super().__init__(graph)
        self._scored: set[int] = set()  # nodes that were left with a score

    def root_call(self) -> Call:
        return self.search(self.graph.root_place)

    def search(self, place: int) -> Call:
        """The answer of a node."""
        answer = yield from self.look(place)
        if answer is not None:
            return answer
        again = " again, its earlier score dropped" if place in self._scored else ""
        moves = self.order.moves(place, self.depth)
        frame = yield from self.enter(place, FULL, moves, how=again)
        self._scored.discard(place)
        for target in moves:
            answer = yield self.search(target)
            yield self.compare(frame, target, answer)
        answer = self.answer_of(frame, frame.best, Bound.EXACT)
        trail = self.pop(frame)
        self._scored.add(place)
        yield self.left(place, answer, trail)
        return answer

    @abstractmethod
    def left(self, place: int, answer: Answer, trail: Path) -> Step:
        """The step that returns the answer of an inner node, all moves tried."""

    def result(self, answer: Answer) -> Result:
        """What the search found: `value` of the root, and the counters."""
        return {"value": answer.score} | {name: count for name, count in self.counts.items() if name != "depth"}

    def verdict(self, answer: Answer) -> str:
        root = self.graph.root_place
        return (
            f"The score of the root, {self.graph.nodes[root].name}, is {format_score(answer.score)}, found in "
            f"{counted(self.counts['visits'], 'visit')}{self.remark(answer)}."
        )

    def remark(self, answer: Answer) -> str:
        """What the last caption adds to the root's score."""
        return "" if answer.sure else ", with open nodes counted as 0"

    def compare(self, frame: Frame, target: int, answer: Answer) -> Step:
        """The step that compares the value of a move with the best before it."""
        before = frame.best
        value, better = self.take(frame, answer)
        return self.step(
            frame.place,
            f"{self.graph.nodes[frame.place].name}: the move to "
            f"{value_words(self.name(target), value, Bound.EXACT, self.graph.sign)}, "
            f"{_compared(value, before, frame.sense)}.",
            self.lines.compare,
            trail=self.trails[-1],
            activity={target: Activity.COMPARED} | ({frame.place: Activity.CHANGED} if better else {}),
            shown=(frame.best, Finality.TENTATIVE),
            target=target,
        )


def _compared(value: Score, before: Score, sense: int) -> str:
    """How a value compares with the best before it, and what is the best now."""
    if math.isinf(before):
        return "the first value and so the best yet"
    word = "larger" if sense > 0 else "smaller"
    if sense * value > sense * before:
        return f"{word} than the best so far, {format_score(before)}: it takes its place"
    how = "the same as" if value == before else f"not {word} than"
    return f"{how} the best so far, {format_score(before)}, which stays"
