"""A lesson as a page of its own, a student's edition, and as a handout: a worksheet, or one with solutions.

The page works from a file without any server or network.  Its text is written as HTML of a few kinds, whatever the
lesson says, and its content security policy lets nothing be fetched.  The page of an assignment holds no replies, no
right answers and no runs.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import quote

from explorer.drawing import bundle
from explorer.drawing.exports.export import ExportProgress, silent
from explorer.drawing.exports.html import MOST_BYTES, document, in_script
from explorer.drawing.exports.lesson_exercises import question_data, step_questions, trial_data
from explorer.drawing.exports.lesson_stages import bare_stage, stages_of_scene
from explorer.drawing.exports.lesson_text import SlideLook, lesson_head, slide_html
from explorer.drawing.messages.trace import QuestionsData
from explorer.drawing.stage_data import strict_json
from explorer.lessons.lesson import Lesson, Slide, without_claims
from explorer.lessons.library import ARCHIVE, SUFFIX, lesson_names
from explorer.lessons.marking import answers_document, lesson_hash
from explorer.lessons.markup import inline_html
from explorer.lessons.scenes import NO_FILES, Files, SlideScene, slide_scene
from explorer.lessons.variants import lesson_variant, slide_variant
from explorer.model.errors import LimitError

_FOLDER = Path(__file__).parent / "lesson"
_BUTTONS = """<button type="button" id="back">Back to the slide</button>
<button type="button" id="print">Print worksheet</button>
<button type="button" id="solutions">Print solutions</button>"""
_BUTTONS_OF_ASSIGNMENT = '<button type="button" id="print">Print</button>'
_SILENT = "The scenes are drawn by scripts in this page; allow them to see them."


class HandoutForm(StrEnum):
    """A form of a lesson on paper."""

    WORKSHEET = "worksheet"  # no answers, and room to write
    SOLUTIONS = "solutions"  # the answers below each question


@dataclass(frozen=True)
class ServedParts:
    """The parts of a lesson page that a server answers: its script, its style sheet, and HTML in the bar."""

    script: str
    style: str
    bar: str


def lesson_page(
    lesson: Lesson,
    files: Files = NO_FILES,
    *,
    notes: bool = False,
    progress: ExportProgress = silent,
    served: ServedParts | None = None,
) -> str:
    """Return the HTML page of a lesson: all slides with their scenes and steps, questions, and replies to answers.

    Parameters
    ----------
    files : the graph files beside the lesson, by name.
    notes : whether the lecturer's notes stand in it.
    progress : is told after each slide how many are done, and of how many.
    served : the parts for a page that a server answers, which holds runs, and neither exercises nor answers.

    Raises
    ------
    ExplorerError
        If a scene cannot be opened; `explorer.lessons.check` says where.
    LimitError
        If the scenes are too large for a page.
    """
    hides = lesson.is_assignment and served is None
    how = _how_to_open(lesson, files)
    look = SlideLook(
        is_bare=hides,
        has_answers=not hides and served is None,
        has_notes=notes,
        has_points=lesson.is_assignment,
        how_to_open=how,
    )
    sections, slides, room = [], list[str](), MOST_BYTES
    for number in range(len(lesson.slides)):
        texts = []
        for variant, slide in _variants_of_slide(lesson, number):
            scene = slide_scene(slide.scene, files)
            sections.append(slide_html(number, slide, scene, _look_of_slide(look, slide), variant))
            is_served = served is not None
            texts.append(_slide_json(number, len(sections), slide, scene, room, hides=hides, is_served=is_served))
            room -= len(texts[-1])
        slides.append(f"[{','.join(texts)}]")
        progress(number + 1, len(lesson.slides))
    above = Template(_lesson_file_text("lesson.html")).substitute(
        title=inline_html(lesson.title),
        buttons=served.bar if served else _BUTTONS_OF_ASSIGNMENT if hides else _BUTTONS,
        head=lesson_head(lesson),
        slides="\n".join(sections),
    )
    return document(
        without_claims(lesson.title),
        above=above,
        silent=_SILENT,
        data=f'{{{_head_json(lesson, files)},"slides":[{",".join(slides)}]}}',
        script=f"{bundle.script()}{served.script if served else bundle.built('lesson')}",
        style=f"{_lesson_file_text('lesson.css')}@media print {{\n{_paper_style()}}}\n{served.style if served else ''}",
        visible_text=above,
        is_served=served is not None,
    )


def handout(
    lesson: Lesson,
    form: HandoutForm,
    files: Files = NO_FILES,
    *,
    notes: bool = False,
    variant: int = 1,
    progress: ExportProgress = silent,
) -> str:
    """Return the HTML of a lesson to print, without scripts; of a lesson with variants one of them.

    Raises
    ------
    ExplorerError
        If a scene cannot be opened.
    """
    is_solved = form is HandoutForm.SOLUTIONS
    how = _how_to_open(lesson, files)
    is_bare = lesson.is_assignment and not is_solved
    look = SlideLook(
        is_bare=is_bare,
        has_answers=is_solved,
        is_open=True,
        has_notes=notes,
        has_points=lesson.is_assignment,
        how_to_open=how,
    )
    sections = []
    for number, slide in enumerate(lesson_variant(lesson, variant).slides):
        own = look if is_solved else _look_of_slide(look, slide)
        sections.append(slide_html(number, slide, slide_scene(slide.scene, files), own))
        progress(number + 1, len(lesson.slides))
    return Template(_lesson_file_text("handout.html")).substitute(
        title=html.escape(without_claims(lesson.title)),
        style=_paper_style(),
        form=form,
        head=lesson_head(lesson, variant),
        slides="\n".join(sections),
    )


def lesson_index(lessons: Sequence[Lesson], suffix: str = ".html") -> str:
    """Return the HTML page that leads to the pages of lessons beside it: the name of the lesson, and a suffix."""
    rows = "\n".join(_index_row(lesson, suffix) for lesson in lessons)
    return Template(_lesson_file_text("index.html")).substitute(lessons=rows)


def _index_row(lesson: Lesson, suffix: str) -> str:
    link = f'<a href="{html.escape(quote(lesson.name + suffix))}">{inline_html(lesson.title)}</a>'
    size = f"{len(lesson.slides)} slides" + (f", about {lesson.minutes} minutes" if lesson.minutes else "")
    return f"<li>{link}<p>{inline_html(lesson.about)}</p><small>{size}</small></li>"


def _look_of_slide(look: SlideLook, slide: Slide) -> SlideLook:
    """Return the look of a slide, which is bare where its stage hides the run."""
    return replace(look, is_bare=True) if slide.stage else look


def _variants_of_slide(lesson: Lesson, number: int) -> Iterator[tuple[int, Slide]]:
    """Yield the variants of a slide with their numbers, from 1; only the slide with the number 0 if it has none."""
    slide = lesson.slides[number]
    made = [slide_variant(slide, variant) for variant in range(1, lesson.variants + 1)]
    if len(set(made)) < 2:
        yield 0, made[0] if made else slide
    else:
        yield from enumerate(made, 1)


def _slide_json(
    number: int, place: int, slide: Slide, scene: SlideScene, room: int, *, hides: bool, is_served: bool
) -> str:
    """Return the data of a slide as JSON that can stand in a script; `place` names its document."""
    is_bare = hides or bool(slide.stage)
    sets: Sequence[QuestionsData] = [] if is_bare or is_served else step_questions(scene)
    if is_bare:
        stages = bare_stage(scene, place, room)
    else:
        stages = stages_of_scene(scene, place, room, slide=True, asks=bool(sets), ask=scene.scene.ask or None)
    exercises = [
        question_data(f"{number}.{index}", question, scene, replies=not hides)
        for index, question in enumerate(() if is_served else slide.questions)
    ]
    rest: dict[str, Any] = {"steps": [] if is_bare else slide.stops, "exercises": exercises, "questions": sets}
    if slide.trial:
        rest["trial"] = trial_data(slide, scene.graph)
    text = in_script(strict_json(rest))
    if len(text) > room - sum(map(len, stages)):
        raise LimitError(f"the page of the lesson would hold more than {MOST_BYTES / 1e6:,.0f} MB; leave slides out")
    return f'{{"stages":[{",".join(stages)}],{text[1:]}'


def _head_json(lesson: Lesson, files: Files) -> str:
    """Return the entries of the page's data besides the slides."""
    blank = [
        answers_document(lesson, {}, files=files, variant=variant)
        for variant in (range(1, lesson.variants + 1) if lesson.variants else [0])
    ]
    head = {
        "id": lesson_hash(lesson),
        "variants": lesson.variants,
        "is_assignment": lesson.is_assignment,
        "deadline": lesson.deadline,
        "files": blank,
    }
    return in_script(strict_json(head))[1:-1]


def _how_to_open(lesson: Lesson, files: Files) -> str:
    """Return the command that opens a lesson in the program: by its name, or else by its file."""
    name = lesson.name if lesson.name in lesson_names() else f"{lesson.name}{ARCHIVE if files else SUFFIX}"
    return f"python -m explorer open {name}"


def _paper_style() -> str:
    """Return the style sheet of a lesson on paper."""
    return _lesson_file_text("paper.css")


def _lesson_file_text(name: str) -> str:
    """Return the text of a file from which lesson pages are made."""
    return (_FOLDER / name).read_text(encoding="utf-8")
