"""Answers are graded in the browser as in Python, and what is no answer is told apart from a wrong one."""

from __future__ import annotations

from fractions import Fraction

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game_graphs, scores

from explorer import algorithms
from explorer.drawing.question_data import question_data
from explorer.model.scores import Score, format_score, parse_endless, score_to_json
from explorer.questions import Form, Question, StepAnswer, all_questions

GRADED = "listed => listed.map(([question, answer]) => $answers.grade(question, answer))"
READ = "texts => texts.map(text => $answers.readNumber(text) ?? null)"
NAMES = ("score-iteration", "bounds", "memoised", "alpha-beta")


def answers(question: Question, ids: list[str]) -> list[StepAnswer]:
    nodes: list[StepAnswer] = [frozenset(ids[:size]) for size in range(len(ids) + 1)] + [frozenset((id,)) for id in ids]
    return {
        Form.NODE: nodes,
        Form.NODES: nodes,
        Form.SCORE: [
            0,
            1,
            -1,
            2,
            Fraction(1, 2),
            Fraction(-5, 3),
            -1.5,
            float("inf"),
            float("-inf"),
            *question.mistakes,
        ],
        Form.CHOICE: [*question.choices],
    }[question.form]


@examples(30)
@given(game_graphs(max_inner=3, max_leaves=3), st.sampled_from(NAMES))
def test_the_browser_grades_as_python_does(run: Run, graph, name: str):
    found = list(all_questions(algorithms.trace(graph, name), steps=60))[:12]
    rows = [(each, answer) for each in found for answer in answers(each, list(graph.ids))]

    def sent(answer: StepAnswer):
        return list(answer)[::-1] if isinstance(answer, frozenset) else _exact(answer)

    graded = run(GRADED, [[question_data(graph, each), sent(answer)] for each, answer in rows])
    for (each, answer), verdict in zip(rows, graded, strict=True):
        expected = (answer in each.legal, each.mistakes.get(answer, ""))
        assert (verdict["right"], verdict["misconception"]) == expected, answer


def _exact(answer: str | Score) -> object:
    return answer if isinstance(answer, str) else score_to_json(answer)


@examples(100)
@given(st.lists(scores, min_size=1))
def test_a_number_reads_as_it_is_written(run: Run, numbers: list[Score]):
    texts = [f" {format_score(number)} " for number in [*numbers, float("inf"), float("-inf")]]
    read = run(READ, texts)
    assert [parse_endless(each) for each in read] == [parse_endless(text) for text in texts]
