"""Every game by rules names its moves, and a graph that it makes carries the names."""

from __future__ import annotations

import pytest

from explorer.expansion.graph_rules import rules_of
from explorer.expansion.partial import PartialGraph
from explorer.games import generate, registered

BY_RULES = [name for name, game in registered().items() if game.rules is not None]
SMALL = {"openspiel": {"positions": 40}, "l-game": {"mirrored": False, "positions": 3}}


@pytest.mark.parametrize("name", [*BY_RULES, "pursuit", "nim", "takeaway", "coins", "octal"])
def test_every_move_of_a_game_has_a_name_and_no_two_moves_of_a_node_have_one(name: str):
    parameters = SMALL.get(name, {})
    graph = generate(name, **({"positions": 40} if name in BY_RULES else {}) | parameters)
    assert graph.move_names.keys() == {*graph.moves}
    for id in graph.ids:
        names = [graph.move_names[id, after] for after in graph.ids_after(id)]
        assert len({*names}) == len(names), id


@pytest.mark.parametrize(
    ("name", "parameters", "start", "names"),
    [
        ("nim", {"heaps": "1,2"}, "1,2", ["1 from heap 1", "1 from heap 2", "2 from heap 2"]),
        ("takeaway", {"stones": 3, "take": "1,2"}, "3", ["take 1", "take 2"]),
        ("octal", {"code": "0.77", "heap": "4"}, "4", ["4 → 3", "4 → 2+1", "4 → 2", "4 → 1+1"]),
        ("coins", {}, "0", ["+1", "+2", "+5"]),
        ("number-game", {"start": 12, "additions": "1"}, "12", ["÷6", "÷4", "÷3", "÷2", "+1"]),
        ("tic-tac-toe", {}, ".../.../...", ["X a3", "X b3", "X b2"]),
    ],
)
def test_moves_are_named_as_they_are_written_in_the_field(name, parameters, start, names):
    graph = generate(name, **parameters)
    assert [graph.move_names[start, after] for after in graph.ids_after(start)] == names


def test_a_graph_that_is_expanded_node_by_node_has_the_names_of_the_whole_one():
    graph = generate("nim", heaps="1,2")
    for known in (PartialGraph(rules_of(generate("hexapawn", positions=1))), PartialGraph(rules_of(graph))):
        root = known.root.id
        known.expand(root)
        whole = known.graph()
        assert len(whole.move_names) == len(whole.moves) > 0
    assert whole.move_names.items() <= graph.move_names.items()
