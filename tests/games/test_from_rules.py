"""A game by rules becomes a graph: the nearest positions expanded, the others open."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer
from explorer.games import generate
from explorer.games.from_rules import FIRST_POSITIONS, SMALL, partial_graph, preview
from explorer.model.check import check, errors_in
from explorer.model.errors import GraphError
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


def test_a_small_game_is_whole_by_default_and_of_a_large_one_a_glimpse_is_shown():
    assert len(preview(Countdown(SMALL - 1)).nodes) == SMALL
    for rules in (Doubling(), Countdown(SMALL)):
        graph = preview(rules)
        assert sum(node.kind is not Kind.OPEN for node in graph.nodes) == FIRST_POSITIONS


def test_a_mistake_in_the_rules_is_told():
    class Broken(Countdown):
        def moves(self, number):
            return [number - 1] if number > 2 else None

    with pytest.raises(GraphError, match=r"Broken: moves\(\) at position 2 must give a list"):
        partial_graph(Broken(4), 10)
    assert len(partial_graph(Broken(4), 2).nodes) == 3


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
