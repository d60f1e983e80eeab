"""Known answers are compared with what the program finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import example_7_1, game, game_graphs, worths

from explorer.comparison.expected import answer_kinds, contradicted_scores, contradictions, disagreements
from explorer.games.samples import load_sample, sample_names
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, format_score
from explorer.solver import solve

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
    assert answer_kinds(graph) == ["scores", "lower", "upper", "steps", "visits", *final, *impartial]
    assert disagreements(graph) == []


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"scores": {"a": 2}}, "scores of a: known 2, found 1"),
        ({"upper": {"a": "inf"}}, "upper of a: known ∞, found 2"),
        ({"scores": {"z": 2}}, "the known scores name 'z', which is not a node"),
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
        (True, SHAPE),
    ],
)
def test_a_false_known_finality_is_named(wrong, sentence):
    assert disagreements(load_sample("negamax-half-final").replace(expected={"final": wrong})) == [sentence]


@pytest.mark.parametrize(
    ("wrong", "sentences"),
    [
        ({"kernel": ["0", "5"]}, ["10: known to be outside the kernel, found the other way"]),
        ({"kernel": ["0", "5", "10", "4"]}, ["4: known to be in the kernel, found the other way"]),
        ({"grundy": {"7": 3}}, ["grundy of 7: known 3, found 2"]),
        ({"kernel": ["0", "5", "10"], "grundy": {"0": 0, "9": 4}}, []),
    ],
)
def test_a_false_known_kernel_or_grundy_value_is_named(wrong, sentences):
    assert disagreements(load_sample("takeaway-10").replace(expected=wrong)) == sentences


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


@given(
    game_graphs(max_open=2),
    st.sampled_from([st.integers(-3, 3), st.sampled_from([1, 0.5, "1/2", "inf", -2])]),
    st.data(),
)
def test_known_scores_of_nodes_in_a_column_are_compared_as_those_of_the_graph(graph, values, data):
    known_scores = {node.id: data.draw(values) for node in graph.nodes if data.draw(st.integers(0, 3))}
    in_column = with_column(graph, known_scores)
    assert answer_kinds(in_column) == (["scores"] if known_scores else [])
    assert disagreements(in_column) == disagreements(graph.replace(expected={"scores": known_scores}))


@given(game_graphs(), worths)
def test_true_scores_for_a_value_of_endless_play_contradict_nothing_there(graph: GameGraph, endless: Score):
    scores = {id: format_score(score) for id, score in solve(graph, endless=endless).scores.items()}
    assert contradictions(graph.replace(expected={"scores": scores}), endless=endless) == []
