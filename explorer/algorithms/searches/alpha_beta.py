"""Alpha-beta (Lecture, ALPHA-BETA), on trees, on shared nodes and, by the cut-off theorem, on cyclic graphs."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, partial

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import VALUE, score_of, term
from explorer.algorithms.searches.calls import Answer, Call, Doubt
from explorer.algorithms.searches.faults import WatchedSearch
from explorer.algorithms.searches.ordering import Ordering, order_options
from explorer.algorithms.searches.search_frame import Frame, PseudocodeLines, own_bound
from explorer.algorithms.searches.table import TranspositionTable, table_option
from explorer.algorithms.searches.windows import FULL, Rim, Scale, Window
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Activity, Relation, Result, SearchEvent, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, When, Words, caption, named
from explorer.trace.options import choice, endless_worth

PSEUDOCODE = (
    "the score of the root := search(root, −∞, ∞)    (or from the least to the largest score there can be)",
    "search(p, α, β):",
    "    if p is on the path:  return the value of endless play",
    "    if p is in the table, valid here, and the entry decides:  return it",
    "    if p is a leaf:  return its score",
    "    put p on the path",
    "    for every move p → q, in order:  value := search(q, α, β), as the player to move at p sees it",
    "        at a Max node  α := max(α, value),  at a Min node  β := min(β, value)",
    "        if α ≥ β (strict: >):  cutoff if moves are left; leave p; store; return β (Max), α (Min), soft: value",
    "    take p off the path;  store;  return α at a Max node, β at a Min node        (soft: the best value)",
)
LOOK_UP = 4
_BOUNDS = (Relation.AT_LEAST, Relation.AT_MOST)
_ESTIMATED_BOUNDS = (Relation.ABOUT_AT_LEAST, Relation.ABOUT_AT_MOST)
KNOWN = "the range of scores is known"
FAIL = {
    "hard": "Hard: never outside the window",
    "soft": "Soft: the best value seen",
    "strict": "Strict: soft, and no cutoff on equality",
}


def steps(
    graph: GameGraph,
    *,
    fail: str = "hard",
    order: str = "drawn",
    seed: int = 1,
    table: str = "none",
    endless: Score = 0,
) -> Steps:
    """Yield the steps of alpha-beta from the root, with the widest window there is.

    That is (-∞, ∞), or the range of scores if it is known.  A node that the search leaves is final if its score was
    found inside the window without a back link to a node still on the path; outside the window only a bound is known.

    Parameters
    ----------
    fail : whether values are clamped to the window ("hard") or not ("soft"); "strict" is soft and has a cutoff only
        where α > β.  A clamped value never lies beyond a bound, so that strict cuts have to be soft.
    order, seed : the order of the moves, as `explorer.algorithms.searches.ordering` has them.
    table : "none", "naive" (wrong on cyclic graphs) or "dependency", as `explorer.algorithms.searches.table` has them.
    endless : the value of endless play; in a negamax graph to the player to move at the root.

    Returns
    -------
    `value`, `visits`, `leaves`, `cutoffs`, `principal_variation`; of a tree `minimax_leaves` and `minimal_leaves`;
    with a table `hits`, with the naive one `truth` and `wrong` too.
    """
    ordering = Ordering(graph, order, seed, endless)
    memo = TranspositionTable(table, graph, endless)
    is_strict = fail == "strict"
    return (yield from AlphaBeta(graph, endless, ordering, memo, is_hard=fail == "hard", is_strict=is_strict).run())


class AlphaBeta(WatchedSearch):
    """Alpha-beta with the window as it comes; its successors in the literature override `reply`.

    `worths` are the values that a search may return besides the scores of leaves and of endless play.

    Attributes
    ----------
    window : of the root, as wide as the rim; if it is closed, a value that equals a bound causes no cutoff.
    """

    lines = PseudocodeLines(end=1, back=3, table=4, leaf=5, enter=6, compare=8, cutoff=9, leave=10)

    def __init__(
        self,
        graph: GameGraph,
        endless: Score = 0,
        order: Ordering | None = None,
        table: TranspositionTable | None = None,
        *,
        is_hard: bool = False,
        is_strict: bool = False,
        worths: Iterable[Score] = (),
    ) -> None:
        super().__init__(graph, endless, order)
        self.table = table or TranspositionTable("none", graph, endless)
        self.faults = self.table.faults
        self.is_hard = is_hard
        self.rim = Rim(*graph.hull(endless, *worths))
        self.known_range = graph.score_range
        self.premise = self.premise or (KNOWN if graph.score_range is not None else "")
        self.window = Window(self.rim.least, self.rim.most, is_closed=is_strict)
        self.has_memo = self.table.is_used
        if self.table.is_used:
            self.counts["hits"] = 0

    @cached_property
    def scale(self) -> Scale:
        """The possible scores of a node of the graph, ascending."""
        return Scale(self.graph, self.endless)

    def root_call(self) -> Call:
        return self.search(self.graph.root_index, self.window)

    def search(self, index: int, window: Window = FULL) -> Call:
        """Search a node with a window, and return its answer."""
        answer = yield from self.look(index)
        if answer is None and self.table.is_used:
            answer = yield from self._answer_from_table(index, window)
        if answer is not None:
            return answer
        moves = self.order.moves(index, self.depth)
        frame = yield from self.enter(index, window, moves)
        for number, target in enumerate(moves):
            answer = yield from self.reply(frame, target, number)
            yield self._compare(frame, target, answer)
            if frame.window.is_left_by(frame.sense, frame.best):
                return (yield from self.cutoff(frame, answer, target, moves[number + 1 :]))
        return (yield from self._finish_node(frame))

    def reply(self, frame: Frame, target: int, number: int) -> Call:
        """Return the answer of a successor; `number` of them were tried before."""
        return (yield self.search(target, frame.window.times(self.graph.sign)))

    def result(self, answer: Answer) -> Result:
        return {**super().result(answer), **self.table.result()}

    def verdict(self, answer: Answer) -> Caption:
        return caption(super().verdict(answer), self.table.verdict(answer.score))

    # ---- the steps

    def _compare(self, frame: Frame, target: int, answer: Answer) -> Step:
        before = frame.window
        value, is_better = self.take(frame, answer)
        is_back = self.is_back(target)
        return self.step(
            frame.index,
            Caption(lambda: self._comparison(frame, target, answer, value, before, is_back=is_back)),
            self.lines.compare,
            trail=self.trails[-1],
            event=SearchEvent.COMPARE,
            activity={target: Activity.COMPARED} | ({frame.index: Activity.CHANGED} if is_better else {}),
            node_score=partial(self.so_far, frame),
            window=frame.window,
            target=target,
            is_back=is_back,
        )

    def _comparison(
        self, frame: Frame, target: int, answer: Answer, value: Score, before: Window, *, is_back: bool
    ) -> Caption:
        gives = self.value_words(frame, target, value, relation=answer.relation, is_back=is_back)
        own = _comparison_words(self.graph.ids[frame.index], before, frame.sense, value)
        equal = _limit_words(self.graph.ids[frame.index], before, frame.sense, value)
        return caption(gives, _two_searches_words(frame) if answer.has_both_bounds else "", ", ", own, equal, ".")

    def cutoff(self, frame: Frame, cutting: Answer, target: int, skipped: Sequence[int]) -> Call:
        """Return the answer of a node whose value has left the window; moves that are left are skipped."""
        limit = frame.window.limit(frame.sense)
        score = limit if self.is_hard else frame.best
        bound = self.rim.narrowed(own_bound(frame), score)
        answer = self.final_answer(frame, score, bound, cutting=cutting)
        event = SearchEvent.CUTOFF if skipped else SearchEvent.LEAVE
        if skipped:
            self.counts["cutoffs"] += 1
            self.order.record_cutoff(frame.index, frame.depth, target)
            self.shading.cutoff(skipped)
        yield from self._leave_and_store(
            frame, answer, lambda: self.words_of_cut(frame, answer, skipped), self.cut_line(frame), event
        )
        return answer

    def words_of_cut(self, frame: Frame, answer: Answer, skipped: Sequence[int]) -> Caption:
        """Return the caption on a cutoff: why the search of a node ends, the skipped moves, and its answer."""
        return _cut_words(self.graph, frame, answer, self.names(skipped), len(skipped), rim=self.rim)

    def cut_line(self, frame: Frame) -> int:
        """Return the number of the pseudocode's line at which a value leaves the window."""
        return self.lines.cutoff

    def _finish_node(self, frame: Frame) -> Call:
        """Yield the step at the end of a node whose moves were all tried, and return its answer."""
        score = frame.window.own(frame.sense) if self.is_hard else frame.best
        answer = self.final_answer(frame, score, self.rim.narrowed(frame.call_window.bound(score), score))
        words = partial(self._return_caption, frame, answer)
        yield from self._leave_and_store(frame, answer, words, self.lines.leave, SearchEvent.LEAVE)
        return answer

    def _return_caption(self, frame: Frame, answer: Answer) -> Caption:
        if answer.score == frame.best:
            return caption(self.name(frame.index), " returns ", _return_words(self.graph, frame.index, answer))
        best = Value(frame.best, Quantity.BEST, self.graph.ids[frame.index])
        side = "below" if frame.sense > 0 else "above"
        return caption(_clamped_words(self.graph, frame, answer), ", since ", best, f" is {side} it")

    def _leave_and_store(
        self, frame: Frame, answer: Answer, words: Callable[[], Caption], line: int, event: SearchEvent
    ) -> Generator[Step, Answer, None]:
        """Yield the step in which a node leaves the path and its answer enters the table."""
        index, depth = frame.index, frame.depth
        trail = self.pop(frame)
        if self.table.is_used:
            self.table.store(frame.state, answer)
            if not self.is_unread:
                self.storing[frame.state] = answer.memo_entry(has_set=self.table.is_careful)
        step = self.step(
            index,
            Caption(lambda: caption(words(), *self._condition_words(answer, ", "), ".")),
            line,
            trail=trail,
            event=event,
            giver=frame.giver,
            activity={index: Activity.STORED} if self.table.is_used else {},
            node_score=answer,
            closes=True,
            note=Caption(lambda: self._answer_note(index, answer)),
        )
        yield self.table.marked(step, answer, depth, "the entry is valid under this condition, which the table forgets")

    def _answer_note(self, index: int, answer: Answer) -> Caption:
        """Return the note on a node with its answer: bound and condition."""
        if answer.bound is Relation.EXACT:
            return caption(*self._condition_words(answer))
        return caption(_return_words(self.graph, index, answer), *self._condition_words(answer, ", "))

    def _condition_words(self, answer: Answer, *before: Words) -> tuple[Words, ...]:
        """Return words and the condition of an answer after them; none if it has no condition."""
        condition = self.condition(answer)
        return () if condition is None else (*before, condition)

    # ---- the table

    def _answer_from_table(self, index: int, window: Window) -> Generator[Step, Answer, Answer | None]:
        """Return the stored answer of a node if it serves a search with this window, else None."""
        entry = self.table.find(self.state(index))
        if entry is None:
            return None
        missing = [state for state in entry.needs if state not in self.position]
        if missing and self.table.is_careful:
            why = caption(", but ", self.absence_words(missing), ": ")
            yield self._entry_step(index, entry, why, Activity.REFUSED, SearchEvent.REFUSED)
            return None
        if not is_answer_for(entry, window):
            why = caption(", which does not decide this search: ")
            yield self._entry_step(index, entry, why, Activity.COMPARED, SearchEvent.UNDECIDED)
            return None
        self.counts["hits"] += 1
        step = self._entry_step(index, entry, ": return it", Activity.HIT, SearchEvent.HIT)
        if self.faults is None or not (missing or entry.doubt & Doubt.SPOILT):
            yield step
            return entry
        why = caption("the entry is ", self.condition(entry) or "", ", but ", self.absence_words(missing))
        yield self.table.marked(step, entry, self.depth, why)
        return self.faults.mark_entry(entry, is_valid=not missing)

    def _entry_step(self, index: int, entry: Answer, then: Words, role: Activity, event: SearchEvent) -> Step:
        condition = self.condition(entry) if self.table.is_careful else None
        value = Value(entry.score, Quantity.STORED, self.graph.ids[index])
        known = "the value " if entry.bound is Relation.EXACT else ""
        words = caption(
            self.name(index), f"{self.mover} is in the table with {known}", _relation_words(value, entry.relation)
        )
        search = "" if role is Activity.HIT else caption("search ", self.name(index))
        return self.step(
            index,
            caption(words, ", " if condition else "", condition or "", then, search, "."),
            self.lines.table,
            trail=self.trail_to(index),
            event=event,
            giver=self.storing_steps.get(self.state(index)),
            activity={index: role},
            node_score=entry if role is Activity.HIT else None,
        )


def is_answer_for(entry: Answer, window: Window) -> bool:
    """Return whether a stored entry answers a search with this window."""
    if entry.bound is Relation.EXACT:
        return True
    if entry.bound is Relation.AT_LEAST:
        return window.is_past(entry.score, window.beta)
    return window.is_past(0 - entry.score, 0 - window.alpha)


# ---- words


def _return_words(graph: GameGraph, index: int, answer: Answer) -> Caption:
    """Return the answer of a node in this step: "3", "the bound ≥ 3", "the estimate ≈ 3"."""
    return _relation_words(score_of(graph.nodes[index], answer.score), answer.relation)


def _clamped_words(graph: GameGraph, frame: Frame, answer: Answer) -> Caption:
    """Return the answer of a node clamped to the window: "fail-hard: E returns 10, the limit …"."""
    node = graph.nodes[frame.index]
    is_estimate = answer.relation in (Relation.ABOUT, *_ESTIMATED_BOUNDS)
    value = _return_words(graph, frame.index, answer) if is_estimate else score_of(node, answer.score)
    return caption("fail-hard: ", named(node), " returns ", value, ", the limit that it was called with")


def _relation_words(value: Words, relation: Relation) -> Caption:
    """Return a value with words for its relation: "3", "the bound ≥ 3", "the estimate ≈ 3"."""
    if relation is Relation.EXACT:
        return caption(value)
    what = "bound" if relation in _BOUNDS else "estimated bound" if relation in _ESTIMATED_BOUNDS else "estimate"
    return caption(f"the {what} {relation.sign} ", value)


def _two_searches_words(frame: Frame) -> str:
    """Return the words on a value that is exact because two searches bound it from both sides."""
    test, search = ("≥", "≤") if frame.sense > 0 else ("≤", "≥")
    return f" ({test} by the test, {search} by the second search)"


def _comparison_words(node: str, before: Window, sense: int, value: Score) -> Caption:
    """Return how a value compares with the own end of the window, and the new window."""
    letter, end = ("α", Quantity.ALPHA) if sense > 0 else ("β", Quantity.BETA)
    word = "greater" if sense > 0 else "less"
    own = caption(f"{word} than {letter} = ", Value(before.own(sense), end, node, when=When.BEFORE))
    if before.is_improved_by(sense, value):
        return caption(own, f", so {letter} becomes ", Value(value, end, node))
    return caption("not ", own, ", which stays")


def _limit_words(node: str, window: Window, sense: int, value: Score) -> Caption | str:
    """Return the words on why the search of a node goes on whose value equals the other player's bound."""
    if not window.is_closed or value != window.limit(sense):
        return ""
    letter, end = ("β", Quantity.BETA) if sense > 0 else ("α", Quantity.ALPHA)
    limit = Value(value, end, node, when=When.BEFORE)
    return caption(f"; {letter} is ", limit, ", too, and a strict cutoff needs α > β")


def _cut_words(graph: GameGraph, frame: Frame, answer: Answer, skipped: Words, count: int, *, rim: Rim) -> Caption:
    """Return the bound that a value reached, why that ends the search, the skipped moves, and the answer.

    It is a cutoff only where moves are left.
    """
    letter, end = ("β", Quantity.BETA) if frame.sense > 0 else ("α", Quantity.ALPHA)
    node = graph.nodes[frame.index]
    best = Value(frame.best, Quantity.BEST, node.id)
    limit = Value(frame.window.limit(frame.sense), end, node.id, when=When.BEFORE)
    relation = replace(answer, bound=rim.narrowed(own_bound(frame), frame.best)).relation
    known = caption(term(VALUE, node), f" {relation.sign or '='} ", best)
    because = caption(": ", known, f", and {letter} = ", limit, ", ", _reason_for_cutoff(graph, frame, relation, rim))
    plain = caption(named(node), " returns ", _return_words(graph, frame.index, answer))
    gives = caption("; ", plain if answer.score == frame.best else _clamped_words(graph, frame, answer))
    if not count:
        return caption("With its last move the value of ", named(node), " leaves the window", because, gives)
    left = caption("; ", skipped, f" {'is' if count == 1 else 'are'} skipped")
    return caption(f"{letter} cutoff at ", named(node), because, left, gives)


def _reason_for_cutoff(graph: GameGraph, frame: Frame, relation: Relation, rim: Rim) -> Caption:
    """Return the words on why a value is good enough to end the search of a node."""
    holder = frame.window.limit_at(frame.sense)
    if holder is None:
        is_best = rim.is_end(frame.window.limit(frame.sense))
        return caption("and no value can be better" if is_best else "which answers the question of the null window")
    who = "the opponent" if graph.sign < 0 else "Min" if frame.sense > 0 else "Max"
    here, there = named(graph.nodes[frame.index]), named(graph.nodes[holder])
    by = "by this estimate " if relation in (Relation.ABOUT, *_ESTIMATED_BOUNDS) else ""
    return caption(f"so {by}{who} gains nothing by letting play reach ", here, " from ", there)


ALGORITHM = Algorithm(
    name="alpha-beta",
    title="Alpha-beta",
    source="Lecture, Game Playing, Algorithm ALPHA-BETA and Definitions 85 and 86; Kars, remark after Theorem 6.8",
    summary=(
        "Depth-first search with a window: Max is already sure of at least α, Min of at most β. As soon as the value "
        "of a node leaves the window, there is a cutoff: the remaining moves of the node are skipped."
    ),
    pseudocode=PSEUDOCODE,
    line_options={LOOK_UP: ("table", "none")},
    run=steps,
    options=(
        choice(
            "fail",
            "Values outside the window",
            FAIL,
            "What a search returns whose value lies outside its window, and whether equality is a cutoff.",
        ),
        *order_options(),
        table_option(),
        endless_worth(),
    ),
    rank=34,
    group=Group.SEARCHES,
    also="pruning, cutoffs, window",
)
