"""The base of all depth-first searches: the path, back links and leaves, windows, counters and steps.

Such a search walks the tree of all plays from the root.  By the cut-off theorem (Kars, Theorem 6.6, and the remark
after Theorem 6.8) it walks cyclic graphs in the same way: a node that is on the path already is a leaf of that tree,
worth the value of endless play.  An open node counts as endless play too.

In a negamax graph endless play is worth `endless` to the player to move at the root.  If that is not 0, the two players
see it differently, so that a node counts as repeated only with the same player to move.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import ClassVar, NamedTuple

from explorer.algorithms.captions import (
    COUNTED,
    PLAYERS,
    VALUE,
    compared_nodes,
    counter,
    move_words,
    node_words,
    rule_words,
    seen_term,
)
from explorer.algorithms.searches.calls import (
    NO_ANSWER,
    NO_SCORE,
    NOTHING,
    Answer,
    Call,
    Doubt,
    Inquiry,
    Line,
    Needs,
    NodeScore,
    run_call,
)
from explorer.algorithms.searches.index_set import IndexSet
from explorer.algorithms.searches.minimal_tree import LeafCounts, leaf_counts
from explorer.algorithms.searches.ordering import Ordering
from explorer.algorithms.searches.search_steps import StepMaker, leaves_read
from explorer.algorithms.searches.windows import Rim, Window, can_go_on_for_ever
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Range, Score
from explorer.trace import Activity, Path, Relation, Result, SearchEvent, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, Words, bare, caption, move_name, named

PASSING = ("depth", "kept", "open")  # counters of the current state, which are no results


class PseudocodeLines(NamedTuple):
    """The lines of a search's pseudocode, from 1, that its steps name; 0 for one that it does not have."""

    end: int
    back: int
    leaf: int
    enter: int
    compare: int
    leave: int
    cutoff: int = 0
    table: int = 0


@dataclass(slots=True)
class Frame:
    """The search of one node that is under way: its window, its best value, and the moves behind it.

    Attributes
    ----------
    index, state : the node, and its number on the path.
    sense : +1 if its player takes the largest, -1 if the smallest.
    depth : moves from the root.
    call_window, window : the window of the call, and the window after the moves so far.
    best : the best value so far, ∓∞ before the first.
    giver : the number of the step in which it was compared.
    proven : the best of the values that the player certainly gets, not only upper limits; None before the first.
    line : the play that leads to it, the node first.
    needs, doubt : of all values so far.
    wrong : the answers among them that are known to be wrong.
    """

    index: int
    state: int
    sense: int
    depth: int
    call_window: Window
    window: Window
    best: Score
    giver: int | None = None
    line: Line | None = None
    needs: Needs = NOTHING
    doubt: int = Doubt.NONE
    proven: Score | None = None
    wrong: list[Answer] = field(default_factory=list)


def own_bound(frame: Frame) -> Relation:
    """Return the bound that the best of some values is for a node: at a Max node a lower bound."""
    return Relation.AT_LEAST if frame.sense > 0 else Relation.AT_MOST


class PathSearch(StepMaker, ABC):
    """A depth-first search from the root that keeps its path and makes its steps; searches derive from it.

    Attributes
    ----------
    position : position on the path of every state on it; a state is a node, or a node with the player to move.
    rim : the limits of all values, as far as they are known beforehand.
    known_range : the range of leaf scores that the search uses, or None.
    """

    lines: ClassVar[PseudocodeLines]
    known_range: Range | None = None
    premise: str = ""  # knowledge of scores that the search has before it reads a leaf
    has_memo = False  # whether its answers are stored, and used again where that is valid

    def __init__(self, graph: GameGraph, endless: Score = 0, order: Ordering | None = None) -> None:
        super().__init__(graph)
        self.endless = endless
        self.order = order or Ordering(graph)
        self.rim = Rim(*graph.hull(endless))
        self.position: dict[int, int] = {}
        self.has_met_open = False
        self._is_doubled = graph.sign < 0 and endless != 0

    @cached_property
    def _has_mover_dependence(self) -> bool:
        """Return whether the worth of a node may depend on the player to move."""
        return self._is_doubled and can_go_on_for_ever(self.graph)

    @cached_property
    def leaf_counts(self) -> LeafCounts | None:
        """The leaves that minimax would read and those that must be read, where the graph is a tree."""
        return leaf_counts(self.graph, self.endless, self.known_range)

    # ---- the walk

    @abstractmethod
    def search(self, index: int) -> Call:
        """Search a node, and return its answer."""

    def root_call(self) -> Call:
        """Return the call of the whole search; its answer is the root's."""
        return self.search(self.graph.root_index)

    def run(self) -> Steps:
        """Yield the steps of the whole search, and return its result."""
        answer = yield from run_call(self.root_call())
        yield self.step(
            self.graph.root_index, self.verdict(answer), self.lines.end, trail=None, node_score=answer.node_score
        )
        return self.result(answer)

    def result(self, answer: Answer) -> Result:
        """Return `value`, the counters, `principal_variation` (ids), and of a tree the counts of leaves."""
        counts = {name: count for name, count in self.counts.items() if name not in PASSING}
        least = self.minimal_leaves(answer)
        of_tree = (
            {}
            if least is None or self.leaf_counts is None
            else {"minimax_leaves": self.leaf_counts.all, "minimal_leaves": least}
        )
        line = [self.graph.ids[index] for index in self.principal_variation(answer)]
        return {"value": answer.score, **counts, "principal_variation": line, **of_tree}

    def principal_variation(self, answer: Answer) -> list[int]:
        """Return the play that both players choose, from the root."""
        return answer.line.indices()

    def minimal_leaves(self, answer: Answer) -> int | None:
        """Return the number of leaves of the smallest proof of the root's score; None if the graph is no tree."""
        return self.leaf_counts.minimal if self.leaf_counts else None

    def look(self, index: int) -> Inquiry:
        """Return the answer of a call that needs no search, or None; every call begins with it."""
        self.counts["visits"] += 1
        self.shading.visit(index)
        state = self.state(index)
        return self._follow_back_link(index, state) if state in self.position else self.look_below(index)

    def look_below(self, index: int) -> Inquiry:
        """Return the answer of a call at a leaf or an open node, or None; subclasses may know other answers."""
        return NO_ANSWER if self.graph.successors[index] else self._evaluate_end(index)

    def _follow_back_link(self, index: int, state: int) -> Inquiry:
        self._increase_counters("leaves", "back_links")
        yield self._back_link(index)
        return self.back_link_answer(index, state)

    def back_link_answer(self, index: int, state: int) -> Answer:
        """Return the answer of a call at a back link to a node."""
        return Answer(self.worth, Line(index), needs=IndexSet.of(state))

    def _evaluate_end(self, index: int) -> Inquiry:
        self._increase_counters("leaves")
        answer = self.leaf_answer(index)
        yield self.read(index, answer)
        return answer

    def enter(
        self, index: int, window: Window, moves: Sequence[int], *, how: Words = ""
    ) -> Generator[Step, Answer, Frame]:
        """Put an inner node on the path, and return the frame of its search; `how` is an addition to the caption."""
        sense, state = self.graph.orientation[index], self.state(index)
        frame = Frame(index, state, sense, self.depth, window, window, -math.inf * sense)
        trail, who = self.trail_to(index), self.mover
        above = self.trails[-1].node if self.trails else ""
        yield self.step(
            index,
            Caption(partial(self._entry_words, above, index, who, window, moves, how=how)),
            self.lines.enter,
            trail=trail,
            event=SearchEvent.ENTER,
            node_score=NO_SCORE,
            window=window,
            note="",
        )
        self.push(frame, trail)
        return frame

    def push(self, frame: Frame, trail: Path) -> None:
        """Put the node of a frame on the path."""
        self.position[frame.state] = frame.depth
        self.trails.append(trail)

    def _entry_words(
        self, above: str, index: int, who: str, window: Window, moves: Sequence[int], *, how: Words
    ) -> Caption:
        node = self.graph.nodes[index]
        limits = caption(" with ", window.words(node.id)) if self.has_windows else ""
        rule = rule_words(self.graph, index, compared_nodes(moves))
        return caption(self._play_words(above, node.id), node_words(node), who, limits, how, ": ", rule, ".")

    def _play_words(self, above: str, id: str) -> str:
        """Return the player and the move, if it has a name: "Max plays “take 2”: enter "."""
        name = move_name(self.graph, above, id)
        players = {Kind.MAX: "Max", Kind.MIN: "Min"}
        player = players.get(self.graph.kind_of(above), "The player to move") if name else ""
        return f"{player} plays {name}: enter " if name else "Enter "

    def take(self, frame: Frame, answer: Answer) -> tuple[Score, bool]:
        """Update a frame with a move's answer, and return the move's value and whether it is the best yet.

        The next step shows the comparison.
        """
        sign, bound = self.graph.sign, answer.bound
        value = answer.score if sign > 0 else 0 - answer.score
        is_better = frame.line is None or frame.sense * value > frame.sense * frame.best
        if is_better:
            frame.best, frame.line, frame.giver = value, Line(frame.index, answer.line), self.step_count
        is_certain = bound is Relation.EXACT or bound.times(sign) is own_bound(frame)
        if is_certain and (frame.proven is None or frame.sense * value > frame.sense * frame.proven):
            frame.proven = value
        if answer.needs is not NOTHING:
            frame.needs = self.joined_needs(frame.needs, answer.needs)
        if answer.doubt:
            frame.doubt |= answer.doubt
        if answer.fault is not None:
            frame.wrong.append(answer)
        if self.has_windows:
            frame.window = frame.window.pushed(frame.sense, value, frame.index)
        return value, is_better

    def value_words(
        self, frame: Frame, target: int, value: Score, *, relation: Relation = Relation.EXACT, is_back: bool
    ) -> Caption:
        """Return a move's worth to its player: "Move c → b: value(b) ≥ 2", or "−value(b) = 2" if negated."""
        number = Value(value, Quantity.RETURNED, self.graph.ids[target], sign=self.graph.sign)
        move = move_words(self.graph, frame.index, target)
        if is_back:
            return caption(move, "the back link gives ", number)
        known = f" {relation.times(self.graph.sign).sign or '='} "
        return caption(move, seen_term(self.graph, target, VALUE), known, number)

    def pop(self, frame: Frame) -> Path:
        """Take the node of a finished frame off the path, and return the path that still ends in it."""
        del self.position[frame.state]
        return self.trails.pop()

    def final_answer(self, frame: Frame, score: Score, bound: Relation, *, cutting: Answer | None = None) -> Answer:
        """Return the answer of a node at the end of its search, for subclasses to change."""
        return self.answer_of(frame, score, bound, cutting=cutting)

    def answer_of(self, frame: Frame, score: Score, bound: Relation, *, cutting: Answer | None = None) -> Answer:
        """Return the result of a frame; after a cutoff it depends only on the value that caused it."""
        needs, doubt = (frame.needs, frame.doubt) if cutting is None else (cutting.needs, cutting.doubt)
        if needs is not NOTHING:
            needs = needs.without(frame.state)
        is_turned = self._is_turned(frame, score, bound)
        return Answer(score, frame.line or Line(frame.index), bound, needs, doubt, is_turned=is_turned)

    def _is_turned(self, frame: Frame, score: Score, bound: Relation) -> bool:
        """Return whether a result with the other player to move may be false with the root's player to move.

        The score is the median of the lower bound, the value of endless play and the upper bound, so a number that is
        not between the two values of endless play holds for both players, and so does a bound on the far side.
        """
        if not self._is_doubled or frame.depth % 2 == 0 or not self._has_mover_dependence:
            return False
        here, there = 0 - self.endless, self.endless
        if here < there:
            return bound is not Relation.AT_LEAST and here <= score < there
        return bound is not Relation.AT_MOST and there < score <= here

    def so_far(self, frame: Frame) -> NodeScore:
        """Return the number that a node shows during its search: the bound proved so far."""
        return NO_SCORE if frame.proven is None else self.bound_so_far(frame, frame.proven).node_score

    def bound_so_far(self, frame: Frame, proven: Score) -> Answer:
        """Return the bound of a node that its moves tried so far prove, as an answer."""
        return self.answer_of(frame, proven, own_bound(frame))

    def leaf_answer(self, index: int) -> Answer:
        """Return the answer of a leaf, or of an open node."""
        score = self.graph.nodes[index].score
        self.has_met_open = self.has_met_open or score is None
        return Answer(self.worth, Line(index), doubt=Doubt.OPEN) if score is None else Answer(score, Line(index))

    def state(self, index: int) -> int:
        """Return the state of a node that is reached now, by which the path knows it."""
        return self.state_at(index, self.depth)

    def state_at(self, index: int, depth: int) -> int:
        """Return the state of a node that is reached after `depth` moves, by which the path knows it."""
        return 2 * index + (self._is_doubled and depth % 2)  # the number of a `State`

    def is_back(self, target: int) -> bool:
        """Return whether the move from the last node of the path to this one is a back link."""
        return self.state(target) in self.position

    @property
    def worth(self) -> Score:
        """The value of endless play at a node that is reached now, in the view of its score."""
        return 0 - self.endless if self._is_doubled and len(self.trails) % 2 else self.endless

    @property
    def endless_value(self) -> Words:
        """The value of endless play at a node that is reached now, for a caption, perhaps with the player."""
        value = Value(self.worth, Quantity.ENDLESS, sign=-1 if self._is_doubled and self.depth % 2 else 1)
        return caption(value, f" for the {PLAYERS[self.depth % 2]}") if self._is_doubled else value

    @property
    def mover(self) -> str:
        """The name of the player to move at a node that is reached now; "" if that does not matter."""
        return f" ({PLAYERS[self.depth % 2]} to move)" if self._is_doubled else ""

    def backed_up(self, score: Score) -> Score:
        """Return a successor's score in the view of the player who moves there."""
        return score if self.graph.sign > 0 else 0 - score

    def joined_needs(self, one: Needs, other: Needs) -> Needs:
        """Return the nodes of the path on which a value depends that follows from two others."""
        if not one or not other:
            return one or other
        return one if other <= one else one | other

    # ---- the steps of all searches

    def condition(self, answer: Answer) -> Caption | None:
        """Return the words on the nodes that must be on the path for an answer to hold; None if it always does."""
        if not answer.is_conditional or answer.doubt & Doubt.SPOILT:
            return None
        words = _validity if self.has_memo else _assumption
        return words(self.names_of(answer.needs), len(answer.needs), is_turned=answer.is_turned)

    def absence_words(self, states: Collection[int]) -> Caption:
        """Return the words on needed nodes that are not on the path: "a is not on the path now"."""
        return caption(self.names_of(states), f" {'is' if len(states) == 1 else 'are'} not on the path now")

    def _back_link(self, index: int) -> Step:
        source, worth = self.trails[-1].node, self.endless_value
        return self.step(
            index,
            Caption(partial(self._back_link_words, source, index, worth)),
            self.lines.back,
            trail=self.trails[-1],
            event=SearchEvent.BACK_LINK,
            activity={index: Activity.BACK_LINK},
            is_back=True,
        )

    def _back_link_words(self, source: str, index: int, worth: Words) -> Caption:
        target = self.graph.nodes[index]
        move = caption(named(self.graph.node(source)), " → ", bare(target))
        again = "with the same player to move, " if self._is_doubled else ""
        return caption(
            *(move, " is a back link: ", again, named(target), " is already on the path, so play can repeat for ever."),
            *(" Endless play has the value ", worth, "."),
        )

    def read(self, index: int, answer: Answer, *, ending: str = "", note: Words | None = "") -> Step:
        """Return the step at a leaf or an open node; `ending` is an addition to the caption."""
        worth = self.endless_value
        words = partial(self._leaf_words, index, answer, worth, ending)
        return self.evaluation_step(index, Caption(words), answer, note=note)

    def _leaf_words(self, index: int, answer: Answer, worth: Words, ending: str) -> Caption:
        node = self.graph.nodes[index]
        score: Words = caption(" is a leaf with score ", Value(answer.score, Quantity.LEAF, node.id))
        if node.kind is Kind.OPEN:
            score = caption(" is open: nothing is known of it, so it counts as endless play, with the value ", worth)
        return caption(named(node), score, ending, ".")

    def evaluation_step(self, index: int, words: Words, answer: Answer, *, note: Words | None = "") -> Step:
        """Return the step that evaluates a node without a search."""
        return self.step(
            index,
            words,
            self.lines.leaf,
            trail=self.trail_to(index),
            event=SearchEvent.END,
            activity={index: Activity.EVALUATED},
            node_score=answer,
            note=note,
        )

    def _increase_counters(self, *names: str) -> None:
        """Add 1 to the counters with these names that the search has."""
        for name in names:
            if name in self.counts:
                self.counts[name] += 1

    def verdict(self, answer: Answer) -> Caption:
        """Return the last caption: the root's score, its cost, and the least possible cost."""
        root, visits = self.name(self.graph.root_index), counter("visits", self.counts["visits"], "visit")
        opens = COUNTED if self.has_met_open else ""
        score = Value(answer.score, Quantity.RESULT, key="value")
        found = caption("The score of the root, ", root, ", is ", score, ", found in ", visits, opens)
        return caption(found, ": ", self.cost(answer), ".")

    def cost(self, answer: Answer) -> Caption:
        """Return the number of leaves read, and in a tree those of minimax and of the smallest proof."""
        return leaves_read(self.counts["leaves"], self.leaf_counts, self.minimal_leaves(answer), premise=self.premise)


def _validity(needs: Words, count: int, *, is_turned: bool = False) -> Caption:
    """Return the words on where a stored value may be used: "valid while a is on the path"."""
    on_path = caption("while ", needs, f" {'is' if count == 1 else 'are'} on the path") if count else ""
    mover = f"with the {PLAYERS[1]} to move" if is_turned else ""
    return caption("valid ", mover, ", " if is_turned and count else "", on_path)


def _assumption(needs: Words, count: int, *, is_turned: bool = False) -> Caption:
    """Return the condition of a value that is not stored: "with back links to a, c counted as endless play".

    It does not say on which other paths the value is the same: one that holds these nodes and others can give another.
    """
    links = caption(f"with {'a back link' if count == 1 else 'back links'} to ", needs, " counted as endless play")
    mover = f"valid with the {PLAYERS[1]} to move" if is_turned else ""
    return caption(mover, ", and " if is_turned and count else "", links if count else "")
