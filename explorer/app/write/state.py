"""What the page *New lesson* keeps: the text, the graph files beside it, and where the cursor is."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from explorer import formats
from explorer.app.learn.state import LessonReader
from explorer.app.state import Session
from explorer.lessons import Lesson, LessonProblem, check, graph_hash, read_lesson
from explorer.lessons.lesson import Slide
from explorer.lessons.library import LessonSet, lesson_set_of
from explorer.lessons.reading import MOST_BYTES
from explorer.lessons.scenes import FILE
from explorer.lessons.writing import NEW_LESSON, slide_at, with_scene, with_slide
from explorer.model.check import errors_in
from explorer.model.errors import GraphError
from explorer.model.graph import GameGraph
from explorer.scenes.reference import GAME, SAMPLE
from explorer.scenes.scene import Page, Scene

_MOST_KEPT = 8_000_000  # characters that the browser may send back
_SUFFIX = ".game.json"


@dataclass(frozen=True)
class EditRequest:
    """A lesson of the reader's own that is to be edited, with the files beside it, at a line."""

    name: str
    text: str
    files: Mapping[str, bytes]
    line: int


@dataclass
class LessonDraft:
    """The lesson that is being written.

    Attributes
    ----------
    files : the graph files beside it, by name.
    line : where the cursor is, from 1.
    version : rises when the text changes otherwise than by typing.
    rev : of what was typed, as the browser counts it.
    is_restored : whether what the browser had kept has come.
    said : what there is to say of the scene that was taken last.
    checked : what the check of all slides found, and in which text.
    wanted : the lesson that is to be edited in place of this one, as long as it is not.
    """

    name: str = "my-lesson"
    text: str = NEW_LESSON
    files: dict[str, bytes] = field(default_factory=dict)
    line: int = 1
    version: int = 0
    rev: int = 0
    is_restored: bool = False
    scene_note: str = ""
    full_check: tuple[str, list[LessonProblem]] | None = None
    edit_request: EditRequest | None = None
    _parse: tuple[str, tuple[Lesson, list[LessonProblem]]] | None = None
    _slide_problems: tuple[Slide, list[LessonProblem]] | None = None

    # ---- the lesson in the text

    @property
    def lesson(self) -> Lesson:
        """The lesson, as far as it can be read."""
        return self._reading()[0]

    @property
    def slide(self) -> Slide | None:
        """The slide that the cursor is in."""
        slides = self.lesson.slides
        return slides[slide_at(self.lesson, self.line)] if slides else None

    @property
    def lesson_set(self) -> LessonSet:
        """The lesson with its files, for the page Learn."""
        return lesson_set_of(self.name, {**self.files, f"{self.name}.md": self.text.encode(errors="replace")})

    def problems(self) -> list[LessonProblem]:
        """What is wrong with how the text is written, and with what the slide at the cursor says."""
        slide, found = self.slide, list(self._reading()[1])
        if slide is not None:
            if self._slide_problems is None or self._slide_problems[0] != slide:
                self._slide_problems = slide, check(replace(self.lesson, slides=(slide,)), self.files)
            found += self._slide_problems[1]
        return sorted(found, key=lambda problem: problem.line)

    def check_all(self) -> None:
        """Hold every slide to what the program finds."""
        lesson, problems = self._reading()
        found = sorted([*problems, *check(lesson, self.files)], key=lambda problem: problem.line)
        self.full_check = self.text, found

    def _reading(self) -> tuple[Lesson, list[LessonProblem]]:
        if self._parse is None or self._parse[0] != self.text:
            self._parse = self.text, read_lesson(self.text, self.name)
        return self._parse[1]

    # ---- changes

    def take(self, said: Mapping[str, Any]) -> None:
        """Take over what was typed and where, unless something newer has come, or it was typed into another text."""
        text, line, version, rev = (said.get(name) for name in ("text", "line", "version", "rev"))
        if version != self.version or type(rev) is not int or rev < self.rev:
            return
        if isinstance(text, str) and type(line) is int:
            self.text, self.line, self.rev = text[:MOST_BYTES], max(1, line), rev

    def open(self, name: str, text: str, files: Mapping[str, bytes]) -> None:
        """Write on at another lesson."""
        self.name, self.files, self._slide_problems = name, dict(files), None
        self._change(text, 1)

    def request_edit(self, learning: LessonReader) -> None:
        """Have the open lesson edited, if it is one of the reader's own."""
        name, text = learning.own_text
        slide = learning.current_slide
        self.edit_request = EditRequest(name, text, learning.files, slide.line) if name and slide is not None else None

    def fulfil_edit_request(self, *, replaces: bool = False) -> None:
        """Write on at the lesson that is wanted, unless that would replace what was written here."""
        wanted = self.edit_request
        if wanted is None or not self.is_restored:
            return
        if wanted.text != self.text:
            if not replaces and self.text.strip() and self.text != NEW_LESSON:
                return
            self.open(wanted.name, wanted.text, wanted.files)
        self.jump(wanted.line)
        self.edit_request = None

    def jump(self, line: int) -> None:
        """Put the cursor in a line."""
        self._change(self.text, line)

    def take_scene(self, session: Session, scene: Scene, *, new: bool) -> None:
        """Have the slide at the cursor, or a new one below it, show a scene of the open graph.

        A graph that no name leads to is put beside the lesson as a file.

        Raises
        ------
        GraphError
            If the graph has errors.
        """
        if errors_in(list(session.problems)):
            raise GraphError("the graph has errors; correct them on the page Explore first")
        is_play = scene.page is Page.PLAY
        self.scene_note = "A slide cannot show the page Play; it has the graph." if is_play else ""
        page = Page.EXPLORE if is_play else scene.page
        query = self._query(replace(scene, page=page, lecture=False, view_only=False, ask=0), session.graph)
        slide, hash = self.slide, graph_hash(session.graph)
        if new or slide is None:
            after = [each.line for each in self.lesson.slides if slide is not None and each.line > slide.line]
            text, line = with_slide(self.text, after[0] if after else 10**9, query, hash)
            self._change(text, line)
        else:
            self._change(with_scene(self.text, slide.line, query, hash), slide.line)

    def _query(self, scene: Scene, graph: GameGraph) -> str:
        """The scene as a slide names it."""
        if scene.graph.startswith((SAMPLE, GAME)):
            return urlencode(scene.to_query(), safe="?,")
        content = formats.dump(graph, "game-json")
        name = next((name for name, data in self.files.items() if data == content), None) or self._fresh_name(graph)
        self.files[name] = content
        return urlencode({FILE: name} | replace(scene, graph="").to_query(), safe="?,")

    def _fresh_name(self, graph: GameGraph) -> str:
        """The name of a file that is not there yet."""
        stem = re.sub(r"[^a-z0-9]+", "-", graph.name.lower()).strip("-")[:40] or "graph"
        names = [f"{stem}{_SUFFIX}", *(f"{stem}-{number}{_SUFFIX}" for number in range(2, len(self.files) + 3))]
        return next(name for name in names if name not in self.files)

    def _change(self, text: str, line: int) -> None:
        self.text, self.line, self.version = text, line, self.version + 1

    # ---- what the browser keeps

    def browser_record(self) -> str:
        """All but the text as the browser keeps it; the text it has itself."""
        files = {name: base64.b64encode(data).decode("ascii") for name, data in self.files.items()}
        return json.dumps({"name": self.name, "files": files})

    def restore(self, kept: str) -> None:
        """Take over what the browser kept, if anything; what cannot be such a thing is left out."""
        self.is_restored = True
        try:
            found: Any = json.loads(kept[:_MOST_KEPT])
            files = {str(name): base64.b64decode(data) for name, data in dict(found.get("files", {})).items()}
            text, name = found["text"], found["name"]
        except (ValueError, KeyError, AttributeError, TypeError):
            return
        if isinstance(text, str) and isinstance(name, str) and text.strip():
            self.open(name, text[:MOST_BYTES], files)
            counts = found.get("version"), found.get("rev")
            if all(type(count) is int for count in counts):
                self.version, self.rev = counts  # what is typed until this has come goes on from there
