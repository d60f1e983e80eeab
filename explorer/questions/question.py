"""A question about the next step of a trace, with its right answers and the sources of wrong ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score
from explorer.trace import Trace
from explorer.trace.caption import Caption, listing, named

MOST_NODES = 8  # of an answer, so that it can be clicked
NO_CHOICES: Mapping[str, str] = {}


class Form(StrEnum):
    """The form of the answer to a question."""

    NODE = "node"  # by one node
    NODES = "nodes"  # by a set of nodes, perhaps none
    SCORE = "score"  # by a number
    CHOICE = "choice"  # by one of a few sentences


StepAnswer = frozenset[str] | Score | str
"""A set of node ids (one node is a set of one), a number, or the key of a choice."""


@dataclass(frozen=True)
class QuestionKind:
    """A kind of question: its name, the form of its answer, and its difficulty from 1 to 3."""

    name: str
    form: Form = Form.SCORE
    difficulty: int = 1

    def __str__(self) -> str:
        return self.name


SCORE = QuestionKind("score", difficulty=2)  # which score a node has after the step
LOWER = QuestionKind("lower", difficulty=2)  # which lower bound
UPPER = QuestionKind("upper", difficulty=2)  # which upper bound
FINAL = QuestionKind("final", Form.CHOICE, 3)  # whether it can still change
MOVE = QuestionKind("move", Form.NODE, 2)  # which move keeps a score


@dataclass(frozen=True)
class Question:
    """A question about the next step of a trace.

    Attributes
    ----------
    step : the index of the step that reveals the answer.
    kind : the kind of the question.
    text : the question as a sentence.
    legal : every right answer: all that the algorithm may do, of which the trace does one.
    mistakes : the answers of wrong algorithms, each with a sentence on its mistake.
    choices : for a choice, the keys with their texts.
    about : the id of the node that the question is about, or None.
    remark : a sentence to show with the answer, or "".
    is_telling : whether something happens here that does not at most steps: a refusal, a use of an entry that is valid
        on certain paths only, a set that is not empty, a cutoff, a wrong score, the first change of the root.
    """

    step: int
    kind: QuestionKind
    text: str
    legal: frozenset[StepAnswer]
    mistakes: Mapping[StepAnswer, str] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    about: str | None = None
    remark: str = ""
    is_telling: bool = False

    @classmethod
    def of(
        cls,
        step: int,
        kind: QuestionKind,
        text: str,
        legal: Iterable[StepAnswer],
        *wrong: tuple[StepAnswer | None, str],
        choices: Mapping[str, str] = NO_CHOICES,
        about: str | None = None,
        remark: str = "",
        is_telling: bool = False,
    ) -> Question:
        """Return a question with its right answers, and wrong answers, each with a sentence on its mistake.

        Of equal wrong answers the first counts.  A wrong answer that is right as well is left out, and so is None.  A
        single node as the answer is given by its id.
        """

        def answer(value: StepAnswer) -> StepAnswer:
            return frozenset((value,)) if kind.form is Form.NODE and isinstance(value, str) else value

        right, mistakes = frozenset(map(answer, legal)), dict[StepAnswer, str]()
        for value, sentence in wrong:
            if value is not None and answer(value) not in right:
                mistakes.setdefault(answer(value), sentence)
        return cls(step, kind, text, right, mistakes, choices, about, remark, is_telling)

    @property
    def form(self) -> Form:
        return self.kind.form

    @property
    def difficulty(self) -> int:
        """The difficulty from 1, easy, to 3."""
        return self.kind.difficulty

    @property
    def nodes(self) -> frozenset[str]:
        """The nodes that must be visible to answer the question."""
        sets = (answer for answer in self.legal if isinstance(answer, frozenset))
        return frozenset(() if self.about is None else (self.about,)).union(*sets)

    def solution(self, graph: GameGraph) -> str:
        """Return the right answers in words: "a, c", "2", "b or c"."""
        return " or ".join(sorted(self._answer_words(graph, answer) for answer in self.legal))

    def _answer_words(self, graph: GameGraph, answer: StepAnswer) -> str:
        if isinstance(answer, frozenset):
            return str(names(graph, sorted(answer, key=graph.index.__getitem__))) if answer else "none"
        return self.choices[answer] if isinstance(answer, str) else format_score(answer)


@dataclass(frozen=True)
class Questions:
    """A group of questions about traces; the `QUESTIONS` of a module of this package.

    Attributes
    ----------
    rank : the place of the group among the questions about a step.
    kinds : the kinds of questions of this group alone.
    ask : returns the questions about the steps of a trace before a given one, by step.
    algorithms : the algorithms that are reserved for this group.
    """

    name: str
    rank: int
    kinds: tuple[QuestionKind, ...]
    ask: Callable[[Trace, int], Iterator[Question]]
    algorithms: tuple[str, ...] = ()


def by_step(*about: Callable[[Trace, int], Iterator[Question]]) -> Callable[[Trace, int], Iterator[Question]]:
    """Return a function that asks about the steps of a trace from the second on, one step after the other."""

    def ask(trace: Trace, end: int) -> Iterator[Question]:
        return (question for step in range(1, end) for each in about for question in each(trace, step))

    return ask


def names(graph: GameGraph, ids: Iterable[str]) -> Caption:
    """Return the names of some nodes: "a, c"."""
    return listing((named(graph.node(id)) for id in ids), MOST_NODES)


def name_of(graph: GameGraph, id: str) -> str:
    """Return the name of a node as a question's sentence shows it."""
    return named(graph.node(id)).text
