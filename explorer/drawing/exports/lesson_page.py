"""A lesson as a page of its own, which works from a file without any server or network; printed, it is the handout.

Its text is written as HTML of a few kinds, whatever the lesson says, and its content security policy lets nothing be
fetched.  What is printed is there without scripts: all slides, each with the picture and the caption of its step.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from pathlib import Path
from string import Template
from typing import Any

from explorer import algorithms
from explorer.comparison.contender import Contender
from explorer.drawing import bundle
from explorer.drawing.exports.export import ExportProgress, silent
from explorer.drawing.exports.html import MOST_BYTES, document, stage_data
from explorer.drawing.exports.svg import svg_text
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.growing_tree import GrowingTree
from explorer.drawing.messages.to_browser import ControlData
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.picture import picture_of
from explorer.drawing.scene_view import alignments_of, at_moment
from explorer.drawing.stage_data import control_data, strict_json
from explorer.drawing.trace_data import still_data
from explorer.drawing.tree_picture import copy_notes, tree_graph, view_of_tree
from explorer.lessons.answering import printable_answers
from explorer.lessons.choices import choices_of, ordered_items
from explorer.lessons.lesson import AnswerForm, Lesson, LessonAnswer, LessonQuestion, Slide, without_claims
from explorer.lessons.markup import html_of, inline_html
from explorer.lessons.scenes import NO_FILES, Files, SlideScene, slide_scene
from explorer.lessons.variants import lesson_variant, mixed_order
from explorer.scenes.scene import Page
from explorer.tasks import task_of
from explorer.unwinding import TreeView

_FOLDER = Path(__file__).parent / "lesson"
_SIDES = ("left", "right")  # ids of the stages of a comparison
_OFFLINE = "This page has no program behind it: graphs cannot be changed in it, and nothing can be typed or saved."

_STYLE = Style(title=False, legend=False, caption=False)
_WIDEST, _HIGHEST, _BESIDE = 170.0, 42.0, 100.0  # mm on paper; up to the last width a picture stands beside the text
_PIXEL = 25.4 / 96  # mm
_LINES_OF_TASK, _LETTERS_OF_LINE = 3, 40  # to write on


def lesson_page(
    lesson: Lesson,
    files: Files = NO_FILES,
    *,
    notes: bool = False,
    variant: int = 1,
    progress: ExportProgress = silent,
) -> str:
    """Return the HTML page of a lesson: all slides with their scenes and steps, and the answers to their questions.

    Parameters
    ----------
    files : the graph files beside the lesson, by name.
    notes : whether the lecturer's notes stand in it.
    variant : the number of the variant, for a lesson with variants.
    progress : is told after each slide how many are done, and of how many.

    Raises
    ------
    ExplorerError
        If a scene cannot be opened; `explorer.lessons.check` says where.
    LimitError
        If the scenes are too large for a page.
    """
    lesson = lesson_variant(lesson, variant)
    scenes = [slide_scene(slide.scene, files) for slide in lesson.slides]
    data = _scenes_json(lesson, scenes)
    sections, answers = [], ""
    for number, (slide, scene) in enumerate(zip(lesson.slides, scenes, strict=True), 1):
        answer_texts = ["" if lesson.is_assignment else _answers_html(question, scene) for question in slide.questions]
        sections.append(_slide_html(slide, scene, answer_texts, notes=notes))
        for question, answer in zip(slide.questions, answer_texts, strict=True):
            answers += f"<div><p>{number}. {inline_html(question.text)}</p>{answer}</div>\n" if answer else ""
        progress(number, len(scenes))
    above = Template(_lesson_file_text("lesson.html")).substitute(
        title=inline_html(lesson.title),
        about=inline_html(_about_lesson(lesson)),
        offline=_OFFLINE,
        slides="\n".join(sections),
        answers=f"<h2>Answers</h2>\n{answers}" if answers else "",
    )
    return document(
        without_claims(lesson.title),
        above=above,
        silent="The scenes are drawn by scripts in this page; allow them to see them.",
        data=data,
        script=f"{bundle.script()}{bundle.built('lesson')}",
        style=_lesson_file_text("lesson.css"),
        visible_text=above,
    )


def _about_lesson(lesson: Lesson) -> str:
    """Return source, length and prerequisites of a lesson."""
    minutes = f" About {lesson.minutes} min." if lesson.minutes else ""
    return f"{lesson.source}.{minutes}" + (f" Prerequisite: {lesson.before}." if lesson.before else "")


def _scenes_json(lesson: Lesson, scenes: list[SlideScene]) -> str:
    """Return the data of a lesson's scenes as JSON that can stand in a script."""
    parts: list[str] = []
    room = MOST_BYTES
    for number, (slide, scene) in enumerate(zip(lesson.slides, scenes, strict=True), 1):
        stages = _stages_of_scene(scene, number, room)
        room -= sum(map(len, stages))
        parts.append(f'{{"stages":[{",".join(stages)}],"steps":{json.dumps(slide.stops)}}}')
    return f"[{','.join(parts)}]"


def _stages_of_scene(scene: SlideScene, number: int, room: int) -> list[str]:
    """Return the JSON data of the stage of a scene; of two runs, of the control that steps them and of both stages."""
    if scene.is_comparison:
        return _comparison_stages(scene, number, room)
    if scene.scene.page is not Page.UNWIND:
        return [stage_data(view_of_slide(scene), room, **_stage_names(number))]
    if scene.scene.tree is TreeView.DEPTH:
        return _growing_tree_stages(scene, number, room)
    tree = scene.tree_to_depth(scene.scene.tree, scene.scene.depth)
    values = {str(index): copy.value for index, copy in enumerate(tree.copies)}
    notes = dict(zip(values, copy_notes(tree), strict=True))
    still = still_data(values, ColourScale.of(scene.graph), notes=notes)
    return [stage_data(GraphView(tree_graph(tree)), room, **_stage_names(number), title=tree.title, trace=still)]


def _stage_names(number: int) -> dict[str, Any]:
    """Return the settings that name the stage of a slide: each slide has its own document."""
    return {"id": "lesson", "epoch": f"slide {number}", "seq": number, "panel": False}


def _comparison_stages(scene: SlideScene, number: int, room: int) -> list[str]:
    """Return the JSON data of a comparison: of its control, and of the stages of both runs."""
    ways = alignments_of(scene.trace, scene.beside, scene.scene)
    control = control_data("control", _SIDES, ways, seq=number, at=scene.scene.step)
    runs = scene.trace, scene.beside
    titles = ({"title": Contender(run.algorithm, run.options).title} for run in runs)
    return _control_and_stages(control, [GraphView(run.graph, run) for run in runs], titles, room)


def _growing_tree_stages(scene: SlideScene, number: int, room: int) -> list[str]:
    """Return the JSON data of the growing tree, of score iteration beside it, and of their control."""
    depth = scene.scene.depth
    growing = GrowingTree.of(scene.graph, endless=scene.scene.endless, depth=depth)
    control = control_data("control", _SIDES, [growing.alignment], seq=number, at=depth, strip=growing.strip)
    views = [GraphView(growing.run.graph, growing.run), GraphView(tree_graph(growing.tree))]
    tree = {"title": "Tree", "trace": growing.sent_trace.whole()}
    return _control_and_stages(control, views, [{"transport": False}, tree], room)


def _control_and_stages(
    control: ControlData, views: list[GraphView], heads: Iterable[dict[str, Any]], room: int
) -> list[str]:
    """Return the JSON data of a control, and of the two stages that it steps."""
    texts = [strict_json(control | {"listens": True})]
    for id, each, head in zip(_SIDES, views, heads, strict=True):
        names = _stage_names(control["seq"]) | {"id": id, "primary": id == _SIDES[0], "in_lockstep": True} | head
        texts.append(stage_data(each, room - sum(map(len, texts)), **names))
    return texts


def view_of_slide(scene: SlideScene) -> GraphView:
    """Return the view of a scene: the graph with its run, both runs of a comparison, or the tree of the graph."""
    if scene.scene.page is Page.UNWIND:
        return view_of_tree(scene.tree_to_depth(scene.scene.tree, scene.scene.depth))
    if scene.is_comparison:
        return at_moment(scene.trace, scene.beside, scene.scene)
    return GraphView(scene.trace.graph, scene.trace, algorithms.find(scene.trace.algorithm), scene.step)


def _slide_html(slide: Slide, scene: SlideScene, answer_texts: list[str], *, notes: bool) -> str:
    """Return the HTML of a slide, with the answer to each of its questions, or "" for none."""
    text = "\n".join(_slide_part_html(begins, part) for begins, part in slide.parts())
    task = ""
    if slide.task:
        task = f"<p><strong>Task.</strong> {html.escape(task_words(slide, scene))}</p>{_ruled_lines(_LINES_OF_TASK)}"
    questions = "".join(
        _question_html(each, scene, answers) for each, answers in zip(slide.questions, answer_texts, strict=True)
    )
    noted = f"<aside>{html_of(slide.notes)}</aside>" if notes and slide.notes else ""
    content = _text_with_picture(text, scene)
    return f"<section><h2>{inline_html(slide.title)}</h2>\n{content}\n{task}{questions}{noted}</section>"


def _slide_part_html(begins: int, text: str) -> str:
    """Return the HTML of a part of a slide's text, which appears with a step."""
    return f"<div data-step='{begins}'>{html_of(text)}</div>" if begins else html_of(text)


def _text_with_picture(text: str, scene: SlideScene) -> str:
    """Return the HTML of a slide's text with the picture and the caption of its step, for print: beside it, or below if
    wide."""
    view = view_of_slide(scene)
    picture = picture_of(view, _STYLE)
    width = picture.width * min(_PIXEL, _WIDEST / picture.width, _HIGHEST / picture.height)
    image = f"<div style='width:{width:.0f}mm'>{svg_text(picture)}</div>{_figure_captions(view)}"
    if width > _BESIDE:
        return f"{text}\n<figure>{image}</figure>"
    return f"<figure class='beside'>{image}</figure>\n{text}"


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


def task_words(slide: Slide, scene: SlideScene) -> str:
    """Return the words of a slide's task on a page, which say that it needs the program."""
    return f"{task_of(slide.task).text(scene.graph)} Open the lesson in the program to do it and have it checked."


def _ruled_lines(number: int) -> str:
    """Return the HTML of blank lines to write on, which stand on paper alone."""
    return f"<div class='lines'>{'<hr>' * number}</div>"


def _answer_line_count(question: LessonQuestion, scene: SlideScene) -> int:
    """Return how many lines the longest right answer to a question takes when it is written by hand."""
    if question.form is AnswerForm.FREE:
        return _LINES_OF_TASK
    longest = max((len(answer.text) for answer in printable_answers(question, scene) if answer.is_right), default=0)
    return 1 + longest // _LETTERS_OF_LINE


def _question_html(question: LessonQuestion, scene: SlideScene, answer_texts: str) -> str:
    """Return the HTML of a question with its folded answers; the page of an assignment has none."""
    answers = f"<details><summary>Answer</summary>{answer_texts}</details>" if answer_texts else ""
    texts: list[str] = []
    if question.form.has_choices:
        texts = [choice.text for choice in choices_of(question, scene)]
    elif question.form is AnswerForm.ORDER:
        texts = mixed_order(ordered_items(question, scene))
    choices = "".join(f"<li>{inline_html(text)}</li>" for text in texts)
    field = f"<ul class='choices'>{choices}</ul>" if texts else ""
    if not question.form.has_choices:
        field += _ruled_lines(_answer_line_count(question, scene))
    return f"<div class='question'><p>{inline_html(question.text)}</p>{field}{answers}</div>"


def _answers_html(question: LessonQuestion, scene: SlideScene) -> str:
    """Return the HTML list of the right and the wrong answers to a question, with the replies."""
    rows = "".join(
        f"<li class='{'correct' if answer.is_right else 'incorrect'}'>{_answer_html(answer)}</li>"
        for answer in printable_answers(question, scene)
    )
    return f"<ul>{rows}</ul>"


def _answer_html(answer: LessonAnswer) -> str:
    """Return the HTML of an answer, with the reply to it."""
    reply = f": {inline_html(answer.reply)}" if answer.reply else ""
    return f"<strong>{inline_html(answer.text)}</strong>{reply}"


def _lesson_file_text(name: str) -> str:
    """Return the text of a file from which lesson pages are made."""
    return (_FOLDER / name).read_text(encoding="utf-8")
