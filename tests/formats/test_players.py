"""Players are taken from the keys under which nodes name them, in trees and in flat graphs alike."""

from __future__ import annotations

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

import explorer
from explorer import formats
from explorer.cli.parser import main
from explorer.model.errors import ExplorerError, OptionError
from explorer.solver import solve

MAX_FIRST: dict[str, list[tuple[object, object]]] = {
    "player": [("max", "min"), (0, 1), ("white", "black")],
    "isMax": [(True, False), (1, 0), ("true", "false")],
    "is_max": [(True, False), (1, 0)],
    "maximizing": [(True, False), ("1", "0")],
    "turn": [("max", "min"), ("Max", "Min"), (0, 1), ("white", "black")],
    "kind": [("MAX", "MIN")],
}
NAMINGS = [(key, pair) for key, pairs in MAX_FIRST.items() for pair in pairs]

trees = st.recursive(
    st.integers(-9, 9), lambda below: st.tuples(st.booleans(), st.lists(below, min_size=1, max_size=3))
)


def best(tree) -> int:
    """The score of a tree of numbers and of pairs (whether Max moves, subtrees), by the definition."""
    if isinstance(tree, int):
        return tree
    is_max, below = tree
    return (max if is_max else min)(map(best, below))


def is_told(tree) -> set[bool]:
    return set() if isinstance(tree, int) else {tree[0]}.union(*map(is_told, tree[1]))


def nested(tree, key: str, names) -> dict[str, object]:
    if isinstance(tree, int):
        return {"value": tree}
    is_max, below = tree
    return {key: names[0 if is_max else 1], "children": [nested(part, key, names) for part in below]}


def flat(tree, key: str, names) -> dict[str, object]:
    nodes: list[dict[str, object]] = []
    links: list[dict[str, object]] = []

    def add(part) -> int:
        number = len(nodes)
        if isinstance(part, int):
            nodes.append({"id": number, "score": part})
            return number
        nodes.append({"id": number, key: names[0 if part[0] else 1]})
        links.extend({"source": number, "target": target} for target in map(add, part[1]))
        return number

    add(tree)
    return {"directed": True, "nodes": nodes, "links": links, "graph": {"root": 0}}


@pytest.mark.parametrize(("key", "names"), NAMINGS, ids=str)
@given(tree=trees.filter(lambda tree: is_told(tree) == {True, False}))
@examples(15)
def test_a_tree_and_a_flat_graph_have_the_score_of_the_players_that_they_name(key, names, tree):
    for form in (nested, flat):
        found = formats.load_text(json.dumps(form(tree, key, names)))
        assert solve(found.require_good()).score == best(tree)
        assert "no player" not in " ".join(problem.message for problem in found.problems)


OF_TWO = (True, [(True, [10, -10]), (False, [2, -1])])  # levels that alternate would give −1, and Min first 2


@pytest.mark.parametrize(("names", "form"), [*product([("X", "O"), (True, False), ("AI", "human")], [nested, flat])])
def test_other_players_are_refused_with_both_named_until_one_is_said_to_be_max(names, form, tmp_path, capsys):
    for key in ("player", "turn", "owner"):
        file = tmp_path / f"{key}.json"
        file.write_text(json.dumps(form(OF_TWO, key, names)))
        with pytest.raises(ExplorerError) as refused:
            explorer.solve(file)
        assert all(repr(name) in str(refused.value) for name in names)
        assert f"max={names[0]!r}" in str(refused.value) or f"max={names[1]!r}" in str(refused.value)
        swapped = (False, [(False, [10, -10]), (True, [2, -1])])
        assert explorer.solve(explorer.as_graph(file, max=names[0])).score == best(OF_TWO) == 10
        assert explorer.solve(explorer.as_graph(file, max=names[1])).score == best(swapped) == -10
        assert main(["solve", str(file), "--json", "--max", str(names[0])]) == 0
        assert json.loads(capsys.readouterr().out)["score"] == 10


def test_whoever_is_said_to_be_max_must_be_one_of_two_players(tmp_path):
    file = tmp_path / "x.json"
    file.write_text(json.dumps(nested(OF_TWO, "player", ("X", "O"))))
    with pytest.raises(
        OptionError, match="'Z' is not one of two players, so it cannot be Max: the players are 'X' and 'O'"
    ):
        explorer.as_graph(file, max="Z")
    with pytest.raises(OptionError, match="the graph itself says who moves"):
        explorer.as_graph(explorer.as_graph("sample:figure-1"), max="X")


def test_numbers_of_plies_and_kinds_of_positions_are_no_players():
    for key, names in (("turn", (5, 7)), ("type", ("position", "check")), ("type", (0, 1))):
        found = formats.load_text(json.dumps(nested(OF_TWO, key, names)))
        assert solve(found.require_good()).score == -1  # levels that alternate
        assert "the nodes name no player" in found.problems[0].message
