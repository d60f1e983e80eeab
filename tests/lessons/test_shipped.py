"""The lessons of the package are complete, and say nothing that the program contradicts."""

from __future__ import annotations

import re
from itertools import chain, permutations, product

import pytest
from support.numbers import unchecked

from explorer.lessons import Slide, SlideScene, check, lesson_names, load_lesson, read_lesson, read_lessons, scene_of
from explorer.lessons.answering import task_answer
from explorer.lessons.facts import found_for
from explorer.lessons.library import lesson_path
from explorer.lessons.marking import marks
from explorer.model.graph import Kind
from explorer.scenes.scene import Page
from explorer.tasks import check as check_task

every_lesson = pytest.mark.parametrize("name", lesson_names())


@every_lesson
def test_a_lesson_is_written_as_lessons_are(name: str):
    lesson, problems = read_lesson(lesson_path(name).read_text(encoding="utf-8"), name)
    assert problems == []
    assert lesson == load_lesson(name)
    assert 8 <= len(lesson.slides) <= 17
    assert sum(bool(slide.questions) for slide in lesson.slides) >= 5


@every_lesson
def test_a_slide_that_does_not_go_through_sweeps_shows_leaves_with_their_own_scores(name: str):
    """At s₀ they are 0, which a slide that stays there would have to explain."""
    for slide in load_lesson(name).slides:
        scene = scene_of(slide.scene)
        if scene.scene.page is Page.EXPLORE and scene.scene.algorithm == "score-iteration" and not slide.steps:
            shown = scene.trace.scores_at(scene.step)
            assert all(shown[node.id] == node.score for node in scene.graph.nodes if node.kind is Kind.LEAF), (
                slide.title
            )


@every_lesson
def test_a_slide_that_goes_through_sweeps_ends_where_the_root_is_final_if_it_tells_its_score(name: str):
    for slide in load_lesson(name).slides:
        scene = scene_of(slide.scene)
        root = scene.graph.nodes[scene.graph.root_index].name
        tells = f"score of {root}" in [claim.fact for claim in slide.claims()]
        if tells and slide.steps and scene.scene.algorithm == "score-iteration":
            assert "final" in found_for(f"finality of {root} at step {slide.steps[-1]}", scene).accepted, slide.title


@every_lesson
def test_no_slide_says_what_its_page_or_handout_cannot_do(name: str):
    """There is no graph to be changed, no field to type in and nothing to be saved."""
    only_there = re.compile(r"(?i)(\btype an?|double-click|click an?|drag from|save my|keep this graph|, change it)\b")
    assert [slide.title for slide in load_lesson(name).slides if only_there.search(slide.text)] == []


def test_there_are_six_lessons_and_an_assignment_with_tasks():
    assignments = [name for name in lesson_names() if load_lesson(name).is_assignment]
    assert (len(lesson_names()), assignments) == (7, ["cycles-assignment"])
    assert sum(bool(slide.task) for slide in load_lesson(assignments[0]).slides) == 2


@pytest.mark.large
def test_the_shipped_assignment_is_graded_right_by_right_answers_and_wrong_by_wrong_ones():
    """The moves of both tasks are found by trying orders; the numbers are worked out by hand."""
    lesson_set = read_lessons(lesson_path("cycles-assignment"))
    (lesson,) = lesson_set.lessons
    numbers = {"0.0": "2", "0.1": "1", "1.0": "2", "2.0": "382", "3.0": "11", "5.0": "−1", "6.0": "draw"}
    chosen = {
        f"{place}.{number}": next(each.text for each in question.answers if each.is_right)
        for place, slide in enumerate(lesson.slides)
        for number, question in enumerate(slide.questions)
        if not question.is_typed
    }
    orders = {f"{place}.task": in_order(slide) for place, slide in enumerate(lesson.slides) if slide.task}
    answers = numbers | chosen | orders
    assert [mark.key for mark in marks(lesson, answers) if not mark.is_right] == []
    wrong = dict.fromkeys(numbers, "97") | {
        key: task_answer(scene_of(lesson.slides[int(key[0])].scene).graph, 0) for key in orders
    }
    assert [mark.key for mark in marks(lesson, chosen | wrong) if not mark.is_right] == sorted([*numbers, *orders])


def in_order(slide: Slide) -> str:
    """The answer to a task in which moves are put in order: the first order that does."""
    graph = scene_of(slide.scene).graph
    rows = [[(node.id, other.id) for other in graph.successors_of(node.id)] for node in graph.nodes]
    for orders in product(*map(permutations, rows)):
        attempt = graph.replace(moves=tuple(chain.from_iterable(orders)))
        if check_task(slide.task, attempt, before=graph).is_done:
            return task_answer(attempt, 0)
    raise AssertionError("no order does")


@every_lesson
def test_the_program_contradicts_nothing_that_a_lesson_says(name: str):
    """Every scene is opened for it: graph, run, step, tree."""
    assert check(load_lesson(name)) == []


@every_lesson
def test_every_number_in_a_lesson_is_held_to_what_the_program_computes(name: str):
    assert [found for slide in load_lesson(name).slides for found in unchecked(slide)] == []


def explored(name: str) -> list[tuple[Slide, SlideScene]]:
    """The slides with one run, and their scenes."""
    scenes = [(slide, scene_of(slide.scene)) for slide in load_lesson(name).slides]
    return [(slide, scene) for slide, scene in scenes if scene.scene.page is Page.EXPLORE]


@every_lesson
def test_what_a_slide_with_steps_says_of_a_result_is_shown_at_its_last_step(name: str):
    for slide, scene in explored(name):
        for claim in slide.claims() if slide.steps else ():
            if (found := re.fullmatch(r"result \w+ (\S+)", claim.fact)) and found[1] in scene.graph.index:
                there, end = scene.at_step(slide.steps[-1]), scene.at_step(len(scene.trace) - 1)
                for shown in (f"value of {found[1]}", f"note of {found[1]}"):
                    assert found_for(shown, there) == found_for(shown, end), (slide.title, claim.fact)


@every_lesson
def test_no_slide_opens_with_the_answer_to_its_question_in_the_picture(name: str):
    """But for leaves, whose scores stand in the graph."""
    for slide, scene in explored(name):
        for question in slide.questions:
            key = re.fullmatch(r"(?:(?:score|value) of|result grundy) (\S+)(?: at step \d+)?", question.key)
            if key is not None and scene.graph.node(key[1]).kind is not Kind.LEAF:
                asked = found_for(question.key, scene).text
                assert found_for(f"value of {key[1]}", scene).text != asked, (slide.title, question.text)


@every_lesson
def test_a_slide_that_speaks_of_the_slider_under_the_graph_has_it(name: str):
    for slide, scene in explored(name):
        if re.search(r"\bslider\b", slide.text):
            assert scene.trace.bounds_at(scene.step), slide.title


@every_lesson
def test_a_wrong_number_in_any_claim_is_found(name: str):
    """The check looks at each of them: with another number, and another number in its fact, it complains."""
    text = lesson_path(name).read_text(encoding="utf-8")
    lesson, _ = read_lesson(text, name)
    claimed = [claim for slide in lesson.slides for claim in slide.claims()]
    assert len(claimed) > (4 if lesson.is_assignment else 10)
    for line in sorted({claim.line for claim in claimed})[:: max(1, len(claimed) // 6)]:
        lines = text.splitlines()
        lines[line - 1] = lines[line - 1].replace("{{", "{{987654", 1)
        broken, _ = read_lesson("\n".join(lines), name)
        assert line in [problem.line for problem in check(broken)]


@every_lesson
def test_two_bounds_stand_in_brackets(name: str):
    texts = " ".join(slide.text for slide in load_lesson(name).slides)
    assert not re.findall(r"(?<!\[)\{\{[^{}:]*, [^{}:]* : value of [^{}]*\}\}", texts)
