"""The check of a lesson: scenes that do not exist, graphs that have changed, and contradicted statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from explorer.lessons.facts import fact_value, is_confirmed, is_of_step, is_same_text, rule_holds
from explorer.lessons.lesson import Lesson, LessonProblem, LessonQuestion, Slide, SlideClaim
from explorer.lessons.scenes import MOST_STEPS, NO_FILES, Files, SlideScene, graph_hash, slide_scene
from explorer.model.errors import FORESEEN, LimitError, OptionError, reason
from explorer.scenes.scene import Page
from explorer.tasks import check_start


def check(
    lesson: Lesson, files: Files = NO_FILES, progress: Callable[[int, int], None] | None = None
) -> list[LessonProblem]:
    """Return all statements of a lesson that the program contradicts, in the order of the lines.

    Parameters
    ----------
    files : the graph files beside the lesson, by name.
    progress : called now and then with the number of the present slide and the number of slides.
    """
    found: list[LessonProblem] = []
    for number, slide in enumerate(lesson.slides, start=1):
        tell = None if progress is None else partial(progress, number, len(lesson.slides))
        found += _slide_problems(slide, files, tell) if slide.scene else []
    return sorted(found, key=lambda problem: problem.line)


def nearest_true_step(slide: Slide, scene: SlideScene) -> int:
    """Return the step nearest to the scene's at which all claims of the slide about its step hold.

    If there is none, or no such claim, it is the step of the scene.
    """
    said = [claim for claim in slide.claims() if is_of_step(claim.fact)]
    if scene.scene.page in (Page.COMPARE, Page.UNWIND) or not said:
        return scene.opening_step
    asked = scene.step
    for step in sorted(range(len(scene.trace)), key=lambda step: (abs(step - asked), step)):
        there = scene.at_step(step)
        if all(is_confirmed(claim.text, claim.fact, fact_value(claim.fact, there)) for claim in said):
            return step
    return asked


def _slide_problems(slide: Slide, files: Files, tell: Callable[[], None] | None) -> Iterator[LessonProblem]:
    """Yield the problems of a slide; only one if its scene cannot be opened."""
    try:
        scene = replace(slide_scene(slide.scene, files), progress=None if tell is None else lambda _: tell())
        _compute_scene(scene)
    except FORESEEN as error:
        yield LessonProblem(slide.scene_line, f"the scene cannot be opened: {reason(error)}")
        return
    yield from _graph_problems(slide, scene)
    yield from _step_problems(slide, scene)
    for claim in slide.claims():
        yield from _claim_problems(claim, scene)
    for question in slide.questions:
        if question.is_typed:
            yield from _key_problems(question, scene)


def _compute_scene(scene: SlideScene) -> None:
    """Compute the graph, runs and trees of a slide's scene; raise an error if it cannot be opened."""
    link, graph, last = scene.scene, scene.graph, len(scene.trace) - 1
    if scene.trace.left_out or (scene.is_comparison and scene.beside.left_out):
        raise LimitError(f"the run is longer than {MOST_STEPS:,} steps, the most of a slide; choose a smaller graph")
    if scene.is_beyond_the_end:
        raise OptionError(f"there is no step {link.step}; the last one is {last}")
    if link.selected:
        graph.node(link.selected)
    if link.page is Page.UNWIND:
        scene.tree_to_depth(link.tree, link.depth)


def _graph_problems(slide: Slide, scene: SlideScene) -> Iterator[LessonProblem]:
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


def _step_problems(slide: Slide, scene: SlideScene) -> Iterator[LessonProblem]:
    last = scene.last
    named = [(slide.line, step) for step in slide.steps]
    for line, step in (*named, *slide.reveals):
        if step > last:
            yield LessonProblem(line, f"there is no step {step}; the last one is {last}")
    if slide.task and scene.scene.page is not Page.EXPLORE:
        yield LessonProblem(slide.line, f"a task is for the page {Page.EXPLORE}, not for {scene.scene.page}")


def _key_problems(question: LessonQuestion, scene: SlideScene) -> Iterator[LessonProblem]:
    """Yield the author's answers on which the program disagrees."""
    try:
        found = fact_value(question.key, scene)
    except FORESEEN as error:
        yield LessonProblem(question.line, reason(error))
        return
    for answer in question.answers:
        is_right = any(is_same_text(answer.text, good) for good in found.right_answers)
        if is_right != answer.is_right:
            verdict = "is right" if is_right else "is wrong"
            message = f"the answer {answer.text} {verdict}: {question.key} is {found.text}"
            yield LessonProblem(answer.line, message)


def _claim_problems(claim: SlideClaim, scene: SlideScene) -> Iterator[LessonProblem]:
    try:
        found = fact_value(claim.fact, scene)
    except FORESEEN as error:
        yield LessonProblem(claim.line, reason(error))
        return
    if not is_confirmed(claim.text, claim.fact, found):
        yield LessonProblem(claim.line, f"the text says {claim.text}, but {claim.fact} is {found.text}")
