"""Takeaway, coins, Nim and octal games: the rules, the ends, the sizes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.algorithms import trace
from explorer.games import find, generate
from explorer.games.heaps import nim_sum
from explorer.games.octal import digits
from explorer.model.errors import LimitError, OptionError
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


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("takeaway", {}),
        ("takeaway", {"stones": "9,4", "take": "2,5"}),
        ("takeaway", {"stones": 0}),
        ("nim", {}),
        ("nim", {"heaps": "0,2"}),
    ],
)
def test_the_number_of_positions_is_told_beforehand(name: str, parameters: dict[str, object]):
    game = find(name)
    values = {each.name: each.parse(parameters.get(each.name, each.default)) for each in game.parameters}
    assert game.count is not None
    assert game.count(**values) == len(generate(name, **parameters).nodes)


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


def test_kayles_knocks_over_one_pin_or_two_neighbours():
    graph = generate("octal", code="0.77", heap=4)
    assert set(successors(graph, "4")) == {"3", "2+1", "2", "1+1"}
    assert successors(graph, "1") == ["0"]


def test_the_digits_of_a_code_say_what_may_be_left():
    assert successors(generate("octal", code="0.1", heap=1), "1") == ["0"]
    assert generate("octal", code="0.1", heap=2).moves == ()
    assert successors(generate("octal", code="0.02", heap=5), "5") == ["3"]
    assert successors(generate("octal", code="0.4", heap=5), "5") == ["3+1", "2+2"]
    assert successors(generate("octal", code="4.", heap=4), "4") == ["3+1", "2+2"]


@given(st.text("01234567", min_size=1, max_size=3), st.integers(0, 6), st.integers(0, 6))
def test_heaps_of_an_octal_game_are_a_sum(code: str, one: int, other: int):
    values = [grundy("octal", code=f"0.{code}", heap=heap) for heap in (one, other)]
    assert grundy("octal", code=f"0.{code}", heap=f"{one},{other}") == nim_sum(values)


@pytest.mark.parametrize("code", ["0.8", "1.7", "77", "", "0.", "x", "0.7.7", "2."])
def test_what_is_no_octal_code_is_refused(code: str):
    with pytest.raises(OptionError, match="code must be an octal code such as"):
        generate("octal", code=code)
    assert digits(".77") == digits("0.77") == (0, 7, 7)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("takeaway", {"take": "0"}, "take must be 1 to 20 whole numbers from 1, such as"),
        ("takeaway", {"stones": "10001"}, "stones must be 1 to 20 whole numbers from 0 to 10000"),
        ("nim", {"heaps": "-1"}, "heaps must be"),
        ("nim", {"heaps": True}, "heaps must be"),
        ("coins", {"coins": ""}, "coins must be"),
        ("octal", {"heap": "101"}, "heap must be"),
    ],
)
def test_an_impossible_parameter_is_refused(name: str, parameters: dict[str, object], message: str):
    with pytest.raises(OptionError, match=message):
        generate(name, **parameters)


@pytest.mark.parametrize("parameters", [{"heaps": "900,900"}, {"heaps": ",".join(["1000"] * 20)}])
def test_a_game_that_is_too_large_is_refused_before_it_is_built(parameters: dict[str, object]):
    with pytest.raises(LimitError, match="has more than 200,000 positions or 2,000,000 moves; choose a smaller game"):
        generate("nim", **parameters)
