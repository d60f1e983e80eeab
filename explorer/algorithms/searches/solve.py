"""SOLVE: minimax for two values, with an early return (Lecture, Algorithm SOLVE)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from explorer.algorithms.acyclic import cycle
from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import move_words, score_of
from explorer.algorithms.searches.calls import Answer, Call, Doubt
from explorer.algorithms.searches.ordering import Ordering, order_options
from explorer.algorithms.searches.search_frame import Frame, PathSearch, PseudocodeLines
from explorer.algorithms.searches.windows import FULL, can_go_on_for_ever, reaches_open
from explorer.model.check import Problem, Severity
from explorer.model.errors import brief
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score, format_score
from explorer.trace import Activity, Relation, SearchEvent, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, Words, caption, listing

PSEUDOCODE = (
    "the value of the root := solve(root)",
    "solve(p):",
    "    if p is on the path:  return the value of endless play",
    "    if p is a leaf:  return win or loss, its score",
    "    put p on the path",
    "    for every move p → q, in order:  value := solve(q)",
    "        if value is the one that the player to move at p wants:  take p off the path;  return it at once",
    "    take p off the path;  return the other value",
)
MOST_NAMED = 4


def steps(graph: GameGraph, *, order: str = "drawn", seed: int = 1) -> Steps:
    """Yield the steps of SOLVE; the larger of the two scores is a win for Max, the smaller a loss.

    In a negamax graph a score above 0 is a win for the player to move at its node.

    Returns
    -------
    `value` (the root's score), `visits`, `leaves`, `cutoffs`, `principal_variation`; of a tree `minimax_leaves`, and
    `minimal_leaves`, the leaves of the smallest strategy of the player who wins.
    """
    return (yield from Solve(graph, 0, Ordering(graph, order, seed)).run())


ENDLESS_IS_0 = "0 (endless play)"


def two_values(graph: GameGraph) -> Problem | None:
    """Return why SOLVE cannot run: a third value, with a node that has it, or the cycle of endless play."""
    values: dict[Score, str] = {}
    firsts = graph.columns.first_scored
    for index in firsts:
        name, score = brief(graph.nodes[index].name), graph.nodes[index].score or 0
        values.setdefault(score, f"{format_score(score)} ({name})")
        if graph.convention is Convention.NEGAMAX:
            values.setdefault(0 - score, f"{format_score(0 - score)} ({name} seen by the other player)")
    is_endless = can_go_on_for_ever(graph)
    if is_endless:
        values.setdefault(0, ENDLESS_IS_0)
    if len(values) < 3:
        return None
    named = listing(values.values(), MOST_NAMED)
    has = f"this graph has {len(values)}: {named}"
    words = f"SOLVE needs at most two values, win and loss, but {has}; choose alpha-beta instead"
    third = next((graph.ids[index] for index in firsts if graph.nodes[index].score in list(values)[2:]), None)
    around = cycle(graph) if is_endless and ENDLESS_IS_0 in values.values() else []
    return Problem(Severity.ERROR, words, third, cycle=tuple(graph.ids[index] for index in around))


class Solve(PathSearch):
    """A search that returns as soon as the player to move has a win."""

    lines = PseudocodeLines(end=1, back=3, leaf=4, enter=5, compare=6, cutoff=7, leave=8)
    has_windows = False
    premise = "there are only two values"

    def __init__(self, graph: GameGraph, endless: Score, order: Ordering) -> None:
        super().__init__(graph, endless, order)
        self.has_open = reaches_open(graph)
        negamax = graph.convention is Convention.NEGAMAX
        scores = [node.score for node in graph.nodes if node.score is not None]
        values = {*scores, *((0 - score for score in scores) if negamax else ())}
        if can_go_on_for_ever(graph):
            values.add(endless)
        self.win: Score | None = max(values)
        self.loss: Score | None = min(values)
        if self.win == self.loss:  # a single value
            self.win, self.loss = (self.win, None) if self.win > 0 else (None, self.loss)

    def search(self, index: int) -> Call:
        """Search a node, and return its answer: a win or a loss."""
        answer = yield from self.look(index)
        if answer is not None:
            return answer
        moves = self.order.moves(index, self.depth)
        frame = yield from self.enter(index, FULL, moves)
        goal = self.win if frame.sense > 0 else self.loss
        for number, target in enumerate(moves):
            answer = yield self.search(target)
            value, _ = self.take(frame, answer)
            yield self._compare(frame, target, value, is_wanted=value == goal)
            if value == goal:
                return (yield from self._cut_off(frame, answer, target, moves[number + 1 :]))
        answer = self.answer_of(frame, frame.best, Relation.EXACT)
        why = "no move gives what the player to move wants"
        return (yield from self._finish_node(frame, answer, why, self.lines.leave, SearchEvent.LEAVE))

    def answer_of(self, frame: Frame, score: Score, bound: Relation, *, cutting: Answer | None = None) -> Answer:
        """Return the answer as in any search; if a node is open there may be a third value."""
        answer = super().answer_of(frame, score, bound, cutting=cutting)
        return replace(answer, doubt=answer.doubt | Doubt.OPEN) if self.has_open else answer

    def minimal_leaves(self, answer: Answer) -> int | None:
        if self.leaf_counts is None:
            return None
        return self.leaf_counts.at_least if answer.score == self.win else self.leaf_counts.at_most

    def word(self, value: Value) -> Caption:
        """Return a value as the word win or loss, in the view of its node's scores."""
        whose = " for Max" if self.graph.sign > 0 else ""
        return caption(f"a {'win' if value.number == self.win else 'loss'}{whose} (", value, ")")

    def _compare(self, frame: Frame, target: int, value: Score, *, is_wanted: bool) -> Step:
        wants = f", which is {'' if is_wanted else 'not '}what the player to move wants."
        number = Value(value, Quantity.RETURNED, self.graph.ids[target], sign=self.graph.sign)
        return self.step(
            frame.index,
            caption(move_words(self.graph, frame.index, target), self.word(number), wants),
            self.lines.compare,
            trail=self.trails[-1],
            event=SearchEvent.COMPARE,
            activity={target: Activity.COMPARED, frame.index: Activity.CHANGED},
            node_score=self.answer_of(frame, value, Relation.EXACT).node_score if is_wanted else self.so_far(frame),
            target=target,
            is_back=self.is_back(target),
        )

    def _cut_off(self, frame: Frame, cutting: Answer, target: int, skipped: Sequence[int]) -> Call:
        """Yield the step in which a node's player has a win and its other moves are skipped; return the answer."""
        answer = self.answer_of(frame, frame.best, Relation.EXACT, cutting=cutting)
        if skipped:
            self.counts["cutoffs"] += 1
            self.order.record_cutoff(frame.index, frame.depth, target)
            self.shading.cutoff(skipped)
        be = "is" if len(skipped) == 1 else "are"
        left = caption(self.names(skipped), f" {be} skipped") if skipped else "no move is left to skip"
        event = SearchEvent.CUTOFF if skipped else SearchEvent.LEAVE
        return (yield from self._finish_node(frame, answer, left, self.lines.cutoff, event))

    def _finish_node(
        self, frame: Frame, answer: Answer, why: Words, line: int, event: SearchEvent
    ) -> Generator[Step, Answer, Answer]:
        trail = self.pop(frame)
        condition = self.condition(answer) or ""
        word = self.word(score_of(self.graph.nodes[frame.index], answer.score))
        yield self.step(
            frame.index,
            caption(self.name(frame.index), " returns ", word, ", " if condition else "", condition, ": ", why, "."),
            line,
            trail=trail,
            event=event,
            giver=frame.giver,
            node_score=answer.node_score,
            note=condition,
        )
        return answer


ALGORITHM = Algorithm(
    name="solve",
    title="SOLVE",
    source="Lecture, Game Playing, Algorithm SOLVE",
    summary=(
        "Minimax for two values: a Max node returns a win, and a Min node a loss, as soon as one of its moves gives "
        "it. The remaining moves are skipped."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=order_options(),
    obstacle=two_values,
    needs="needs two values, win and loss",
    instead="alpha-beta",
    rank=32,
    group=Group.SEARCHES,
)
