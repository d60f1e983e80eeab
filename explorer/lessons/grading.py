"""A table of the answers that students handed in, each judged by the lesson."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from explorer.lessons.answering import answered_graph
from explorer.lessons.lesson import TASK, Lesson
from explorer.lessons.library import LessonSet
from explorer.lessons.marking import CHECKSUM, FORMAT, VERSION, Mark, checksum, lesson_hash, marks
from explorer.lessons.scenes import graph_hash
from explorer.model.errors import FORESEEN, FormatError, OptionError, quoted
from explorer.model.scores import parse_endless

if TYPE_CHECKING:
    import pandas as pd

MOST_BYTES = 2_000_000  # of a file
MOST_ANSWER = 20_000  # characters

_FORMULA = tuple("=+-@\t\r")  # what a spreadsheet takes for the beginning of a formula


@dataclass(frozen=True)
class Graded:
    """A file of answers, judged.

    Attributes
    ----------
    file, student, lesson : names.
    marks : every question of the lesson with the answer to it; empty if the file cannot be judged.
    problems : why the file is to be looked at: a checksum that does not hold, another lesson.
    """

    file: str
    student: str = ""
    lesson: str = ""
    marks: tuple[Mark, ...] = ()
    problems: tuple[str, ...] = field(default=())

    @property
    def done(self) -> int:
        """How many questions were answered."""
        return sum(mark.is_done for mark in self.marks)

    @property
    def right(self) -> int:
        """How many answers are right."""
        return sum(mark.is_right for mark in self.marks)

    def to_json(self) -> dict[str, Any]:
        """The file as one JSON object."""
        return {
            "file": self.file,
            "student": self.student,
            "lesson": self.lesson,
            "questions": len(self.marks),
            "done": self.done,
            "right": self.right,
            "problems": list(self.problems),
            "answers": [{"key": m.key, "given": m.given, "done": m.is_done, "right": m.is_right} for m in self.marks],
        }


def grade(file: str, data: bytes, lesson_sets: Iterable[LessonSet]) -> Graded:
    """A file of answers, judged by the lesson of its name; what is wrong with the file stands in `problems`."""
    try:
        document = _document(data)
    except FormatError as error:
        return Graded(file, problems=(str(error),))
    student, name = str(document["student"]), str(document["lesson"])
    found = next(
        ((each, lesson_set) for lesson_set in lesson_sets for each in lesson_set.lessons if each.name == name), None
    )
    if found is None:
        return Graded(file, student, name, problems=(f"there is no lesson {quoted(name)} to grade it by",))
    lesson, lesson_set = found
    given = {str(each["key"]): str(each["given"]) for each in document["answers"]}
    judged = tuple(marks(lesson, given, lesson_set.files))
    return Graded(file, student, name, judged, tuple(_problems(document, lesson, judged)))


def table(graded: Sequence[Graded]) -> pd.DataFrame:
    """A row for each file: student, totals, problems, and for each question the answer and whether it is right."""
    import pandas as pd

    rows = [_row(each) for each in graded]
    return pd.DataFrame(rows, columns=list(dict.fromkeys(name for row in rows for name in row)))


def csv_of(frame: pd.DataFrame) -> str:
    """The table as CSV; what a spreadsheet would take for a formula is text in it."""
    safe = frame.map(lambda cell: f"'{cell}" if isinstance(cell, str) and _is_formula(cell) else cell)
    return safe.to_csv(index=False, lineterminator="\n")


def _row(each: Graded) -> dict[str, Any]:
    row: dict[str, Any] = {
        "file": each.file,
        "student": each.student,
        "lesson": each.lesson,
        "done": each.done,
        "right": each.right,
        "questions": len(each.marks),
        "problems": "; ".join(each.problems),
    }
    for mark in each.marks:
        row |= {title_of(mark.key): _shown(mark), f"{title_of(mark.key)} right": "yes" if mark.is_right else "no"}
    return row


def title_of(key: str) -> str:
    """What a question is called in the table, slides and questions counted from 1.

    Examples
    --------
    >>> title_of("2.0"), title_of("2.task")
    ('slide 3 question 1', 'slide 3 task')
    """
    slide, _, number = key.partition(".")
    return f"slide {int(slide) + 1} {TASK if number == TASK else f'question {int(number) + 1}'}"


def _shown(mark: Mark) -> str:
    """An answer in a cell; of a graph its hash and the value of endless play."""
    if not mark.given or not mark.key.endswith(TASK):
        return mark.given
    try:
        graph, endless = answered_graph(mark.given)
    except FORESEEN:
        return "not a graph"
    return f"graph {graph_hash(graph)}" + (f", endless play {endless}" if endless else "")


def _problems(document: Mapping[str, Any], lesson: Lesson, judged: Sequence[Mark]) -> Iterable[str]:
    if document[CHECKSUM] != checksum(document):
        yield "the checksum does not hold: the file was changed"
    if document["lesson_hash"] != lesson_hash(lesson):
        yield "the lesson is not the one that was answered: its text is another"
    told = {str(each["key"]): each for each in document["answers"]}
    if told.keys() != {mark.key for mark in judged}:
        yield "the questions are not those of the lesson"
        return
    if any(told[mark.key].get("graph") != mark.graph for mark in judged):
        yield "a graph of the lesson is not the one that was answered"


def _document(data: bytes) -> dict[str, Any]:
    """The content of a file of answers."""
    if len(data) > MOST_BYTES:
        raise FormatError(f"a file of answers has at most {MOST_BYTES:,} bytes, this one has {len(data):,}")
    try:
        found: Any = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise FormatError("this is no file of answers: it is not JSON") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise FormatError(f'this is no file of answers: it does not say "format": "{FORMAT}"')
    if found.get("version") != VERSION:
        raise FormatError(
            f"the file is of version {quoted(found.get('version'))}; this program reads version {VERSION}"
        )
    names = ("student", "lesson", "lesson_hash", CHECKSUM)
    answers = found.get("answers")
    if not all(isinstance(found.get(name), str) for name in names) or not isinstance(answers, list):
        raise FormatError(f"the file of answers needs {', '.join(names)} as text, and a list of answers")
    if not all(isinstance(each, dict) and _is_answer(each) for each in answers):
        raise FormatError(f"each answer needs key and given as text of at most {MOST_ANSWER:,} characters")
    return found


def _is_answer(each: Mapping[str, Any]) -> bool:
    return all(isinstance(text := each.get(name), str) and len(text) <= MOST_ANSWER for name in ("key", "given"))


def _is_formula(cell: str) -> bool:
    try:
        parse_endless(cell)
    except OptionError:
        return cell.startswith(_FORMULA)
    return False
