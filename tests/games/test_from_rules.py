"""A game by rules becomes a graph: the nearest positions expanded, the others open."""

from __future__ import annotations

from itertools import count
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer
from explorer.expansion.checked_rules import CheckedRules
from explorer.games import Game, from_rules, generate
from explorer.games.from_rules import FIRST_POSITIONS, MAX_POSITIONS, SMALL, partial_graph, positions_option, preview
from explorer.model.check import check, errors_in
from explorer.model.errors import GraphError, LimitError, OptionError
from explorer.model.graph import GameGraph, Kind
from explorer.model.rules import Rules
from explorer.solver import solve


class Doubling(Rules):
    """Add one or double, without end."""

    title, description = "Doubling", "Add one or double."
    negamax, initial = True, 1

    def moves(self, number):
        return [number + 1, 2 * number]

    def score(self, number):
        return 0


class Countdown(Rules):
    """Take one away until nothing is left: a path."""

    negamax = True

    def __init__(self, initial):
        self.initial = initial

    def moves(self, number):
        return [number - 1] if number else []

    def score(self, number):
        return 1


def test_the_nearest_positions_are_expanded_in_breadth_first_order_and_the_rest_is_open():
    graph = partial_graph(Doubling(), 4)
    assert [(node.id, node.kind is Kind.OPEN) for node in graph.nodes] == [
        ("1", False), ("2", False), ("3", False), ("4", False), ("6", True), ("5", True), ("8", True)
    ]  # fmt: skip
    assert graph.moves == (("1", "2"), ("2", "3"), ("2", "4"), ("3", "4"), ("3", "6"), ("4", "5"), ("4", "8"))
    assert (graph.root, graph.name, graph.description) == ("1", "Doubling", "Add one or double.")
    assert not any(node.has_position for node in graph.nodes)
    assert not errors_in(check(graph))


def test_one_call_makes_the_graph_of_ones_own_rules():
    whole = explorer.from_rules(Countdown(700))
    assert (len(whole.nodes), whole.nodes[-1].kind, solve(whole).score) == (701, Kind.LEAF, 1)
    told: list[tuple[int, int]] = []
    cut = explorer.from_rules(Doubling(), positions=450, progress=lambda *words: told.append(words))
    assert sum(node.kind is not Kind.OPEN for node in cut.nodes) == 450
    assert told == [(200, 450), (400, 450)]
    assert solve(cut).interval == (-inf, inf)


@pytest.mark.parametrize(
    ("rules", "positions", "words"),
    [
        (Doubling, 3, "an object such as Game"),
        ("mygame.py", 3, "got 'mygame.py'"),
        (Doubling(), 0, "positions must lie between"),
        (Doubling(), "many", "a whole number"),
    ],
)
def test_what_is_no_game_or_no_number_of_positions_is_one_sentence(rules, positions, words):
    with pytest.raises(OptionError, match=words):
        explorer.from_rules(rules, positions=positions)


def test_the_rules_stay_with_the_graph_whatever_is_changed_of_it():
    rules = Doubling()
    graph = partial_graph(rules, 3)
    assert graph.rules is rules
    assert graph.replace(name="another", nodes=graph.nodes).rules is rules
    assert GameGraph.from_json(graph.to_json()).rules is None


@given(fewer=st.integers(1, 60), more=st.integers(0, 60))
def test_more_positions_only_expand_what_was_open(fewer, more):
    small, large = partial_graph(Doubling(), fewer), partial_graph(Doubling(), fewer + more)
    assert [node.id for node in small.nodes] == [node.id for node in large.nodes][: len(small.nodes)]
    assert small.moves == large.moves[: len(small.moves)]
    assert sum(node.kind is not Kind.OPEN for node in large.nodes) == fewer + more


@pytest.mark.parametrize("positions", [6, 7, 100])
def test_a_finite_game_has_nothing_open_once_it_is_expanded_whole(positions):
    graph = partial_graph(Countdown(5), positions)
    assert [node.kind for node in graph.nodes] == [Kind.MOVER] * 5 + [Kind.LEAF]


def test_a_finished_position_is_open_until_it_is_expanded():
    assert partial_graph(Countdown(1), 1).nodes[1].kind is Kind.OPEN
    assert partial_graph(Countdown(0), 1).nodes[0].score == 1


@pytest.mark.large
def test_a_path_of_a_hundred_thousand_positions_is_no_trouble():
    assert len(partial_graph(Countdown(99_999), MAX_POSITIONS).nodes) == 100_000


def test_a_small_game_is_whole_by_default_and_of_a_large_one_a_glimpse_is_shown():
    assert len(preview(Countdown(SMALL - 1)).nodes) == SMALL
    for rules in (Doubling(), Countdown(SMALL)):
        graph = preview(rules)
        assert sum(node.kind is not Kind.OPEN for node in graph.nodes) == FIRST_POSITIONS


class Wide(Rules):
    """Many moves from everywhere, each to a new position."""

    negamax, initial = True, 0

    def __init__(self):
        self.fresh = count(1)

    def moves(self, number):
        return [next(self.fresh) for _ in range(100)]


def test_too_many_moves_are_refused_and_by_default_left_open(monkeypatch):
    monkeypatch.setattr(from_rules, "MAX_MOVES", 6_100)
    with pytest.raises(LimitError, match="Wide: 62 positions have more than 6,100 moves; lower positions"):
        partial_graph(Wide(), 62)
    assert len(preview(Wide()).moves) == 100 * FIRST_POSITIONS


def test_a_mistake_in_the_rules_is_told():
    class Broken(Countdown):
        def moves(self, number):
            return [number - 1] if number > 2 else None

    with pytest.raises(GraphError, match=r"Broken: moves\(\) at position 2 must give a list"):
        partial_graph(Broken(4), 10)
    assert len(partial_graph(Broken(4), 2).nodes) == 3


def test_positions_have_limits():
    option = positions_option(7)
    assert (option.default, option.parse("12")) == (7, 12)
    for value in (0, MAX_POSITIONS + 1, "all"):
        with pytest.raises(OptionError, match="positions must"):
            option.parse(value)


def entry(**settings: object) -> Game:
    return Game("x", "X", "our own", "A game.", **{"parameters": (positions_option(),), **settings})


def test_an_entry_has_either_a_graph_or_rules():
    for settings in ({}, {"build": generate, "rules": Doubling}):
        with pytest.raises(OptionError, match="'x' needs build or rules"):
            entry(**settings)
    with pytest.raises(OptionError, match=r"add positions_option\(\)"):
        entry(rules=Doubling, parameters=())
    assert len(entry(rules=Doubling).graph(positions=2).nodes) == 4
    with pytest.raises(OptionError, match="has no rules"):
        entry(build=generate).rules_with()


def test_the_graph_is_what_asking_again_from_the_start_gives():
    graph = partial_graph(Doubling(), 20)
    asked = CheckedRules(graph.rules)
    waiting = [asked.initial]
    for position in waiting:
        node, successors = asked.expand(position)
        if node.kind is not graph.node(node.id).kind:
            break
        assert [each.id for each in graph.successors_of(node.id)] == [asked.node(each).id for each in successors]
        waiting += [each for each in successors if each not in waiting]
    assert len([node for node in graph.nodes if node.kind is not Kind.OPEN]) == waiting.index(position)


def test_progress_tells_how_many_positions_are_expanded_of_how_many_at_most():
    told = []
    partial_graph(Doubling(), 1_000, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 1_000) for done in range(200, 1_001, 200)]


class StopError(Exception):
    """What a progress raises to cancel."""


def stop(done, total):
    raise StopError


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("tic-tac-toe", {}),
        ("nim", {"heaps": "10,10,10"}),
        ("takeaway", {"stones": 1_000}),
        ("octal", {"heap": 30}),
        ("coins", {"limit": 1_000}),
        ("reachability", {"nodes": 1_000}),
        ("grid-pursuit", {"rows": 8, "columns": 8}),
    ],
)
def test_large_games_by_rules_and_built_as_a_whole_can_be_cancelled(name, parameters):
    with pytest.raises(StopError):
        generate(name, progress=stop, **parameters)


def test_a_game_made_in_a_moment_takes_a_progress_as_well():
    assert generate("ladder", progress=stop) == generate("ladder")


def test_the_total_of_a_game_whose_size_is_known_is_its_size():
    told = []
    generate("nim", heaps="10,10,10", progress=lambda done, total: told.append((done, total)))
    assert {total for _, total in told} == {11**3}


def test_what_is_known_of_the_start_goes_with_a_whole_graph_alone():
    assert partial_graph(Countdown(3), 4, known=-1).expected == {"scores": {"3": -1}}
    assert partial_graph(Countdown(3), 3, known=-1).expected == {}
    assert partial_graph(Countdown(3), 4).expected == {}


class Takers(Rules):
    """Take one or two; whoever cannot take has lost."""

    initial = (7, 0)
    names = ("max", "min")

    def moves(self, position):
        left, player = position
        return [(left - taken, 1 - player) for taken in (1, 2) if taken <= left]

    def score(self, position):
        return 2 * position[1] - 1

    def owner(self, position):
        return self.names[position[1]]


@pytest.mark.parametrize("names", [(0, 1), (np.int64(0), np.int8(1))])
def test_owners_may_be_numbers_as_in_frames(names):
    numbered = type("Takers", (Takers,), {"names": names})()
    assert explorer.from_rules(numbered) == explorer.from_rules(Takers()) == partial_graph(numbered, 100)


def test_a_truth_value_is_no_owner_since_either_player_may_be_meant():
    with pytest.raises(GraphError, match=r"owner\(\) at position \(7, 0\) must give .*, got False"):
        explorer.from_rules(type("Takers", (Takers,), {"names": (False, True)})())
