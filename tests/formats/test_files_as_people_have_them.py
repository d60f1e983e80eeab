"""Files as people have them, which say little of what they mean: they get the right answer, and a guess is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from explorer import formats
from explorer.model.check import Severity, errors_in
from explorer.model.errors import FormatError
from explorer.model.graph import Kind
from explorer.model.intake import Assembled
from explorer.solver import solve

CASES = Path(__file__).parent / "cases"


def case(name: str) -> Assembled:
    return formats.load(CASES / name)


def said(found: Assembled) -> str:
    return "\n".join(problem.message for problem in found.problems if problem.severity is not Severity.NOTE)


def players(*names: object) -> Assembled:
    """A ring of nodes of these players that ends in a leaf, as node-link JSON."""
    nodes = [{"id": str(index), "player": name} for index, name in enumerate(names)]
    edges = [{"source": str(index), "target": str(index + 1)} for index in range(len(names))]
    return formats.load_text(json.dumps({"nodes": [*nodes, {"id": str(len(names)), "score": 1}], "links": edges}))


# ---- players


def test_player_1_beside_player_2_is_max():
    solution = solve(case("p12.json").require_good())
    assert (solution.scores["a"], solution.scores["b"]) == (0, 0)  # neither Max takes −3 nor Min 4
    assert (solution.lower["a"], solution.upper["b"]) == (-3, 4)


@pytest.mark.parametrize(
    ("first", "second"),
    [(1, 2), (1.0, "2.0"), (1, -1), ("P1", "p2"), ("Player 1", "player_2"), ("white", "Black"), ("W", "B"), (0, 1)],
)
def test_either_of_a_pair_of_players_is_understood_and_said(first: object, second: object):
    found = players(second, first, "max")
    assert [node.kind for node in found.require_good().nodes[:3]] == [Kind.MIN, Kind.MAX, Kind.MAX]
    assert ("was read as Max" in said(found)) is (first != 0)  # 0 and 1 are those of parity games


@pytest.mark.parametrize("names", [(1, 2, 3), (1, 2, 0), (True, False), ("white", "grey"), (0, 1, -1), (2, 2)])
def test_players_that_are_no_pair_are_an_error_that_names_them(names: tuple[object, ...]):
    (first, *_) = errors_in(list(players(*names).problems))
    assert "unknown player" in first.message
    assert all(repr(name) in first.message for name in names)


def test_a_lone_player_1_is_said_to_be_min():
    assert "only player that nodes name is 1; read as Min" in said(players(1, 1))


def test_players_of_a_nested_tree_are_read_by_pairs_too():
    tree = {"player": 2, "children": [{"player": 1, "children": [{"value": 1}, {"value": 4}]}, {"value": 3}]}
    found = formats.load_text(json.dumps(tree))
    assert solve(found.require_good()).score == 3
    assert "2 as Min" in said(found)


# ---- winning conditions that are not evaluated


@pytest.mark.parametrize(
    ("name", "word"), [("reach2.dot", "targets"), ("prio.dot", "priorities"), ("prio.graphml", "priorities")]
)
def test_a_winning_condition_that_is_not_evaluated_is_named_and_so_is_that_no_node_is_a_leaf(name: str, word: str):
    found = case(name)
    assert f"{word} are kept but not evaluated" in said(found)
    assert "every score is the value of endless play" in said(found)
    assert {*solve(found.require_good(), endless=7).scores.values()} == {7}


@pytest.mark.parametrize("name", ["stpg.dot", "stoch.dot"])
def test_chance_nodes_are_refused(name: str):
    with pytest.raises(FormatError, match="chance nodes"):
        case(name)


def weighted(*weights: object) -> Assembled:
    edges = [{"source": "a", "target": str(index), "weight": weight} for index, weight in enumerate(weights)]
    leaves = [{"id": str(index), "score": index} for index in range(len(weights))]
    return formats.load_text(json.dumps({"nodes": [{"id": "a", "player": "max"}, *leaves], "links": edges}))


def test_weights_are_named_unless_all_moves_have_the_same():
    assert "weight of moves is not evaluated" in said(weighted(1, 2))
    assert "weight of moves is not evaluated" not in said(weighted(1, 1))
    assert solve(weighted(0.5, 0.5).require_good()).score == 1  # a player chooses there, whatever the numbers
