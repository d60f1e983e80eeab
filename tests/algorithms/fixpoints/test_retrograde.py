from __future__ import annotations

import math
import re
from random import Random

import pytest
from hypothesis import given
from support.game_searches import KINDS, THOUSANDS, drained
from support.graphs import figure_1, game_graphs, thorough
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.model.graph import Convention, GameGraph
from explorer.solver import solve
from explorer.trace import Finality


@pytest.mark.parametrize("kind", KINDS)
def test_it_finds_what_the_solver_finds_on_thousands_of_graphs_of_every_kind(kind: str):
    rng = Random(kind)
    for _ in range(THOUSANDS):
        graph, endless = KINDS[kind](rng), rng.choice([0, 0, 2, -math.inf])
        result, solution = drained(graph, "retrograde", endless=endless), solve(graph, endless=endless)
        assert (result["scores"], result["lower"], result["upper"]) == (solution.scores, solution.lower, solution.upper)


@thorough
@given(game_graphs(max_open=1))
def test_a_bound_is_settled_once_and_at_its_true_value(graph: GameGraph):
    run, solution = trace(graph, "retrograde"), solve(graph)
    infinite = (float("-inf"), float("inf"))
    for number, step in enumerate(run.steps[1:-1], 1):
        for id, pair in step.bounds.items():
            before = run.bounds_at(number - 1)[id]
            assert before != pair
            for old, new, true in zip(before, pair, (solution.lower[id], solution.upper[id]), strict=True):
                assert new in (true, old)
                assert old == new or old in infinite
    assert run.result["settled"] == sum(len(step.bounds) for step in run.steps[1:])


@thorough
@given(game_graphs())
def test_without_open_nodes_what_is_settled_is_final(graph: GameGraph):
    run, solution = trace(graph, "retrograde"), solve(graph)
    for number in range(len(run)):
        bounds = run.bounds_at(number)
        for id, role in run.finality_at(number).items():
            if role in (Finality.LOWER, Finality.FINAL):
                assert bounds[id][0] == solution.lower[id]
            if role in (Finality.UPPER, Finality.FINAL):
                assert bounds[id][1] == solution.upper[id]


def test_figure_1_as_text():
    assert [step.caption for step in trace(figure_1(1, 2), "retrograde")] == [
        (
            "No bound is settled. For each player the leaves follow from the best to the worst, and after each of them "
            "the positions from which this player can force play to it."
        ),
        "Leaf d has the score 2: its lower bound is settled, value(d) ≥ 2.",
        "lower(d) = 2 is settled, but at c Min moves and may choose otherwise: 1 successor left to examine.",
        "Leaf b has the score 1: its lower bound is settled, value(b) ≥ 1.",
        "lower(a) = 1: Max is to move and can choose lower(b) = 1, the best that can be settled.",
        "lower(c) = 1: the last successor is settled, lower(a) = 1, and none is worse for Max.",
        "Leaf b has the score 1: its upper bound is settled, value(b) ≤ 1.",
        "upper(b) = 1 is settled, but at a Max moves and may choose otherwise: 1 successor left to examine.",
        "Leaf d has the score 2: its upper bound is settled, value(d) ≤ 2.",
        "upper(c) = 2: Min is to move and can choose upper(d) = 2, the best that can be settled.",
        "upper(a) = 2: the last successor is settled, upper(c) = 2, and none is worse for Min.",
        "Every bound is settled. With endless play worth 0, the score of the root, a, is 1.",
    ]


@thorough
@given(game_graphs(conventions=(Convention.MINIMAX,), max_open=1))
def test_as_many_bounds_are_said_to_be_infinite_as_players_cannot_force_an_end(graph: GameGraph):
    last = trace(graph, "retrograde")[-1].caption
    for side, player, infinity in (("lower", "Max", -math.inf), ("upper", "Min", math.inf)):
        endless = [id for id, score in scores_of(graph, infinity).items() if score == infinity]
        found = re.search(rf"(\d+) {side} bounds? \w+ never settled and stays? −?∞: {player} cannot force an end", last)
        assert (0 if found is None else int(found[1])) == len(endless)
