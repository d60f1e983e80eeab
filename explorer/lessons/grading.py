"""Grades: files of answers judged by the lesson, what is wrong with them, and a table that Moodle imports."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Any

from explorer.formats.formulas import guarded
from explorer.formats.move_table import table_text
from explorer.lessons.answering import answered_graph
from explorer.lessons.lesson import TASK, Lesson, deadline_time
from explorer.lessons.library import LessonSet
from explorer.lessons.marking import CHECKSUM, FORMAT, VERSION, MarkedAnswer, checksum, lesson_hash, marks
from explorer.lessons.scenes import graph_hash
from explorer.lessons.variants import lesson_variant, plain_name, variant_of
from explorer.model.errors import FORESEEN, FormatError, quoted
from explorer.model.words import counted

if TYPE_CHECKING:
    import pandas as pd

MOST_BYTES = 2_000_000  # of a file
MOST_ANSWER = 20_000  # characters
_VERSIONS = (1, VERSION)  # version 1 has no times, number, variant and revealed
FEWEST_OF_COPY = 2  # answers with times that two files must share to be named as copies

_FIRST_COLUMNS = ("ID number", "Name", "Lesson")
_LAST_COLUMNS = ("Points", "Out of", "Per cent", "To mark", "Problems", "File")


@dataclass(frozen=True)
class Graded:
    """A student's file of answers to a lesson, with the verdicts on them.

    Attributes
    ----------
    file, student, number, lesson : names, and the student's number.
    variant : the variant that was answered, 0 for none.
    marks : every question of the lesson with the answer to it; empty if the file cannot be judged.
    problems : why the file is to be looked at: a checksum that does not hold, another lesson.
    times : the times of the answers, by key.
    """

    file: str
    student: str = ""
    number: str = ""
    lesson: str = ""
    variant: int = 0
    marks: tuple[MarkedAnswer, ...] = ()
    problems: tuple[str, ...] = ()
    times: tuple[tuple[str, str], ...] = ()

    @property
    def answer_count(self) -> int:
        """The number of questions with an answer."""
        return sum(mark.is_done for mark in self.marks)

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(mark.is_right for mark in self.marks)

    @property
    def points(self) -> Fraction:
        """The points of the answers that no person has to mark."""
        return sum((mark.points for mark in self.marks if mark.points is not None), Fraction(0))

    @property
    def most(self) -> int:
        """The points of a file with all answers right."""
        return sum(mark.most for mark in self.marks)

    @property
    def to_mark(self) -> int:
        """The points of the answers that a person has to mark."""
        return sum(mark.most for mark in self.marks if mark.points is None)

    def to_json(self) -> dict[str, Any]:
        """Return the file as one JSON object."""
        answers = [
            {
                "key": mark.key,
                "given": mark.answer,
                "done": mark.is_done,
                "right": mark.is_right,
                "points": None if mark.points is None else float(mark.points),
                "most": mark.most,
            }
            for mark in self.marks
        ]
        return {
            "file": self.file,
            "student": self.student,
            "number": self.number,
            "lesson": self.lesson,
            "variant": self.variant,
            "questions": len(self.marks),
            "done": self.answer_count,
            "right": self.right,
            "points": float(self.points),
            "most": self.most,
            "to_mark": self.to_mark,
            "problems": list(self.problems),
            "answers": answers,
        }


def grade_all(files: Iterable[tuple[str, bytes]], lesson_sets: Sequence[LessonSet]) -> list[Graded]:
    """Return files of answers, given by name and content, judged one by one and compared with each other."""
    return _with_copies([grade(name, data, lesson_sets) for name, data in files])


def grade(file: str, data: bytes, lesson_sets: Iterable[LessonSet]) -> Graded:
    """Return a file of answers, judged by the lesson of its name; `problems` has what is wrong with the file."""
    try:
        document = _parse_document(data)
    except FormatError as error:
        return Graded(file, problems=(str(error),))
    name = str(document["lesson"])
    graded = Graded(file, str(document["student"]), str(document.get("number", "")), name)
    found = next(
        ((each, lesson_set) for lesson_set in lesson_sets for each in lesson_set.lessons if each.name == name), None
    )
    if found is None:
        return replace(graded, problems=(f"there is no lesson {quoted(name)} to grade it by",))
    lesson, lesson_set = found
    variant = _answered_variant(document, lesson)
    given = {str(each["key"]): str(each["given"]) for each in document["answers"]}
    judged = tuple(marks(lesson_variant(lesson, variant), given, lesson_set.files))
    times = tuple((str(each["key"]), str(each.get("at", ""))) for each in document["answers"] if each["given"])
    problems = tuple(_document_problems(document, lesson, judged))
    return replace(graded, variant=variant, marks=judged, problems=problems, times=times)


def _answered_variant(document: Mapping[str, Any], lesson: Lesson) -> int:
    """Return the variant that a file says it answers; if there is no such variant, that of the student's name."""
    variant = document.get("variant", 0)
    is_variant = type(variant) is int and 0 < variant <= lesson.variants
    return variant if is_variant else variant_of(str(document["student"]), lesson.variants)


def _with_copies(graded: Sequence[Graded]) -> list[Graded]:
    """Return the files with problems that name others with the same answers and times under another student's name."""
    alike: dict[object, list[Graded]] = {}
    for each in graded:
        times = [time for _, time in each.times if time]
        if len(times) >= FEWEST_OF_COPY:
            answers = tuple((mark.key, mark.answer) for mark in each.marks)
            alike.setdefault((each.lesson, answers, each.times), []).append(each)
    copies: dict[str, list[str]] = {}
    for each, other in (pair for files in alike.values() for pair in permutations(files, 2)):
        if plain_name(each.student) != plain_name(other.student):
            copy = f"the same answers and times as {other.file} ({other.student or 'no name'})"
            copies.setdefault(each.file, []).append(copy)
    return [replace(each, problems=(*each.problems, *copies.get(each.file, ()))) for each in graded]


def table(graded: Sequence[Graded]) -> pd.DataFrame:
    """Return a row for each file: who, the points of each question, totals, problems, and then the answers."""
    import pandas as pd

    rows = [_table_row(each) for each in graded]
    asked = dict.fromkeys(title_of(mark.key) for each in graded for mark in each.marks)
    answers = (f"{title} answer" for title in asked)
    return pd.DataFrame(rows, columns=[*_FIRST_COLUMNS, *asked, *_LAST_COLUMNS, *answers])


def csv_of(frame: pd.DataFrame) -> str:
    """Return the table of answers as CSV; cells that a spreadsheet would take for formulas are text."""
    rows = frame.astype(object).where(frame.notna(), "").astype(str).map(guarded)
    return table_text(list(rows.columns), rows.to_numpy().tolist(), ",")


def _table_row(each: Graded) -> dict[str, Any]:
    row: dict[str, Any] = {
        "ID number": each.number,
        "Name": each.student,
        "Lesson": each.lesson,
        "Points": _number_text(each.points),
        "Out of": each.most,
        "Per cent": f"{float(100 * each.points / each.most):.2f}" if each.most else "",
        "To mark": each.to_mark,
        "Problems": "; ".join(each.problems),
        "File": each.file,
    }
    for mark in each.marks:
        points = "" if mark.points is None else _number_text(mark.points)
        row |= {title_of(mark.key): points, f"{title_of(mark.key)} answer": _answer_cell(mark)}
    return row


def _number_text(points: Fraction) -> str:
    """Return points as Moodle reads them: with a decimal point and at most two digits behind it."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def title_of(key: str) -> str:
    """Return the title of a question in the table, with slides and questions counted from 1.

    Examples
    --------
    >>> title_of("2.0"), title_of("2.task")
    ('slide 3 question 1', 'slide 3 task')
    """
    slide, _, number = key.partition(".")
    return f"slide {int(slide) + 1} {TASK if number == TASK else f'question {int(number) + 1}'}"


def _answer_cell(mark: MarkedAnswer) -> str:
    """Return the text of an answer for a cell of the table; a graph as its hash and the value of endless play."""
    if not mark.answer or not mark.key.endswith(TASK):
        return mark.words
    try:
        graph, endless = answered_graph(mark.answer)
    except FORESEEN:
        return "not a graph"
    return f"graph {graph_hash(graph)}" + (f", endless play {endless}" if endless else "")


def _document_problems(document: Mapping[str, Any], lesson: Lesson, judged: Sequence[MarkedAnswer]) -> Iterator[str]:
    if document[CHECKSUM] != checksum(document):
        yield "the checksum does not hold: the file was changed"
    if document["lesson_hash"] != lesson_hash(lesson):
        yield "the lesson is not the one that was answered: its text is another"
    if document.get("revealed"):
        yield "the solutions were shown before the file was saved"
    if lesson.variants and document.get("variant") != variant_of(str(document["student"]), lesson.variants):
        yield f"the variant {document.get('variant')} is not the one of this name"
    yield from _deadline_problems(str(document.get("saved", "")), lesson.deadline)
    if lesson.attempts and (count := sum(_attempts(each) > lesson.attempts for each in document["answers"])):
        yield f"{counted(count, 'answer')} had more than {counted(lesson.attempts, 'attempt')}"
    answers = {str(each["key"]): each for each in document["answers"]}
    if answers.keys() != {mark.key for mark in judged}:
        yield "the questions are not those of the lesson"
        return
    if any(answers[mark.key].get("graph", mark.graph) != mark.graph for mark in judged):
        yield "a graph of the lesson is not the one that was answered"


def _attempts(entry: Mapping[str, Any]) -> int:
    attempts = entry.get("attempts")
    return attempts if type(attempts) is int else 0


def _deadline_problems(saved: str, deadline: str) -> Iterator[str]:
    """Yield by how much a file was saved after the deadline, or that it does not say when."""
    end, time = deadline_time(deadline), deadline_time(saved)
    if end is not None and time is None:
        yield "the file does not say when it was saved, and there is a deadline"
    elif end is not None and time is not None and time > end:
        late = timedelta(minutes=-(-(time - end) // timedelta(minutes=1)))
        yield f"saved {str(late).removesuffix(':00')} h after the deadline"


def _parse_document(data: bytes) -> dict[str, Any]:
    """Return the content of a file of answers."""
    if len(data) > MOST_BYTES:
        raise FormatError(f"a file of answers has at most {MOST_BYTES:,} bytes, this one has {len(data):,}")
    try:
        found: Any = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise FormatError("this is no file of answers: it is not JSON") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise FormatError(f'this is no file of answers: it does not say "format": "{FORMAT}"')
    if found.get("version") not in _VERSIONS:
        raise FormatError(
            f"the file is of version {quoted(found.get('version'))}; this program reads versions 1 to {VERSION}"
        )
    names = ("student", "lesson", "lesson_hash", CHECKSUM)
    answers = found.get("answers")
    if not all(isinstance(found.get(name), str) for name in names) or not isinstance(answers, list):
        raise FormatError(f"the file of answers needs {', '.join(names)} as text, and a list of answers")
    if not all(isinstance(each, dict) and _is_answer_entry(each) for each in answers):
        raise FormatError(f"each answer needs key and given as text of at most {MOST_ANSWER:,} characters")
    return found


def _is_answer_entry(each: Mapping[str, Any]) -> bool:
    """Return whether an entry of a file of answers has texts of a bearable length."""
    return all(isinstance(text := each.get(name), str) and len(text) <= MOST_ANSWER for name in ("key", "given"))
