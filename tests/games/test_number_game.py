"""The number game keeps to the rules and the figures of its source (Loops, Part 2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.games import find, generate
from explorer.games.number_game import NumberGame
from explorer.model.errors import OptionError
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.solver import solve

NUMBER = find("number-game")


def rules(**values: object) -> NumberGame:
    chosen = {"start": 13, "divisors": (), "additions": (2, 4), "threshold": 6}
    return NumberGame(**{**chosen, **values})


def successors(graph: GameGraph, number: int) -> list[int]:
    return [int(node.id) for node in graph.successors_of(str(number))]


def test_the_game_of_the_source_starts_with_13_and_is_for_the_player_to_move():
    graph = generate("number-game")
    assert (graph.root, graph.convention) == ("13", Convention.NEGAMAX)
    assert successors(graph, 13) == [15, 17]
    assert successors(graph, 15) == [3, 5, 17, 19]
    assert successors(graph, 45) == [3, 5, 9, 15, 47, 49]
    assert {node.id: node.score for node in graph.nodes if node.kind is Kind.LEAF} == {"3": -3, "5": -5}


def test_the_bounds_of_the_start_are_those_of_the_source():
    solution = solve(generate("number-game"))
    assert (solution.lower["13"], solution.upper["13"]) == (3, 5)


def test_without_the_57_the_lower_bound_is_not_yet_found():
    graph = generate("number-game", positions=2)
    assert [node.id for node in graph.nodes if node.kind is Kind.OPEN] == ["17", "3", "5", "19"]
    assert solve(graph).lower["13"] == float("-inf")


@given(number=st.integers(6, 3_000))
def test_the_quotients_are_the_proper_divisors_smallest_first(number):
    proper = [by for by in range(2, number) if number % by == 0]
    assert rules().moves(number) == [*proper, number + 2, number + 4]


@given(
    number=st.integers(1, 500),
    divisors=st.lists(st.integers(2, 30), min_size=1, max_size=5),
    additions=st.lists(st.integers(1, 30), min_size=1, max_size=5),
    threshold=st.integers(1, 60),
)
def test_moves_follow_the_parameters_in_a_fixed_order(number, divisors, additions, threshold):
    moves = rules(divisors=divisors, additions=additions, threshold=threshold).moves(number)
    down, up = [n for n in moves if n < number], [n for n in moves if n > number]
    assert moves == sorted(down) + sorted(up)
    assert bool(moves) == (number >= threshold)
    if moves:
        assert {n - number for n in up} == set(additions)
        assert all(number % n == 0 and number // n in divisors for n in down)


def test_divisors_that_are_not_in_the_list_are_not_allowed():
    graph = generate("number-game", start=30, divisors="2;3", additions="1", positions=1)
    assert successors(graph, 30) == [10, 15, 31]
    assert rules(divisors=(2, 7)).moves(7) == [9, 11]


def test_a_start_below_the_threshold_is_lost_at_once():
    graph = generate("number-game", start=4)
    assert [(node.id, node.score) for node in graph.nodes] == [("4", -4)]


def test_the_description_says_the_rules():
    description = generate("number-game", divisors="2,3,5", additions="7", threshold=9).description
    assert all(words in description for words in ("Start with 13", "2, 3 or 5", "add 7.", "below 9"))
    assert "by a divisor" in generate("number-game").description


@pytest.mark.parametrize(
    ("text", "value"), [("all", ()), ("2,3, 5", (2, 3, 5)), ("2 3", (2, 3)), ([2, 3], (2, 3)), ((), ()), ("7", (7,))]
)
def test_divisors_are_all_or_a_list(text, value):
    option = next(each for each in NUMBER.parameters if each.name == "divisors")
    assert option.parse(text) == value
    assert option.parse(option.write(value)) == value


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"divisors": "1,2"}, 'divisors must be "all" or 1 to 20 whole numbers from 2'),
        ({"divisors": "some"}, "divisors must be"),
        ({"additions": ""}, "additions must be 1 to 20 whole numbers from 1"),
        ({"additions": "0"}, "additions must be"),
        ({"additions": "-2"}, "additions must be"),
        ({"additions": "all"}, "additions must be"),
        ({"additions": 4.5}, "additions must be"),
        ({"additions": list(range(1, 22))}, "additions must be"),
        ({"start": 0}, "start must lie between 1 and 1000000"),
        ({"threshold": 0}, "threshold must lie"),
        ({"positions": 0}, "positions must lie between 1 and 200000"),
    ],
)
def test_an_impossible_parameter_is_refused(parameters, message):
    with pytest.raises(OptionError, match=message):
        generate("number-game", **parameters)
