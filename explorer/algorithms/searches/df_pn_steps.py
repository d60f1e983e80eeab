"""Steps of df-pn: its questions, the table's entries and their paths, calls with their limits, and answers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

from explorer.algorithms.captions import OTHER
from explorer.algorithms.searches.calls import NO_SCORE, NOTHING, Needs, NodeScore
from explorer.algorithms.searches.proof_number import QuestionSearch
from explorer.algorithms.searches.proof_table import ENDS, EntryUse, NumberPair, ProofEntry, ProofTable, Row
from explorer.algorithms.searches.proof_tree import DISPROVED, PROVED, UNKNOWN
from explorer.algorithms.searches.search_steps import NEEDED
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.model.words import plural
from explorer.trace import Activity, Finality, Mark, Notes, Path, Relation, Step
from explorer.trace.caption import Caption, Quantity, Value, bare, caption, listing, named

ASK, END, ENTRY, SIMULATION, LOOK, OURS, THEIRS, STORE, LIMIT, CALL, ANSWER = 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14
LINES = {
    **dict.fromkeys(ENDS, END),
    **dict.fromkeys((EntryUse.EVERYWHERE, EntryUse.VALID), ENTRY),
    **dict.fromkeys((EntryUse.SIMULATED, EntryUse.REFUSED), SIMULATION),
    **dict.fromkeys((EntryUse.SEARCHED, EntryUse.NEW), LOOK),
}
HITS = (EntryUse.EVERYWHERE, EntryUse.VALID, EntryUse.SIMULATED)
ACTIVITIES = {
    **dict.fromkeys(ENDS, Activity.EVALUATED),
    **dict.fromkeys(HITS, Activity.HIT),
    EntryUse.BACK_LINK: Activity.BACK_LINK,
    EntryUse.REFUSED: Activity.REFUSED,
}

_QUANTITIES = (Quantity.PROOF, Quantity.DISPROOF)
_LIMITED = (Quantity.PROOF_LIMIT, Quantity.DISPROOF_LIMIT)
_PATH = 8  # nodes of a path that a caption names


def _number_words(numbers: NumberPair) -> Caption:
    """Return a proof and a disproof number in words: "proof 1, disproof 2"."""
    proof, disproof = (Value(number, quantity) for number, quantity in zip(numbers, _QUANTITIES, strict=True))
    return caption("proof ", proof, ", disproof ", disproof)


def _limit_words(limits: NumberPair) -> Caption:
    """Return the limits of a call in words: ", until its proof number is 3 or its disproof number is 2"."""
    known = [
        caption(f"its {kind} number is ", Value(limit, quantity))
        for kind, limit, quantity in zip(("proof", "disproof"), limits, _LIMITED, strict=True)
        if limit != math.inf
    ]
    if not known:
        return caption(", until it has an answer")
    return caption(", until ", known[0], *(part for each in known[1:] for part in (" or ", each)))


def _answer_word(numbers: NumberPair) -> str:
    return "proved" if numbers == PROVED else "disproved"


def _path_words(graph: GameGraph, trail: Path) -> Caption:
    """Return a path in words: "r → p → a"; of a long one the end."""
    ids = trail.ids()
    first, *others = (bare(graph.node(id)) for id in ids[-_PATH:])
    return caption("… → " if len(ids) > _PATH else "", first, *(part for other in others for part in (" → ", other)))


@dataclass(slots=True)
class ProofCall:
    """The call of a state that is under way."""

    state: int
    trail: Path
    entry: ProofEntry
    limits: NumberPair
    rows: list[Row] = field(default_factory=list)
    numbers: NumberPair = UNKNOWN
    may_stop: bool = False  # at a limit

    @property
    def is_at_limit(self) -> bool:
        return any(number >= limit for number, limit in zip(self.numbers, self.limits, strict=True))


class ProofSteps(QuestionSearch):
    """The maker of the steps of df-pn.

    Attributes
    ----------
    table : the entries of the present question.
    calls : the calls under way, from the root's.
    """

    counters = (
        *("visits", "leaves", "back_links", "cutoffs", "hits", "simulated"),
        *("stored", "expanded", "questions", "depth"),
    )
    end_line = ANSWER

    def __init__(self, graph: GameGraph, endless: Score) -> None:
        super().__init__(graph, endless)
        self.table = ProofTable(graph, 0, endless, {}, has_farther_only=False)
        self.calls: list[ProofCall] = []
        self._noted: dict[str, None] = {}
        self._answered: dict[str, None] = {}  # nodes that show an answer

    def side(self, frame: ProofCall) -> int:
        """Return which number the player to move makes small: 0, the proof number, or 1, the disproof number."""
        return 0 if self.table.is_provers_move(frame.state) else 1

    def question_step(self) -> Step:
        root, table = 2 * self.graph.root_index, self.table
        self.counts["visits"] += not self.graph.successors[self.graph.root_index]
        proves = (
            "at least that, so a repetition proves it" if table.is_favoured else "less, so a repetition disproves it"
        )
        forgotten, self._noted = dict.fromkeys(self._noted, ""), {}
        previous, self._answered = dict.fromkeys(self._answered), {}
        return Step(
            caption(
                *("The question is whether the score of the root, ", self._name(root), ", is at least "),
                *(self._threshold, ". Endless play, worth ", Value(self.endless, Quantity.ENDLESS), f", is {proves}."),
            ),
            ASK,
            scores=previous,
            finality=dict.fromkeys(previous, Finality.UNKNOWN),
            activity={self.graph.ids[root >> 1]: Activity.CHANGED},
            focus=self.graph.ids[root >> 1],
            trail=Path(self.graph.ids[root >> 1]),
            counters=dict(self.counts),
            notes=forgotten,
        )

    def look_step(self, frame: ProofCall, row: Row) -> Step:
        is_end, is_hit = row.use in ENDS, row.use in HITS
        for name, is_one in (("visits", is_end or is_hit), ("leaves", is_end), ("hits", is_hit)):
            self.counts[name] += is_one
        self.counts["back_links"] += row.use is EntryUse.BACK_LINK
        self.counts["simulated"] += row.replay_count
        words = partial(self._look_words, self.table, row, is_on_path_otherwise=row.state ^ 1 in self.table.path)
        return self._step(
            row.state,
            Caption(words),
            LINES[row.use],
            frame.trail.then(self.graph.ids[row.state >> 1]),
            ACTIVITIES.get(row.use, Activity.COMPARED),
            node_score=self._look_score(row),
            note=None if row.use is EntryUse.BACK_LINK else partial(self._row_note, row),
            is_back=row.use is EntryUse.BACK_LINK,
        )

    def _look_score(self, row: Row) -> NodeScore | None:
        """Return the number to show at a successor: a leaf's score, an answer as a bound, none if it has no answer."""
        if row.use is EntryUse.LEAF:
            return NodeScore(self.graph.nodes[row.state >> 1].score, Finality.FINAL)
        if row.use in HITS:
            return self._bound(row.state, row.numbers, row.needs)
        return NO_SCORE if row.use not in ENDS and self.graph.ids[row.state >> 1] in self._answered else None

    def _bound(self, state: int, numbers: NumberPair, needs: Needs) -> NodeScore:
        """Return the bound that an answer gives a node: at least the threshold, or less."""
        view, k = self.table.view(state), self.table.k
        relation = Relation.BELOW if numbers[0] else Relation.AT_LEAST
        is_lower = (relation is Relation.AT_LEAST) == (view > 0)
        final = Finality.LOWER if is_lower else Finality.UPPER
        if self.has_open:
            final = Finality.TENTATIVE
        elif needs or (self._is_doubled and view < 0 and self.is_endless):
            final = Finality.CONDITIONAL
        self._answered[self.graph.ids[state >> 1]] = None
        return NodeScore(k if view > 0 else 0 - k, final, relation.times(view))

    def call_step(self, frame: ProofCall, row: Row, limits: NumberPair) -> Step:
        kind = ("proof", "disproof")[self.side(frame)]
        who = "the opponent" if self.side(frame) else "the prover"
        least = row.numbers[self.side(frame)]

        def words() -> Caption:
            smallest = caption(f", with the smallest {kind} number, ", Value(least, _QUANTITIES[self.side(frame)]))
            go = caption("At ", self._name(frame.state), f" {who} moves: search ", self._name(row.state), smallest)
            return caption(go, _limit_words(limits), ".")

        trail = frame.trail.then(self.graph.ids[row.state >> 1])
        return self._step(row.state, Caption(words), CALL, trail, Activity.COMPARED)

    def update_step(self, frame: ProofCall) -> Step:
        numbers = frame.numbers

        def words() -> Caption:
            return caption(self._name(frame.state), ": ", _number_words(numbers), ", ", self._rule_words(frame), ".")

        line = THEIRS if self.side(frame) else OURS
        return self._own_step(frame, words, line, activity=Activity.CHANGED, note=partial(_number_words, numbers))

    def limit_step(self, frame: ProofCall) -> Step:
        numbers = frame.numbers
        places = [place for place in (0, 1) if numbers[place] >= frame.limits[place]]

        def words() -> Caption:
            limits = " and ".join(("proof", "disproof")[place] for place in places)
            stored = f": the {limits} number has reached its limit, so the search leaves it with these numbers."
            return caption(self._name(frame.state), ": ", _number_words(numbers), stored)

        return self._own_step(frame, words, LIMIT, note=partial(_number_words, numbers))

    def store_step(self, frame: ProofCall, needs: Needs) -> Step:
        numbers, trail = frame.numbers, frame.trail

        def words() -> Caption:
            answer = caption(f", so {_answer_word(numbers)}, ", self._validity_words(needs))
            path = caption("; it is stored with its path, ", _path_words(self.graph, trail)) if needs else ""
            return caption(self._name(frame.state), ": ", _number_words(numbers), answer, path, ".")

        note = partial(self._answer_note, numbers, needs, trail)
        score = self._bound(frame.state, numbers, needs)
        return self._own_step(frame, words, STORE, note=note, node_score=score)

    def answer_step(self, root: int, *, is_yes: bool, is_searched: bool) -> Step:
        visits, self.counts["depth"] = self.counts["visits"], 0
        is_end = not self.graph.successors[root >> 1]
        return self._step(
            root,
            caption(
                *(f"{'Yes' if is_yes else 'No'}: the score of ", self._name(root), f" is {'' if is_yes else 'not '}"),
                *("at least ", self._threshold, "" if is_searched or is_end else ", by the range of scores alone"),
                *(
                    ". So far there have been ",
                    Value(visits, Quantity.COUNTER, key="visits"),
                    f" {plural(visits, 'visit')}.",
                ),
            ),
            ANSWER,
            Path(self.graph.ids[root >> 1]),
            Activity.CHANGED,
            node_score=None if is_end else self._bound(root, PROVED if is_yes else DISPROVED, NOTHING),
        )

    def _own_step(
        self,
        frame: ProofCall,
        words: Callable[[], Caption],
        line: int,
        *,
        activity: Activity = Activity.STORED,
        note: Callable[[], Caption],
        node_score: NodeScore | None = None,
    ) -> Step:
        """Return a step about the state of a call."""
        return self._step(frame.state, Caption(words), line, frame.trail, activity, node_score=node_score, note=note)

    def _step(
        self,
        state: int,
        words: Caption,
        line: int,
        trail: Path,
        activity: Activity,
        *,
        node_score: NodeScore | None = None,
        note: Callable[[], Caption] | None = None,
        is_back: bool = False,
    ) -> Step:
        """Return a step about the state at the end of a path; `note` is its numbers or its answer."""
        id = self.graph.ids[state >> 1]
        move = None if trail.before is None else (trail.before.node, id)
        self._noted |= {} if note is None else {id: None}
        return Step(
            words,
            line,
            scores={} if node_score is None else {id: node_score.score},
            finality={} if node_score is None else {id: node_score.finality},
            relations={} if node_score is None or not node_score.relation.sign else {id: node_score.relation},
            notes={} if note is None else Notes({id: Caption(note)}),
            activity={id: activity},
            focus=id,
            move=move,
            trail=trail,
            marks={move: Mark.BACK} if is_back and move is not None else {},
            counters=dict(self.counts),
        )

    # ---- words

    @property
    def _is_doubled(self) -> bool:
        """Return whether the two players see endless play differently at a node."""
        return self.graph.sign < 0 and self.endless != 0

    def _name(self, state: int) -> Caption:
        """Return the name of a state, with the player to move if that decides what it is worth."""
        return caption(named(self.graph.nodes[state >> 1]), OTHER if self._is_doubled and state & 1 else "")

    @property
    def _threshold(self) -> Value:
        return Value(self.table.k, Quantity.THRESHOLD)

    def _look_words(self, table: ProofTable, row: Row, *, is_on_path_otherwise: bool) -> Caption:
        name, numbers = self._name(row.state), _number_words(row.numbers)
        if row.use in ENDS:
            return caption(name, self._end_words(table, row), ": ", numbers, ".")
        if row.use is EntryUse.NEW:
            mover = ", with this player to move" if is_on_path_otherwise else ""
            return caption(name, f" is new{mover}: ", numbers, ".")
        if row.use is EntryUse.SEARCHED:
            return caption(name, " was left with ", numbers, ".")
        if row.use is EntryUse.EVERYWHERE:
            return caption(name, f" is {_answer_word(row.numbers)} on every path: ", numbers, ".")
        return self._twin_words(table, row)

    def _end_words(self, table: ProofTable, row: Row) -> Caption:
        """Return the words on the end of a path: whether its worth is at least the threshold."""
        node = self.graph.nodes[row.state >> 1]
        is_enough = f", which is {'' if row.numbers == PROVED else 'not '}at least "
        enough = caption(is_enough, Value(table.k, Quantity.THRESHOLD))
        if node.score is not None:
            view = table.view(row.state)
            score = Value(view * node.score, Quantity.LEAF, node.id, sign=view)
            return caption(" is a leaf with the score ", score, " for the prover", enough)
        worth = caption("with the value ", Value(self.endless, Quantity.ENDLESS), enough)
        if row.use is EntryUse.OPEN:
            return caption(" is open and counts as endless play, ", worth)
        return caption(" is already on the path: play can repeat for ever, ", worth)

    def _twin_words(self, table: ProofTable, row: Row) -> Caption:
        """Return the words on an entry that was found on one path, and may be used on this one."""
        name, twin = self._name(row.state), row.twin
        if twin is None:
            return caption()
        answer = _answer_word(PROVED if table.is_favoured else DISPROVED)
        found = caption(name, f" was {answer} on the path ", _path_words(self.graph, twin.trail))
        if row.use is EntryUse.VALID:
            return caption(found, ", ", self._validity_words(row.needs), ", as now: ", _number_words(row.numbers), ".")
        if row.use is EntryUse.SIMULATED:
            here = caption(". Its moves, played again from here, end well, so it is ", answer, " here, too, ")
            return caption(found, here, self._validity_words(row.needs), ": ", _number_words(row.numbers), ".")
        gap = caption(
            " Its moves, played again from here, lead to ", self._name(row.gap or 0), ", where they have no answer: "
        )
        return caption(found, ", but is refused here.", gap, name, " keeps ", _number_words(row.numbers), ".")

    def _validity_words(self, needs: Needs) -> Caption:
        """Return the words on where an answer is valid: "valid while a is on the path", "valid on every path"."""
        if not needs:
            return caption("valid on every path")
        names = listing((self._name(state) for state in islice(needs, NEEDED + 1)), NEEDED)
        return caption("valid while ", names, f" {'is' if len(needs) == 1 else 'are'} on the path")

    def _rule_words(self, frame: ProofCall) -> str:
        if self.side(frame):
            return "the sum of the proof numbers and the smallest disproof number of its successors"
        return "the smallest proof number and the sum of the disproof numbers of its successors"

    def _row_note(self, row: Row) -> Caption:
        """Return the note on a successor: its answer, or its numbers."""
        if not row.is_answered or row.use in ENDS:
            return _number_words(row.numbers)
        return self._answer_note(row.numbers, row.needs, None if row.twin is None else row.twin.trail)

    def _answer_note(self, numbers: NumberPair, needs: Needs, trail: Path | None) -> Caption:
        """Return the note on an answer: where it is valid, and the path on which it was found."""
        path = caption(", found on ", _path_words(self.graph, trail)) if trail is not None and needs else ""
        return caption(_answer_word(numbers), ", ", self._validity_words(needs), path)
