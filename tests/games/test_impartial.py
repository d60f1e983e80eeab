"""Takeaway, coins, Nim and octal games: the rules and the ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.algorithms import trace
from explorer.games import generate
from explorer.games.heaps import nim_sum
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.solver import solve

KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]  # Guy and Smith
DAWSON = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]  # Dawson's Kayles, 0.07


def successors(graph: GameGraph, id: str) -> list[str]:
    return [node.id for node in graph.successors_of(id)]


def grundy(name: str, **parameters: object) -> int:
    graph = generate(name, **parameters)
    value: int = trace(graph, "kernel").result["grundy"][graph.root]
    return value


@pytest.mark.parametrize("name", ["takeaway", "coins", "nim", "octal"])
def test_whoever_cannot_move_has_lost_and_the_kernel_is_where_the_next_player_loses(name: str):
    graph = generate(name)
    assert graph.convention is Convention.NEGAMAX
    assert {node.score for node in graph.nodes if node.kind is Kind.LEAF} == {-1}
    lost = [id for id, score in solve(graph).scores.items() if score == -1]
    assert trace(graph, "kernel").result["kernel"] == lost


def test_a_pile_loses_one_of_the_allowed_numbers():
    graph = generate("takeaway", stones=21)
    assert successors(graph, "21") == ["20", "19", "18", "17"]
    assert successors(graph, "2") == ["1", "0"]
    assert successors(graph, "0") == []
    assert successors(generate("takeaway", stones="7", take="5,2,2"), "7") == ["5", "2"]


@given(st.integers(0, 12), st.integers(0, 12), st.sets(st.integers(1, 6), min_size=1, max_size=3))
def test_two_piles_are_the_sum_of_one_and_the_other(one: int, other: int, take: set[int]):
    values = [grundy("takeaway", stones=stones, take=sorted(take)) for stones in (one, other)]
    assert grundy("takeaway", stones=(one, other), take=sorted(take)) == nim_sum(values)


def test_coins_end_at_squares_above_1_and_past_the_limit():
    graph = generate("coins")
    assert {int(node.id) for node in graph.nodes if node.kind is Kind.LEAF} == {4, 9, 16, 25, 36, *range(41, 46)}
    assert successors(graph, "0") == ["1", "2", "5"]
    assert successors(generate("coins", coins="3", limit=5), "3") == ["6"]


def test_a_heap_of_nim_loses_any_number():
    graph = generate("nim", heaps="3,4,5")
    assert len(graph.nodes) == 120
    assert successors(graph, "0,2,1") == ["0,1,1", "0,0,1", "0,2,0"]


@pytest.mark.parametrize(("code", "values"), [("0.77", KAYLES), ("0.07", DAWSON)])
def test_grundy_values_of_octal_games_are_the_known_ones(code: str, values: list[int]):
    assert [grundy("octal", code=code, heap=heap) for heap in range(len(values))] == values
