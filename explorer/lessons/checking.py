"""The check of a lesson: scenes that do not exist, graphs that have changed, and contradicted statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

from explorer.lessons.choices import choices_of, ordered_items, right_choices
from explorer.lessons.facts import fact_value, is_of_step, nodes_of_fact, rule_holds
from explorer.lessons.lesson import AnswerForm, Lesson, LessonProblem, LessonQuestion, Slide, SlideClaim, claims_in
from explorer.lessons.scenes import MOST_STEPS, NO_FILES, Files, SlideScene, graph_hash, slide_scene, variants_hash
from explorer.lessons.text_comparison import can_compare, is_confirmed, is_same_text
from explorer.lessons.variants import is_varied, slide_variant
from explorer.model.errors import FORESEEN, LimitError, OptionError, quoted, reason
from explorer.model.words import counted
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
        if lesson.variants and is_varied(slide):
            found += _variant_problems(slide, lesson.variants, files, tell)
        elif slide.scene:
            found += _slide_problems(slide, files, tell)
    return sorted(found, key=lambda problem: problem.line)


def unchecked_questions(lesson: Lesson) -> list[LessonQuestion]:
    """Return the choice and order questions whose key is tied to no fact."""
    return [question for slide in lesson.slides for question in slide.questions if question.is_unchecked]


def unchecked_note(lesson: Lesson) -> str:
    """Return a sentence on the questions whose keys nothing checks; "" if there are none."""
    count = len(unchecked_questions(lesson))
    verb, key = ("has", "its key is") if count == 1 else ("have", "their keys are")
    return f"{counted(count, 'choice question')} {verb} no fact: {key} unchecked" if count else ""


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


def _variant_problems(
    slide: Slide, variants: int, files: Files, tell: Callable[[], None] | None
) -> Iterator[LessonProblem]:
    """Yield the problems of all variants of a slide, each once, with the first variant that has it."""
    seen, hashes = set[LessonProblem](), list[str]()
    for number in range(1, variants + 1):
        there = slide_variant(slide, number)
        for problem in _slide_problems(there, files, tell, has_hash=False):
            if problem not in seen:
                seen.add(problem)
                yield replace(problem, message=f"variant {number}: {problem.message}")
        with suppress(*FORESEEN):
            hashes.append(graph_hash(slide_scene(there.scene, files).graph))
    now = variants_hash(hashes)
    if slide.hash != now:
        what = "another one" if slide.hash else "missing"
        yield LessonProblem(slide.line, f"the hash of the graphs of all variants is {what}: write 'graph: {now}'")


def _slide_problems(
    slide: Slide, files: Files, tell: Callable[[], None] | None, *, has_hash: bool = True
) -> Iterator[LessonProblem]:
    """Yield the problems of a slide; only one if its scene cannot be opened."""
    try:
        scene = replace(slide_scene(slide.scene, files), progress=None if tell is None else lambda _: tell())
        _compute_scene(scene)
    except FORESEEN as error:
        yield LessonProblem(slide.scene_line, f"the scene cannot be opened: {reason(error)}")
        return
    if has_hash:
        yield from _hash_problems(slide, scene)
    yield from _exercise_problems(slide, scene)
    yield from _step_problems(slide, scene)
    for claim in slide.claims():
        yield from _claim_problems(claim, scene)
    for question in slide.questions:
        yield from _question_problems(question, scene)


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


def _hash_problems(slide: Slide, scene: SlideScene) -> Iterator[LessonProblem]:
    now = graph_hash(scene.graph)
    if not slide.hash:
        yield LessonProblem(slide.line, f"the slide does not name its graph; add the line 'graph: {now}'")
    elif slide.hash != now:
        message = f"the graph has changed since the slide was written: its hash is {now}, not {slide.hash}"
        yield LessonProblem(slide.line, message)


def _exercise_problems(slide: Slide, scene: SlideScene) -> Iterator[LessonProblem]:
    """Yield the problems of the values on trial and of the task."""
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
    if slide.stage and (slide.task or slide.trial or scene.scene.page is not Page.EXPLORE):
        message = f"a stage is hidden on the page {Page.EXPLORE} alone, of a slide without a task and values to try"
        yield LessonProblem(slide.line, message)
    if slide.task and scene.scene.page is not Page.EXPLORE:
        yield LessonProblem(slide.line, f"a task is for the page {Page.EXPLORE}, not for {scene.scene.page}")


def _question_problems(question: LessonQuestion, scene: SlideScene) -> Iterator[LessonProblem]:
    """Yield the answers on which the program disagrees with the author, or the reason why it has none."""
    try:
        if question.key:
            yield from _key_problems(question, scene)
        elif question.form.has_choices:
            yield from _choice_problems(question, scene)
        elif question.form is AnswerForm.ORDER:
            ordered_items(question, scene)
    except FORESEEN as error:
        yield LessonProblem(question.line, reason(error))


def _key_problems(question: LessonQuestion, scene: SlideScene) -> Iterator[LessonProblem]:
    """Yield the author's answers on which the program disagrees; raise an error if the fact does not fit the form."""
    value = fact_value(question.key, scene)
    if question.form.has_choices:
        choices_of(question, scene)
    elif question.form is AnswerForm.ORDER:
        ordered_items(question, scene)
    elif question.form.has_nodes:
        nodes_of_fact(value, question.key)
    rights = right_choices(question.form, value, scene.graph)
    for answer in question.answers:
        is_right = any(is_same_text(answer.text, good) for good in rights)
        if is_right != answer.is_right:
            verdict = "is right" if is_right else "is wrong"
            message = f"the answer {answer.text} {verdict}: {question.key} is {value.text}"
            yield LessonProblem(answer.line, message)


def _choice_problems(question: LessonQuestion, scene: SlideScene) -> Iterator[LessonProblem]:
    """Yield the choices whose own claims the program contradicts: right ones hold, of wrong ones a claim does not."""
    for answer in question.answers:
        claims = list(claims_in(answer.text, answer.line))
        values = [(claim, fact_value(claim.fact, scene)) for claim in claims]
        refuted = [(claim, value) for claim, value in values if not is_confirmed(claim.text, claim.fact, value)]
        if blurred := [pair for pair in refuted if not can_compare(pair[0].text, pair[1])]:
            claim, value = blurred[0]
            message = f"{quoted(claim.text)} cannot be compared with {claim.fact}, which is {value.text}"
            yield LessonProblem(answer.line, f"{message}; give the value alone, as in 'It has {{{{5 : nodes}}}} nodes'")
        elif answer.is_right and refuted:
            claim, value = refuted[0]
            yield LessonProblem(answer.line, f"the choice is wrong: {claim.fact} is {value.text}")
        elif claims and not answer.is_right and not refuted:
            yield LessonProblem(answer.line, f"the choice is right: {claims[0].fact} is {values[0][1].text}")


def _claim_problems(claim: SlideClaim, scene: SlideScene) -> Iterator[LessonProblem]:
    try:
        found = fact_value(claim.fact, scene)
    except FORESEEN as error:
        yield LessonProblem(claim.line, reason(error))
        return
    if not is_confirmed(claim.text, claim.fact, found):
        yield LessonProblem(claim.line, f"the text says {claim.text}, but {claim.fact} is {found.text}")
