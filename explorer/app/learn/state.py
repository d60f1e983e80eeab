"""What the page *Learn* keeps: the open lesson, the slide, what was answered, and lessons of the reader's own."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypedDict

from explorer.lessons import Lesson, LessonSet, SlideScene, graph_hash, lesson_names, load_lesson, slide_scene
from explorer.lessons.checking import nearest_true_step
from explorer.lessons.lesson import Slide
from explorer.lessons.library import ARCHIVE, SUFFIX, packed, present_name, unpacked
from explorer.lessons.marking import lesson_hash
from explorer.lessons.scenes import Files
from explorer.model.errors import FORESEEN, ExplorerError, sentence
from explorer.model.scores import Score

OWN = "own:"  # before the names of the reader's own lessons
_MOST_KEPT = 10_000_000  # characters that the browser may send back, more than any browser keeps
_MOST_OWN = 400_000  # characters of lessons of the reader's own that the browser keeps, which go there with every run
_CHANGED = (
    "The graph of this slide has changed since the slide was written. The scene shows the nearest step at which the "
    "text still holds."
)

Answers = dict[str, str]


class Field(TypedDict):
    """A field of the slide, whose content the browser keeps as it is typed.

    Attributes
    ----------
    key : that of its widget.
    name : slide and question, as in the answers.
    texts : the choices in their order; none where text is typed.
    """

    key: str
    name: str
    texts: list[str]


@dataclass
class Learning:
    """A reader's way through the lessons.

    Attributes
    ----------
    lesson : the name of the open lesson; "": the list is shown.
    slide : the index of its slide.
    left_at : the slide that each lesson was left at, and `answers` what was answered in it, by slide and question;
        of a lesson of the reader's own by `OWN` and its hash, so that they are there again when the lesson is.
    live : in lecture mode in place of `answers`, which a class is not to see: what was answered since it began.
    own : lessons of the reader's own, and `own_packed` the same as the browser keeps them, "" if they are too large.
    wanted : name and slide of one of these that the address names, until the browser has told what it keeps.
    shown : the lesson and the slide whose scene was opened last, and `led` the step that it was led to.
    left : the step at which the slide was left for another page, to which one comes back.
    said : what there is to say of the scene, if it is not as it was written.
    is_restored : whether what the browser had kept has come.
    told : the assignments whose answers have been shown.
    tried : the values on trial, by node, and whether the minimax rule holds there; None: more of them are needed.
    handed_out : the lesson of which a page was made last, and that page.
    fields : those of the slide, as the last run showed it.
    """

    lesson: str = ""
    slide: int = 0
    left_at: dict[str, int] = field(default_factory=dict)
    answers: dict[str, Answers] = field(default_factory=dict)
    live: dict[str, Answers] | None = None
    own: LessonSet | None = None
    own_packed: str = ""
    wanted: tuple[str, int | None] | None = None
    shown: tuple[str, int] | None = None
    led: int = 0
    left: int | None = None
    said: str = ""
    is_restored: bool = False
    told: set[str] = field(default_factory=set)
    tried: Mapping[str, tuple[Score, bool | None]] = field(default_factory=dict)
    handed_out: tuple[Lesson, bytes] | None = None
    fields: list[Field] = field(default_factory=list)
    _scenes: dict[tuple[str, int], SlideScene] = field(default_factory=dict)
    _keys: dict[str, str] = field(default_factory=dict)  # of the reader's own lessons in what is kept, by name

    # ---- lessons

    def names(self) -> list[str]:
        """The names of all lessons, the reader's own last."""
        own = self.own.lessons if self.own is not None else ()
        return [*lesson_names(), *(f"{OWN}{lesson.name}" for lesson in own)]

    def find(self, name: str) -> Lesson:
        """The lesson of a name.

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
        """Have lessons of the reader's own, in the place of those before."""
        self.own = lesson_set
        texts = {f"{name}{SUFFIX}": text.encode(errors="replace") for name, text in lesson_set.texts.items()}
        whole = b64encode(packed({**texts, **lesson_set.files})).decode()
        self.own_packed = whole if len(whole) <= _MOST_OWN else ""
        self._keys = {f"{OWN}{lesson.name}": f"{OWN}{lesson_hash(lesson)}" for lesson in lesson_set.lessons}
        self._scenes.clear()
        self.told = {name for name in self.told if not name.startswith(OWN)}

    @property
    def opened(self) -> Lesson | None:
        """The open lesson."""
        return self.find(self.lesson) if self.lesson else None

    @property
    def opened_text(self) -> tuple[str, str]:
        """Name and text of the open lesson, if it is one of the reader's own; else nothing."""
        name = self.lesson.removeprefix(OWN)
        is_own = self.lesson.startswith(OWN) and self.own is not None
        return (name, self.own.texts[name]) if is_own and self.own is not None else ("", "")

    @property
    def here(self) -> Slide | None:
        """The slide that is shown."""
        lesson = self.opened
        return lesson.slides[self.slide] if lesson is not None else None

    @property
    def files(self) -> Files:
        """The graph files beside the open lesson, by name."""
        return self.own.files if self.own is not None and self.lesson.startswith(OWN) else {}

    def open(self, name: str, slide: int | None = None) -> None:
        """Open a lesson at a slide, or where it was left; one of the reader's own once the browser has told of it.

        Raises
        ------
        UnknownNameError
            If there is no such lesson.
        """
        name = present_name(name)
        if name.startswith(OWN) and self.own is None and not self.is_restored:
            self.wanted = name, slide
            return
        self.lesson, self.slide = name, self.place(name, slide)
        if not self.find(name).slides:
            self.lesson = ""
            return
        self.left_at[self._key(name)] = self.slide
        self.shown = self.left = None

    def place(self, name: str, slide: int | None = None) -> int:
        """The slide of a lesson that is nearest to one, to that where the lesson was left if none is given.

        Raises
        ------
        UnknownNameError
            If there is no such lesson.
        """
        wanted = self.left_at.get(self._key(name), 0) if slide is None else slide
        return max(0, min(wanted, len(self.find(name).slides) - 1))

    def close(self) -> None:
        """Go back to the list."""
        self.lesson, self.shown = "", None

    # ---- the way through a lesson

    def next_step(self, step: int, last: int, direction: int) -> int | None:
        """The next step that the slide names, or the one before; None: the slide names no other up to the last one."""
        slide = self.here
        if slide is None:
            return None
        ahead = [named for named in slide.stops if named <= last and (named - step) * direction > 0]
        return (min(ahead) if direction > 0 else max(ahead)) if ahead else None

    def turn(self, direction: int) -> bool:
        """Go to the next slide or the one before; whether there is one."""
        lesson = self.opened
        if lesson is None or not 0 <= self.slide + direction < len(lesson.slides):
            return False
        self.open(self.lesson, self.slide + direction)
        return True

    def scene(self) -> SlideScene | None:
        """The scene of the slide; None: it cannot be opened, and `said` says why."""
        slide, key = self.here, (self.lesson, self.slide)
        if slide is None:
            return None
        try:
            if key not in self._scenes:
                scene = slide_scene(slide.scene, self.files)
                _ = scene.trace, scene.is_comparison and scene.beside
                self._scenes = {key: scene}  # of one slide at a time
        except FORESEEN as error:
            self.said = f"The scene of this slide cannot be opened. {sentence(error)}"
            return None
        return self._scenes[key]

    def step_of(self, scene: SlideScene) -> int:
        """The step at which to open the scene: another one if the graph has changed."""
        slide = self.here
        self.said = ""
        if slide is None or not slide.hash or graph_hash(scene.graph) == slide.hash:
            return scene.opening_step
        self.said = _CHANGED
        try:
            return nearest_true_step(slide, scene)
        except ExplorerError:  # what is said is no longer there to be looked at
            return scene.opening_step

    # ---- answers

    @property
    def given(self) -> Answers:
        """What was answered in the open lesson, by slide and question."""
        return self._answers.get(self._key(self.lesson), {})

    def answer(self, question: int | str) -> str:
        """What was answered to a question of the slide, or for its `TASK`; "" if nothing was."""
        return self.given.get(f"{self.slide}.{question}", "")

    def take_answer(self, question: int | str, given: str) -> None:
        """Keep an answer to a question of the slide, or what was handed in for its `TASK`."""
        self._answers.setdefault(self._key(self.lesson), {})[f"{self.slide}.{question}"] = given

    def add_field(self, key: str, question: int | str, texts: list[str]) -> None:
        """Have the browser keep what is typed or chosen in a field of the slide."""
        self.fields.append({"key": key, "name": f"{self.slide}.{question}", "texts": texts})

    def take_drafts(self, drafts: object) -> None:
        """Keep what was typed into fields that were left before they said so, by lesson and field."""
        for key, given in _of_lessons(drafts).items():
            self.answers.setdefault(key, {}).update(_texts(given))

    @property
    def is_told(self) -> bool:
        """Whether it is said at once what is right: of an assignment only at the end."""
        lesson = self.opened
        return lesson is None or not lesson.is_assignment or self.lesson in self.told

    def tell(self) -> None:
        """Say from now on what is right in the open assignment."""
        self.told.add(self.lesson)

    def clear(self) -> None:
        """Take back all answers to the open lesson."""
        self._answers[self._key(self.lesson)] = dict.fromkeys(self.given, "")
        self.told.discard(self.lesson)

    def lecture(self, on: bool) -> None:
        """Begin or end a lecture, which sees no answers of before and leaves none."""
        if on != (self.live is not None):
            self.live = {} if on else None

    @property
    def _answers(self) -> dict[str, Answers]:
        return self.answers if self.live is None else self.live

    def _key(self, name: str) -> str:
        """The name of a lesson in what is kept."""
        return self._keys.get(name, name)

    # ---- what the browser keeps

    @property
    def kept_name(self) -> str:
        """The name of the open lesson in what the browser keeps; none in a lecture, of which it keeps nothing."""
        return "" if self.live is not None else self._key(self.lesson)

    def kept(self) -> str:
        """Places and answers as the browser keeps them, those of lessons that are not on the list now too."""
        return json.dumps({"places": self.left_at, "answers": self.answers})

    def restore(self, text: str) -> None:
        """Take over what the browser kept; what cannot be such a thing is left out.

        Raises
        ------
        UnknownNameError
            If the address names a lesson that is not there.
        """
        self.is_restored = True
        self._restore(text)
        wanted, self.wanted = self.wanted, None
        if wanted is not None:
            self.open(*wanted)

    def _restore(self, text: str) -> None:
        try:
            found: Any = json.loads(text) if len(text) <= _MOST_KEPT else None
        except (ValueError, RecursionError):
            return
        found = found if isinstance(found, dict) else {}
        places, answers = (_of_lessons(found.get(name)) for name in ("places", "answers"))
        for key, place in places.items():
            if type(place) is int and place >= 0:
                self.left_at.setdefault(key, place)
        for key, given in answers.items():
            if texts := _texts(given):
                self.answers[key] = texts | self.answers.get(key, {})
        if self.own is None and isinstance(own := found.get("own"), str):
            with suppress(ExplorerError, ValueError):
                self.put(unpacked(ARCHIVE, b64decode(own)))


def _texts(found: object) -> Answers:
    """Return the entries that are texts of what a browser has kept of a lesson."""
    by_name = found if isinstance(found, dict) else {}
    return {name: text for name, text in by_name.items() if isinstance(text, str)}


def _of_lessons(found: object) -> dict[str, Any]:
    """What was kept of lessons that there are, or that the reader may have again."""
    by_key = found if isinstance(found, dict) else {}
    by_name = {present_name(key): value for key, value in by_key.items()}
    return {key: value for key, value in by_name.items() if key.startswith(OWN) or key in lesson_names()}
