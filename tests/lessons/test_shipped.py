"""The lessons of the package say nothing that the program contradicts."""

from __future__ import annotations

import pytest
from support.numbers import unchecked

from explorer.lessons import check, lesson_names, load_lesson, read_lesson
from explorer.lessons.library import lesson_path

every_lesson = pytest.mark.parametrize("name", lesson_names())


@every_lesson
def test_a_lesson_is_written_as_lessons_are(name: str):
    lesson, problems = read_lesson(lesson_path(name).read_text(encoding="utf-8"), name)
    assert problems == []
    assert lesson == load_lesson(name)
    assert 8 <= len(lesson.slides) <= 17
    assert sum(bool(slide.questions) for slide in lesson.slides) >= 5


@every_lesson
def test_the_program_contradicts_nothing_that_a_lesson_says(name: str):
    """Every scene is opened for it: graph, run, step, tree."""
    assert check(load_lesson(name)) == []


@every_lesson
def test_every_number_in_a_lesson_is_held_to_what_the_program_computes(name: str):
    assert [found for slide in load_lesson(name).slides for found in unchecked(slide)] == []
