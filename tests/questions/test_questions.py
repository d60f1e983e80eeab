"""Every question of every algorithm, with any options, accepts exactly the answers that are right."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game_graphs, game_trees
from support.plain_answers import path_calls, reordered
from support.recomputed import ANSWERS, PATHS, WINDOWS, Run, right_answers
from support.three_valued import three_valued

from explorer import algorithms
from explorer.games.samples import load_sample, sample_names
from explorer.model.errors import GraphError
from explorer.model.graph import GameGraph
from explorer.questions import Form, Question, all_questions, kinds, questions
from explorer.trace import Trace
from explorer.trace.options import Option

LONG = 300  # steps of a trace that are looked at
WORTHS = [0, 0, 1, -2, float("inf"), float("-inf")]
small = game_graphs(max_inner=4, max_leaves=3, max_degree=3)


def two_valued(graph: GameGraph) -> GameGraph:
    """A graph whose leaves are wins and losses."""
    nodes = tuple(
        node if node.score is None else replace(node, score=1 if node.score > 0 else -1) for node in graph.nodes
    )
    return graph.replace(nodes=nodes)


GRAPHS = st.one_of(
    small,
    game_graphs(max_inner=4, max_leaves=2, max_open=2),
    game_graphs(max_inner=5, max_open=1),
    game_graphs(acyclic=True),
    game_graphs(max_inner=4, max_leaves=2).map(three_valued),
    game_trees(),
    game_trees().map(two_valued),
)


def value_of(option: Option, graph: GameGraph) -> st.SearchStrategy[Any]:
    """Any value of an option that this graph allows."""
    if option.choices is not None:
        return st.sampled_from([*option.choices])
    moves = [f"{source} → {target}" for source, target in graph.moves]
    own: dict[str, st.SearchStrategy[Any]] = {
        "endless": st.sampled_from(WORTHS),
        "seed": st.integers(0, 9),
        "node": st.sampled_from(["", *graph.ids]),
        "first": st.integers(1, 3) if isinstance(option.default, int) else st.just(()),
        "most": st.sampled_from([2, 1000]),
        "depth": st.sampled_from([2, 100]),
        "further": st.integers(1, 3),
        "k": st.integers(-3, 3),
        "guess": st.integers(-3, 3),
        "hide": st.booleans(),
    }
    if option.name == "first" and option.default == () and moves:
        return st.one_of(st.just(()), st.lists(st.sampled_from(moves), max_size=3).map(tuple))
    return own[option.name]


def asked_trace(name: str, data: st.DataObject) -> tuple[GameGraph, Trace] | None:
    """A graph and a trace with any options on it; None where the algorithm cannot run."""
    entry, graph = algorithms.find(name), data.draw(GRAPHS)
    if entry.obstacle(graph) is not None:
        return None
    options = {option.name: data.draw(value_of(option, graph)) for option in entry.options}
    if name == "expansion":
        options["first"] = ()
    try:
        return graph, algorithms.trace(graph, name, **options)
    except GraphError:  # labels of the other convention, where players do not take turns
        return None


@pytest.mark.parametrize("name", algorithms.registered())
@given(st.data())
@examples(25)
def test_the_right_answers_are_those_that_follow_from_trace_and_graph(name: str, data: st.DataObject):
    found = asked_trace(name, data)
    if found is None:
        return
    graph, trace = found
    run = Run(trace)
    for question in all_questions(trace, steps=LONG):
        assert question.legal == right_answers(run, question, graph), (question.text, trace[question.step].caption)
        assert question.legal.isdisjoint(question.mistakes)
        assert {question.about} - {None} <= question.nodes <= {*trace.graph.ids}
        assert question.form is not Form.CHOICE or question.legal <= question.choices.keys()
        assert question.solution(trace.graph)
        assert not wrong_words(question, trace)


@pytest.mark.parametrize("name", [name for name in ANSWERS if name not in (*PATHS, *WINDOWS, "witness")])
def test_every_kind_is_asked_of_a_small_sample_and_its_answers_follow_there_too(name: str):
    graphs = [load_sample(sample) for sample in sample_names()]
    small_ones = [graph for graph in graphs if len(graph.nodes) <= 9 and graph.score_range is None]
    asked = set()
    for graph in (graph for graph in small_ones if algorithms.find(name).obstacle(graph) is None):
        run = Run(algorithms.trace(graph, name))
        for question in all_questions(run.trace, steps=LONG):
            asked.add(str(question.kind))
            assert question.legal == right_answers(run, question, graph), (graph.name, question.text)
    assert asked >= ANSWERS[name].keys()


def wrong_words(question: Question, trace: Trace) -> list[str]:
    """Words of another convention or algorithm."""
    words = " ".join([question.text, question.remark, *question.choices.values(), *question.mistakes.values()])
    foreign = ["Max", "Min"] if trace.graph.sign < 0 and trace.options.get("labels") != "status" else []
    foreign += ["sweep", "Sweep"] if trace.algorithm not in ("score-iteration", "bounds") else []
    return [word for word in foreign if re.search(rf"\b{word}\b", words)]


def test_all_that_is_asked_has_answers_that_are_recomputed():
    known = {kind for row in ANSWERS.values() for kind in row} | {"open"}
    assert kinds().keys() == known, (
        "write how to find the answers in another way in tests/support/recomputed.py, and name it in ANSWERS there"
    )


def test_a_round_of_the_messages_is_asked_about_as_a_round():
    graph = load_sample("figure-1")
    asked = [*all_questions(algorithms.trace(graph, "distributed", mode="asynchronous"))]
    assert "Round 2: which processes change their S?" in [question.text for question in asked]
    one = [*all_questions(algorithms.trace(graph, "distributed", detail="message"))]
    assert "Next a receives 1 from b. What is S of a then?" in [question.text for question in one]
    assert {str(question.kind) for question in one} == {"score", "final"}


# ---- searches


def events(trace: Trace, end: int) -> list[object]:
    """What the first steps do, in whatever words."""
    return [(step.focus, step.move, dict(step.scores)) for step in trace.steps.between(0, end)]


@pytest.mark.parametrize("name", ["depth-first", "memoised", "memoised-naive", "minimax", "alpha-beta", "negascout"])
@given(game_graphs(max_inner=3, max_leaves=2, max_degree=3))
@examples(12)
def test_a_search_may_visit_what_it_visits_with_the_moves_in_another_order(name: str, graph: GameGraph):
    trace = algorithms.trace(graph, name)
    others = [algorithms.trace(other, name) for other in reordered(graph)]
    for question in (each for each in all_questions(trace, steps=LONG) if str(each.kind) == "visit"):
        before = events(trace, question.step)
        for other in others:
            if len(other) > question.step and events(other, question.step) == before:
                assert frozenset((other[question.step].focus or "",)) in question.legal


@given(small)
@examples(40)
def test_exactly_what_algorithm_6_7_returns_is_right(graph: GameGraph):
    asked = all_questions(algorithms.trace(graph, "depth-first"), steps=LONG)
    found = [each for each in asked if str(each.kind) == "returned"]
    assert [(each.about, {*each.legal}) for each in found] == [(id, {value}) for id, value in path_calls(graph)]


@pytest.mark.parametrize("seed", range(3))
def test_in_example_7_1_whatever_happens_is_asked_about(seed: int):
    asked = questions(algorithms.trace(load_sample("example-7-1"), "memoised"), seed=seed)
    told = {(str(question.kind), question.about) for question in asked if question.is_telling}
    assert told == {("depends", "c"), ("entry", "c"), ("score", "r")}
