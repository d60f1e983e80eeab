"""Alpha-beta (Lecture, ALPHA-BETA), on trees, on shared nodes and, by the cut-off theorem, on cyclic graphs."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from functools import cached_property

from explorer.algorithms.algorithm import Algorithm
from explorer.algorithms.searches.calls import Answer, Bound, Call
from explorer.algorithms.searches.ordering import Ordering, order_options
from explorer.algorithms.searches.search_frame import Frame, Lines, PathSearch
from explorer.algorithms.searches.table import Table, table_option
from explorer.algorithms.searches.window_words import compared, cut_words, returned, value_words
from explorer.algorithms.searches.windows import FULL, Scale, Window
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Activity, Finality, Result, Step, Steps
from explorer.trace.options import choice, endless_worth

PSEUDOCODE = (
    "the score of the root := search(root, −∞, ∞)",
    "search(p, α, β):",
    "    if p is on the path:  return what endless play is worth",
    "    if p is in the table, good here, and what is stored decides:  return it        (if there is a table)",
    "    if p is a leaf:  return its score",
    "    put p on the path",
    "    for every move p → q, in order:  value := search(q, α, β), as the player to move at p sees it",
    "        at a Max node  α := max(α, value),  at a Min node  β := min(β, value)",
    "        if α ≥ β:  cut; take p off the path; store; return β at a Max node, α at a Min node    (soft: value)",
    "    take p off the path;  store;  return α at a Max node, β at a Min node        (soft: the best value)",
)
SPOILT = "it was computed from an entry that did not hold"
FAIL = {"hard": "Hard: never outside the window", "soft": "Soft: the best value seen"}


def steps(
    graph: GameGraph,
    *,
    fail: str = "hard",
    order: str = "drawn",
    seed: int = 1,
    table: str = "none",
    endless: Score = 0,
) -> Steps:
    """Steps of alpha-beta from the root with the window (-∞, ∞).

    A node that is left is final if its score was found inside the window without a back link to a node still on the
    path; outside the window only a bound of its score is known.

    Parameters
    ----------
    fail : whether values are clamped to the window ("hard") or not ("soft").
    order, seed : the order of the moves, as `explorer.algorithms.searches.ordering` has them.
    table : "none", "naive" (wrong on cyclic graphs) or "dependency", as `explorer.algorithms.searches.table` has them.
    endless : what endless play is worth; in a negamax graph to the player to move at the root.

    Returns
    -------
    `value`, `visits`, `leaves`, `cutoffs`, `principal_variation`; of a tree `minimax_leaves` and `minimal_leaves`;
    with a table `hits`, with the naive one `truth` and `wrong` too.
    """
    ordering = Ordering(graph, order, seed, endless)
    return (yield from AlphaBeta(graph, endless, ordering, Table(table, graph, endless), is_hard=fail == "hard").run())


class AlphaBeta(PathSearch):
    """Alpha-beta with the window as it comes; `reply` is what its successors in the literature do otherwise."""

    lines = Lines(done=1, back=3, table=4, leaf=5, enter=6, compare=8, cut=9, leave=10)

    def __init__(
        self,
        graph: GameGraph,
        endless: Score = 0,
        order: Ordering | None = None,
        table: Table | None = None,
        *,
        is_hard: bool = False,
    ) -> None:
        super().__init__(graph, endless, order)
        self.table = table or Table("none", graph, endless)
        self.is_hard = is_hard
        self.keeps_all_needs = self.table.is_used
        if self.table.is_used:
            self.counts["hits"] = 0

    @cached_property
    def scale(self) -> Scale:
        """The scores that a node can have."""
        return Scale(self.graph, self.endless)

    def root_call(self) -> Call:
        return self.search(self.graph.root_place, FULL)

    def search(self, place: int, window: Window) -> Call:
        """The answer of a node, searched with a window."""
        answer = yield from self.look(place)
        if answer is None and self.table.is_used:
            answer = yield from self._look_up(place, window)
        if answer is not None:
            return answer
        moves = self.order.moves(place, self.depth)
        frame = yield from self.enter(place, window, moves)
        for number, target in enumerate(moves):
            answer = yield from self.reply(frame, target, number)
            yield self._compare(frame, target, answer)
            if frame.window.reached(frame.sense, frame.best):
                return (yield from self.cut(frame, answer, target, moves[number + 1 :]))
        return (yield from self._leave(frame))

    def reply(self, frame: Frame, target: int, number: int) -> Call:
        """The answer of a successor; `number` of them were tried before."""
        return (yield self.search(target, frame.window.seen(self.graph.sign)))

    def result(self, answer: Answer) -> Result:
        return {**super().result(answer), **self.table.result()}

    def verdict(self, answer: Answer) -> str:
        return super().verdict(answer) + self.table.verdict(answer.score)

    # ---- the steps

    def _compare(self, frame: Frame, target: int, answer: Answer) -> Step:
        before = frame.window
        value, is_better = self.take(frame, answer)
        gives = value_words(self.name(target), value, answer.bound, self.graph.sign)
        return self.step(
            frame.place,
            f"{self.name(frame.place)}: the move to {gives}, {compared(before, frame.sense, value)}.",
            self.lines.compare,
            trail=self.trails[-1],
            activity={target: Activity.COMPARED} | ({frame.place: Activity.CHANGED} if is_better else {}),
            shown=(frame.best, Finality.TENTATIVE),
            window=frame.window,
            target=target,
        )

    def cut(self, frame: Frame, cutting: Answer, target: int, skipped: Sequence[int]) -> Call:
        """The answer of a node that the last value cut; the moves that are left are skipped."""
        limit = frame.window.limit(frame.sense)
        score = limit if self.is_hard else frame.best
        bound = Bound.LOWER if frame.sense > 0 else Bound.UPPER
        answer = self.answer_of(frame, score, Bound.EXACT if math.isinf(score) else bound, cutting=cutting)
        if skipped:
            self.counts["cutoffs"] += 1
            self.order.learn(frame.place, frame.depth, target)
            self.shading.cut(skipped)
        yield from self._left(frame, answer, self.words_of_cut(frame, skipped), self.cut_line(frame))
        return answer

    def words_of_cut(self, frame: Frame, skipped: Sequence[int]) -> str:
        """Why a node was cut, and what is not looked at."""
        return cut_words(self.graph, frame, self.names(skipped), len(skipped))

    def cut_line(self, frame: Frame) -> int:
        """The line of the pseudocode that cuts."""
        return self.lines.cut

    def _leave(self, frame: Frame) -> Call:
        score = frame.window.own(frame.sense) if self.is_hard else frame.best
        answer = self.answer_of(frame, score, frame.asked.bound(score))
        words = f"{self.name(frame.place)} returns {returned(answer)}"
        yield from self._left(frame, answer, words, self.lines.leave)
        return answer

    def _left(self, frame: Frame, answer: Answer, words: str, line: int) -> Generator[Step, Answer, None]:
        """The step that takes a node off the path and stores its answer."""
        place, depth = frame.place, frame.depth
        trail = self.pop(frame)
        self.table.store(frame.state, answer)
        condition = self.condition(answer)
        stored = {place: Activity.STORED} if self.table.is_used else {}
        stated = "" if answer.bound is Bound.EXACT else returned(answer)
        step = self.step(
            place,
            f"{words}{f', {condition}' if condition else ''}.",
            line,
            trail=trail,
            activity=stored,
            shown=(answer.score, answer.finality),
            closes=True,
            note=", ".join(filter(None, (stated, condition))),
        )
        forgotten = "this one is good on this path only, which the table forgets"
        yield self.table.marked(step, place, depth, answer, forgotten if answer.needs else SPOILT)

    def condition(self, answer: Answer) -> str:
        """On what an answer rests: "if a is on the path", or "" for nothing."""
        if answer.needs:
            be = "is" if len(answer.needs) == 1 else "are"
            return f"if {self.names_of(answer.needs)} {be} on the path"
        return ""

    # ---- the table

    def _look_up(self, place: int, window: Window) -> Generator[Step, Answer, Answer | None]:
        entry = self.table.find(self.state(place))
        if entry is None:
            return None
        missing = [state for state in entry.needs if state not in self.position]
        if missing and self.table.is_careful:
            be = "is" if len(missing) == 1 else "are"
            yield self._entry_step(
                place, entry, f", but {self.names_of(missing)} {be} not on it now: search", Activity.REFUSED
            )
            return None
        if not decides(entry, window):
            yield self._entry_step(place, entry, f", which does not decide between {window}: search", Activity.COMPARED)
            return None
        self.counts["hits"] += 1
        step = self._entry_step(place, entry, ": return it", Activity.HIT)
        if not missing and entry.needs:
            yield step
            return entry
        why = f"the entry is good only {self.condition(entry)}" if missing else SPOILT
        yield self.table.marked(step, place, self.depth, entry, why)
        return Answer(entry.score, entry.line, entry.bound, sure=False) if missing else entry

    def _entry_step(self, place: int, entry: Answer, then: str, role: Activity) -> Step:
        condition = self.condition(entry) if self.table.is_careful else ""
        words = f"{self.name(place)} is in the table with {returned(entry)}"
        return self.step(
            place,
            f"{words}{f', good {condition}' if condition else ''}{then}.",
            self.lines.table,
            trail=self.trail_to(place),
            activity={place: role},
        )


def decides(entry: Answer, window: Window) -> bool:
    """Whether what is stored answers a search with this window."""
    if entry.bound is Bound.EXACT:
        return True
    return entry.score >= window.beta if entry.bound is Bound.LOWER else entry.score <= window.alpha


ALGORITHM = Algorithm(
    name="alpha-beta",
    title="Alpha-beta",
    source="Lecture, Game Playing, Algorithm ALPHA-BETA and Definitions 85 and 86; Kars, remark after Theorem 6.8",
    summary=(
        "Depth-first search that knows what Max and Min have already, α and β. As soon as a node cannot change that "
        "any more, the moves that are left there are cut off."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(
        choice("fail", "Values outside the window", FAIL, "What a search returns that ends outside its window."),
        *order_options(),
        table_option(),
        endless_worth(),
    ),
    rank=34,
)
