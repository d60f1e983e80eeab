"""Every sample against its known answers, which were worked out apart from the package."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from support.samples import LARGEST, runnable

from explorer import algorithms
from explorer.algorithms import trace
from explorer.games import generate
from explorer.games.samples import load_sample, sample_names, sample_path
from explorer.model.check import check, errors_in
from explorer.model.errors import UnknownNameError
from explorer.model.graph import GameGraph, Kind
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


def test_the_gallery_stands_in_teaching_order():
    assert NAMES == (
        "figure-1",
        "figure-1-b-ge-d",
        "figure-1-b-neg-d-pos",
        "figure-1-both-negative",
        "figure-5-two-cycle",
        "figure-2-semicycle",
        "figure-3-cycle",
        "max-decreases",
        "non-bipartite",
        "example-7-1",
        "table-trap",
        "progress",
        "ladder-3",
        "ladder-6",
        "alpha-beta-tree",
        "two-valued-tree",
        "draw-tree",
        "e-valuate-figure-1",
        "minimal-tree",
        "negamax-tree",
        "negamax-loop",
        "negamax-three-loop",
        "negamax-half-final",
        "negamax-revealed",
        "components",
        "takeaway-10",
        "nim-1-2-3",
        "coins",
        "reachability",
        "loopy-draw",
        "real-game",
    ), "a new sample stands here where its `order` puts it"


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_has_a_title_a_description_and_no_errors(name):
    graph = load_sample(name)
    assert graph.name
    assert 100 < len(graph.description) < 500, "a description has 100 to 500 characters"
    assert not errors_in(check(graph))
    assert len(graph.reachable) == len(graph.nodes)


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_comes_back_from_a_round_trip_unchanged(name):
    document = json.loads(sample_path(name).read_text(encoding="utf-8"))
    assert GameGraph.from_json(document).to_json() == document


@pytest.mark.parametrize("name", NAMES)
def test_nodes_of_a_drawn_sample_keep_their_distance(name):
    nodes = [node for node in load_sample(name).nodes if node.has_position]
    places = [complex(node.x, node.y) for node in nodes]
    assert len(nodes) in (0, len(load_sample(name).nodes)), "all nodes have a position, or none"
    assert all(abs(a - b) >= 100 for i, a in enumerate(places) for b in places[:i]), "two nodes lie less than 100 apart"


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
        value = numbers(expected.get("values", {})).get(algorithm, true)
        assert algorithms.find(algorithm).warning or value == true, algorithm
        assert "visits" not in result or result["value"] == value, algorithm
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


@pytest.mark.parametrize(
    ("name", "game", "parameters"),
    [
        ("ladder-3", "ladder", {"layers": 3}),
        ("ladder-6", "ladder", {"layers": 6}),
        ("takeaway-10", "takeaway", {"stones": 10}),
        ("nim-1-2-3", "nim", {"heaps": "1,2,3"}),
        ("real-game", "pursuit", {}),
        ("coins", "coins", {"limit": 18}),
        ("reachability", "reachability", {}),
    ],
)
def test_a_generated_sample_is_what_its_game_generates(name, game, parameters):
    assert without_boards(load_sample(name)) == without_boards(generate(game, **parameters))


def without_boards(graph: GameGraph) -> GameGraph:
    """The graph alone, without boards and known answers."""
    return graph.replace(nodes=tuple(replace(node, extra={}) for node in graph.nodes), expected={}, extra={})


def test_the_negamax_loops_have_the_bounds_of_loops_part_1():
    two, three = (load_sample(name).expected for name in ("negamax-loop", "negamax-three-loop"))
    assert [(two["lower"][id], two["upper"][id]) for id in "AB"] == [(-1, 2), (-2, 1)]
    assert [(three["lower"][id], three["upper"][id]) for id in "ABC"] == [(-1, 3), (2, 3), (-3, 1)]


@pytest.mark.parametrize(
    ("name", "bounds", "final"),
    [
        ("negamax-half-final", {"A": (1, 2), "B": (-2, -1)}, {"A": (False, True), "B": (True, False)}),
        ("negamax-revealed", {"A": (1, 2), "B": (-2, -1)}, {"A": (True, True), "B": (True, True)}),
    ],
)
def test_the_half_known_loops_are_those_of_loops_part_2(name, bounds, final):
    expected = load_sample(name).expected
    known = expected["final"]
    assert {id: (expected["lower"][id], expected["upper"][id]) for id in bounds} == bounds
    assert {id: (known["lower"][id], known["upper"][id]) for id in final} == final


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


@pytest.mark.parametrize("name", ["figure-9", "", "../pyproject", "figure-1.game.json"])
def test_an_unknown_sample_is_named_with_those_that_exist(name):
    with pytest.raises(UnknownNameError, match=r"choose one of figure-1, .*real-game"):
        load_sample(name)
