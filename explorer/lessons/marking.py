"""Marked answers to a lesson, the file that holds them, and a table of such files.

The file has a checksum over the lesson and the answers, so that a slip or an edit shows.  It is no exam security:
whoever has the program can make such a file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from explorer.formats.formulas import guarded
from explorer.formats.move_table import table_text
from explorer.lessons.answering import answered_graph, judge, judge_task
from explorer.lessons.lesson import TASK, Lesson, Slide
from explorer.lessons.library import LessonSet
from explorer.lessons.scenes import NO_FILES, Files, SlideScene, graph_hash, slide_scene
from explorer.model.errors import FORESEEN, FormatError, quoted

if TYPE_CHECKING:
    import pandas as pd


FORMAT, VERSION = "game-graph-answers", 1
SUFFIX = ".answers.json"
CHECKSUM = "checksum"
MOST_NAME = 100  # characters of a student's name

Answers = Mapping[str, str]
"""Answers by slide and question: "2.0" is the first question of the third slide, "2.task" its task."""


@dataclass(frozen=True)
class MarkedAnswer:
    """A student's answer to a question or task of a lesson, with its verdict.

    Attributes
    ----------
    key : slide and question, as in `Answers`.
    text : the text of the question.
    seed : of the questions that the scene asks before steps, 0 for none.
    graph : the hash of the graph of the slide, "" if the scene cannot be opened.
    answer : the text of the answer, "" for none.
    is_done : whether there is an answer; a text that cannot be one, such as letters for a number, does not count.
    is_right : whether it is right.
    """

    key: str
    text: str
    seed: int
    graph: str
    answer: str
    is_done: bool
    is_right: bool


def marks(lesson: Lesson, answers: Answers, files: Files = NO_FILES) -> list[MarkedAnswer]:
    """Return every question and task of a lesson with the answer to it, in the order of the slides."""
    return [mark for number in range(len(lesson.slides)) for mark in _marks_of_slide(lesson, number, answers, files)]


def lesson_hash(lesson: Lesson) -> str:
    """Return sixteen characters that change with any part of a lesson but its name."""
    told = {**asdict(lesson), "name": ""}
    if not lesson.about:
        del told["about"]  # lessons without this line keep the hash that they had before there was one
    return _json_digest(told)[:16]


def answers_document(lesson: Lesson, answers: Answers, *, student: str = "", files: Files = NO_FILES) -> dict[str, Any]:
    """Return the file of a student's answers, as one JSON object that does not tell which are right."""
    found = marks(lesson, answers, files)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "lesson": lesson.name,
        "lesson_hash": lesson_hash(lesson),
        "student": student.strip()[:MOST_NAME],
        "questions": len(found),
        "done": sum(mark.is_done for mark in found),
        "answers": [_mark_for_hash(mark) for mark in found],
    }
    return {**document, CHECKSUM: checksum(document)}


def checksum(document: Mapping[str, Any]) -> str:
    """Return the checksum of a file of answers, over everything but the checksum itself."""
    return _json_digest({name: value for name, value in document.items() if name != CHECKSUM})


def _marks_of_slide(lesson: Lesson, number: int, answers: Answers, files: Files) -> Iterator[MarkedAnswer]:
    slide = lesson.slides[number]
    if not (keys := slide.keys(number)):
        return
    try:
        scene = slide_scene(slide.scene, files)
        seed, graph = scene.scene.ask, graph_hash(scene.graph)
    except FORESEEN:
        return
    texts = [slide.task] * bool(slide.task) + [question.text for question in slide.questions]
    for key, text in zip(keys, texts, strict=True):
        given = answers.get(key, "").strip()
        verdict = _is_right_answer(slide, key, given, scene) if given else None
        yield MarkedAnswer(key, text, seed, graph, given, verdict is not None, bool(verdict))


def _is_right_answer(slide: Slide, key: str, answer: str, scene: SlideScene) -> bool | None:
    """Return whether an answer is right; None if it cannot be one."""
    number = key.partition(".")[2]
    try:
        if number == TASK:
            return judge_task(slide, answer, scene).is_done
        return judge(slide.questions[int(number)], answer, scene).is_right
    except FORESEEN:
        return None


def _mark_for_hash(mark: MarkedAnswer) -> dict[str, Any]:
    plain = asdict(mark)
    return {
        **{name: plain[name] for name in ("key", "text", "seed", "graph")},
        "given": mark.answer,
        "done": mark.is_done,
    }


def _json_digest(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


MOST_BYTES = 2_000_000  # of a file
MOST_ANSWER = 20_000  # characters


@dataclass(frozen=True)
class Graded:
    """A student's file of answers to a lesson, with the verdicts on them.

    Attributes
    ----------
    file, student, lesson : names.
    marks : every question of the lesson with the answer to it; empty if the file cannot be judged.
    problems : why the file is to be looked at: a checksum that does not hold, another lesson.
    """

    file: str
    student: str = ""
    lesson: str = ""
    marks: tuple[MarkedAnswer, ...] = ()
    problems: tuple[str, ...] = field(default=())

    @property
    def answer_count(self) -> int:
        """The number of questions with an answer."""
        return sum(mark.is_done for mark in self.marks)

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(mark.is_right for mark in self.marks)

    def to_json(self) -> dict[str, Any]:
        """Return the file as one JSON object."""
        return {
            "file": self.file,
            "student": self.student,
            "lesson": self.lesson,
            "questions": len(self.marks),
            "done": self.answer_count,
            "right": self.right,
            "problems": list(self.problems),
            "answers": [{"key": m.key, "given": m.answer, "done": m.is_done, "right": m.is_right} for m in self.marks],
        }


def grade(file: str, data: bytes, lesson_sets: Iterable[LessonSet]) -> Graded:
    """Return a file of answers, judged by the lesson of its name; `problems` has what is wrong with the file."""
    try:
        document = _parse_document(data)
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
    return Graded(file, student, name, judged, tuple(_document_problems(document, lesson, judged)))


def table(graded: Sequence[Graded]) -> pd.DataFrame:
    """Return a row for each file of answers: student, totals, problems, and each answer with whether it is right."""
    import pandas as pd

    rows = [_table_row(each) for each in graded]
    return pd.DataFrame(rows, columns=list(dict.fromkeys(name for row in rows for name in row)))


def csv_of(frame: pd.DataFrame) -> str:
    """Return the table of answers as CSV; cells that a spreadsheet would take for formulas are text."""
    rows = frame.fillna("").astype(str).map(guarded)
    return table_text(list(rows.columns), rows.to_numpy().tolist(), ",")


def _table_row(each: Graded) -> dict[str, Any]:
    row: dict[str, Any] = {
        "file": each.file,
        "student": each.student,
        "lesson": each.lesson,
        "done": each.answer_count,
        "right": each.right,
        "questions": len(each.marks),
        "problems": "; ".join(each.problems),
    }
    for mark in each.marks:
        row |= {title_of(mark.key): _answer_cell(mark), f"{title_of(mark.key)} right": "yes" if mark.is_right else "no"}
    return row


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
        return mark.answer
    try:
        graph, endless = answered_graph(mark.answer)
    except FORESEEN:
        return "not a graph"
    return f"graph {graph_hash(graph)}" + (f", endless play {endless}" if endless else "")


def _document_problems(document: Mapping[str, Any], lesson: Lesson, judged: Sequence[MarkedAnswer]) -> Iterable[str]:
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
    if found.get("version") != VERSION:
        raise FormatError(
            f"the file is of version {quoted(found.get('version'))}; this program reads version {VERSION}"
        )
    names = ("student", "lesson", "lesson_hash", CHECKSUM)
    answers = found.get("answers")
    if not all(isinstance(found.get(name), str) for name in names) or not isinstance(answers, list):
        raise FormatError(f"the file of answers needs {', '.join(names)} as text, and a list of answers")
    if not all(isinstance(each, dict) and _is_answer_entry(each) for each in answers):
        raise FormatError(f"each answer needs key and given as text of at most {MOST_ANSWER:,} characters")
    return found


def _is_answer_entry(each: Mapping[str, Any]) -> bool:
    return all(isinstance(text := each.get(name), str) and len(text) <= MOST_ANSWER for name in ("key", "given"))
