"""Questions reach the browser as they are described, with every answer that is right."""

from __future__ import annotations

import pytest
from frontend.test_messages import mismatches

from explorer import algorithms
from explorer.drawing.messages.trace import QuestionsData
from explorer.drawing.question_data import question_data, questions_data
from explorer.games.samples import load_sample
from explorer.questions import all_questions


@pytest.mark.parametrize("name", ["score-iteration", "bounds", "memoised", "alpha-beta", "exact-finality"])
def test_questions_are_as_described(name: str):
    trace = algorithms.trace(load_sample("figure-1"), name)
    data = questions_data(trace, seed=3, number="1")
    assert data["questions"]
    assert mismatches(data, QuestionsData) == []


def test_every_answer_that_may_be_given_is_there():
    trace = algorithms.trace(load_sample("figure-1"), "memoised")
    visit = next(each for each in all_questions(trace) if each.kind.name == "visit")
    assert sorted(map(str, question_data(trace.graph, visit)["legal"])) == ["['b']", "['c']"]
