"""The text of a lesson as HTML, on the page and on paper: slides with pictures, questions, tasks and answers.

What is printed is there without scripts; the scripts of the page put fields in the place of lines and choices.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

from explorer.drawing.exports.lesson_exercises import texts_to_choose
from explorer.drawing.exports.lesson_stages import bare_view, views_of_steps
from explorer.drawing.exports.svg import svg_text
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.picture import Picture, picture_of
from explorer.lessons.answering import printable_answers
from explorer.lessons.lesson import AnswerForm, Lesson, LessonAnswer, LessonQuestion, Slide
from explorer.lessons.markup import html_of, inline_html
from explorer.lessons.scenes import SlideScene
from explorer.model.words import counted
from explorer.tasks import task_of

_STYLE = Style(title=False, legend=False, caption=False)
_WIDEST, _HIGHEST, _BESIDE = 170.0, 42.0, 100.0  # mm on paper; up to the last width a picture stands beside the text
_SMALL = 54.0  # mm, the width of one of several pictures
_PIXEL = 25.4 / 96  # mm
_LINES_OF_TASK, _LETTERS_OF_LINE = 3, 40  # to write on


@dataclass(frozen=True)
class SlideLook:
    """The parts of slides that a page or a handout has.

    Attributes
    ----------
    is_bare : whether the stage and the pictures show the graph alone.
    has_answers : whether the answers stand below each question.
    is_open : whether they are unfolded.
    has_notes : whether the lecturer's notes stand there.
    has_points : whether the points of questions and tasks stand there.
    how_to_open : the command that opens the lesson in the program.
    """

    is_bare: bool = False
    has_answers: bool = True
    is_open: bool = False
    has_notes: bool = False
    has_points: bool = False
    how_to_open: str = ""


def lesson_head(lesson: Lesson, variant: int = 0) -> str:
    """Return the HTML of the head of a sheet: room for name and number, the title, source, length and variant."""
    which = f" Variant {variant} of {lesson.variants}." if variant and lesson.variants else ""
    title, about = inline_html(lesson.title), inline_html(f"{_about_lesson(lesson)}{which}")
    return (
        f"<header><p class='writer'>Name <span></span> Number <span></span></p><h1>{title}</h1><p>{about}</p></header>"
    )


def _about_lesson(lesson: Lesson) -> str:
    """Return source, length and prerequisites of a lesson."""
    minutes = f" About {lesson.minutes} min." if lesson.minutes else ""
    return f"{lesson.source}.{minutes}" + (f" Prerequisite: {lesson.before}." if lesson.before else "")


def slide_html(number: int, slide: Slide, scene: SlideScene, look: SlideLook, variant: int = 0) -> str:
    """Return the HTML of a slide, or of one of its variants; slides have numbers from 0.

    Raises
    ------
    ExplorerError
        If the scene, or the key of a question, cannot be worked out.
    """
    parts = slide.parts()
    text = "\n".join(html_of(part) if look.is_bare else _part_html(begins, part) for begins, part in parts)
    questions = "".join(
        _question_html(f"{number}.{index}", question, scene, look) for index, question in enumerate(slide.questions)
    )
    pieces = [
        f"<h2>{inline_html(slide.title)}</h2>",
        _text_with_pictures(text, slide, scene, look),
        "<div class='trial'></div>" if slide.trial else "",
        _task_html(slide, scene, look) if slide.task else "",
        questions,
        f"<aside>{html_of(slide.notes)}</aside>" if look.has_notes and slide.notes else "",
    ]
    which = f" data-variant='{variant}'" if variant else ""
    content = "\n".join(filter(None, pieces))
    return f"<section data-slide='{number}'{which}>{content}</section>"


def _part_html(begins: int, text: str) -> str:
    """Return the HTML of a part of a slide's text, which appears with a step."""
    return f"<div data-step='{begins}'>{html_of(text)}</div>" if begins else html_of(text)


def _text_with_pictures(text: str, slide: Slide, scene: SlideScene, look: SlideLook) -> str:
    """Return the HTML of a slide's text with a picture and a caption for each step, for print: one beside it, or all
    below it."""
    views = [bare_view(scene)] if look.is_bare else views_of_steps(scene, slide.stops)
    if len(views) > 1:
        figures = "".join(_figure_html(view, *_picture_and_width(view, _SMALL), "small") for view in views)
        return f"{text}\n<div class='pictures'>{figures}</div>"
    picture, width = _picture_and_width(views[0], _WIDEST)
    if width > _BESIDE:
        return f"{text}\n{_figure_html(views[0], picture, width, 'wide')}"
    return f"{_figure_html(views[0], picture, width, 'beside')}\n{text}"


def _picture_and_width(view: GraphView, widest: float) -> tuple[Picture, float]:
    """Return the picture of a view, and its width on paper in millimetres."""
    picture = picture_of(view, _STYLE)
    return picture, picture.width * min(_PIXEL, widest / picture.width, _HIGHEST / picture.height)


def _figure_html(view: GraphView, picture: Picture, width: float, size: str) -> str:
    """Return the HTML of a picture with its caption."""
    image = f"<div style='width:{width:.0f}mm'>{svg_text(picture)}</div>"
    return f"<figure class='{size}'>{image}{_figure_captions(view)}</figure>"


def _figure_captions(view: GraphView) -> str:
    """Return the HTML captions under the picture of a slide, one for each run."""
    sides = {"Step": view} if view.beside is None else {"Left, step": view, "Right, step": view.beside}
    texts = (_step_caption(title, side) for title, side in sides.items())
    return "".join(f"<figcaption>{html.escape(text)}</figcaption>" for text in texts if text)


def _step_caption(title: str, view: GraphView) -> str:
    """Return the caption of a step, after its number if there are others: a tree has none."""
    if view.trace is None:
        return ""
    words = view.trace[view.step].caption
    return f"{title} {view.step}: {words}" if len(view.trace) > 1 else words


def _task_html(slide: Slide, scene: SlideScene, look: SlideLook) -> str:
    """Return the HTML of a slide's task, which needs the program, with the command that opens the lesson there."""
    text = f"{html.escape(task_of(slide.task).text(scene.graph))}{_points(slide.points, look)}"
    command = f"<code>{html.escape(look.how_to_open)}</code>"
    how = f"<p class='program'>This page cannot change graphs. Open the lesson in the program for it:{command}</p>"
    return f"<div class='task'><p><strong>Task.</strong> {text}</p>{how}{_ruled_lines(_LINES_OF_TASK)}</div>"


def _points(number: int, look: SlideLook) -> str:
    """Return the HTML of the points for a right answer, where they count."""
    return f" <small>({counted(number, 'point')})</small>" if look.has_points else ""


def _ruled_lines(number: int) -> str:
    """Return the HTML of blank lines to write on, which stand on paper alone."""
    return f"<div class='lines'>{'<hr>' * number}</div>"


def _question_html(key: str, question: LessonQuestion, scene: SlideScene, look: SlideLook) -> str:
    """Return the HTML of a question: its text, choices or items, lines to write on, and perhaps its answers."""
    choices = "".join(f"<li>{inline_html(text)}</li>" for text in texts_to_choose(question, scene))
    parts = [
        f"<p>{inline_html(question.text)}{_points(question.points, look)}</p>",
        f"<ul class='{'choices' if question.form.has_choices else 'choices items'}'>{choices}</ul>" if choices else "",
        "" if question.form.has_choices else _ruled_lines(_answer_line_count(question, scene, look)),
        _answers_html(question, scene, look) if look.has_answers else "",
    ]
    return f"<div class='question' data-key='{key}'>{''.join(parts)}</div>"


def _answer_line_count(question: LessonQuestion, scene: SlideScene, look: SlideLook) -> int:
    """Return how many lines the longest right answer to a question takes when it is written by hand.

    In an assignment it is the same for all questions, since the number would tell of the answer.
    """
    if question.form is AnswerForm.FREE:
        return _LINES_OF_TASK
    if look.is_bare:
        return 1
    longest = max((len(answer.text) for answer in printable_answers(question, scene) if answer.is_right), default=0)
    return 1 + longest // _LETTERS_OF_LINE


def _answers_html(question: LessonQuestion, scene: SlideScene, look: SlideLook) -> str:
    """Return the HTML of the right and the wrong answers to a question, with the replies."""
    answers: Sequence[LessonAnswer] = printable_answers(question, scene)
    rows = "".join(
        f"<li class='{'correct' if answer.is_right else 'incorrect'}'>{_answer_html(answer)}</li>" for answer in answers
    )
    return f"<details{' open' if look.is_open else ''}><summary>Answer</summary><ul>{rows}</ul></details>"


def _answer_html(answer: LessonAnswer) -> str:
    """Return the HTML of an answer, with the reply to it."""
    reply = f": {inline_html(answer.reply)}" if answer.reply else ""
    return f"<strong>{inline_html(answer.text)}</strong>{reply}"
