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
    assert data["asked"]
    assert mismatches(data, QuestionsData) == []


def test_the_name_of_a_run_tells_graphs_algorithms_and_options_apart():
    graph = load_sample("figure-1")
    runs = [
        algorithms.trace(graph, "memoised"),
        algorithms.trace(graph, "depth-first"),
        algorithms.trace(graph, "bounds"),
        algorithms.trace(graph, "bounds", endless=1),
        algorithms.trace(load_sample("example-7-1"), "memoised"),
    ]
    names = [questions_data(trace, seed=1, number="1")["run"] for trace in runs]
    assert len({*names}) == len(names)
    assert questions_data(algorithms.trace(graph, "memoised"), seed=2, number="9")["run"] == names[0]


def test_every_answer_that_may_be_given_is_there():
    trace = algorithms.trace(load_sample("figure-1"), "memoised")
    visit = next(each for each in all_questions(trace) if each.kind.name == "visit")
    assert sorted(map(str, question_data(trace.graph, visit)["legal"])) == ["['b']", "['c']"]
