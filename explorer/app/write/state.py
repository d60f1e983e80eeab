"""State of the page *New lesson*: the text, the graph files beside it, and the line of the cursor."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from explorer import formats
from explorer.app.learn.state import LessonVisit
from explorer.app.session.open_graph import OpenGraph
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

_MOST_CHARACTERS = 8_000_000  # that the browser may send back
_SUFFIX = ".game.json"


@dataclass(frozen=True)
class EditRequest:
    """A request to edit a lesson of the reader's own, with the files beside it, at a line."""

    name: str
    text: str
    files: Mapping[str, bytes]
    line: int


@dataclass
class LessonDraft:
    """The lesson in the editor.

    Attributes
    ----------
    files : the graph files beside it, by name.
    line : the line of the cursor, from 1.
    version : rises when the text changes other than by typing.
    rev : the revision of the typed text, as the browser counts it.
    is_restored : whether the browser has sent its record.
    scene_note : a sentence on the last scene that was taken, or "".
    full_check : the text of the last check of all slides, and its problems.
    edit_request : a request to edit another lesson, until it is fulfilled.
    """

    open_graph: OpenGraph
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
        """The lesson in the text, without the parts that cannot be read."""
        return self._lesson_and_problems()[0]

    @property
    def slide(self) -> Slide | None:
        """The slide at the cursor."""
        slides = self.lesson.slides
        return slides[slide_at(self.lesson, self.line)] if slides else None

    @property
    def lesson_set(self) -> LessonSet:
        """The lesson with its files, for the page Learn."""
        return lesson_set_of(self.name, {**self.files, f"{self.name}.md": self.text.encode(errors="replace")})

    def problems(self) -> list[LessonProblem]:
        """Return the problems in the form of the lesson, and in the statements of the slide at the cursor."""
        slide, problems = self.slide, list(self._lesson_and_problems()[1])
        if slide is not None:
            if self._slide_problems is None or self._slide_problems[0] != slide:
                self._slide_problems = slide, check(replace(self.lesson, slides=(slide,)), self.files)
            problems += self._slide_problems[1]
        return sorted(problems, key=lambda problem: problem.line)

    def check_all(self) -> None:
        """Check the statements of all slides."""
        lesson, problems = self._lesson_and_problems()
        problems = sorted([*problems, *check(lesson, self.files)], key=lambda problem: problem.line)
        self.full_check = self.text, problems

    def _lesson_and_problems(self) -> tuple[Lesson, list[LessonProblem]]:
        """Return the lesson in the text, and the problems in its form; the text is read once."""
        if self._parse is None or self._parse[0] != self.text:
            self._parse = self.text, read_lesson(self.text, self.name)
        return self._parse[1]

    # ---- changes

    def take(self, draft: Mapping[str, Any]) -> None:
        """Take over text and line from the editor, unless they are out of date or belong to another text."""
        text, line, version, rev = (draft.get(name) for name in ("text", "line", "version", "rev"))
        if version != self.version or type(rev) is not int or rev < self.rev:
            return
        if isinstance(text, str) and type(line) is int:
            self.text, self.line, self.rev = text[:MOST_BYTES], max(1, line), rev

    def open(self, name: str, text: str, files: Mapping[str, bytes]) -> None:
        """Open another lesson in the editor."""
        self.name, self.files, self._slide_problems = name, dict(files), None
        self._change_text(text, 1)

    def request_edit(self, learning: LessonVisit) -> None:
        """Request to edit the open lesson, if it is the reader's own."""
        name, text = learning.own_text
        slide = learning.current_slide
        self.edit_request = EditRequest(name, text, learning.files, slide.line) if name and slide is not None else None

    def fulfil_edit_request(self, *, replaces: bool = False) -> None:
        """Open the requested lesson; if that would replace text of the user, only with `replaces`."""
        request = self.edit_request
        if request is None or not self.is_restored:
            return
        if request.text != self.text:
            if not replaces and self.text.strip() and self.text != NEW_LESSON:
                return
            self.open(request.name, request.text, request.files)
        self.jump(request.line)
        self.edit_request = None

    def drop_edit_request(self) -> None:
        """Keep the current text, and forget the requested lesson."""
        self.edit_request = None

    def jump(self, line: int) -> None:
        """Put the cursor in a line."""
        self._change_text(self.text, line)

    def take_scene(self, scene: Scene, *, new: bool) -> None:
        """Have the slide at the cursor, or a new one below it, show a scene of the open graph.

        A graph that no name leads to is put beside the lesson as a file.

        Raises
        ------
        GraphError
            If the graph has errors.
        """
        if errors_in(list(self.open_graph.problems)):
            raise GraphError("the graph has errors; correct them on the page Explore first")
        is_play = scene.page is Page.PLAY
        self.scene_note = "A slide cannot show the page Play; it has the graph." if is_play else ""
        page = Page.EXPLORE if is_play else scene.page
        query = self._scene_query(
            replace(scene, page=page, lecture=False, view_only=False, ask=0), self.open_graph.graph
        )
        slide, hash = self.slide, graph_hash(self.open_graph.graph)
        if new or slide is None:
            after = [each.line for each in self.lesson.slides if slide is not None and each.line > slide.line]
            text, line = with_slide(self.text, after[0] if after else 10**9, query, hash)
            self._change_text(text, line)
        else:
            self._change_text(with_scene(self.text, slide.line, query, hash), slide.line)

    def _scene_query(self, scene: Scene, graph: GameGraph) -> str:
        """Return the query of the scene for a slide."""
        if scene.graph.startswith((SAMPLE, GAME)):
            return urlencode(scene.to_query(), safe="?,")
        content = formats.dump(graph, "game-json")
        name = next((name for name, data in self.files.items() if data == content), None) or self._fresh_name(graph)
        self.files[name] = content
        return urlencode({FILE: name} | replace(scene, graph="").to_query(), safe="?,")

    def _fresh_name(self, graph: GameGraph) -> str:
        """Return a new name for the file of a graph."""
        stem = re.sub(r"[^a-z0-9]+", "-", graph.name.lower()).strip("-")[:40] or "graph"
        names = [f"{stem}{_SUFFIX}", *(f"{stem}-{number}{_SUFFIX}" for number in range(2, len(self.files) + 3))]
        return next(name for name in names if name not in self.files)

    def _change_text(self, text: str, line: int) -> None:
        """Replace the text of the lesson, and put the cursor in a line."""
        self.text, self.line, self.version = text, line, self.version + 1

    # ---- the record in the browser

    def browser_record(self) -> str:
        """Return name and files of the lesson as JSON for the browser, which has the text itself."""
        files = {name: base64.b64encode(data).decode("ascii") for name, data in self.files.items()}
        return json.dumps({"name": self.name, "files": files})

    def restore(self, record: str) -> None:
        """Take over the record of the browser, unless it is empty or invalid."""
        self.is_restored = True
        try:
            lesson: Any = json.loads(record[:_MOST_CHARACTERS])
            files = {str(name): base64.b64decode(data) for name, data in dict(lesson.get("files", {})).items()}
            text, name = lesson["text"], lesson["name"]
        except (ValueError, KeyError, AttributeError, TypeError):
            return
        if isinstance(text, str) and isinstance(name, str) and text.strip():
            self.open(name, text[:MOST_BYTES], files)
            counts = lesson.get("version"), lesson.get("rev")
            if all(type(count) is int for count in counts):
                self.version, self.rev = counts  # the editor counts on from these
