"""A lesson as a page of its own, which works from a file without any server or network.

Its text is written as HTML of a few kinds, whatever the lesson says, and its content security policy lets nothing be
fetched.
"""

from __future__ import annotations

import html
import json
from pathlib import Path
from string import Template

from explorer import algorithms
from explorer.comparison.contender import Contender
from explorer.drawing import bundle
from explorer.drawing.exports.html import MOST_BYTES, document, stage_data
from explorer.drawing.exports.lesson_text import html_of, line_of
from explorer.drawing.node_colours import Scale
from explorer.drawing.scene_shown import aligned, at_moment
from explorer.drawing.shown import Shown
from explorer.drawing.stage_data import control_data, graph_parts, strict_json
from explorer.drawing.trace_data import still_data
from explorer.drawing.tree_picture import copy_notes, tree_graph, tree_shown
from explorer.lessons.answering import told_answers
from explorer.lessons.lesson import Answer, Lesson, Question, Slide
from explorer.lessons.scenes import NO_FILES, Files, SlideScene, slide_scene
from explorer.model.errors import LimitError
from explorer.scenes.scene import Page
from explorer.tasks import task_of

_FOLDER = Path(__file__).parent / "lesson"
_SIDES = ("left", "right")  # ids of the stages of a comparison
_OFFLINE = "This page has no program behind it: graphs cannot be changed in it, and nothing can be typed or saved."


def lesson_page(lesson: Lesson, files: Files = NO_FILES) -> str:
    """The page as text: all slides with their scenes and steps, and the answers to their questions.

    Raises
    ------
    ExplorerError
        If a scene cannot be opened; `explorer.lessons.check` says where.
    LimitError
        If the scenes are too large for a page.
    """
    scenes = [slide_scene(slide.scene, files) for slide in lesson.slides]
    data = _data(lesson, scenes)
    pairs = zip(lesson.slides, scenes, strict=True)
    slides = "\n".join(_section(slide, scene, is_told=not lesson.is_assignment) for slide, scene in pairs)
    return document(
        lesson.title,
        above=Template(_text("lesson.html")).substitute(
            title=html.escape(lesson.title), offline=_OFFLINE, slides=slides
        ),
        silent="The scenes are drawn by scripts in this page; allow them to see them.",
        data=data,
        script=f"{bundle.script()}{bundle.built('lesson')}",
        style=_text("lesson.css"),
        told=slides,
    )


def _data(lesson: Lesson, scenes: list[SlideScene]) -> str:
    """The scenes as JSON that can stand in a script."""
    parts: list[str] = []
    room = MOST_BYTES
    for number, (slide, scene) in enumerate(zip(lesson.slides, scenes, strict=True), 1):
        stages = _comparison_data(scene, number, room) if scene.is_comparison else [_scene_data(scene, number, room)]
        room -= sum(map(len, stages))
        parts.append(f'{{"stages":[{",".join(stages)}],"steps":{json.dumps(slide.stops)}}}')
    return f"[{','.join(parts)}]"


def _scene_data(scene: SlideScene, number: int, room: int) -> str:
    """What the stage shows of a scene; each slide has its own document."""
    names = {"id": "lesson", "epoch": f"slide {number}", "seq": number}
    if scene.scene.page is not Page.UNWIND:
        return stage_data(shown_of(scene), room, **names, panel=False)
    tree = scene.tree_to(scene.scene.tree, scene.scene.depth)
    drawn = tree_graph(tree)
    values = {str(index): copy.value for index, copy in enumerate(tree.copies)}
    notes = dict(zip(values, copy_notes(tree), strict=True))
    parts = json.loads(stage_data(Shown(drawn), room, **names, title=tree.title)) | graph_parts(drawn)
    trace = still_data(values, Scale.of(scene.graph), notes=notes)
    text = strict_json(parts | {"trace": trace}).replace("<", "\\u003c")
    if len(text) > room:
        raise LimitError("the trees of the lesson are too large for a page; choose smaller depths")
    return text


def _comparison_data(scene: SlideScene, number: int, room: int) -> list[str]:
    """The control that steps both runs, and what the stages show of them."""
    ways = aligned(scene.trace, scene.beside, scene.scene)
    control = control_data("control", _SIDES, ways, seq=number, at=scene.scene.step)
    texts = [strict_json(control)]
    for id, trace in zip(_SIDES, (scene.trace, scene.beside), strict=True):
        shown = Shown(trace.graph, trace)
        title = Contender(trace.algorithm, trace.options).title
        names = {"id": id, "epoch": f"slide {number}", "seq": number, "primary": id == _SIDES[0], "title": title}
        texts.append(stage_data(shown, room - sum(map(len, texts)), **names, led=True, panel=False))
    return texts


def shown_of(scene: SlideScene) -> Shown:
    """What a scene shows: the graph with its run, both runs of a comparison, or the tree of the graph."""
    if scene.scene.page is Page.UNWIND:
        return tree_shown(scene.tree_to(scene.scene.tree, scene.scene.depth))
    if scene.is_comparison:
        return at_moment(scene.trace, scene.beside, scene.scene)
    return Shown(scene.trace.graph, scene.trace, algorithms.find(scene.trace.algorithm), scene.step)


def _section(slide: Slide, scene: SlideScene, *, is_told: bool) -> str:
    questions = "".join(_question(question, scene, is_told=is_told) for question in slide.questions)
    task = f"<p><strong>Task.</strong> {html.escape(task_words(slide, scene))}</p>" if slide.task else ""
    return f"<section><h2>{line_of(slide.title)}</h2>\n{html_of(slide.text)}\n{task}{questions}</section>"


def task_words(slide: Slide, scene: SlideScene) -> str:
    """What is to be done on a slide with a task; where the program is not, the graph cannot be changed."""
    return f"{task_of(slide.task).text(scene.graph)} Open the lesson in the program to do it and have it checked."


def _question(question: Question, scene: SlideScene, *, is_told: bool) -> str:
    """A question with its answers, which are folded; the page of an assignment has none."""
    answers = "".join(
        f"<li class='{'right' if answer.is_right else 'wrong'}'>{_answer(answer)}</li>"
        for answer in told_answers(question, scene)
    )
    shown = "" if question.is_typed else _choices(question)
    if not is_told:
        return f"<div class='question'><p>{line_of(question.text)}</p>{shown}</div>"
    return (
        f"<div class='question'><p>{line_of(question.text)}</p>{shown}"
        f"<details><summary>Answer</summary><ul>{answers}</ul></details></div>"
    )


def _choices(question: Question) -> str:
    return "<ul>" + "".join(f"<li>{line_of(answer.text)}</li>" for answer in question.answers) + "</ul>"


def _answer(answer: Answer) -> str:
    reply = f": {line_of(answer.reply)}" if answer.reply else ""
    return f"<strong>{line_of(answer.text)}</strong>{reply}"


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
