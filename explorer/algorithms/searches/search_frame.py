"""What all depth-first searches share: the path, back links and leaves, windows, counters and steps.

Such a search walks the tree of all plays from the root.  By the cut-off theorem (Kars, Theorem 6.6, and the remark
after Theorem 6.8) it walks cyclic graphs in the same way: a node that is on the path already is a leaf of that tree,
worth what endless play is worth.  An open node counts as endless play too.

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
    NO_SCORE,
    NOTHING,
    Answer,
    Call,
    Doubt,
    Line,
    Needs,
    Shown,
    run_call,
)
from explorer.algorithms.searches.index_set import IndexSet
from explorer.algorithms.searches.minimal_tree import LeafCounts, leaf_counts
from explorer.algorithms.searches.ordering import Ordering
from explorer.algorithms.searches.search_steps import StepMaker, leaves_read
from explorer.algorithms.searches.windows import Rim, Window, can_go_on_for_ever
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Range, Score
from explorer.solver.states import MIRRORED, PLAIN, State
from explorer.trace import Activity, Path, Relation, Result, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, Words, bare, caption, move_name, named

PASSING = ("depth", "kept", "open")  # counters that say how things are now, and are no results


class Lines(NamedTuple):
    """The lines of a search's pseudocode, from 1, that its steps name; 0 for one that it has not."""

    done: int
    back: int
    leaf: int
    enter: int
    compare: int
    leave: int
    cutoff: int = 0
    table: int = 0


@dataclass(slots=True)
class Frame:
    """A call under way.

    Attributes
    ----------
    index, state : the node, and its number on the path.
    sense : +1 if its player takes the largest, -1 if the smallest.
    depth : moves from the root.
    asked, window : the window of the call, and what the moves tried have made of it.
    best : the best value so far, ∓∞ before the first.
    proven : the best of the values that are known to be had, not only to be not exceeded; None before the first.
    line : the play that leads to it, the node first.
    needs, doubt : of all values so far.
    wrong : the answers among them of which it is known that they are wrong.
    """

    index: int
    state: int
    sense: int
    depth: int
    asked: Window
    window: Window
    best: Score
    line: Line | None = None
    needs: Needs = NOTHING
    doubt: Doubt = Doubt.NONE
    proven: Score | None = None
    wrong: list[Answer] = field(default_factory=list)


def own_bound(frame: Frame) -> Relation:
    """What the best of some values says of a node, if others are left: at a Max node the score is at least that."""
    return Relation.AT_LEAST if frame.sense > 0 else Relation.AT_MOST


class PathSearch(StepMaker, ABC):
    """A search from the root, one `Step` at a time.

    Attributes
    ----------
    position : position on the path of every state on it; a state is a node, or a node with the player to move.
    rim : between which numbers all values lie, as far as that is known beforehand.
    known_range : the range of leaf scores that the search uses, or None.
    """

    lines: ClassVar[Lines]
    known_range: Range | None = None
    known: str = ""  # what the search takes as known of scores before it reads a leaf
    has_memo = False  # whether what it returns is stored, and used again where that is valid

    def __init__(self, graph: GameGraph, endless: Score = 0, order: Ordering | None = None) -> None:
        super().__init__(graph)
        self.endless = endless
        self.order = order or Ordering(graph)
        self.rim = Rim(*graph.hull(endless))
        self.position: dict[int, int] = {}
        self.has_met_open = False
        self._is_doubled = graph.sign < 0 and endless != 0

    @cached_property
    def _can_turn(self) -> bool:
        """Whether it may depend on who is to move what a node is worth."""
        return self._is_doubled and can_go_on_for_ever(self.graph)

    @cached_property
    def leaf_counts(self) -> LeafCounts | None:
        """What minimax would read and what must be read, where the graph is a tree."""
        return leaf_counts(self.graph, self.endless, self.known_range)

    # ---- the walk

    @abstractmethod
    def search(self, index: int) -> Call:
        """The answer of a node."""

    def root_call(self) -> Call:
        """The call that the whole search is; its answer is the root's."""
        return self.search(self.graph.root_index)

    def run(self) -> Steps:
        """The steps of the whole search; returns its result."""
        answer = yield from run_call(self.root_call())
        yield self.step(self.graph.root_index, self.verdict(answer), self.lines.done, trail=None, shown=answer.shown)
        return self.result(answer)

    def result(self, answer: Answer) -> Result:
        """What was found: `value`, the counters, `principal_variation` (ids), and of a tree the counts of leaves."""
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
        """The play that both players choose, from the root."""
        return answer.line.indices()

    def minimal_leaves(self, answer: Answer) -> int | None:
        """How many leaves the smallest proof of the root's score has; None if the graph is no tree."""
        return self.leaf_counts.minimal if self.leaf_counts else None

    def look(self, index: int) -> Generator[Step, Answer, Answer | None]:
        """The answer of a call at a back link, a leaf or an open node, which needs no search; else None."""
        answer = yield from self.look_back(index)
        return answer if answer is not None else (yield from self.look_for_end(index))

    def look_back(self, index: int) -> Generator[Step, Answer, Answer | None]:
        """The answer of a call at a back link, or None; every call begins with it."""
        self.counts["visits"] += 1
        self.shading.visit(index)
        state = self.state(index)
        if state not in self.position:
            return None
        self._count("leaves", "back_links")
        yield self._back_link(index)
        return Answer(self.worth, Line(index), needs=IndexSet([state]))

    def look_for_end(self, index: int) -> Generator[Step, Answer, Answer | None]:
        """The answer of a call at a leaf or an open node, or None."""
        if self.graph.successors[index]:
            return None
        self._count("leaves")
        answer = self.leaf_answer(index)
        yield self.read(index, answer)
        return answer

    def enter(
        self, index: int, window: Window, moves: Sequence[int], *, how: Words = ""
    ) -> Generator[Step, Answer, Frame]:
        """A frame for an inner node, which is on the path from now on; `how` is what the caption adds to it."""
        sense, state = self.graph.orientation[index], self.state(index)
        frame = Frame(index, state, sense, self.depth, window, window, -math.inf * sense)
        trail, who = self.trail_to(index), self.mover
        above = self.trails[-1].node if self.trails else ""
        yield self.step(
            index,
            Caption(partial(self._entering, above, index, who, window, moves, how=how)),
            self.lines.enter,
            trail=trail,
            shown=NO_SCORE,
            window=window,
            note="",
        )
        self.position[state] = self.depth
        self.trails.append(trail)
        return frame

    def _entering(
        self, above: str, index: int, who: str, window: Window, moves: Sequence[int], *, how: Words
    ) -> Caption:
        node = self.graph.nodes[index]
        asked = caption(" with ", window.words(node.id)) if self.has_windows else ""
        rule = rule_words(self.graph, index, compared_nodes(moves))
        return caption(self._playing(above, node.id), node_words(node), who, asked, how, ": ", rule, ".")

    def _playing(self, above: str, id: str) -> str:
        """Who makes which move, if it has a name: "Max plays “take 2”: enter "."""
        name = move_name(self.graph, above, id)
        players = {Kind.MAX: "Max", Kind.MIN: "Min"}
        player = players.get(self.graph.kind_of(above), "The player to move") if name else ""
        return f"{player} plays {name}: enter " if name else "Enter "

    def take(self, frame: Frame, answer: Answer) -> tuple[Score, bool]:
        """The value of a move as its player sees it, and whether it is the best yet; the frame keeps what it must."""
        value = self.seen(answer.score)
        is_better = frame.line is None or frame.sense * value > frame.sense * frame.best
        if is_better:
            frame.best, frame.line = value, Line(frame.index, answer.line)
        bound = answer.bound.times(self.graph.sign)
        is_had = bound is Relation.EXACT or bound is own_bound(frame)
        if is_had and (frame.proven is None or frame.sense * value > frame.sense * frame.proven):
            frame.proven = value
        frame.needs = self.joined(frame.needs, answer.needs)
        if answer.doubt:
            frame.doubt |= answer.doubt
        if answer.fault is not None:
            frame.wrong.append(answer)
        frame.window = frame.window.pushed(frame.sense, value, frame.index)
        return value, is_better

    def value_words(
        self, frame: Frame, target: int, value: Score, *, relation: Relation = Relation.EXACT, is_back: bool
    ) -> Caption:
        """What a move is worth to its player: "Move c → b: value(b) ≥ 2", or "−value(b) = 2" where a move negates."""
        number = Value(value, Quantity.RETURNED, self.graph.ids[target], sign=self.graph.sign)
        move = move_words(self.graph, frame.index, target)
        if is_back:
            return caption(move, "the back link gives ", number)
        known = f" {relation.times(self.graph.sign).sign or '='} "
        return caption(move, seen_term(self.graph, target, VALUE), known, number)

    def pop(self, frame: Frame) -> Path:
        """The path of a frame, which is done: its node is taken off it."""
        del self.position[frame.state]
        return self.trails.pop()

    def final_answer(self, frame: Frame, score: Score, bound: Relation, *, cutting: Answer | None = None) -> Answer:
        """What a frame returns at its end."""
        return self.answer_of(frame, score, bound, cutting=cutting)

    def answer_of(self, frame: Frame, score: Score, bound: Relation, *, cutting: Answer | None = None) -> Answer:
        """What a frame has found; after a cutoff it rests on the value that caused it alone."""
        needs, doubt = (frame.needs, frame.doubt) if cutting is None else (cutting.needs, cutting.doubt)
        if frame.state in needs:
            needs -= IndexSet([frame.state])
        is_turned = self._is_turned(frame, score, bound)
        return Answer(score, frame.line or Line(frame.index), bound, needs, doubt, is_turned=is_turned)

    def _is_turned(self, frame: Frame, score: Score, bound: Relation) -> bool:
        """Whether what is found with the other player to move may be false with the player of the root to move.

        The score is the median of the lower bound, of what endless play is worth and of the upper bound, so a number
        that is not between the two worths says the same for both players, and so does a bound on the far side.
        """
        here, there = 0 - self.endless, self.endless
        if frame.depth % 2 == 0 or not self._can_turn:
            return False
        if here < there:
            return bound is not Relation.AT_LEAST and here <= score < there
        return bound is not Relation.AT_MOST and there < score <= here

    def so_far(self, frame: Frame) -> Shown:
        """What a node shows while its moves are tried: that it is worth what is proved, or more for its player."""
        return NO_SCORE if frame.proven is None else self.bound_so_far(frame, frame.proven).shown

    def bound_so_far(self, frame: Frame, proven: Score) -> Answer:
        """What is proved of a node while its moves are tried."""
        return self.answer_of(frame, proven, own_bound(frame))

    def leaf_answer(self, index: int) -> Answer:
        """The answer of a leaf, or of an open node."""
        score = self.graph.nodes[index].score
        self.has_met_open = self.has_met_open or score is None
        return Answer(self.worth, Line(index), doubt=Doubt.OPEN) if score is None else Answer(score, Line(index))

    def state(self, index: int) -> int:
        """What stands on the path for a node that is reached now."""
        return self.state_at(index, self.depth)

    def state_at(self, index: int, depth: int) -> int:
        """What stands on the path for a node that is reached after so many moves."""
        return State(index, MIRRORED if self._is_doubled and depth % 2 else PLAIN).number

    def is_back(self, target: int) -> bool:
        """Whether the move from the last node of the path to this one is a back link."""
        return self.state(target) in self.position

    @property
    def worth(self) -> Score:
        """What endless play is worth at a node that is reached now, as its score is seen."""
        return 0 - self.endless if self._is_doubled and len(self.trails) % 2 else self.endless

    @property
    def endless_value(self) -> Words:
        """What endless play is worth at a node that is reached now, in a caption, and to whom if that matters."""
        value = Value(self.worth, Quantity.ENDLESS, sign=-1 if self._is_doubled and self.depth % 2 else 1)
        return caption(value, f" for the {PLAYERS[self.depth % 2]}") if self._is_doubled else value

    @property
    def mover(self) -> str:
        """Who is to move at a node that is reached now, in a caption; "" if that does not matter."""
        return f" ({PLAYERS[self.depth % 2]} to move)" if self._is_doubled else ""

    def seen(self, score: Score) -> Score:
        """A successor's score as the player who moves there sees it."""
        return score if self.graph.sign > 0 else 0 - score

    def joined(self, one: Needs, other: Needs) -> Needs:
        """What a value needs that two others went into."""
        if not one or not other:
            return one or other
        return one if other <= one else one | other

    # ---- the steps that all have

    def condition(self, answer: Answer) -> Caption | None:
        """On what an answer rests, all nodes named; None if on nothing, or nothing is known of it."""
        if not answer.is_conditional or answer.doubt & Doubt.SPOILT:
            return None
        words = _validity if self.has_memo else _assumption
        return words(self.names_of(answer.needs), len(answer.needs), is_turned=answer.is_turned)

    def absent(self, states: Collection[int]) -> Caption:
        """Which nodes of a dependency set are missing: "a is not on the path now"."""
        return caption(self.names_of(states), f" {'is' if len(states) == 1 else 'are'} not on the path now")

    def _back_link(self, index: int) -> Step:
        source, worth = self.trails[-1].node, self.endless_value
        return self.step(
            index,
            Caption(partial(self._linking, source, index, worth)),
            self.lines.back,
            trail=self.trails[-1],
            activity={index: Activity.BACK_LINK},
            is_back=True,
        )

    def _linking(self, source: str, index: int, worth: Words) -> Caption:
        target = self.graph.nodes[index]
        move = caption(named(self.graph.node(source)), " → ", bare(target))
        again = "with the same player to move, " if self._is_doubled else ""
        return caption(
            *(move, " is a back link: ", again, named(target), " is already on the path, so play can repeat for ever."),
            *(" Endless play has the value ", worth, "."),
        )

    def read(self, index: int, answer: Answer, *, ending: str = "", note: Words | None = "") -> Step:
        """The step at a leaf or an open node; `ending` is what the caption adds."""
        worth = self.endless_value
        words = partial(self._reading, index, answer, worth, ending)
        return self.evaluated(index, Caption(words), answer, note=note)

    def _reading(self, index: int, answer: Answer, worth: Words, ending: str) -> Caption:
        node = self.graph.nodes[index]
        score: Words = caption(" is a leaf with score ", Value(answer.score, Quantity.LEAF, node.id))
        if node.kind is Kind.OPEN:
            score = caption(" is open: nothing is known of it, so it counts as endless play, with the value ", worth)
        return caption(named(node), score, ending, ".")

    def evaluated(self, index: int, words: Words, answer: Answer, *, note: Words | None = "") -> Step:
        """The step that evaluates a node without a search."""
        return self.step(
            index,
            words,
            self.lines.leaf,
            trail=self.trail_to(index),
            activity={index: Activity.EVALUATED},
            shown=answer.shown,
            note=note,
        )

    def _count(self, *names: str) -> None:
        for name in names:
            if name in self.counts:
                self.counts[name] += 1

    def verdict(self, answer: Answer) -> Caption:
        """The last caption: the root's score, what it cost, and what it could have cost."""
        root, visits = self.name(self.graph.root_index), counter("visits", self.counts["visits"], "visit")
        opens = COUNTED if self.has_met_open else ""
        score = Value(answer.score, Quantity.RESULT, key="value")
        found = caption("The score of the root, ", root, ", is ", score, ", found in ", visits, opens)
        return caption(found, ": ", self.cost(answer), ".")

    def cost(self, answer: Answer) -> Caption:
        """How many leaves were read, and in a tree how many minimax would read and the smallest proof has."""
        return leaves_read(self.counts["leaves"], self.leaf_counts, self.minimal_leaves(answer), known=self.known)


def _validity(needs: Words, count: int, *, is_turned: bool = False) -> Caption:
    """Where a stored value may be used that needs some nodes, or one player to move: "valid while a is on the path"."""
    on_path = caption("while ", needs, f" {'is' if count == 1 else 'are'} on the path") if count else ""
    mover = f"with the {PLAYERS[1]} to move" if is_turned else ""
    return caption("valid ", mover, ", " if is_turned and count else "", on_path)


def _assumption(needs: Words, count: int, *, is_turned: bool = False) -> Caption:
    """What a value rests on that is not stored: "with back links to a, c counted as endless play".

    It does not say on which other paths the value is the same: one that holds these nodes and others can give another.
    """
    links = caption(f"with {'a back link' if count == 1 else 'back links'} to ", needs, " counted as endless play")
    mover = f"valid with the {PLAYERS[1]} to move" if is_turned else ""
    return caption(mover, ", and " if is_turned and count else "", links if count else "")
