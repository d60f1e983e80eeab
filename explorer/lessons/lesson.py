"""The parts of a lesson: a head and slides, each with a text, a scene and perhaps questions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from urllib.parse import parse_qs

TASK = "task"  # in the place of the number of a question, where answers are named

_CLAIM = re.compile(r"\{\{(?P<text>.+?) : (?P<fact>.+?)\}\}", re.DOTALL)


@dataclass(frozen=True)
class LessonProblem:
    """A problem of a lesson, with the line of its file, from 1."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


@dataclass(frozen=True)
class SlideClaim:
    """A claim of a text about its scene, written {{TEXT : FACT}}.

    The text equals the value of the fact; or the value is "yes", and every number of the text stands in the fact.
    """

    text: str
    fact: str
    line: int


FEEDBACK_EACH, FEEDBACK_END = "question", "end"  # of an assignment: after each question, or at its end


class StageForm(StrEnum):
    """The stage of a slide that does not answer its questions: the graph alone, or that until they are answered."""

    GRAPH = "graph"
    RUN = "run"


class AnswerForm(StrEnum):
    """The form of an answer, as the line `answer:` below a question names it."""

    TYPED = "typed"  # a number or words, compared with a fact
    ONE = "one"  # one of a few choices
    SEVERAL = "several"  # all choices that hold
    NODE = "node"  # one node, clicked
    NODES = "nodes"  # a set of nodes, perhaps none
    PATH = "path"  # nodes, one after the other
    ORDER = "order"  # all items, from the first to the last
    FREE = "free"  # a short text that a person marks

    @property
    def is_list(self) -> bool:
        """Return whether the answer is a JSON list: of choices, of ids of nodes, or of items."""
        return self in (AnswerForm.SEVERAL, AnswerForm.ORDER) or self.has_nodes

    @property
    def has_nodes(self) -> bool:
        """Return whether nodes are clicked."""
        return self in (AnswerForm.NODE, AnswerForm.NODES, AnswerForm.PATH)

    @property
    def has_choices(self) -> bool:
        """Return whether there are choices."""
        return self in (AnswerForm.ONE, AnswerForm.SEVERAL)


@dataclass(frozen=True)
class LessonAnswer:
    """An answer that the author foresaw, whether it is right, and the reply to it."""

    text: str
    is_right: bool
    reply: str
    line: int


@dataclass(frozen=True)
class LessonQuestion:
    """A question to the reader about the scene of a slide.

    Attributes
    ----------
    key : the fact that is the answer; "" if the author alone says what is right.
    answers : choices, replies to foreseen answers, the items of an order in their order, or model answers.
    asks : the form of the answer, if a line names it.
    points : the points for a right answer.
    """

    text: str
    key: str
    answers: tuple[LessonAnswer, ...]
    line: int
    asks: str = ""
    points: int = 1

    @property
    def form(self) -> AnswerForm:
        """The form of the answer; without a line that names it, a fact is typed and an answer is chosen."""
        if self.asks:
            return AnswerForm(self.asks)
        return AnswerForm.TYPED if self.key else AnswerForm.ONE

    @property
    def is_typed(self) -> bool:
        """Return whether the reader types the answer, and the program decides what is right."""
        return self.form is AnswerForm.TYPED

    @property
    def is_unchecked(self) -> bool:
        """Return whether the key of a choice or an order is tied to no fact, so that nothing checks it."""
        if self.key or not (self.form.has_choices or self.form is AnswerForm.ORDER):
            return False
        keys = [each for each in self.answers if each.is_right or self.form is AnswerForm.SEVERAL]
        return not all(_CLAIM.search(each.text) for each in keys)


@dataclass(frozen=True)
class Slide:
    """A slide of a lesson: its text, the scene beside it, and questions.

    Attributes
    ----------
    line : of the title in the file.
    scene : the query of a link to the scene on the stage, and `scene_line` its line.
    hash : the hash of the graph when the slide was written.
    steps : the steps that the slide goes through, ascending.
    reveals : lines of the text whose part appears with a step and stays from then on, with that step.
    trial : nodes for which the reader may try values.
    task : the task that the reader does on the graph, such as "leaves-read?leaves=6", or "".
    points : the points for the task.
    stage : a `StageForm`, or "" for the scene with its run.
    text : Markdown with claims in double braces, all of it, and `text_line` where it begins.
    notes : notes for the lecturer, in the same form, and `notes_line` where they begin; "" for none.
    """

    title: str
    line: int
    scene: str = ""
    scene_line: int = 0
    hash: str = ""
    steps: tuple[int, ...] = ()
    reveals: tuple[tuple[int, int], ...] = ()
    trial: tuple[str, ...] = ()
    task: str = ""
    points: int = 1
    stage: str = ""
    text: str = ""
    text_line: int = 0
    questions: tuple[LessonQuestion, ...] = ()
    notes: str = ""
    notes_line: int = 0

    @property
    def stops(self) -> tuple[int, ...]:
        """The steps that a slide goes through: those that it names, and those at which a part appears."""
        return tuple(sorted({*self.steps, *(step for _, step in self.reveals)}))

    def text_at(self, step: int) -> str:
        """Return the parts of the text that have appeared by a step.

        Examples
        --------
        >>> slide = Slide("A", 1, text="One.\\n\\nTwo.\\n\\nThree.", text_line=3, reveals=((5, 2),))
        >>> slide.text_at(1), slide.text_at(2)
        ('One.\\n\\n\\nThree.', 'One.\\n\\nTwo.\\n\\nThree.')
        """
        return "\n".join(part for begins, part in self.parts() if step >= begins)

    def parts(self) -> list[tuple[int, str]]:
        """Return the text in parts, each with the step at which it appears, 0 if it is always there.

        Examples
        --------
        >>> Slide("A", 1, text="One.\\n\\nTwo.\\n\\nThree.", text_line=3, reveals=((5, 2),)).parts()
        [(0, 'One.\\n'), (2, 'Two.'), (0, '\\nThree.')]
        """
        begins, found = dict(self.reveals), list[tuple[int, list[str]]]()
        for number, line in enumerate(self.text.splitlines(), self.text_line):
            if not found or number in begins or (found[-1][0] and not line.strip()):
                found.append((begins.get(number, 0), []))
            found[-1][1].append(line)
        return [(step, "\n".join(lines)) for step, lines in found]

    def keys(self, slide: int) -> list[str]:
        """Return the keys of the task and the questions of this slide: "2.task", "2.0" for the third slide."""
        return [*([f"{slide}.{TASK}"] if self.task else []), *(f"{slide}.{n}" for n in range(len(self.questions)))]

    def claims(self) -> Iterator[SlideClaim]:
        """Yield the claims in the text, notes, questions and replies, but not those that are choices."""
        yield from claims_in(self.text, self.text_line)
        yield from claims_in(self.notes, self.notes_line)
        for question in self.questions:
            yield from claims_in(question.text, question.line)
            for answer in question.answers:
                if not question.form.has_choices:
                    yield from claims_in(answer.text, answer.line)
                yield from claims_in(answer.reply, answer.line)


@dataclass(frozen=True)
class Lesson:
    """A lesson: its head, and slides in order.

    `before` names the prerequisites, `about` the contents, if given.  An assignment shows no solutions before the end.
    `variants` is the number of its variants, 0 for none; see `explorer.lessons.variants`.  With `feedback` after each
    question, `attempts` is the number of checks of an answer, 0 for any number.  `deadline` is a date and a time.
    """

    name: str
    title: str
    source: str
    minutes: int
    before: str
    slides: tuple[Slide, ...]
    is_assignment: bool = False
    about: str = ""
    variants: int = 0
    feedback: str = ""
    attempts: int = 0
    deadline: str = ""

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the graph files that its scenes need."""
        queries = (parse_qs(slide.scene).get("file", []) for slide in self.slides)
        return tuple(dict.fromkeys(name for names in queries for name in names))


def deadline_time(text: str) -> datetime | None:
    """Return the time of a deadline, by default in the time zone of this computer; None if it is no time.

    Examples
    --------
    >>> deadline_time("2026-12-01 23:59+01:00") == deadline_time("2026-12-01T22:59Z"), deadline_time("soon")
    (True, None)
    """
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def claims_in(text: str, line: int) -> Iterator[SlideClaim]:
    """Yield the claims in a text that begins in a line."""
    for match in _CLAIM.finditer(text):
        yield SlideClaim(
            match["text"].strip(), " ".join(match["fact"].split()), line + text.count("\n", 0, match.start())
        )


def without_claims(text: str) -> str:
    """Return the text for readers: of each claim its text alone.

    Examples
    --------
    >>> without_claims("a is {{1 : score of a}}.")
    'a is 1.'
    """
    return _CLAIM.sub(lambda match: match["text"].strip(), text)
