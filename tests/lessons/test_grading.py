"""Files of answers: each answer is judged by the lesson, and a file that was changed is named."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.formats import is_risky
from support.help import code_of
from support.oracle import scores_of

from explorer.games.samples import load_sample
from explorer.lessons.answering import task_answer
from explorer.lessons.grading import Graded, csv_of, grade, grade_all, table
from explorer.lessons.library import LessonSet, lesson_set_of
from explorer.lessons.marking import CHECKSUM, NUMBER, REVEALED, STUDENT, TIME, answers_document, checksum, lesson_hash
from explorer.lessons.variants import variant_of
from explorer.scenes.reference import load_reference

_, TEXT = code_of("lessons", "text")
LESSON_SET = lesson_set_of("x", {"cycles.md": TEXT.encode()})
(LESSON,) = LESSON_SET.lessons
BEFORE = load_sample("figure-1-b-neg-d-pos")
DONE = task_answer(BEFORE.replace(moves=(*BEFORE.moves, ("c", "b"))), 0)


def handed_in(answers: dict[str, str], student: str = "Ada") -> dict[str, Any]:
    return answers_document(LESSON, {STUDENT: student, **answers}, saved="2026-11-29T18:00:00Z")


def graded(document: object, lesson_set: LessonSet = LESSON_SET) -> Graded:
    return grade("a.json", json.dumps(document).encode(), [lesson_set])


def test_done_and_right_are_counted_apart():
    document = handed_in({"0.0": "2", "1.task": DONE})
    assert [each["key"] for each in document["answers"]] == ["0.0", "1.task"]
    found = graded(document)
    assert [mark.is_right for mark in found.marks] == [False, True]
    assert (found.answer_count, found.right) == (2, 1)
    assert document["answers"][0]["graph"] == "4110b93b"
    assert graded(handed_in({"0.0": "no number"})).answer_count == 0
    assert graded(handed_in({})).answer_count == 0


@examples(60)
@given(
    number=st.one_of(st.integers(-3, 3).map(str), st.sampled_from(["", "1.0", "2/2", "one", "−1", "inf"])),
    move=st.one_of(st.none(), st.tuples(st.sampled_from("ac"), st.sampled_from("abcd"))),
    damage=st.sampled_from(["", "given", "verdict", "student"]),
)
def test_exactly_what_was_answered_rightly_counts_whatever_the_file_says(
    number: str, move: tuple[str, str] | None, damage: str
):
    graph = BEFORE if move is None or move in BEFORE.moves else BEFORE.replace(moves=(*BEFORE.moves, move))
    document = handed_in({"0.0": number, "1.task": task_answer(graph, 0)})
    if damage == "given":
        document["answers"][0]["given"] = number = "1"
    elif damage:
        document["answers"][1] |= {"right": True} if damage == "verdict" else {}
        document["student"] = damage
    found = graded(document)
    is_one = number.strip() in ("1", "1.0", "2/2")
    is_final = scores_of(graph, -100)["a"] == scores_of(graph, 100)["a"] and len(graph.moves) == 5
    assert [mark.is_right for mark in found.marks] == [is_one, is_final]
    assert any("checksum" in problem for problem in found.problems) is (document[CHECKSUM] != checksum(document))
    assert bool(damage) >= bool(found.problems)


def test_a_program_that_writes_the_keys_in_another_order_changes_nothing():
    document = handed_in({"0.0": "1", "1.task": DONE})
    in_order = json.loads(json.dumps(document, sort_keys=True))
    assert list(in_order) != list(document)
    found = graded(in_order)
    assert (found.problems, found.right) == (graded(document).problems, 2)


def test_the_file_of_answers_does_not_say_which_are_right():
    kept, good, bad = ("key", "at", "attempts", "graph"), handed_in({"0.0": "1"}), handed_in({"0.0": "2"})
    assert set(good["answers"][0]) == {*kept, "given"}
    assert good.keys() == bad.keys()
    different = {name for name in good if good[name] != bad[name]}
    assert different == {"answers", CHECKSUM}
    assert [[each[name] for name in kept] for each in good["answers"]] == [
        [each[name] for name in kept] for each in bad["answers"]
    ]


def test_a_lesson_that_has_changed_is_named():
    (other,) = lesson_set_of("x", {"cycles.md": TEXT.replace("Look at", "Now look at").encode()}).lessons
    assert lesson_hash(other) != lesson_hash(LESSON) == lesson_hash(replace(LESSON, name="another"))
    found = graded(handed_in({"0.0": "1"}), LessonSet((other,)))
    assert found.problems == ("the lesson is not the one that was answered: its text is another",)
    assert found.right == 1
    assert graded(handed_in({}), LessonSet(())).problems == ("there is no lesson 'cycles' to grade it by",)


def signed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """A file by somebody who can make a checksum."""
    document = handed_in({"0.0": "2"})
    change(document)
    return {**document, CHECKSUM: checksum(document)}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda each: each["answers"][0].update(graph="0"), "a graph of the lesson is not the one that was answered"),
        (lambda each: each["answers"].pop(), "the questions are not those of the lesson"),
    ],
)
def test_a_good_checksum_is_not_trusted(change: Callable[[dict[str, Any]], object], problem: str):
    found = graded(signed(change))
    assert found.problems == (problem,)
    assert found.right == 0


risky = st.builds(str.__add__, st.sampled_from([*"=+-@\t\r'", ""]), st.text('=1a\r,"', max_size=3))


@given(st.lists(st.tuples(risky, risky, st.integers(-2, 2)), min_size=3, max_size=5))
def test_a_spreadsheet_finds_no_formula_in_the_table_and_all_else_as_it_stands(rows: list[tuple[str, str, int]]):
    frame = pd.DataFrame(rows, columns=["student", "slide 1 question 1", "right"])
    there = list(csv.reader(io.StringIO(csv_of(frame), newline="")))
    wanted = [[f"'{cell}" if is_risky(cell) else cell for cell in map(str, row)] for row in rows]
    assert there == [list(frame.columns), *wanted]


def test_the_table_has_a_row_for_each_file():
    documents = [handed_in({"0.0": "1", "1.task": DONE}, "Ada"), handed_in({"0.0": "-1"}, "=1+1")]
    frame = table([graded(each) for each in [*documents, {}]])
    assert list(frame["Name"]) == ["Ada", "=1+1", ""]
    assert list(frame["Points"]) == ["2", "0", "0"]
    assert list(frame["Per cent"]) == ["100.00", "0.00", ""]
    assert list(frame["slide 1 question 1"])[:2] == ["1", "0"]
    assert str(frame["slide 2 task answer"][0]).startswith("graph ")
    lines = csv_of(frame).splitlines()
    assert len(lines) == 4
    assert lines[2] == ",'=1+1,cycles,0,0,0,2,0.00,0,,a.json,-1,"


FORMS = """title: T
source: S
minutes: 1
before: B
assignment: yes
variants: 4

# One
scene: game=random?nodes=8%26cycles=yes%26seed={variant}

Text.

? Q
points: 3
= score of p0

? Why?
answer: free
points: 5

? Order?
answer: order
points: 2
1. X
2. Y
3. Z
"""
FORM_SET = lesson_set_of("x", {"forms.md": FORMS.encode()})


@examples(20)
@given(st.text(max_size=8), st.integers(-3, 3))
def test_points_are_those_of_the_variant_of_the_name(student: str, number: int):
    (lesson,) = FORM_SET.lessons
    record = {STUDENT: student, NUMBER: "4711", "0.0": str(number), "0.1": "So.", "0.2": '["X", "Z", "Y"]'}
    found = graded(answers_document(lesson, record), FORM_SET)
    graph = load_reference(f"game:random?nodes=8&cycles=yes&seed={variant_of(student, 4)}").graph
    right = scores_of(graph, 0)["p0"] == number
    assert [mark.points for mark in found.marks] == [3 * right, None, Fraction(2, 3)]
    assert (found.problems, found.number, found.most, found.to_mark) == ((), "4711", 10, 5)
    row = table([found]).iloc[0]
    assert row["slide 1 question 2"] == ""
    assert row["Per cent"] == f"{float(100 * (3 * right + Fraction(2, 3)) / 10):.2f}"


def test_a_variant_of_another_name_is_named():
    (lesson,) = FORM_SET.lessons
    document = answers_document(lesson, {STUDENT: "Ada", "0.0": "1"})
    document["variant"] = document["variant"] % 4 + 1
    document[CHECKSUM] = checksum(document)
    assert f"the variant {document['variant']} is not the one of this name" in graded(document, FORM_SET).problems


def test_solutions_that_were_shown_are_named():
    found = graded(handed_in({"0.0": "1", REVEALED: "earlier"}))
    assert found.problems == ("the solutions were shown before the file was saved",)


def test_the_same_answers_and_times_under_two_names_are_copies():
    times = {f"0.0{TIME}": "2026-11-29T18:00:00Z", f"1.task{TIME}": "2026-11-29T18:05:00Z"}
    answers = {"0.0": "1", "1.task": DONE}
    documents = {
        "ada": handed_in(answers | times, "Ada"),
        "ben": handed_in(answers | times, "Ben"),
        "ada again": handed_in(answers | times, "ADA"),
        "cyd": handed_in(answers | times | {f"0.0{TIME}": "2026-11-29T18:00:01Z"}, "Cyd"),
        "dan": handed_in(answers, "Dan"),
        "eve": handed_in(answers, "Eve"),
    }
    files = [(name, json.dumps(document).encode()) for name, document in documents.items()]
    problems = {each.file: each.problems for each in grade_all(files, [LESSON_SET])}
    copy = "the same answers and times as"
    assert problems == {
        "ada": (f"{copy} ben (Ben)",),
        "ben": (f"{copy} ada (Ada)", f"{copy} ada again (ADA)"),
        "ada again": (f"{copy} ben (Ben)",),
        "cyd": (),
        "dan": (),
        "eve": (),
    }


def test_a_file_of_the_first_version_is_still_graded():
    old = {
        "format": "game-graph-answers",
        "version": 1,
        "lesson": "cycles",
        "lesson_hash": lesson_hash(LESSON),
        "student": "Ada",
        "answers": [{"key": "0.0", "given": "1"}, {"key": "1.task", "given": ""}],
    }
    content = json.dumps(old, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    found = graded({**old, CHECKSUM: sha256(content.encode()).hexdigest()})
    assert (found.problems, found.right) == ((), 1)


@pytest.mark.parametrize(
    ("saved", "problem"),
    [
        ("2026-12-01T22:59:00Z", None),
        ("2026-12-01T23:00:30Z", "saved 0:02 h after the deadline"),
        ("2026-12-04T00:00:00Z", "saved 2 days, 1:01 h after the deadline"),
        ("", "the file does not say when it was saved, and there is a deadline"),
    ],
)
def test_what_is_saved_after_the_deadline_is_named(saved: str, problem: str | None):
    head = "assignment: yes\ndeadline: 2026-12-01 23:59+01:00"
    with_deadline = lesson_set_of("x", {"cycles.md": TEXT.replace("assignment: yes", head).encode()})
    (lesson,) = with_deadline.lessons
    document = answers_document(lesson, {STUDENT: "Ada"}, saved=saved)
    assert graded(document, with_deadline).problems == (() if problem is None else (problem,))


def test_more_attempts_than_there_are_is_named():
    head = "assignment: yes\nfeedback: question\nattempts: 2"
    with_attempts = lesson_set_of("x", {"cycles.md": TEXT.replace("assignment: yes", head).encode()})
    (lesson,) = with_attempts.lessons
    for attempts, problems in (("2", ()), ("3", ("1 answer had more than 2 attempts",))):
        document = answers_document(lesson, {"0.0": "1", "0.0#": attempts})
        assert graded(document, with_attempts).problems == problems
