"""Known answers are compared with what the program finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import example_7_1, figure_1, game, game_graphs

from explorer.comparison import expected
from explorer.comparison.expected import contradicted_scores, contradictions, disagreements, known
from explorer.games.samples import load_sample, sample_names
from explorer.model.graph import GameGraph, Kind
from explorer.solver import solve
from explorer.trace.recording import Limits

SHAPE = 'the known finality must be an object with "lower" and "upper", each with node ids and true or false'


def with_column(graph: GameGraph, scores: Mapping[str, object]) -> GameGraph:
    """The graph with known scores under a further key of nodes, as a table has them."""
    nodes = [replace(node, extra={"expected": scores[node.id]} if node.id in scores else {}) for node in graph.nodes]
    return graph.replace(nodes=tuple(nodes))


@pytest.mark.parametrize("name", sample_names())
def test_no_sample_disagrees_with_its_known_answers(name):
    graph = load_sample(name)
    final = ["final"] if any(node.kind is Kind.OPEN for node in graph.nodes) else []
    impartial = [key for key in ("kernel", "grundy") if key in graph.expected or name in ("takeaway-10", "nim-1-2-3")]
    assert known(graph) == ["scores", "lower", "upper", "steps", "visits", *final, *impartial]
    assert disagreements(graph) == []


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"scores": {"a": 2}}, "scores of a: known 2, found 1"),
        ({"upper": {"a": "inf"}}, "upper of a: known ∞, found 2"),
        ({"scores": {"z": 2}}, "the known scores name 'z', which is not a node"),
        ({"scores": {"a": "two"}}, "the known scores give 'a' the value 'two', which is not a number"),
        ({"lower": 3}, "the known lower must be an object of node ids and numbers"),
        ({"steps": 9}, "steps of score-iteration: known 9, found 3"),
        ({"visits": {"depth-first": 6}}, "visits of depth-first: known 6, found 5"),
    ],
)
def test_a_false_known_answer_is_named(wrong, sentence):
    assert disagreements(load_sample("figure-1").replace(expected=wrong)) == [sentence]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"lower": {"A": True}}, "lower bound of A: known to be final, found not final"),
        ({"upper": {"A": False}}, "upper bound of A: known to be not final, found final"),
        ({"upper": {"Z": True}}, "the known finality names 'Z', which is not a node"),
        (
            {"upper": {"A": 1}},
            "the known finality calls the upper bound of 'A' 1, which is neither true nor false",
        ),
        *((shape, SHAPE) for shape in ({"A": True}, {"lower": True}, True)),
    ],
)
def test_a_false_known_finality_is_named(wrong, sentence):
    assert disagreements(load_sample("negamax-half-final").replace(expected={"final": wrong})) == [sentence]


@pytest.mark.parametrize(
    ("wrong", "sentences"),
    [
        ({"kernel": ["0", "5"]}, ["10: known to be outside the kernel, found the other way"]),
        ({"kernel": ["0", "5", "10", "4"]}, ["4: known to be in the kernel, found the other way"]),
        ({"kernel": ["0", "5", "10", "z"]}, ["the known kernel names 'z', which is not a node"]),
        ({"kernel": "10"}, ["the known kernel must be a list of node ids"]),
        ({"grundy": {"7": 3}}, ["grundy of 7: known 3, found 2"]),
        ({"grundy": {"z": 3}}, ["the known grundy name 'z', which is not a node"]),
        ({"grundy": 3}, ["the known grundy must be an object of node ids and numbers"]),
        ({"kernel": ["0", "5", "10"], "grundy": {"0": 0, "9": 4}}, []),
    ],
)
def test_a_false_known_kernel_or_grundy_value_is_named(wrong, sentences):
    assert disagreements(load_sample("takeaway-10").replace(expected=wrong)) == sentences


@pytest.mark.parametrize("wrong", [{"kernel": []}, {"grundy": {}}])
def test_a_graph_with_a_cycle_has_no_known_kernel(wrong):
    (sentence,) = disagreements(load_sample("figure-1").replace(expected=wrong))
    assert "play can repeat for ever in the cycle a → c → a" in sentence


@pytest.mark.parametrize(
    ("known_scores", "sentences"),
    [
        ({"a": 1}, []),
        ({"a": 3, "c": "-inf"}, []),
        ({"a": "1/2"}, ["scores of a: known 1/2, found 1..3"]),
        ({"c": 4, "b": 2}, ["scores of b: known 2, found 1", "scores of c: known 4, found −∞..3"]),
    ],
)
def test_a_known_score_that_open_nodes_allow_is_not_contradicted(known_scores, sentences):
    graph = game("a", a="max b c", b=1, c="min d q", d=3, q="open").replace(expected={"scores": known_scores})
    assert disagreements(graph) == sentences


def test_of_a_solution_for_another_value_of_endless_play_the_bounds_are_compared():
    graph = load_sample("figure-1").replace(expected={"scores": {"a": 1}, "upper": {"a": 5}})
    solution = solve(graph, endless=2)
    assert [problem.message for problem in contradicted_scores(graph, solution, 2)] == [
        "upper of a: known 5, found 2",
        "the known scores are those with endless play worth 0, and agree with that",
    ]


def test_known_scores_that_are_wrong_first_come_first():
    graph = example_7_1(1, 2).replace(expected={"scores": {"r": 0, "e": 0, "c": 0, "a": 1}})
    assert [problem.node for problem in contradictions(graph)] == ["c", "r", "e"]


def test_an_unknown_algorithm_among_the_visits_is_named():
    (sentence,) = disagreements(load_sample("figure-1").replace(expected={"visits": {"guess": 1}}))
    assert sentence.startswith("visits of guess: there is no algorithm 'guess'")


def test_what_takes_too_long_is_not_said_to_be_found(monkeypatch):
    monkeypatch.setattr(expected, "_RUN", Limits(steps=1, run=3))
    graph = load_sample("example-7-1").replace(expected={"steps": 3, "visits": {"memoised": 10}, "kernel": []})
    acyclic = load_sample("nim-1-2-3")
    assert [sentence.partition(",")[0] for sentence in disagreements(graph)][:2] == [
        "steps of score-iteration: not checked",
        "visits of memoised: not checked",
    ]
    assert any("not checked" in sentence for sentence in disagreements(acyclic.replace(expected={"grundy": {}})))


@given(
    game_graphs(max_open=2),
    st.sampled_from([st.integers(-3, 3), st.sampled_from([1, 0.5, "1/2", "inf", -2])]),
    st.data(),
)
def test_known_scores_of_nodes_in_a_column_are_compared_as_those_of_the_graph(graph, values, data):
    known_scores = {node.id: data.draw(values) for node in graph.nodes if data.draw(st.integers(0, 3))}
    in_column = with_column(graph, known_scores)
    assert known(in_column) == (["scores"] if known_scores else [])
    assert disagreements(in_column) == disagreements(graph.replace(expected={"scores": known_scores}))


def test_what_is_no_number_in_a_column_is_said_once():
    graph = with_column(figure_1(), {"a": "won", "b": "-1", "c": "lost", "d": "3"})
    assert disagreements(graph) == [
        "the known scores give 'a' the value 'won', which is not a number, nor is that of 1 other node",
        "scores of d: known 3, found 2",
    ]
