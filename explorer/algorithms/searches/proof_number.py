"""Proof-number search: a best-first search for the answer to a question of yes and no (Allis and others, 1994).

The question is whether the root's score is at least k.  It is played on an and/or tree: the player who wants a yes
needs one good move, the other one must be beaten whatever move is made.  Without k, several such questions find
the score.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import COUNTED, counter, node_words
from explorer.algorithms.searches.calls import NO_SCORE, NodeScore
from explorer.algorithms.searches.proof_tree import ProofNode, ProofNodeKind, ProofTree, proving_play
from explorer.algorithms.searches.windows import can_go_on_for_ever, reaches_open
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph, Node
from explorer.model.scores import Score, parse_score
from explorer.model.words import plural
from explorer.trace import Activity, Finality, Mark, Relation, Result, Step, Steps
from explorer.trace.caption import Caption, Named, Quantity, Value, Words, caption, named
from explorer.trace.options import Option, endless_worth

PSEUDOCODE = (
    "is the score of the root at least k?",
    "while the root is not answered:",
    "    from node to node, go to the successor with the smallest proof number where the prover moves,",
    "        with the smallest disproof number where the opponent moves, down to a node that is not expanded",
    "    expand it:  an unknown successor has proof and disproof number 1",
    "        a leaf, or a back link (with the value of endless play):  (0, ∞) if at least k, else (∞, 0)",
    "    then upwards, as long as numbers change:",
    "        prover to move:    proof := smallest proof, disproof := sum of the disproofs of the successors",
    "        opponent to move:  proof := sum of the proofs, disproof := smallest disproof of the successors",
    "proof 0 is yes, disproof 0 is no; if no k was given, ask about another k until the score is found",
)
ASK, DESCEND, DESCEND_OTHER, EXPAND, CHILD, OURS, THEIRS, ANSWER = 1, 3, 4, 5, 6, 8, 9, 10

SCORE = "score"
COUNTERS = ("visits", "leaves", "back_links", "cutoffs", "expanded", "questions")


def steps(graph: GameGraph, *, k: Score | None = None, endless: Score = 0) -> Steps:
    """Yield the steps of the search.

    Visits are tree nodes made; a position on two paths counts twice.

    Parameters
    ----------
    k : the question is whether the root's score is at least k; None to find the score, by halving the list of
        scores that it may be.
    endless : the value of endless play, in a negamax graph to the player to move at the root.

    Returns
    -------
    `value` (the root's score; None if a k was given), `visits`, `leaves` (ends of paths read), `back_links`, `cutoffs`
    (nodes answered while a successor was not), `expanded`, `questions`, `principal_variation` (ids), and if a k was
    given `k` and `at_least`, the answer.
    """
    return (yield from _Run(graph, endless).answer(k))


class QuestionSearch(ABC):
    """A search that asks whether the root's score is at least k, once or until the score is found."""

    counters: ClassVar[tuple[str, ...]] = COUNTERS
    end_line: ClassVar[int] = ANSWER

    def __init__(self, graph: GameGraph, endless: Score) -> None:
        self.graph = graph
        self.endless = endless
        self.has_open = reaches_open(graph)
        self.counts = dict.fromkeys(self.counters, 0)

    @abstractmethod
    def ask(self, k: Score) -> Generator[Step, None, bool]:
        """Yield the steps that answer whether the root's score is at least `k`, and return the answer."""

    @abstractmethod
    def principal_variation(self) -> list[str]:
        """Return the ids of a play in which each player makes the moves that prove that player's claim."""

    def answer(self, k: Score | None) -> Steps:
        """Yield the steps of one question, or of several that halve the list of scores; return the result."""
        if k is not None:
            answer = yield from self.ask(k)
            return {**self.result(None), "k": k, "at_least": answer}
        candidates = self.candidates()
        low, high = 0, len(candidates) - 1
        while low < high or not self.counts["questions"]:
            middle = (low + high + 1) // 2
            if (yield from self.ask(candidates[middle])):
                low = middle
            else:
                high = middle - 1
        yield self.last_step(candidates[low])
        return self.result(candidates[low])

    @cached_property
    def is_endless(self) -> bool:
        """Return whether play can go on for ever, so that a result on one path may not hold on another."""
        return can_go_on_for_ever(self.graph)

    def candidates(self) -> list[Score]:
        """Return the possible scores of the root, ascending."""
        scores = {node.score for node in map(self.graph.nodes.__getitem__, self.graph.reachable)} - {None}
        worths: set[Score] = {self.endless}
        for score in scores:
            if score is not None:
                worths |= {score, 0 + self.graph.sign * score}
        return sorted(worths)

    def last_step(self, value: Score) -> Step:
        root = self.graph.nodes[self.graph.root_index]
        return Step(
            caption(
                *("The score of the root, ", named(root), ", is ", Value(value, Quantity.RESULT, key="value")),
                *(", found with ", counter("questions", self.counts["questions"], "question")),
                *(" and ", counter("visits", self.counts["visits"], "visit")),
                f"{COUNTED if self.has_open else ''}.",
            ),
            self.end_line,
            scores={root.id: value},
            finality={root.id: Finality.TENTATIVE if self.has_open else Finality.FINAL},
            focus=root.id,
            counters=dict(self.counts),
        )

    def result(self, value: Score | None) -> Result:
        return {"value": value} | self.counts | {"principal_variation": self.principal_variation()}


class _Run(QuestionSearch):
    """The search's questions about the root's score, with the trees of the last ones answered yes and no."""

    def __init__(self, graph: GameGraph, endless: Score) -> None:
        super().__init__(graph, endless)
        self.yes: ProofTree | None = None
        self.no: ProofTree | None = None
        self._noted: dict[str, None] = {}
        self._answered: dict[str, None] = {}  # inner nodes that show the answer

    def ask(self, k: Score) -> Generator[Step, None, bool]:
        """Yield the steps that answer whether the root's score is at least `k`, and return the answer."""
        tree = ProofTree(self.graph, k, self.endless)
        self.counts["questions"] += 1
        yield self._question_step(tree)
        while not tree.root.is_answered:
            while not tree.here.is_expandable:
                yield self._descent_step(tree)
            children = tree.expand()
            self.counts["expanded"] += 1
            yield self._expansion_step(tree)
            for child in children:
                yield self._child_step(tree, child)
            while tree.update():
                yield self._update_step(tree)
                if tree.ascend() is None:
                    break
        answer = not tree.root.proof
        if answer:
            self.yes = tree
        else:
            self.no = tree
        yield self._answer_step(tree)
        return answer

    def principal_variation(self) -> list[str]:
        return proving_play(self.graph, self.yes, self.no)

    # ---- steps

    def _question_step(self, tree: ProofTree) -> Step:
        self._count_visit(tree.root)
        forgotten, self._noted = dict.fromkeys(self._noted, ""), {}
        step = self._step(
            tree.root,
            caption(
                "The question is whether the score of the root, ",
                self._name(tree.root),
                ", is at least ",
                _threshold_value(tree),
                ".",
            ),
            ASK,
            activity=Activity.CHANGED,
        )
        previous, self._answered = self._answered, {}
        return replace(
            step,
            notes=forgotten | dict(step.notes),
            scores=dict.fromkeys(previous),
            finality=dict.fromkeys(previous, Finality.UNKNOWN),
        )

    def _descent_step(self, tree: ProofTree) -> Step:
        above = tree.here
        below = tree.descend()
        ours = tree.is_provers_move(above)
        kind, number = ("proof", _proof_value(below)) if ours else ("disproof", _disproof_value(below))
        who = "the prover moves" if ours else "the opponent moves"
        least = caption(f", the successor with the smallest {kind} number, ", number, ".")
        return self._step(
            below,
            caption("At ", self._name(above), f" {who}: go to ", self._name(below), least),
            DESCEND if ours else DESCEND_OTHER,
            activity=Activity.COMPARED,
        )

    def _expansion_step(self, tree: ProofTree) -> Step:
        here = tree.here
        node, count = self.graph.nodes[here.index], len(here.children)
        moves = caption(Value(count, Quantity.SIZE, node.id, "successors"), f" {plural(count, 'move')}")
        return self._step(
            here, caption("Expand ", node_words(node), ": it has ", moves, "."), EXPAND, activity=Activity.CHANGED
        )

    def _child_step(self, tree: ProofTree, child: ProofNode) -> Step:
        self._count_visit(child)
        leaf = self.graph.nodes[child.index]
        quantity = Quantity.LEAF if child.what is ProofNodeKind.LEAF else Quantity.ENDLESS
        sign = child.view if child.what is ProofNodeKind.LEAF else 1
        worth = "?" if child.what is ProofNodeKind.INNER else Value(tree.score(child), quantity, leaf.id, sign=sign)
        enough = caption(f", which is {'' if not child.proof else 'not '}at least ", _threshold_value(tree))
        words = {
            ProofNodeKind.INNER: caption(" is not known yet: one node to prove, one to disprove"),
            ProofNodeKind.LEAF: caption(" is a leaf with the score ", worth, " for the prover", enough),
            ProofNodeKind.OPEN: caption(" is open and counts as endless play, with the value ", worth, enough),
            ProofNodeKind.BACK_LINK: caption(
                " is already on the path: play can repeat for ever, with the value ", worth, enough
            ),
        }
        roles = {ProofNodeKind.INNER: Activity.COMPARED, ProofNodeKind.BACK_LINK: Activity.BACK_LINK}
        return self._step(
            child,
            caption(self._name(child), words[child.what], ". ", _proof_numbers_words(child, "Proof"), "."),
            EXPAND if child.what is ProofNodeKind.INNER else CHILD,
            activity=roles.get(child.what, Activity.EVALUATED),
            node_score=self._child_score(child, leaf),
        )

    def _child_score(self, child: ProofNode, node: Node) -> NodeScore | None:
        """Return the score to show at a new tree node: a leaf's own, none at an inner node."""
        if child.what is ProofNodeKind.LEAF:
            return NodeScore(node.score, Finality.FINAL)
        return NO_SCORE if child.what is ProofNodeKind.INNER and node.id in self._answered else None

    def _answer_score(self, tree: ProofTree, here: ProofNode) -> NodeScore | None:
        """Return the bound to show at an answered tree node: at least the threshold, or less."""
        if not here.is_answered or here.what is not ProofNodeKind.INNER:
            return None
        relation = Relation.BELOW if here.proof else Relation.AT_LEAST
        is_lower = (relation is Relation.AT_LEAST) == (here.view > 0)
        final = Finality.LOWER if is_lower else Finality.UPPER
        self._answered[self.graph.ids[here.index]] = None
        if self.has_open:
            final = Finality.TENTATIVE
        holds_anywhere = here is tree.root or not self.is_endless
        score = tree.k if here.view > 0 else 0 - tree.k
        return NodeScore(score, final if holds_anywhere else Finality.CONDITIONAL, relation.times(here.view))

    def _update_step(self, tree: ProofTree) -> Step:
        here, ours = tree.here, tree.is_provers_move(tree.here)
        if here.is_answered and any(not child.is_answered for child in here.children):
            self.counts["cutoffs"] += 1
        rule = "the smallest proof number and the sum of the disproof numbers"
        if not ours:
            rule = "the sum of the proof numbers and the smallest disproof number"
        answered = f", so {'proved' if not here.proof else 'disproved'}" if here.is_answered else ""
        return self._step(
            here,
            caption(
                self._name(here), ": ", _proof_numbers_words(here, "proof"), f", {rule} of its successors{answered}."
            ),
            OURS if ours else THEIRS,
            activity=Activity.CHANGED,
            node_score=self._answer_score(tree, here),
        )

    def _answer_step(self, tree: ProofTree) -> Step:
        answer, visits = "Yes" if not tree.root.proof else "No", self.counts["visits"]
        is_it = "is" if not tree.root.proof else "is not"
        is_seen = not tree.root.children and tree.root.what is ProofNodeKind.INNER
        return self._step(
            tree.root,
            caption(
                *(f"{answer}: the score of ", self._name(tree.root), f" {is_it} at least ", _threshold_value(tree)),
                ", by the range of scores alone" if is_seen else "",
                *(". So far ", counter("visits", visits, "node"), f" {'has' if visits == 1 else 'have'} been visited."),
            ),
            ANSWER,
            activity=Activity.CHANGED,
            node_score=self._answer_score(tree, tree.root),
        )

    def _count_visit(self, node: ProofNode) -> None:
        self.counts["visits"] += 1
        self.counts["leaves"] += node.what is not ProofNodeKind.INNER
        self.counts["back_links"] += node.what is ProofNodeKind.BACK_LINK

    def _step(
        self,
        node: ProofNode,
        words: Words,
        line: int,
        *,
        activity: Activity,
        node_score: NodeScore | None = None,
    ) -> Step:
        """Return a step about one tree node, with its numbers as a note unless it is a back link."""
        id = self.graph.ids[node.index]
        parent = None if node.parent is None else self.graph.ids[node.parent.index]
        note = {} if node.what is ProofNodeKind.BACK_LINK else {id: str(_proof_numbers_words(node, "proof"))}
        self._noted |= dict.fromkeys(note)
        return Step(
            caption(words),
            line,
            scores={} if node_score is None else {id: node_score.score},
            finality={} if node_score is None else {id: node_score.finality},
            relations={} if node_score is None or not node_score.relation.sign else {id: node_score.relation},
            activity={id: activity},
            focus=id,
            move=None if parent is None else (parent, id),
            trail=node.trail,
            marks={(parent, id): Mark.BACK} if node.what is ProofNodeKind.BACK_LINK and parent is not None else {},
            counters=dict(self.counts),
            notes=note,
        )

    def _name(self, node: ProofNode) -> Named:
        return named(self.graph.nodes[node.index])


def _proof_numbers_words(node: ProofNode, word: str) -> Caption:
    """Return the proof and disproof number of a tree node in words: "proof 1, disproof 2"."""
    return caption(f"{word} ", _proof_value(node), ", disproof ", _disproof_value(node))


def _proof_value(node: ProofNode) -> Value:
    return Value(node.proof, Quantity.PROOF)


def _disproof_value(node: ProofNode) -> Value:
    return Value(node.disproof, Quantity.DISPROOF)


def _threshold_value(tree: ProofTree) -> Value:
    """Return the number that a question is about."""
    return Value(tree.k, Quantity.THRESHOLD)


def question_option() -> Option:
    """Return the option for k: a score, or the word for finding the score."""

    def parse(value: object) -> Score | None:
        if value is None or str(value).strip().lower() in ("", SCORE):
            return None
        try:
            return parse_score(value)
        except OptionError as error:
            raise OptionError(f'k must be "{SCORE}" or a number: {error}') from None

    return Option(
        "k",
        "Is the score at least k",
        None,
        f'The number k of the question; with "{SCORE}" several questions find the score of the root.',
        parse,
        write=lambda k: SCORE if k is None else str(k),
    )


ALGORITHM = Algorithm(
    name="proof-number",
    title="Proof-number search",
    source="Allis, van der Meulen, van den Herik, Proof-number search (1994); cycles as in Kars, Theorem 6.8",
    summary=(
        "Asks whether the score is at least k and always expands a most-proving position, which brings the answer "
        "nearest. On graphs it searches the tree of all paths, in which a back link has the value of endless play."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(question_option(), endless_worth()),
    rank=64,
    group=Group.SOLVERS,
    also="pn, df-pn",
    notes_title="Proof and disproof numbers",
)
