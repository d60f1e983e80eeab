"""What is wrong with a lesson: scenes that do not exist, graphs that have changed, and what the program contradicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from explorer.lessons.facts import found_for, is_found, is_of_step, is_same_text, rule_holds
from explorer.lessons.lesson import Claim, Lesson, LessonProblem, Question, Slide
from explorer.lessons.scenes import MOST_STEPS, NO_FILES, Files, SlideScene, graph_hash, slide_scene
from explorer.model.errors import FORESEEN, LimitError, OptionError, reason
from explorer.scenes.scene import Page
from explorer.tasks import check_start


def check(
    lesson: Lesson, files: Files = NO_FILES, progress: Callable[[int, int], None] | None = None
) -> list[LessonProblem]:
    """Return all that a lesson says and the program contradicts, in the order of the lines.

    Parameters
    ----------
    files : the graph files beside the lesson, by name.
    progress : called with the number of the slide that is looked at and how many there are, now and then while it is.
    """
    found: list[LessonProblem] = []
    for number, slide in enumerate(lesson.slides, start=1):
        tell = None if progress is None else partial(progress, number, len(lesson.slides))
        found += _of_slide(slide, files, tell) if slide.scene else []
    return sorted(found, key=lambda problem: problem.line)


def nearest_true_step(slide: Slide, scene: SlideScene) -> int:
    """Return the step nearest to the one of the scene at which all holds that the slide says of its step.

    If there is none, and if nothing is said of the step, the one of the scene.
    """
    said = [claim for claim in slide.claims() if is_of_step(claim.fact)]
    if scene.scene.page in (Page.COMPARE, Page.UNWIND) or not said:
        return scene.opened_at
    asked = scene.step
    for step in sorted(range(len(scene.trace)), key=lambda step: (abs(step - asked), step)):
        there = scene.at_step(step)
        if all(is_found(claim.shown, claim.fact, found_for(claim.fact, there)) for claim in said):
            return step
    return asked


def _of_slide(slide: Slide, files: Files, tell: Callable[[], None] | None) -> Iterator[LessonProblem]:
    """What is wrong with a slide; without a scene nothing else can be looked at."""
    try:
        scene = replace(slide_scene(slide.scene, files), progress=None if tell is None else lambda _: tell())
        _open(scene)
    except FORESEEN as error:
        yield LessonProblem(slide.scene_line, f"the scene cannot be opened: {reason(error)}")
        return
    yield from _of_graph(slide, scene)
    yield from _of_steps(slide, scene)
    for claim in slide.claims():
        yield from _contradiction(claim, scene)
    for question in slide.questions:
        if question.is_typed:
            yield from _of_key(question, scene)


def _open(shown: SlideScene) -> None:
    """Work out all that the scene shows."""
    scene, graph, last = shown.scene, shown.graph, len(shown.trace) - 1
    if shown.trace.left_out or (shown.is_comparison and shown.beside.left_out):
        raise LimitError(f"the run is longer than {MOST_STEPS:,} steps, the most of a slide; choose a smaller graph")
    if shown.is_beyond_the_end:
        raise OptionError(f"there is no step {scene.step}; the last one is {last}")
    if scene.selected:
        graph.node(scene.selected)
    if scene.page is Page.UNWIND:
        shown.tree_to(scene.tree, scene.depth)


def _of_graph(slide: Slide, scene: SlideScene) -> Iterator[LessonProblem]:
    now = graph_hash(scene.graph)
    if not slide.hash:
        yield LessonProblem(slide.line, f"the slide does not name its graph; add the line 'graph: {now}'")
    elif slide.hash != now:
        message = f"the graph has changed since the slide was written: its hash is {now}, not {slide.hash}"
        yield LessonProblem(slide.line, message)
    try:
        if slide.trial:
            rule_holds(scene.graph, dict.fromkeys(slide.trial, 0))
        if slide.task:
            check_start(slide.task, scene.graph, scene.scene.endless)
    except FORESEEN as error:
        yield LessonProblem(slide.line, reason(error))


def _of_steps(slide: Slide, scene: SlideScene) -> Iterator[LessonProblem]:
    last = scene.last
    named = [(slide.line, step) for step in slide.steps]
    for line, step in (*named, *slide.reveals):
        if step > last:
            yield LessonProblem(line, f"there is no step {step}; the last one is {last}")
    if slide.task and scene.scene.page is not Page.EXPLORE:
        yield LessonProblem(slide.line, f"a task is for the page {Page.EXPLORE}, not for {scene.scene.page}")


def _of_key(question: Question, scene: SlideScene) -> Iterator[LessonProblem]:
    """Yield the answers that the author foresaw, against what the program finds."""
    try:
        found = found_for(question.key, scene)
    except FORESEEN as error:
        yield LessonProblem(question.line, reason(error))
        return
    for answer in question.answers:
        is_right = any(is_same_text(answer.text, good) for good in found.accepted)
        if is_right != answer.is_right:
            verdict = "is right" if is_right else "is wrong"
            message = f"the answer {answer.text} {verdict}: {question.key} is {found.text}"
            yield LessonProblem(answer.line, message)


def _contradiction(claim: Claim, scene: SlideScene) -> Iterator[LessonProblem]:
    try:
        found = found_for(claim.fact, scene)
    except FORESEEN as error:
        yield LessonProblem(claim.line, reason(error))
        return
    if not is_found(claim.shown, claim.fact, found):
        yield LessonProblem(claim.line, f"the text says {claim.shown}, but {claim.fact} is {found.text}")
