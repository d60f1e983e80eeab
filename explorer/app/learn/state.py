"""State of the page *Learn*: the open lesson, the slide, the answers, and lessons of the reader's own."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypedDict

from explorer.lessons import Lesson, LessonSet, SlideScene, graph_hash, lesson_names, load_lesson, slide_scene
from explorer.lessons.checking import nearest_true_step
from explorer.lessons.lesson import FEEDBACK_EACH, Slide, StageForm
from explorer.lessons.library import ARCHIVE, SUFFIX, packed, present_name, unpacked
from explorer.lessons.marking import (
    ATTEMPTS,
    CHECKED,
    NUMBER,
    REVEALED,
    SHOWN_RUN,
    STUDENT,
    YES,
    attempts_at,
    lesson_hash,
    with_times,
    without_answers,
)
from explorer.lessons.scenes import Files
from explorer.lessons.variants import lesson_variant, variant_of
from explorer.model.errors import FORESEEN, ExplorerError, sentence
from explorer.model.scores import Score
from explorer.stage import Stage

OWN = "own:"  # before the names of the reader's own lessons
_MOST_CHARACTERS = 10_000_000  # that the browser may send back, more than any browser keeps
_MOST_OWN = 400_000  # characters of the reader's own lessons, which every run sends to the browser
_CHANGED = (
    "The graph of this slide has changed since the slide was written. The scene shows the nearest step at which the "
    "text still holds."
)

AnswersByField = dict[str, str]
SceneKey = tuple[str, int, str, bool]


class AnswerField(TypedDict):
    """A field of the slide, whose content the browser keeps while the reader types.

    Attributes
    ----------
    key : that of its widget.
    name : slide and question, as in the answers.
    texts : the choices in their order; none for a text field.
    """

    key: str
    name: str
    texts: list[str]


@dataclass(frozen=True)
class Handout:
    """A file made of a lesson, with the sentences on what it leaves out."""

    lesson: Lesson
    name: str
    content: bytes
    omissions: list[str]


@dataclass
class LessonVisit:
    """State of a reader's way through the lessons.

    Attributes
    ----------
    lesson : the name of the open lesson; "" for the list of lessons.
    slide : the index of its slide.
    places, answers : by lesson, the slide where the reader left it, and the answers by slide and question; a lesson of
        the reader's own has the key `OWN` and its hash, so that it finds them again.
    lecture_answers : the answers since lecture mode began; they replace `answers`, which a class should not see.
    own, own_packed : lessons of the reader's own, and their text for the browser, "" if they are too large.
    pending_link : the name and the slide of an own lesson in the address, until the browser has sent its lessons.
    scene_slide, lead_step : the lesson and the slide whose scene was opened last, and the step to which it was sent.
    return_step : the step at which the reader left the slide for another page.
    scene_note : a sentence if the scene differs from that for which the slide was written, or "".
    is_restored : whether the browser has sent its record.
    clicked_question : the slide and the question whose answer clicks on the canvas give; None: the first such question.
    trial_values : by node, the trial value and whether the minimax rule holds there; None if values are missing.
    graph_stage : the stage of a slide that hides its run.
    handout : the last page, handout or quiz that was made of a lesson.
    fields : the fields of the slide in the last run.
    """

    lesson: str = ""
    slide: int = 0
    places: dict[str, int] = field(default_factory=dict)
    answers: dict[str, AnswersByField] = field(default_factory=dict)
    lecture_answers: dict[str, AnswersByField] | None = None
    own: LessonSet | None = None
    own_packed: str = ""
    pending_link: tuple[str, int | None] | None = None
    scene_slide: SceneKey | None = None
    lead_step: int = 0
    return_step: int | None = None
    scene_note: str = ""
    is_restored: bool = False
    clicked_question: tuple[int, int] | None = None
    trial_values: Mapping[str, tuple[Score, bool | None]] = field(default_factory=dict)
    handout: Handout | None = None
    graph_stage: Stage = field(default_factory=lambda: Stage("slide", panel=False, transport=False, slide=True))
    fields: list[AnswerField] = field(default_factory=list)
    _scenes: dict[SceneKey, SlideScene] = field(default_factory=dict)
    _keys: dict[str, str] = field(
        default_factory=dict
    )  # of the reader's own lessons in `places` and `answers`, by name

    # ---- lessons

    def names(self) -> list[str]:
        """Return the names of all lessons, the reader's own last."""
        own = self.own.lessons if self.own is not None else ()
        return [*lesson_names(), *(f"{OWN}{lesson.name}" for lesson in own)]

    def find(self, name: str) -> Lesson:
        """Return the lesson of a name.

        Raises
        ------
        UnknownNameError
            If there is none.
        """
        if name.startswith(OWN) and self.own is not None:
            for lesson in self.own.lessons:
                if lesson.name == name.removeprefix(OWN):
                    return lesson
        return load_lesson(name)

    def put(self, lesson_set: LessonSet) -> None:
        """Replace the reader's own lessons."""
        self.own = lesson_set
        texts = {f"{name}{SUFFIX}": text.encode(errors="replace") for name, text in lesson_set.texts.items()}
        whole = b64encode(packed({**texts, **lesson_set.files})).decode()
        self.own_packed = whole if len(whole) <= _MOST_OWN else ""
        self._keys = {f"{OWN}{lesson.name}": f"{OWN}{lesson_hash(lesson)}" for lesson in lesson_set.lessons}
        self._scenes.clear()

    @property
    def open_lesson(self) -> Lesson | None:
        """The open lesson; of one with variants the variant of the reader's name."""
        lesson = self.find(self.lesson) if self.lesson else None
        return lesson and lesson_variant(lesson, variant_of(self.lesson_answers.get(STUDENT, ""), lesson.variants))

    @property
    def needs_name(self) -> bool:
        """Return whether the reader's name is missing, without which nobody knows which variant is theirs."""
        lesson = self.open_lesson
        return lesson is not None and lesson.variants > 0 and not self.lesson_answers.get(STUDENT, "").strip()

    @property
    def own_text(self) -> tuple[str, str]:
        """The name and the text of the open lesson if it is the reader's own; else two empty texts."""
        name = self.lesson.removeprefix(OWN)
        is_own = self.lesson.startswith(OWN) and self.own is not None
        return (name, self.own.texts[name]) if is_own and self.own is not None else ("", "")

    @property
    def current_slide(self) -> Slide | None:
        """The current slide of the open lesson."""
        lesson = self.open_lesson
        return lesson.slides[self.slide] if lesson is not None else None

    @property
    def files(self) -> Files:
        """The graph files beside the open lesson, by name."""
        return self.own.files if self.own is not None and self.lesson.startswith(OWN) else {}

    def open(self, name: str, slide: int | None = None) -> None:
        """Open a lesson at a slide, or where the reader left it; an own lesson once the browser has sent it.

        Raises
        ------
        UnknownNameError
            If there is no such lesson.
        """
        name = present_name(name)
        if name.startswith(OWN) and self.own is None and not self.is_restored:
            self.pending_link = name, slide
            return
        self.lesson, self.slide = name, self.place(name, slide)
        if not self.find(name).slides:
            self.lesson = ""
            return
        self.places[self._record_key(name)] = self.slide
        self.scene_slide = self.return_step = None

    def place(self, name: str, slide: int | None = None) -> int:
        """Return the index of a slide, limited to those of the lesson; by default the slide where the reader left it.

        Raises
        ------
        UnknownNameError
            If there is no such lesson.
        """
        index = self.places.get(self._record_key(name), 0) if slide is None else slide
        return max(0, min(index, len(self.find(name).slides) - 1))

    def close(self) -> None:
        """Go back to the list of lessons."""
        self.lesson, self.scene_slide = "", None

    # ---- the way through a lesson

    def next_step(self, step: int, last: int, direction: int) -> int | None:
        """Return the next or the previous step that the slide names up to the last one; None if there is none."""
        slide = self.current_slide
        if slide is None:
            return None
        ahead = [stop for stop in slide.stops if stop <= last and (stop - step) * direction > 0]
        return (min(ahead) if direction > 0 else max(ahead)) if ahead else None

    def turn(self, direction: int) -> bool:
        """Go to the next or the previous slide, and return whether there is one."""
        lesson = self.open_lesson
        if lesson is None or not 0 <= self.slide + direction < len(lesson.slides):
            return False
        self.open(self.lesson, self.slide + direction)
        return True

    @property
    def scene_key(self) -> SceneKey:
        """The lesson, the slide, the query of its scene, which a variant may change, and whether its run is hidden."""
        slide = self.current_slide
        return self.lesson, self.slide, slide.scene if slide is not None else "", self.hides_run

    def scene(self) -> SlideScene | None:
        """Return the scene of the slide; None if it cannot be opened, with the reason in `scene_note`."""
        slide, key = self.current_slide, self.scene_key
        if slide is None:
            return None
        try:
            if key not in self._scenes:
                scene = slide_scene(slide.scene, self.files)
                _ = scene.trace, scene.is_comparison and scene.beside
                self._scenes = {key: scene}  # of one slide at a time
        except FORESEEN as error:
            self.scene_note = f"The scene of this slide cannot be opened. {sentence(error)}"
            return None
        return self._scenes[key]

    def step_of(self, scene: SlideScene) -> int:
        """Return the step at which to open the scene; the nearest one where the text holds if the graph has changed."""
        slide = self.current_slide
        self.scene_note = ""
        if slide is None or not slide.hash or graph_hash(scene.graph) == slide.hash:
            return scene.opening_step
        self.scene_note = _CHANGED
        try:
            return nearest_true_step(slide, scene)
        except ExplorerError:  # the text names nodes that are gone
            return scene.opening_step

    # ---- answers

    @property
    def lesson_answers(self) -> AnswersByField:
        """The answers in the open lesson, by slide and question."""
        return self._answers_by_lesson.get(self._record_key(self.lesson), {})

    def answer(self, question: int | str) -> str:
        """Return the answer to a question of the slide, or to its `TASK`; "" if there is none."""
        return self.lesson_answers.get(self.field_name(question), "")

    def field_name(self, question: int | str) -> str:
        """Return the name of a field in the record of answers; those of the reader belong to no slide."""
        return str(question) if question in (STUDENT, NUMBER) else f"{self.slide}.{question}"

    def take_answer(self, question: int | str, answer: str) -> None:
        """Store the answer to a question of the slide, or to its `TASK`, unless it stays as it is."""
        if not self.is_fixed(question) and answer != self.answer(question):
            self.own_record.update(with_times({self.field_name(question): answer}))

    @property
    def own_record(self) -> AnswersByField:
        """The record of answers to the open lesson, to be changed."""
        return self._answers_by_lesson.setdefault(self._record_key(self.lesson), {})

    # ---- verdicts before the end

    @property
    def checks_each(self) -> bool:
        """Return whether the open assignment gives a verdict on each answer that the reader has checked."""
        lesson = self.open_lesson
        return lesson is not None and lesson.is_assignment and lesson.feedback == FEEDBACK_EACH

    def check_answer(self, question: int | str) -> None:
        """Count an attempt at a question of the slide, or at its `TASK`, and note which answer was checked."""
        name, count = self.field_name(question), attempts_at(self.lesson_answers, self.field_name(question))
        self.own_record.update({f"{name}{CHECKED}": self.answer(question), f"{name}{ATTEMPTS}": str(count + 1)})

    def attempts_left(self, question: int | str) -> int | None:
        """Return how often an answer may still be checked; None for any number of times."""
        lesson = self.open_lesson
        if lesson is None or not lesson.attempts:
            return None
        return max(0, lesson.attempts - attempts_at(self.lesson_answers, self.field_name(question)))

    def is_checked(self, question: int | str) -> bool:
        """Return whether the present answer is the one that was checked last."""
        return self.lesson_answers.get(f"{self.field_name(question)}{CHECKED}") == self.answer(question) != ""

    def is_fixed(self, question: int | str) -> bool:
        """Return whether an answer stays as it is: after the solutions, after the run, or without attempts left."""
        if question in (STUDENT, NUMBER):
            return self.is_frozen
        return self.is_frozen or self.has_shown_run or (self.checks_each and self.attempts_left(question) == 0)

    # ---- the stage that does not answer

    @property
    def hides_run(self) -> bool:
        """Return whether the slide shows its graph without the run."""
        slide = self.current_slide
        return slide is not None and bool(slide.stage) and not self.is_frozen and not self.has_shown_run

    @property
    def has_shown_run(self) -> bool:
        """Return whether the reader has fixed their answers and seen the run of the slide."""
        slide = self.current_slide
        is_run = slide is not None and slide.stage == StageForm.RUN
        return is_run and self.lesson_answers.get(self.field_name(SHOWN_RUN)) == YES

    # ---- the record

    def add_field(self, key: str, question: int | str, texts: list[str]) -> None:
        """Have the browser keep the content of a field of the slide."""
        self.fields.append({"key": key, "name": self.field_name(question), "texts": texts})

    def take_drafts(self, drafts: object) -> None:
        """Store the text of fields that the reader left before they sent it, by lesson and field."""
        for key, texts in _entries_of_lessons(drafts).items():
            record = self.answers.setdefault(key, {})
            entries = _entries_with_texts(texts)
            if record.get(REVEALED) != YES:
                is_open = (name for name in entries if record.get(f"{name.split('.')[0]}.{SHOWN_RUN}") != YES)
                record |= with_times({name: entries[name] for name in is_open})

    @property
    def shows_solutions(self) -> bool:
        """Return whether verdicts appear at once; in an assignment only once the reader shows the solutions."""
        lesson = self.open_lesson
        return lesson is None or not lesson.is_assignment or self.is_frozen

    @property
    def is_frozen(self) -> bool:
        """Return whether the reader has seen the solutions of the open assignment, so that no answer changes."""
        lesson = self.open_lesson
        return lesson is not None and lesson.is_assignment and self.lesson_answers.get(REVEALED) == YES

    def show_solutions(self) -> None:
        """Show the solutions of the open assignment from now on, and note that in the record."""
        self.own_record[REVEALED] = YES

    def clear(self) -> None:
        """Clear the answers to the open lesson, but not those that a run has shown and the counts of attempts.

        The record still notes that the solutions were shown.
        """
        self._answers_by_lesson[self._record_key(self.lesson)] = without_answers(self.lesson_answers)

    def lecture(self, on: bool) -> None:
        """Begin or end a lecture, which shows no earlier answers and stores none."""
        if on != (self.lecture_answers is not None):
            self.lecture_answers = {} if on else None

    @property
    def _answers_by_lesson(self) -> dict[str, AnswersByField]:
        """The answers by lesson; in a lecture those of the lecture alone."""
        return self.answers if self.lecture_answers is None else self.lecture_answers

    def _record_key(self, name: str) -> str:
        """Return the key of a lesson in `places` and `answers`."""
        return self._keys.get(name, name)

    # ---- the record in the browser

    @property
    def browser_key(self) -> str:
        """The key of the open lesson in the record of the browser; "" in a lecture, of which it keeps nothing."""
        return "" if self.lecture_answers is not None else self._record_key(self.lesson)

    def browser_record(self) -> str:
        """Return the reader's places and answers as JSON, including those of lessons that are not on the list."""
        return json.dumps({"places": self.places, "answers": self.answers})

    def restore(self, text: str) -> None:
        """Take over places and answers from the record of the browser, without its invalid parts.

        Raises
        ------
        UnknownNameError
            If the address names a lesson that is not there.
        """
        self.is_restored = True
        self._restore(text)
        link, self.pending_link = self.pending_link, None
        if link is not None:
            self.open(*link)

    def _restore(self, text: str) -> None:
        try:
            record: Any = json.loads(text) if len(text) <= _MOST_CHARACTERS else None
        except (ValueError, RecursionError):
            return
        record = record if isinstance(record, dict) else {}
        places, answers = (_entries_of_lessons(record.get(name)) for name in ("places", "answers"))
        for key, place in places.items():
            if type(place) is int and place >= 0:
                self.places.setdefault(key, place)
        for key, by_field in answers.items():
            if texts := _entries_with_texts(by_field):
                self.answers[key] = texts | self.answers.get(key, {})
        if self.own is None and isinstance(own := record.get("own"), str):
            with suppress(ExplorerError, ValueError):
                self.put(unpacked(ARCHIVE, b64decode(own)))


def _entries_with_texts(entries: object) -> AnswersByField:
    """Return those entries of a lesson in the record of a browser that are texts."""
    by_name = entries if isinstance(entries, dict) else {}
    return {name: text for name, text in by_name.items() if isinstance(text, str)}


def _entries_of_lessons(entries: object) -> dict[str, Any]:
    """Return the entries of existing lessons, and of own lessons that the reader may add again."""
    by_key = entries if isinstance(entries, dict) else {}
    by_name = {present_name(key): value for key, value in by_key.items()}
    return {key: value for key, value in by_name.items() if key.startswith(OWN) or key in lesson_names()}
