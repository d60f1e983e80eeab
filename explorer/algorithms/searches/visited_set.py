"""Depth-first search with a visited set, as it finds paths in a graph: wrong for scores (compare Kars, Example 7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import move_words, score_of
from explorer.algorithms.searches.calls import Answer, Call, FaultCause, Line
from explorer.algorithms.searches.depth_first import FullSearch
from explorer.algorithms.searches.search_frame import Frame, PseudocodeLines
from explorer.algorithms.searches.windows import FULL
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.model.words import plural
from explorer.solver.retrograde import limit_scores
from explorer.trace import Activity, Path, Relation, Result, SearchEvent, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, Words, caption

PSEUDOCODE = (
    "the score of the root := search(root), with no node visited",
    "search(p):",
    "    mark p as visited",
    "    if p is a leaf:  return its score",
    "    for every move p → q, in order:",
    "        if q is visited:  skip the move        (wrong: it may be p's best one)",
    "        value := search(q), as the player to move at p sees it",
    "        if this is the first value, or it is better for that player than best:  best := value",
    "    if every move was skipped:  return the value of endless play        (wrong: play may end)",
    "    return best",
)
SKIP, NO_MOVE_LEFT, RETURN = 6, 9, 10


def steps(graph: GameGraph) -> Steps:
    """Yield the steps of a depth-first search that visits every node once.

    A set of visited nodes is right for the question which nodes can be reached, and wrong for scores, with cycles and
    without: a skipped move may be the best one.  A node whose moves are all skipped counts as endless play, worth 0.
    The trace compares every returned score with the true one.

    Returns
    -------
    `value` and `truth` (the root's value in the search, and its score), `visits`, `skipped` (moves), `wrong` (nodes
    that return a wrong score) and `first_wrong` (`step` and `node` of the first, or None).
    """
    return (yield from VisitedSet(graph).run())


class VisitedSet(FullSearch):
    """A search that never enters a node twice, whose answers are compared with the true scores."""

    lines = PseudocodeLines(end=1, back=SKIP, leaf=4, enter=3, compare=8, leave=RETURN)
    counters = ("visits", "depth", "skipped", "wrong")

    def __init__(self, graph: GameGraph) -> None:
        super().__init__(graph)
        self.first_wrong: dict[str, int | str] | None = None
        self._truth = limit_scores(graph)
        self._visited: set[int] = set()

    def search(self, index: int) -> Call:
        """Search the moves of a node to successors that are not visited yet, and return its answer."""
        self._visited.add(index)
        answer = yield from self.look(index)
        if answer is not None:
            return answer
        moves = self.order.moves(index, self.depth)
        frame = yield from self.enter(index, FULL, moves)
        skipped: list[int] = []
        for target in moves:
            if target in self._visited:
                skipped.append(target)
                yield self._skip_step(frame, target)
            else:
                answer = yield self.search(target)
                yield self.compare(frame, target, answer)
        trail = self.pop(frame)
        answer = self._checked_answer(self._own_answer(frame))
        step = self.leave_step(frame, answer, trail)
        yield step if answer.fault is None else self._mark_wrong(step, frame, skipped)
        return answer

    def bound_so_far(self, frame: Frame, proven: Score) -> Answer:
        return self._checked_answer(super().bound_so_far(frame, proven))

    def leave_step(self, frame: Frame, answer: Answer, trail: Path) -> Step:
        words = caption(self.name(frame.index), " returns ", score_of(self.graph.nodes[frame.index], answer.score), ".")
        is_left_without = frame.line is None
        return self.step(
            frame.index,
            caption(self._no_move_words(frame.index), words) if is_left_without else words,
            NO_MOVE_LEFT if is_left_without else RETURN,
            trail=trail,
            event=SearchEvent.LEAVE,
            giver=frame.giver,
            node_score=answer.node_score,
        )

    def result(self, answer: Answer) -> Result:
        truth = self._truth[self.graph.root_index]
        return {**super().result(answer), "truth": truth, "first_wrong": self.first_wrong}

    def remark(self, answer: Answer) -> Words:
        if answer.fault is None:
            return caption(super().remark(answer), "; this is correct")
        return caption(". This is wrong: its true score is ", self._true_value(self.graph.root_index))

    def _own_answer(self, frame: Frame) -> Answer:
        """Return the best value of the moves that were tried, or endless play if there was none."""
        if frame.line is None:
            return Answer(self.worth, Line(frame.index))
        return self.final_answer(frame, frame.best, Relation.EXACT)

    def _checked_answer(self, answer: Answer) -> Answer:
        """Return an answer, with a fault if the true score of its node contradicts it."""
        if answer.bound.allows(answer.score, self._truth[answer.line.index]):
            return answer
        return replace(answer, fault=FaultCause(answer.line.index, is_stored=False))

    def _skip_step(self, frame: Frame, target: int) -> Step:
        self.counts["skipped"] += 1
        words = partial(self._skip_words, frame.index, target, is_on_path=self.is_back(target))
        return self.step(
            frame.index,
            Caption(words),
            SKIP,
            trail=self.trails[-1],
            activity={target: Activity.COMPARED},
            target=target,
            is_back=self.is_back(target),
        )

    def _skip_words(self, index: int, target: int, *, is_on_path: bool) -> Caption:
        where = " and still on the path" if is_on_path else ""
        move = move_words(self.graph, index, target)
        return caption(move, self.name(target), f" is visited already{where}, so the move is skipped.")

    def _no_move_words(self, index: int) -> Caption:
        name = self.name(index)
        return caption("No move of ", name, " is left, so it counts as endless play, ", self.endless_value, ": ")

    def _mark_wrong(self, step: Step, frame: Frame, skipped: Sequence[int]) -> Step:
        """Return the step that returns a wrong score, marked, with the cause."""
        self.counts["wrong"] += 1
        id, is_first = self.graph.ids[frame.index], self.first_wrong is None
        if self.first_wrong is None:
            self.first_wrong = {"step": self.step_count - 1, "node": id}
        wrong = [answer.line.index for answer in frame.wrong]
        truth = self._true_value(frame.index)
        return replace(
            step,
            words=Caption(
                lambda: caption(
                    *(step.words, f" This is {'the first' if is_first else 'a'} wrong score: the true score of "),
                    *(self.name(frame.index), " is ", truth, "; ", self._cause_words(skipped, wrong), "."),
                )
            ),
            activity={**step.activity, id: Activity.WRONG},
            counters=dict(self.counts),
        )

    def _cause_words(self, skipped: Sequence[int], wrong: Sequence[int]) -> Caption:
        """Return the words on why a score is wrong: moves that were skipped, and wrong scores of successors."""
        causes: list[Words] = []
        if skipped:
            verb = f"{plural(len(skipped), 'move')} to "
            causes.append(caption(verb, self.names(skipped), f" {'was' if len(skipped) == 1 else 'were'} skipped"))
        if wrong:
            causes.append(
                caption(self.names(wrong), f" returned {'a wrong score' if len(wrong) == 1 else 'wrong scores'}")
            )
        return caption(
            "its " if skipped else "", causes[0], *(part for cause in causes[1:] for part in (", and ", cause))
        )

    def _true_value(self, index: int) -> Value:
        """Return the true score of a node for a caption."""
        return Value(self._truth[index], Quantity.TRUE, self.graph.ids[index])


ALGORITHM = Algorithm(
    name="visited-set",
    title="Depth-first search with a visited set (wrong)",
    source="our own, to compare with Kars, From game trees to game graphs, Algorithm 6.7",
    summary=(
        "Depth-first search that marks nodes as visited and skips every move to a visited node, as one finds paths in "
        "a graph. For scores that is wrong, with cycles and without: a skipped move may be the best one."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    warning="Wrong on purpose: it gives wrong scores wherever nodes are shared. Its first wrong score is marked.",
    rank=13,
    group=Group.CYCLES,
    also="visited set, seen set, marking, GHI, recursion",
)
