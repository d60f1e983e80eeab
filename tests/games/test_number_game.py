"""The number game keeps to the rules and the figures of its source (Loops, Part 2)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from explorer.games import generate
from explorer.games.number_game import NumberGame
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.solver import solve


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
