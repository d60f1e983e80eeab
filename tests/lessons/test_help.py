"""The help on lessons says what can be said in one, and its example is a good lesson."""

from __future__ import annotations

from support.help import code_of, table_of, text_of

from explorer.lessons import check, read_lesson
from explorer.lessons.fact_kinds import KINDS
from explorer.tasks import registered


def test_the_facts_are_those_that_there_are():
    section = text_of("lessons").split("## Facts\n")[1]
    assert [row[0].strip("`") for row in table_of(section)] == [kind.written for kind in KINDS]


def test_the_tasks_are_those_that_there_are():
    section = text_of("lessons").split("## Tasks\n")[1].split("\n## ")[0]
    told = {row[0].strip("`").partition("?")[0]: row[2] for row in table_of(section)}
    tasks = {name: task.change.value for name, task in registered().items()}
    assert told == tasks, "every task has a row in the table Tasks of explorer/help/lessons.md"


def test_the_examples_are_good_lessons():
    lesson, assignment = (read_lesson(text, "x") for text in code_of("lessons", "text"))
    for found, problems in (lesson, assignment):
        assert (problems, check(found)) == ([], [])
    assert [question.is_typed for question in lesson[0].slides[0].questions] == [True, False]
    assert [found.is_assignment for found, _ in (lesson, assignment)] == [False, True]
