"""The answers to a lesson, each judged by the lesson, and the file that holds them.

The file has a checksum over the lesson and the answers, so that a slip or an edit shows.  It is no exam security:
whoever has the program can make such a file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from explorer.lessons.answering import judge, judge_task
from explorer.lessons.lesson import TASK, Lesson, Slide
from explorer.lessons.scenes import NO_FILES, Files, SlideScene, graph_hash, slide_scene
from explorer.model.errors import FORESEEN

FORMAT, VERSION = "game-graph-answers", 1
SUFFIX = ".answers.json"
CHECKSUM = "checksum"
MOST_NAME = 100  # characters of a student's name

Answers = Mapping[str, str]
"""What was answered, by slide and question: "2.0" is the first question of the third slide, "2.task" its task."""


@dataclass(frozen=True)
class Mark:
    """An answer with its verdict.

    Attributes
    ----------
    key : slide and question, as in `Answers`.
    text : what was asked.
    seed : of the questions that the scene asks before steps, 0 for none.
    graph : the hash of the graph of the slide, "" if the scene cannot be opened.
    given : the answer as it was given, "" for none.
    is_done : whether there is an answer; what cannot be one, as letters for a number, does not count.
    is_right : whether it is right.
    """

    key: str
    text: str
    seed: int
    graph: str
    given: str
    is_done: bool
    is_right: bool


def marks(lesson: Lesson, answers: Answers, files: Files = NO_FILES) -> list[Mark]:
    """Every question and task of a lesson with the answer to it, in the order of the slides."""
    return [mark for number in range(len(lesson.slides)) for mark in _of_slide(lesson, number, answers, files)]


def lesson_hash(lesson: Lesson) -> str:
    """Sixteen characters that change when anything in a lesson does but its name."""
    told = {**asdict(lesson), "name": ""}
    if not lesson.about:
        del told["about"]  # lessons without this line keep the hash that they had before there was one
    return _digest(told)[:16]


def answers_document(lesson: Lesson, answers: Answers, *, student: str = "", files: Files = NO_FILES) -> dict[str, Any]:
    """The file of a student's answers, as one JSON object; it does not say which are right."""
    found = marks(lesson, answers, files)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "lesson": lesson.name,
        "lesson_hash": lesson_hash(lesson),
        "student": student.strip()[:MOST_NAME],
        "questions": len(found),
        "done": sum(mark.is_done for mark in found),
        "answers": [_plain(mark) for mark in found],
    }
    return {**document, CHECKSUM: checksum(document)}


def checksum(document: Mapping[str, Any]) -> str:
    """The checksum over all of a document but itself."""
    return _digest({name: value for name, value in document.items() if name != CHECKSUM})


def _of_slide(lesson: Lesson, number: int, answers: Answers, files: Files) -> Iterator[Mark]:
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
        verdict = _verdict(slide, key, given, scene) if given else None
        yield Mark(key, text, seed, graph, given, verdict is not None, bool(verdict))


def _verdict(slide: Slide, key: str, given: str, scene: SlideScene) -> bool | None:
    """Whether an answer is right; None if it cannot be one."""
    number = key.partition(".")[2]
    try:
        if number == TASK:
            return judge_task(slide, given, scene).is_done
        return judge(slide.questions[int(number)], given, scene).is_right
    except FORESEEN:
        return None


def _plain(mark: Mark) -> dict[str, Any]:
    plain = asdict(mark)
    return {**{name: plain[name] for name in ("key", "text", "seed", "graph", "given")}, "done": mark.is_done}


def _digest(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()
