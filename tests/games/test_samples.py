"""Every sample against its known answers, which were worked out apart from the package."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from support.samples import LARGEST, runnable

from explorer import algorithms
from explorer.algorithms import trace
from explorer.games.samples import load_sample, sample_names
from explorer.model.check import check, errors_in
from explorer.model.graph import Kind
from explorer.solver import solve

NAMES = sample_names()


def numbers(answers: dict[str, Any]) -> dict[str, Any]:
    """Scores as a file holds them, as numbers."""
    return {
        id: value
        if not isinstance(value, str)
        else Fraction(value)
        if "/" in value
        else {"inf": math.inf, "-inf": -math.inf}[value]
        for id, value in answers.items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_has_a_title_a_description_and_no_errors(name):
    graph = load_sample(name)
    assert graph.name
    assert 100 < len(graph.description) < 500, "a description has 100 to 500 characters"
    assert not errors_in(check(graph))
    assert len(graph.reachable) == len(graph.nodes)


@pytest.mark.parametrize("name", NAMES)
def test_the_solver_finds_the_known_answers(name):
    graph = load_sample(name)
    solution = solve(graph)
    assert solution.scores == numbers(graph.expected["scores"])
    assert solution.lower == numbers(graph.expected["lower"])
    assert solution.upper == numbers(graph.expected["upper"])


@pytest.mark.parametrize("name", NAMES)
def test_score_iteration_finds_the_known_answers_in_the_known_number_of_steps(name):
    graph = load_sample(name)
    result = trace(graph, "score-iteration").result
    assert result["scores"] == numbers(graph.expected["scores"])
    assert result["steps"] == graph.expected["steps"]


@pytest.mark.parametrize("name", NAMES)
def test_every_algorithm_agrees_with_what_is_known(name):
    graph = load_sample(name)
    expected = graph.expected
    true = numbers(expected["scores"])[graph.root]
    some = expected["visits"] if name in LARGEST else algorithms.registered()
    for algorithm in runnable(graph, some):
        result = trace(graph, algorithm).result
        stated, is_wrong = numbers(expected.get("values", {})), bool(algorithms.find(algorithm).warning)
        assert is_wrong or stated.get(algorithm, true) == true, algorithm
        if "visits" in result and (algorithm in stated or not is_wrong):
            assert result["value"] == stated.get(algorithm, true), algorithm
        if algorithm in expected.get("visits", {}):
            assert result["visits"] == expected["visits"][algorithm], algorithm


@pytest.mark.parametrize("name", NAMES)
def test_visits_are_known_for_the_searches(name):
    assert set(load_sample(name).expected.get("visits", {})) == {"depth-first", "memoised", "memoised-naive"}


@pytest.mark.parametrize("name", ["example-7-1", "table-trap", "ladder-6"])
def test_a_naive_memo_gives_the_root_a_wrong_score(name):
    expected = load_sample(name).expected
    assert expected["values"]["memoised-naive"] != expected["scores"][load_sample(name).root]


@pytest.mark.parametrize(
    ("name", "node", "sequence"),
    [
        ("figure-1", "a", [0, 0, 1, 1]),
        ("figure-1", "c", [0, 0, 0, 1]),
        ("figure-1-b-neg-d-pos", "a", [0, 0]),
        ("figure-3-cycle", "a", [0, 0, 1, 1, 2, 2]),
        ("max-decreases", "a", [0, 0, 0, -1, -1, -2]),
        ("max-decreases", "c", [0, 0, 0, -2, -2, -2]),
    ],
)
def test_the_approximations_are_those_of_the_description(name, node, sequence):
    run = trace(load_sample(name), "score-iteration")
    assert [run.scores_at(n)[node] for n in range(len(sequence))] == sequence


def test_the_negamax_loops_have_the_bounds_of_loops_part_1():
    two, three = (load_sample(name).expected for name in ("negamax-loop", "negamax-three-loop"))
    assert [(two["lower"][id], two["upper"][id]) for id in "AB"] == [(-1, 2), (-2, 1)]
    assert [(three["lower"][id], three["upper"][id]) for id in "ABC"] == [(-1, 3), (2, 3), (-3, 1)]


FINALITIES = [name for name in NAMES if "final" in load_sample(name).expected]


@pytest.mark.parametrize("name", NAMES)
def test_the_known_finality_is_found_by_the_rule_and_exactly(name):
    graph = load_sample(name)
    every = {node.id: node.kind is not Kind.OPEN for node in graph.nodes}
    known = graph.expected.get("final", {"lower": every, "upper": every})
    assert FINALITIES == ["negamax-half-final", "negamax-revealed"]
    for algorithm in ("finality", "exact-finality"):
        result = trace(graph, algorithm).result
        assert {side: result[side] for side in ("lower", "upper")} == known, algorithm
