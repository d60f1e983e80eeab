"""The reader of lessons: a text becomes a `Lesson`, with the problems in it.

The file begins with lines `title:`, `source:`, `minutes:` and `before:`, and perhaps `about:`, `assignment: yes`,
`variants: N`, `feedback:`, `attempts:` and `deadline:`.  A line `# TITLE` begins a slide.  Right below it stand lines
`scene:`, `graph:` (the hash), `steps:`, `try:`, `task:`, `points:` and `stage:`, then, after an empty line, its text.

A line `? …` is a question; below it `= FACT` has the program find the answer, `* ANSWER | REPLY` is a right one, and
`- ANSWER | REPLY` a wrong one that the author foresaw; `answer: FORM` names the form of the answer, `points: N` its
points, and lines `1. ITEM` are the items of an order.

A part of the text that begins with `@2: ` and ends with an empty line appears with step 2 and stays from then on.
Lines `> …`, wherever they stand among these, are the notes of the lecturer; to readers of Markdown they are a
quotation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from explorer.lessons.lesson import (
    FEEDBACK_EACH,
    FEEDBACK_END,
    AnswerForm,
    Lesson,
    LessonAnswer,
    LessonProblem,
    LessonQuestion,
    Slide,
    StageForm,
    deadline_time,
)
from explorer.lessons.variants import MOST_VARIANTS, PLACE
from explorer.model.errors import quoted

MOST_BYTES = 1_000_000  # of the file of a lesson
MOST_SLIDES = 200
MOST_MINUTES = 999
MOST_POINTS = 100  # of a question or task
MOST_ATTEMPTS = 99  # at a question

_HEAD = ("title", "source", "minutes", "before")
_OPTIONAL = ("about", "assignment", "variants", "feedback", "attempts", "deadline")  # may be left out of the head
_SLIDE = ("scene", "graph", "steps", "try", "task", "points", "stage")
_TEXTS = {"scene": "scene", "graph": "hash", "task": "task"}  # fields with a plain text
_NOTE = ">"
_REVEAL = re.compile(r"@(\S*): +")  # at the beginning of a part of the text: the step with which it appears
_ANSWERS = {"* ": True, "- ": False}
_OF_ASSIGNMENTS = ("variants", "feedback", "attempts", "deadline")
_ITEM = re.compile(r"\d{1,3}\. +(?P<text>.+)")  # of an order, in its place
_ANSWER_SETTING = re.compile(r"(?P<name>answer|points): *(?P<value>.*)")


@dataclass(frozen=True)
class _HeadRule:
    """A rule for a setting in the head: its words, and whether a value keeps to it."""

    words: str
    holds: Callable[[str], bool]


def _number_rule(most: int) -> _HeadRule:
    return _HeadRule(f"a number from 1 to {most}", lambda value: 0 < _number_or_minus_1(value) <= most)


_HEAD_RULES = {
    "minutes": _number_rule(MOST_MINUTES),
    "variants": _number_rule(MOST_VARIANTS),
    "attempts": _number_rule(MOST_ATTEMPTS),
    "assignment": _HeadRule("yes or no", lambda value: value in ("yes", "no")),
    "feedback": _HeadRule(f"{FEEDBACK_EACH} or {FEEDBACK_END}", lambda value: value in (FEEDBACK_EACH, FEEDBACK_END)),
    "deadline": _HeadRule("a date and a time such as 2026-12-01 23:59", lambda value: deadline_time(value) is not None),
}


@dataclass
class _SlideDraft:
    """A slide of which the reader of a lesson has read some lines."""

    fields: dict[str, Any]
    lines: list[tuple[int, str]] = field(default_factory=list)
    questions: list[LessonQuestion] = field(default_factory=list)
    reveals: list[tuple[int, int]] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)
    in_head: bool = True

    def slide(self) -> Slide:
        """Return the finished slide, made of the lines read."""
        while self.lines and not self.lines[-1][1].strip():
            self.lines.pop()
        while self.lines and not self.lines[0][1].strip():
            self.lines.pop(0)
        text_line = self.lines[0][0] if self.lines else int(self.fields["line"])
        text = "\n".join(line for _, line in self.lines)
        first, last = min(self.notes, default=0), max(self.notes, default=-1)
        notes = "\n".join(self.notes.get(number, "") for number in range(first, last + 1))
        return Slide(
            **self.fields,
            text=text,
            text_line=text_line,
            reveals=tuple(self.reveals),
            questions=tuple(self.questions),
            notes=notes,
            notes_line=first,
        )


class _LessonParser:
    """A parser that takes a lesson line by line."""

    def __init__(self) -> None:
        self.head: dict[str, str] = {}
        self.drafts: list[_SlideDraft] = []
        self.problems: list[LessonProblem] = []

    def read(self, number: int, line: str) -> None:
        """Read the next line of the lesson, given its number."""
        if line.startswith("# "):
            self._begin_slide(number, line[2:].strip())
        elif not self.drafts:
            self._read_head(number, line)
        elif (draft := self.drafts[-1]).in_head and line.strip():
            self._read_setting(draft, number, line)
        elif draft.in_head:
            draft.in_head = False
        else:
            self._read_body(draft, number, line)

    def refuse(self, number: int, message: str) -> None:
        """Note a problem in a line of the lesson's text."""
        self.problems.append(LessonProblem(number, message))

    def _begin_slide(self, number: int, title: str) -> None:
        if len(self.drafts) == MOST_SLIDES:
            self.refuse(number, f"a lesson has at most {MOST_SLIDES} slides; the others are left out")
        self.drafts.append(_SlideDraft({"title": title, "line": number}))

    def _read_head(self, number: int, line: str) -> None:
        if not line.strip():
            return
        name, colon, value = line.partition(":")
        if not colon or name not in (*_HEAD, *_OPTIONAL):
            self.refuse(
                number,
                f"expected one of {_quoted_settings((*_HEAD, *_OPTIONAL))}, or '# ' and the title of a slide, "
                f"got {quoted(line)}",
            )
            return
        self.head[name] = value.strip()
        rule = _HEAD_RULES.get(name)
        if rule is not None and not rule.holds(value.strip()):
            self.refuse(number, f"{name} must be {rule.words}, got {quoted(value.strip())}")
            self.head[name] = "1" if name in _HEAD else ""

    def _read_setting(self, draft: _SlideDraft, number: int, line: str) -> None:
        name, colon, value = line.partition(":")
        if not colon or name not in _SLIDE:
            self.refuse(
                number,
                f"expected one of {_quoted_settings(_SLIDE)} below the title of a slide, then an empty line, "
                f"got {quoted(line)}",
            )
            return
        value = value.strip()
        if name in _TEXTS:
            draft.fields |= {_TEXTS[name]: value} | ({"scene_line": number} if name == "scene" else {})
        elif name == "stage":
            self._read_stage(draft, number, value)
        elif name == "points":
            draft.fields[name] = self._read_points(number, value)
        elif name == "try":
            draft.fields["trial"] = tuple(filter(None, map(str.strip, value.split(","))))
        else:
            self._read_steps(draft, number, value)

    def _read_stage(self, draft: _SlideDraft, number: int, value: str) -> None:
        if value not in list(StageForm):
            self.refuse(number, f"stage must be {' or '.join(StageForm)}, got {quoted(value)}")
            return
        draft.fields["stage"] = value

    def _read_steps(self, draft: _SlideDraft, number: int, value: str) -> None:
        steps = [_number_or_minus_1(part.strip()) for part in value.split(",")]
        if any(step < 0 for step in steps) or steps != sorted(set(steps)):
            self.refuse(number, f"steps must be ascending numbers such as 0, 3, 5, got {quoted(value)}")
            return
        draft.fields["steps"] = tuple(steps)

    def _read_body(self, draft: _SlideDraft, number: int, line: str) -> None:
        if line.startswith(_NOTE):
            draft.notes[number] = line.removeprefix(_NOTE).strip()
            if not draft.questions:
                draft.lines.append((number, ""))  # the lines below keep their numbers
        elif line.startswith("? "):
            draft.questions.append(LessonQuestion(line[2:].strip(), "", (), number))
        elif not draft.questions:
            draft.lines.append((number, self._without_reveal_mark(draft, number, line)))
        elif line.strip():
            self._read_answer(draft, number, line)

    def _without_reveal_mark(self, draft: _SlideDraft, number: int, line: str) -> str:
        """Return the line without its mark of a step, and note the step."""
        mark = _REVEAL.match(line)
        if mark is None:
            return line
        step = _number_or_minus_1(mark[1])
        if step < 0:
            self.refuse(number, f"expected '@' and the number of a step, such as '@2: ', got {quoted(mark[0])}")
            return line
        draft.reveals.append((number, step))
        return line[mark.end() :]

    def _read_answer(self, draft: _SlideDraft, number: int, line: str) -> None:
        """Read a line below a question."""
        question = draft.questions[-1]
        if line.startswith("= "):
            question = replace(question, key=line[2:].strip())
        elif (answer := _answer_of_line(number, line)) is not None:
            question = replace(question, answers=(*question.answers, answer))
        elif (setting := _ANSWER_SETTING.fullmatch(line)) is not None:
            question = self._with_setting(question, number, setting["name"], setting["value"].strip())
        else:
            expected = "'= ', '* ', '- ', '1. ', 'answer: ', 'points: ' or '? '"
            self.refuse(number, f"expected {expected} after a question, got {quoted(line)}")
        draft.questions[-1] = question

    def _with_setting(self, question: LessonQuestion, number: int, name: str, value: str) -> LessonQuestion:
        """Return the question with the form of its answer, or with its points."""
        if name == "points":
            return replace(question, points=self._read_points(number, value))
        if value in list(AnswerForm):
            return replace(question, asks=value)
        self.refuse(number, f"answer must be one of {', '.join(AnswerForm)}, got {quoted(value)}")
        return question

    def _read_points(self, number: int, value: str) -> int:
        """Return the points in a line; 1 if they are no number."""
        points = _number_or_minus_1(value)
        if 0 <= points <= MOST_POINTS:
            return points
        self.refuse(number, f"points must be a number from 0 to {MOST_POINTS}, got {quoted(value)}")
        return 1


def _answer_of_line(number: int, line: str) -> LessonAnswer | None:
    """Return the answer, or the item of an order, in a line; None if there is none."""
    item = _ITEM.fullmatch(line)
    if item is None and line[:2] not in _ANSWERS:
        return None
    text, _, reply = (line[2:] if item is None else item["text"]).partition(" | ")
    return LessonAnswer(text.strip(), item is not None or _ANSWERS[line[:2]], reply.strip(), number)


def read_lesson(text: str, name: str) -> tuple[Lesson, list[LessonProblem]]:
    """Return the lesson in a text, as far as it can be read, and the problems of the text."""
    reader = _LessonParser()
    if len(text) > MOST_BYTES:
        reader.refuse(1, f"a lesson has at most {MOST_BYTES:,} characters, this one has {len(text):,}")
        text = text[:MOST_BYTES]
    for number, line in enumerate(text.splitlines(), 1):
        reader.read(number, line.rstrip())
    slides = tuple(draft.slide() for draft in reader.drafts[:MOST_SLIDES])
    head = reader.head
    numbers = {name: _number_or_minus_1(head.get(name) or "0") for name in ("minutes", "variants", "attempts")}
    lesson = Lesson(
        name=name,
        title=head.get("title") or name,
        source=head.get("source", ""),
        before=head.get("before", ""),
        slides=slides,
        is_assignment=head.get("assignment") == "yes",
        about=head.get("about", ""),
        feedback=head.get("feedback", ""),
        deadline=head.get("deadline", ""),
        **numbers,
    )
    return lesson, reader.problems + _missing_parts(lesson, head)


def _missing_parts(lesson: Lesson, head: Mapping[str, str]) -> list[LessonProblem]:
    """Return the required parts that a lesson lacks."""
    problems = [LessonProblem(1, f"the lesson has no line '{name}: …'") for name in _HEAD if not head.get(name)]
    if not lesson.is_assignment:
        names = [name for name in _OF_ASSIGNMENTS if name in head]
        problems += [LessonProblem(1, f"'{name}:' is for a lesson with 'assignment: yes'") for name in names]
    if lesson.attempts and lesson.feedback != FEEDBACK_EACH:
        problems.append(
            LessonProblem(1, f"'attempts:' needs 'feedback: {FEEDBACK_EACH}'; else nothing is checked before the end")
        )
    if not lesson.slides:
        problems.append(LessonProblem(1, "the lesson has no slides; each begins with '# ' and its title"))
    asks: list[tuple[Callable[[Slide], object], str]] = [
        (lambda slide: slide.scene, "the slide has no line 'scene: …' below its title"),
        (lambda slide: slide.text, "the slide has no text; it begins after an empty line"),
    ]
    for slide in lesson.slides:
        problems += [LessonProblem(slide.line, message) for has, message in asks if not has(slide)]
        problems += [found for question in slide.questions for found in _answer_problems(question)]
        if PLACE in slide.scene and not lesson.variants:
            message = f"{PLACE} stands for a variant, but the head has no line 'variants: N'"
            problems.append(LessonProblem(slide.scene_line, message))
    return problems


def _answer_problems(question: LessonQuestion) -> list[LessonProblem]:
    """Return the parts that a question lacks for the form of its answer."""
    rights, count = sum(answer.is_right for answer in question.answers), len(question.answers)
    is_complete, needs = {
        AnswerForm.TYPED: (bool(question.key), "'= FACT'"),
        AnswerForm.ONE: (
            0 < rights < count or bool(question.key and not count),
            "'= FACT', or answers of which at least one begins with '* ' and one with '- '",
        ),
        AnswerForm.SEVERAL: (
            (rights > 0 and count > 1) or bool(question.key and not count),
            "'= FACT', or at least two answers, of which one begins with '* '",
        ),
        AnswerForm.ORDER: (
            (rights == count > 1) != bool(question.key),
            "either '= FACT' or at least two items, which begin with '1. ', '2. ' …",
        ),
        AnswerForm.FREE: (not question.key, "no '= FACT', since a person marks the answer"),
    }.get(question.form, (bool(question.key), "'= FACT', a fact that names nodes"))
    return [] if is_complete else [LessonProblem(question.line, f"the question needs {needs}")]


def _number_or_minus_1(text: str) -> int:
    """Return the whole number that a text is; -1 for any other text."""
    return int(text) if text.isdecimal() and len(text) < 9 else -1


def _quoted_settings(names: tuple[str, ...]) -> str:
    return ", ".join(f"'{name}:'" for name in names)
