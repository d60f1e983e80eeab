"""The examples of the help on lessons are good lessons."""

from __future__ import annotations

from support.help import code_of

from explorer.lessons import check, read_lesson


def test_the_examples_are_good_lessons():
    lesson, assignment = (read_lesson(text, "x") for text in code_of("lessons", "text"))
    for found, problems in (lesson, assignment):
        assert (problems, check(found)) == ([], [])
    assert [question.is_typed for question in lesson[0].slides[0].questions] == [True, False]
    assert [found.is_assignment for found, _ in (lesson, assignment)] == [False, True]
