"""A question about the next step of a trace: which answers are right, and what a wrong one comes from."""

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
    """How a question is answered."""

    NODE = "node"  # by one node
    NODES = "nodes"  # by a set of nodes, perhaps none
    SCORE = "score"  # by a number
    CHOICE = "choice"  # by one of a few sentences


Answer = frozenset[str] | Score | str
"""A set of node ids (one node is a set of one), a number, or the key of a choice."""


@dataclass(frozen=True)
class Kind:
    """What is asked: its name, how it is answered, and how hard it is, from 1 to 3."""

    name: str
    form: Form = Form.SCORE
    difficulty: int = 1

    def __str__(self) -> str:
        return self.name


SCORE = Kind("score", difficulty=2)  # which score a node has after the step
LOWER = Kind("lower", difficulty=2)  # which lower bound
UPPER = Kind("upper", difficulty=2)  # which upper bound
FINAL = Kind("final", Form.CHOICE, 3)  # whether it can still change
MOVE = Kind("move", Form.NODE, 2)  # which move keeps a score


@dataclass(frozen=True)
class Question:
    """A question about what a step of a trace is about to do.

    Attributes
    ----------
    step : the index of the step that reveals the answer.
    kind : what is asked.
    text : the question as a sentence.
    legal : every right answer: all that the algorithm may do, of which the trace does one.
    mistakes : what wrong algorithms answer, and what is wrong about each, as a sentence.
    choices : for a choice, the keys and what each says.
    about : the id of the node that the question is about, or None.
    remark : a sentence to be said with the answer, or "".
    is_telling : whether something happens here that does not at most steps: a refusal, a use of an entry that is valid
        on certain paths only, a set that is not empty, a cutoff, a wrong score, the first change of the root.
    """

    step: int
    kind: Kind
    text: str
    legal: frozenset[Answer]
    mistakes: Mapping[Answer, str] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    about: str | None = None
    remark: str = ""
    is_telling: bool = False

    @classmethod
    def of(
        cls,
        step: int,
        kind: Kind,
        text: str,
        legal: Iterable[Answer],
        *wrong: tuple[Answer | None, str],
        choices: Mapping[str, str] = NO_CHOICES,
        about: str | None = None,
        remark: str = "",
        is_telling: bool = False,
    ) -> Question:
        """Return a question with its right answers, and what wrong algorithms answer, each with what is wrong about it.

        The first of these that gives an answer has it.  One that is right as well shows nothing, and is left out; so is
        None.  Where one node is the answer, it is given by its id.
        """

        def answer(given: Answer) -> Answer:
            return frozenset((given,)) if kind.form is Form.NODE and isinstance(given, str) else given

        right, mistakes = frozenset(map(answer, legal)), dict[Answer, str]()
        for given, sentence in wrong:
            if given is not None and answer(given) not in right:
                mistakes.setdefault(answer(given), sentence)
        return cls(step, kind, text, right, mistakes, choices, about, remark, is_telling)

    @property
    def form(self) -> Form:
        return self.kind.form

    @property
    def difficulty(self) -> int:
        """From 1, easy, to 3."""
        return self.kind.difficulty

    @property
    def nodes(self) -> frozenset[str]:
        """The nodes that one must see to answer."""
        sets = (answer for answer in self.legal if isinstance(answer, frozenset))
        return frozenset(() if self.about is None else (self.about,)).union(*sets)

    def solution(self, graph: GameGraph) -> str:
        """Return the right answers in words: "a, c", "2", "b or c"."""
        return " or ".join(sorted(self._words(graph, answer) for answer in self.legal))

    def _words(self, graph: GameGraph, answer: Answer) -> str:
        if isinstance(answer, frozenset):
            return str(names(graph, sorted(answer, key=graph.index.__getitem__))) if answer else "none"
        return self.choices[answer] if isinstance(answer, str) else format_score(answer)


@dataclass(frozen=True)
class Questions:
    """Questions about traces of some kind; every module of this package that has a `QUESTIONS` is asked.

    Attributes
    ----------
    rank : where they stand among the questions about a step.
    kinds : what they ask, of kinds that are theirs alone.
    ask : the questions about the steps of a trace before one, by step.
    algorithms : those whose steps nobody else asks about.
    """

    name: str
    rank: int
    kinds: tuple[Kind, ...]
    ask: Callable[[Trace, int], Iterator[Question]]
    algorithms: tuple[str, ...] = ()


def by_step(*about: Callable[[Trace, int], Iterator[Question]]) -> Callable[[Trace, int], Iterator[Question]]:
    """What asks about the steps of a trace from the second on, given what asks about one."""

    def ask(trace: Trace, end: int) -> Iterator[Question]:
        return (question for step in range(1, end) for each in about for question in each(trace, step))

    return ask


def names(graph: GameGraph, ids: Iterable[str]) -> Caption:
    """Return the names of some nodes: "a, c"."""
    return listing((named(graph.node(id)) for id in ids), MOST_NODES)


def name_of(graph: GameGraph, id: str) -> str:
    """Return the name of a node as a sentence has it."""
    return named(graph.node(id)).text
