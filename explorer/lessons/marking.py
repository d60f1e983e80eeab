"""Answers to a lesson: marked, and as a file that holds answers alone.

A record of answers is a flat mapping of texts, which the app and the browser keep: the answer to each question under
its key, "2.0" for the first question of the third slide and "2.task" for its task; with `TIME` behind the key when it
was given, and with `ATTEMPTS` how often its verdict was asked for; and `STUDENT`, `NUMBER` and `REVEALED`.  The file
that is handed in is made of it:

    {"format": "game-graph-answers", "version": 2, "lesson": NAME, "lesson_hash": HASH, "student": NAME,
     "number": TEXT, "variant": 0, "revealed": false, "saved": TIME,
     "answers": [{"key": "2.0", "given": TEXT, "at": TIME, "attempts": 0, "graph": HASH}, …], "checksum": TEXT}

Times are in UTC, as 2026-11-29T18:02:40Z, or "".  An answer is a text; for the forms that are lists (several, node,
nodes, path, order) it is a JSON list of the texts of choices, ids of nodes or items; "" is no answer.  The checksum is
the hash of `explorer.lessons.variants.fnv1a`, in 16 hexadecimal digits, of everything else as JSON with sorted keys
and no spaces.  It shows a slip or an edit.  It is no exam security: whoever has the program can make such a file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from explorer.lessons.answering import AnswerVerdict, answer_words, judge, judge_task
from explorer.lessons.lesson import TASK, Lesson, Slide
from explorer.lessons.scenes import NO_FILES, Files, SlideScene, graph_hash, slide_scene
from explorer.lessons.variants import fnv1a, lesson_variant, variant_of
from explorer.model.errors import FORESEEN

FORMAT, VERSION = "game-graph-answers", 2
SUFFIX = ".answers.json"
CHECKSUM = "checksum"
MOST_NAME = 100  # characters of a student's name
STUDENT, NUMBER, REVEALED = "student", "number", "revealed"  # in a record of answers
YES, EARLIER = "yes", "earlier"  # the solutions are shown; they were shown before the answers were cleared
CHECKED = "!"  # behind the key of an answer: the answer whose verdict was asked for last
SHOWN_RUN = "run"  # behind a slide: "yes" once the reader has seen its run, and its answers stay as they are
TIME = "@"  # behind the key of an answer: the time at which it was given
ATTEMPTS = "#"  # behind the key of an answer: how often its verdict was asked for
_MOST_DIGITS = 6

_HASHED_DEFAULTS = {"about": "", "variants": 0, "points": 1, "asks": ""} | {
    "feedback": "",
    "attempts": 0,
    "deadline": "",
    "stage": "",
}
_UNPLAIN = re.compile(r"[^\w.-]+")

Answers = Mapping[str, str]
"""A record of answers."""


@dataclass(frozen=True)
class MarkedAnswer:
    """A student's answer to a question or task of a lesson, with its verdict.

    Attributes
    ----------
    key : slide and question, as in a record of answers.
    text : the text of the question.
    graph : the hash of the graph of the slide.
    answer : the text of the answer, "" for none; `words` as a person reads it.
    most : the points for a right answer, and `points` those of this one; None if a person marks it.
    is_done : whether there is an answer; a text that cannot be one, such as letters for a number, does not count.
    is_right : whether it is right.
    """

    key: str
    text: str
    graph: str
    answer: str
    words: str
    most: int
    points: Fraction | None
    is_done: bool
    is_right: bool


def marks(lesson: Lesson, answers: Answers, files: Files = NO_FILES) -> list[MarkedAnswer]:
    """Return every question and task of a variant of a lesson with its answer, in the order of the slides."""
    return [mark for number in range(len(lesson.slides)) for mark in _marks_of_slide(lesson, number, answers, files)]


def lesson_hash(lesson: Lesson) -> str:
    """Return sixteen characters that change with any part of a lesson but its name.

    A part that was not there in earlier versions counts only if it is used, so that lessons keep their hash.
    """
    parts = {**asdict(lesson, dict_factory=_used_parts), "name": ""}
    return _json_digest(parts)[:16]


def _used_parts(parts: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: value for name, value in parts if name not in _HASHED_DEFAULTS or value != _HASHED_DEFAULTS[name]}


def time_now() -> str:
    """Return the present time in UTC, as it stands in a record and a file of answers."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def answers_document(
    lesson: Lesson, answers: Answers, *, files: Files = NO_FILES, saved: str = "", variant: int | None = None
) -> dict[str, Any]:
    """Return the file of a student's record of answers to a lesson, as one JSON object without verdicts.

    The variant is by default that of the student.
    """
    student = answers.get(STUDENT, "").strip()[:MOST_NAME]
    variant = variant_of(student, lesson.variants) if variant is None else variant
    own = lesson_variant(lesson, variant)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "lesson": lesson.name,
        "lesson_hash": lesson_hash(lesson),
        "student": student,
        "number": answers.get(NUMBER, "").strip()[:MOST_NAME],
        "variant": variant,
        "revealed": bool(answers.get(REVEALED)),
        "saved": saved,
        "answers": [
            {
                "key": key,
                "given": answers.get(key, "").strip(),
                "at": answers.get(key + TIME, ""),
                "attempts": attempts_at(answers, key),
                "graph": graph,
            }
            for number, slide in enumerate(own.slides)
            for graph in [_scene_and_hash(slide, files)[1]]
            for key in slide.keys(number)
        ],
    }
    return {**document, CHECKSUM: checksum(document)}


def with_times(answers: Answers) -> dict[str, str]:
    """Return entries of a record with the present time of each answer among them."""
    now = time_now()
    return {**answers, **{f"{name}{TIME}": now for name in answers if name not in (STUDENT, NUMBER)}}


def without_answers(answers: Answers) -> dict[str, str]:
    """Return a record without answers, but with those of slides whose run was shown, and the counts of attempts.

    It still notes that the solutions were shown.
    """
    slides = tuple(name.removesuffix(SHOWN_RUN) for name in answers if name.endswith(f".{SHOWN_RUN}") and answers[name])
    stays = {name: text for name, text in answers.items() if name.startswith(slides) or name.endswith(ATTEMPTS)}
    revealed = {REVEALED: EARLIER} if answers.get(REVEALED) else {}
    return dict.fromkeys(answers, "") | stays | revealed


def attempts_at(answers: Answers, key: str) -> int:
    """Return how often the reader has asked for the verdict on an answer."""
    text = answers.get(key + ATTEMPTS, "")
    return int(text) if text.isdecimal() and len(text) < _MOST_DIGITS else 0


def answers_file_name(lesson: Lesson, student: str) -> str:
    """Return the name of a student's file of answers.

    Examples
    --------
    >>> from explorer.lessons import load_lesson
    >>> answers_file_name(load_lesson("unwinding"), "Ada Lovelace"), answers_file_name(load_lesson("unwinding"), "")
    ('unwinding-Ada-Lovelace.answers.json', 'unwinding.answers.json')
    """
    name = _UNPLAIN.sub("-", student.strip()).strip("-.")
    return f"{lesson.name}{f'-{name}' if name else ''}{SUFFIX}"


def checksum(document: Mapping[str, Any]) -> str:
    """Return the checksum of a file of answers, over everything but the checksum itself."""
    content = {name: value for name, value in document.items() if name != CHECKSUM}
    return _json_digest(content) if document.get("version") == 1 else f"{fnv1a(_canonical_json(content)):016x}"


def _marks_of_slide(lesson: Lesson, number: int, answers: Answers, files: Files) -> Iterator[MarkedAnswer]:
    slide = lesson.slides[number]
    if not (keys := slide.keys(number)):
        return
    scene, graph = _scene_and_hash(slide, files)
    if scene is None:
        return
    for key in keys:
        yield _mark(slide, key, answers.get(key, "").strip(), scene, graph)


def _scene_and_hash(slide: Slide, files: Files) -> tuple[SlideScene | None, str]:
    """Return the scene of a slide and the hash of its graph; None and "" if the scene cannot be opened."""
    try:
        scene = slide_scene(slide.scene, files)
        return scene, graph_hash(scene.graph)
    except FORESEEN:
        return None, ""


def _mark(slide: Slide, key: str, answer: str, scene: SlideScene, graph: str) -> MarkedAnswer:
    """Return the marked answer to a question or task of a slide."""
    number = key.partition(".")[2]
    question = None if number == TASK else slide.questions[int(number)]
    text, most = (slide.task, slide.points) if question is None else (question.text, question.points)
    verdict = _verdict(slide, number, answer, scene) if answer else None
    if verdict is None or not verdict.is_answer:
        return MarkedAnswer(key, text, graph, answer, answer, most, Fraction(0), is_done=False, is_right=False)
    points = None if verdict.share is None else most * verdict.share
    words = answer if question is None else answer_words(question, answer, scene)
    return MarkedAnswer(key, text, graph, answer, words, most, points, is_done=True, is_right=bool(verdict.is_right))


def _verdict(slide: Slide, number: str, answer: str, scene: SlideScene) -> AnswerVerdict | None:
    """Return the verdict on an answer; None if it cannot be judged."""
    try:
        if number == TASK:
            return AnswerVerdict.of(judge_task(slide, answer, scene).is_done)
        return judge(slide.questions[int(number)], answer, scene)
    except FORESEEN:
        return None


def _canonical_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _json_digest(value: object) -> str:
    return hashlib.sha256(_canonical_json(value).encode(errors="replace")).hexdigest()
