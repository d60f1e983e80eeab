"""What holds for every registered game by rules."""

from __future__ import annotations

import pytest

from explorer import games
from explorer.expansion.checked_rules import CheckedRules
from explorer.games.from_rules import POSITIONS
from explorer.model.graph import GameGraph, Kind
from explorer.model.rules import Rules
from explorer.model.scores import parse_score
from explorer.trace.options import parse_options

MOST = 300  # positions that are looked at
BY_RULES = [name for name, game in games.registered().items() if game.rules is not None]


def rules_of(name: str) -> Rules:
    game = games.find(name)
    return game.rules_with(**parse_options(name, game.parameters, {}))


def positions_of(asked: CheckedRules) -> list[object]:
    """The first positions, nearest to the start first."""
    met = dict.fromkeys([asked.initial])
    for position in (waiting := list(met)):
        if len(waiting) >= MOST:
            break
        fresh = [each for each in asked.expand(position)[1] if each not in met]
        met.update(dict.fromkeys(fresh))
        waiting += fresh
    return waiting[:MOST]


def test_both_conventions_and_infinitely_many_positions_are_among_them():
    rules = [rules_of(name) for name in BY_RULES]
    assert {each.negamax for each in rules} == {True, False}
    assert {"number-game", "morris"} <= set(BY_RULES)


MERGED = {
    "chess-ending": "mirrored",
    "hexapawn": "mirrored",
    "l-game": "mirrored",
    "mnk": "mirrored",
    "morris": "mirrored",
    "sharing": "symmetric",
    "tic-tac-toe": "mirrored",
    "tiling": "symmetric",
}


@pytest.mark.parametrize(("name", "option"), MERGED.items())
def test_where_positions_are_one_by_symmetry_the_graph_says_how_to_read_its_boards(name: str, option: str):
    for merged in ("yes", "no"):
        graph = games.generate(name, **{option: merged, POSITIONS: 1})
        assert graph.rules is not None
        note = graph.rules.board_note
        assert (" are one" in note) == (merged == "yes")
        assert graph.description.endswith(note)
    assert ("always the L of the player to move" in note) == (name == "l-game")


@pytest.mark.parametrize("name", BY_RULES)
def test_names_are_different_and_everything_is_the_same_when_asked_again(name):
    one, other = CheckedRules(rules_of(name)), CheckedRules(rules_of(name))
    positions = positions_of(one)
    names = [one.node(position).id for position in positions]
    assert len(set(names)) == len(positions)
    assert len(positions) > 50, "choose larger defaults: so few positions say little of the rules"
    for position in reversed(positions):
        assert one.expand(position) == other.expand(position)
        assert one.picture(position) == other.picture(position)


@pytest.mark.parametrize("name", BY_RULES)
def test_a_finished_position_has_a_score_and_no_other(name):
    asked = CheckedRules(rules_of(name))
    for node, successors in map(asked.expand, positions_of(asked)):
        assert (node.kind is Kind.LEAF) == (not successors) == (node.score is not None)
        if node.score is not None:
            assert parse_score(node.score) == node.score


@pytest.mark.parametrize("name", BY_RULES)
def test_positions_says_how_many_are_expanded_and_the_rules_stay(name):
    graph = games.generate(name, **{POSITIONS: 5})
    assert sum(node.kind is not Kind.OPEN for node in graph.nodes) == 5
    assert graph.rules is not None
    assert graph.replace(name="another").rules is graph.rules
    assert GameGraph.from_json(graph.to_json()) == graph
