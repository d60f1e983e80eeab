"""A lesson as a handout to print (PDF): a text and a picture a slide; answers at the end, except of an assignment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from explorer.drawing.exports.lesson_page import shown_of, task_words
from explorer.drawing.exports.typesetting import Row, line_rows, pages_pdf, picture_row, run_rows, space, text_rows
from explorer.drawing.picture import picture_of
from explorer.drawing.shown import Shown, Style
from explorer.lessons.answering import told_answers
from explorer.lessons.lesson import Lesson, Question, Slide
from explorer.lessons.markup import Run
from explorer.lessons.scenes import NO_FILES, Files, SlideScene, slide_scene

_MOST_HEIGHT = 180.0  # points, of a picture
_STYLE = Style(title=False, legend=False, caption=False)
_TITLE, _HEADING, _SMALL = 19.0, 13.0, 9.0  # points; letters
_CHOICE = "○"
_RIGHT, _WRONG = "✓", "✗"


def lesson_handout(
    lesson: Lesson, files: Files = NO_FILES, *, notes: bool = False, progress: Callable[[int, int], None] | None = None
) -> bytes:
    """The handout as a PDF file.

    Parameters
    ----------
    files : the graph files beside the lesson, by name.
    notes : whether the lecturer's notes stand in it.
    progress : is told after each slide how many are done, and of how many.

    Raises
    ------
    ExplorerError
        If a scene cannot be opened or is too large to be drawn; `explorer.lessons.check` says where.
    """
    sections, answers = [_head(lesson)], []
    for number, slide in enumerate(lesson.slides, 1):
        scene = slide_scene(slide.scene, files)
        sections.append(_slide(number, slide, scene, notes))
        if slide.questions and not lesson.is_assignment:
            answers.append(_answers(number, slide, scene))
        if progress is not None:
            progress(number, len(lesson.slides))
    if answers:
        answers[0] = [*line_rows("Answers", size=_HEADING, strong=True), space(4), *answers[0]]
    return pages_pdf(lesson.title, [*sections, *answers])


def _head(lesson: Lesson) -> list[Row]:
    minutes = f" About {lesson.minutes} min." if lesson.minutes else ""
    before = f" Before it: {lesson.before}." if lesson.before else ""
    return [
        *line_rows(lesson.title, size=_TITLE, strong=True),
        *line_rows(f"{lesson.source}.{minutes}{before}", size=_SMALL),
        space(12),
    ]


def _slide(number: int, slide: Slide, scene: SlideScene, notes: bool) -> list[Row]:
    rows = [*line_rows(f"{number}. {slide.title}", size=_HEADING, strong=True), space(3), *text_rows(slide.text)]
    rows += _figure(shown_of(scene))
    if slide.task:
        rows += line_rows(f"Task. {task_words(slide, scene)}")
    for question in slide.questions:
        rows += _question(question)
    if notes and slide.notes:
        rows += [replace(row, is_marked=True) for row in text_rows(slide.notes, size=_SMALL)]
    return [*rows, space(16)]


def _figure(shown: Shown) -> Iterator[Row]:
    """The picture of a scene, and below it the caption of its step."""
    yield picture_row(picture_of(shown, _STYLE), _MOST_HEIGHT)
    sides = (shown,) if shown.beside is None else (shown, shown.beside)
    for side, title in zip(sides, ("Step",) if len(sides) == 1 else ("Left, step", "Right, step"), strict=True):
        if side.trace is not None:
            yield from run_rows([Run(f"{title} {side.step}: {side.trace[side.step].caption}")], size=_SMALL)
    yield space(6)


def _question(question: Question) -> Iterator[Row]:
    """A question, with room for the answer or the answers to choose from."""
    yield from line_rows(question.text, strong=True)
    for answer in () if question.is_typed else question.answers:
        yield from line_rows(answer.text, left=16, mark=_CHOICE)
    yield space(20 if question.is_typed else 6)


def _answers(number: int, slide: Slide, scene: SlideScene) -> list[Row]:
    """What is right and what is wrong, with the replies."""
    rows: list[Row] = []
    for question in slide.questions:
        rows += line_rows(f"{number}. {question.text}", size=_SMALL)
        for answer in told_answers(question, scene):
            said = f"{answer.text}: {answer.reply}" if answer.reply else answer.text
            rows += line_rows(said, size=_SMALL, left=20, mark=_RIGHT if answer.is_right else _WRONG)
        rows.append(space(5))
    return rows
