"""Every form of question: what is right, how many points there are, and what a lesson check says of it."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as some
from support.graphs import game_graphs
from support.oracle import scores_of

from explorer.intake.intake import Assembled
from explorer.lessons import LessonQuestion, SlideScene, check, read_lesson, scene_of
from explorer.lessons.answering import AnswerVerdict, judge, list_answer
from explorer.lessons.checking import unchecked_note
from explorer.lessons.choices import MOST_WRONG, choices_of
from explorer.lessons.lesson import AnswerForm
from explorer.model.graph import GameGraph
from explorer.model.scores import format_score
from explorer.scenes.scene import Scene
from explorer.solver import solve

HEAD = "title: T\nsource: S\nminutes: 1\nbefore: B\n"
FIGURE = scene_of("sample=figure-1")


def asked(lines: str, scene: str = "sample=figure-1", hash: str = "4110b93b") -> LessonQuestion:
    (slide,) = read_lesson(f"{HEAD}# One\nscene: {scene}\ngraph: {hash}\n\nText.\n\n? Q\n{lines}\n", "x")[0].slides
    return slide.questions[0]


def problems(lines: str, scene: str = "sample=figure-1", hash: str = "4110b93b") -> list[str]:
    lesson, found = read_lesson(f"{HEAD}# One\nscene: {scene}\ngraph: {hash}\n\nText.\n\n? Q\n{lines}\n", "x")
    return [str(each) for each in (*found, *check(lesson))]


def verdict(lines: str, given: list[str] | str) -> AnswerVerdict:
    return judge(asked(lines), given if isinstance(given, str) else list_answer(given), FIGURE)


SEVERAL = "answer: several\n* A | a!\n* B\n- C | c!\n- D"


@given(some.sets(some.sampled_from("ABCD")))
def test_each_right_choice_counts_and_each_wrong_one_takes_as_much_away(chosen: set[str]):
    found = verdict(SEVERAL, sorted(chosen))
    assert found.share == max(0, Fraction(len(chosen & {"A", "B"}) - len(chosen & {"C", "D"}), 2))
    assert found.is_right == (chosen == {"A", "B"})
    assert ("a!" in found.reply, "c!" in found.reply) == ("A" not in chosen, "C" in chosen)


def test_an_order_counts_the_items_in_their_place():
    for given_order in permutations("XYZ"):
        found = verdict("answer: order\n1. X\n2. Y\n3. Z", list(given_order))
        places = sum(one == other for one, other in zip(given_order, "XYZ", strict=True))
        assert (found.share, found.is_right) == (Fraction(places, 3), places == 3)
    assert verdict("answer: order\n1. X\n2. Y", ["X"]).is_answer is False


@pytest.mark.parametrize(
    ("lines", "given", "share"),
    [
        ("answer: node\n= best moves of a", ["c"], 1),
        ("answer: node\n= best moves of a", ["b"], 1),
        ("answer: node\n= best moves of a", ["b", "c"], 0),
        ("answer: nodes\n= nodes with score 1", ["c", "b", "a"], 1),
        ("answer: nodes\n= nodes with score 1", ["a"], Fraction(1, 3)),
        ("answer: nodes\n= nodes with score 7", [], 1),
        ("answer: several\n= nodes with score 1", ["a", "b", "c"], 1),
        ("answer: one\n= score of a", "1", 1),
        ("answer: one\n= score of a", "0", 0),
    ],
)
def test_the_program_decides_by_the_fact(lines: str, given: list[str] | str, share: Fraction):
    assert problems(lines) == []
    assert verdict(lines, given).share == share


def test_a_path_is_right_in_its_order_alone():
    scene = scene_of("sample=example-7-1&algorithm=memoised")
    question = asked("answer: path\n= path at step 5")
    path = list(scene.trace[5].path)
    assert len(path) > 2
    assert judge(question, list_answer(path), scene).is_right
    assert not judge(question, list_answer(path[::-1]), scene).is_right


def test_a_free_text_waits_for_a_person():
    found = verdict("answer: free", "Because.")
    assert (found.is_right, found.share, found.is_answer) == (None, None, True)


@pytest.mark.parametrize("given", ["no list", '["z"]'])
def test_what_cannot_be_an_answer_gets_no_verdict(given: str):
    assert verdict("answer: node\n= best moves of a", given).is_answer is False


@given(game_graphs())
def test_the_choices_of_the_program_have_one_right_one(graph: GameGraph):
    scene = SlideScene(Scene())
    scene.__dict__.update(assembly=Assembled.of(graph), graph=graph, solution=solve(graph))
    right = format_score(scores_of(graph, 0)[graph.root or ""])
    choices = choices_of(asked(f"answer: one\n= score of {graph.root}"), scene)
    assert [choice.text for choice in choices if choice.is_right] == [right]
    assert 2 <= len({choice.text for choice in choices}) == len(choices) <= 1 + MOST_WRONG


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("answer: three\n= score of a", "answer must be one of typed, one, several"),
        ("answer: node", "the question needs '= FACT', a fact that names nodes"),
        ("answer: node\n= score of a", "score of a is 1, which names no nodes to click"),
        ("answer: order\n1. X", "the question needs either '= FACT' or at least two items"),
        ("answer: order\n1. X\n2. X", "an order needs at least two items, all of them different, got X, X"),
        ("answer: several\n- X\n- Y", "the question needs '= FACT', or at least two answers"),
        ("answer: free\n= score of a", "the question needs no '= FACT'"),
        ("points: many\n= score of a", "points must be a number from 0 to 100, got 'many'"),
        ("* {{Yes : acyclic}}\n- No", "the choice is wrong: acyclic is no"),
        ("* {{No : acyclic}}\n- It has {{5 : nodes}} nodes\n- {{4 : nodes}}", "the choice is right: nodes is 4"),
        (
            "* {{No : acyclic}}\n- {{It has 4 nodes : nodes}}",
            "'It has 4 nodes' cannot be compared with nodes, which is 4",
        ),
        ("* {{No : acyclic}}\n- {{a = 9 : rule with a=1, c=1}}", "'a = 9' cannot be compared with rule"),
        ("answer: one\n= score of a\n* 2\n- 1", "the answer 2 is wrong: score of a is 1"),
    ],
)
def test_a_question_that_cannot_be_marked_is_named(lines: str, said: str):
    assert said in problems(lines)[0]


def test_keys_that_no_fact_checks_are_counted():
    def note(*questions: str) -> str:
        text = "\n".join(f"? Q\n{lines}\n" for lines in questions)
        return unchecked_note(read_lesson(f"{HEAD}# One\nscene: sample=figure-1\n\nText.\n\n{text}", "x")[0])

    assert note("* Yes\n- No") == "1 choice question has no fact: its key is unchecked"
    assert note("* Yes\n- No", SEVERAL) == "2 choice questions have no fact: their keys are unchecked"
    tied = ["answer: one\n= score of a", "* {{No : acyclic}}\n- Yes", "= score of a", "answer: free"]
    assert note(*tied) == ""


def test_every_form_has_a_name_that_a_lesson_can_say():
    assert {asked(f"answer: {form}").form for form in AnswerForm} == set(AnswerForm)


@pytest.mark.parametrize(
    ("head", "stage", "said"),
    [
        ("assignment: yes\nfeedback: often", "", "line 6: feedback must be question or end, got 'often'"),
        ("assignment: yes\ndeadline: soon", "", "line 6: deadline must be a date and a time such as 2026-12-01 23:59"),
        ("assignment: yes\nvariants: 101", "", "line 6: variants must be a number from 1 to 100, got '101'"),
        ("assignment: yes\nattempts: 2", "", "line 1: 'attempts:' needs 'feedback: question'"),
        ("deadline: 2026-12-01", "", "line 1: 'deadline:' is for a lesson with 'assignment: yes'"),
        ("", "stage: curtain", "stage must be graph or run, got 'curtain'"),
        ("", "stage: graph\ntry: a, c", "a stage is hidden on the page explore alone, of a slide without a task"),
        ("", "stage: run", None),
    ],
)
def test_an_option_that_cannot_be_is_named(head: str, stage: str, said: str | None):
    text = f"{HEAD}{head}\n# One\nscene: sample=figure-1\ngraph: 4110b93b\n{stage}\n\nText.\n"
    lesson, problems = read_lesson(text.replace("\n\n# One", "\n# One").replace("4110b93b\n\n\n", "4110b93b\n\n"), "x")
    found = [str(each) for each in (*problems, *check(lesson))]
    assert [said in each for each in found if said] == [True] * (said is not None)
    assert bool(found) == bool(said)
