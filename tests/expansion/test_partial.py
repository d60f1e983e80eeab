from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, thorough
from support.rule_games import (
    Wild,
    bounds_afresh,
    bounds_known,
    final_by_the_rule,
    final_known,
    quick,
    wild_games,
)

from explorer.expansion.exact import exact_finality
from explorer.expansion.graph_rules import GraphRules
from explorer.expansion.partial import PartialGraph, Test
from explorer.model.errors import GraphError
from explorer.model.graph import GameGraph
from explorer.model.rules import Rules

both_tests = pytest.mark.parametrize("test", ["rule", "exact"])
games = st.one_of(game_graphs(max_inner=9, max_leaves=5, max_open=2).map(GraphRules), wild_games)


def expandable(known: PartialGraph) -> list[str]:
    return [node.id for node in known.nodes if known.can_expand(node)]


def expand_any(known: PartialGraph, rng: Random) -> bool:
    """Expand an open node drawn at random; False if there is none."""
    ids = expandable(known)
    if ids:
        known.expand(rng.choice(ids))
    return bool(ids)


def final_afresh(graph: GameGraph, test: Test) -> dict[str, tuple[bool, bool]]:
    if test == "rule":
        return final_by_the_rule(graph)
    final = exact_finality(graph)
    return {node.id: pair for node, pair in zip(graph.nodes, zip(final.lower, final.upper, strict=True), strict=True)}


# ---- what is kept up equals what is worked out afresh


@both_tests
@thorough
@given(rules=games, seed=st.integers(0, 99), most=st.integers(1, 25))
def test_after_every_expansion_bounds_and_finality_are_as_worked_out_afresh(
    test: Test, rules: Rules, seed: int, most: int
):
    known, rng = PartialGraph(rules, finality=test), Random(seed)
    for _ in range(most):
        more = expand_any(known, rng)
        graph = known.graph()
        assert bounds_known(known) == bounds_afresh(graph)
        assert final_known(known) == final_afresh(graph, test)
        if not more:
            break


@both_tests
@pytest.mark.parametrize("negamax", [True, False])
def test_a_game_of_many_expansions_is_as_worked_out_afresh(test: Test, negamax: bool):
    known, rng = PartialGraph(Wild(4, negamax=negamax, leaves=0.3, span=40), finality=test), Random(1)
    for count in range(600):
        expand_any(known, rng)
        if count % 60 == 59:
            graph = known.graph()
            assert bounds_known(known) == bounds_afresh(graph)
            assert final_known(known) == final_afresh(graph, test)


@both_tests
@quick
@given(rules=games, seed=st.integers(0, 99))
def test_an_expansion_tells_exactly_what_changed(test: Test, rules: Rules, seed: int):
    known, rng = PartialGraph(rules, finality=test), Random(seed)
    for _ in range(15):
        bounds, final, ids = bounds_known(known), final_known(known), expandable(known)
        if not ids:
            return
        told = known.expand(rng.choice(ids))
        new = {node.id for node in told.growth.nodes} - bounds.keys()
        was = bounds | dict.fromkeys(new, (-math.inf, math.inf))
        now = bounds_known(known)
        changed = {(id, side) for id in now for side in (0, 1) if was[id][side] != now[id][side]}
        assert {(news.id, ("lower", "upper").index(news.bound)) for news in told.changed_bounds} == changed
        assert all(news.value == now[news.id][("lower", "upper").index(news.bound)] for news in told.changed_bounds)
        settled = {
            (id, bound)
            for id, pair in final_known(known).items()
            for bound, is_final, before in zip(("lower", "upper"), pair, final.get(id, (False, False)), strict=True)
            if is_final and not before
        }
        assert set(told.final_bounds) == settled
        assert len(told.final_bounds) == len(settled)


@quick
@given(rules=games, seed=st.integers(0, 99))
def test_the_news_travels_from_the_expanded_node_up_the_moves(rules: Rules, seed: int):
    known, rng = PartialGraph(rules), Random(seed)
    for _ in range(15):
        ids = expandable(known)
        if not ids:
            return
        told = known.expand(rng.choice(ids))
        assert bool(told.route) == bool(told.changed_bounds)
        assert set(told.route) <= set(told.changed_bounds)
        if told.route:
            assert told.route[0].id == told.node.id
            assert told.route[-1].id == known.root.id or known.root.id not in {news.id for news in told.changed_bounds}
        moves = set(known.graph().moves)
        assert all((after.id, before.id) in moves for before, after in pairwise(told.route))


@quick
@given(rules=games, seed=st.integers(0, 99))
def test_depths_are_shortest_distances_from_the_root(rules: Rules, seed: int):
    known, rng = PartialGraph(rules), Random(seed)
    for _ in range(20):
        expand_any(known, rng)
    graph = known.graph()
    distance, waiting = {0: 0}, [0]
    for place in waiting:
        for other in graph.successors[place]:
            if other not in distance:
                distance[other] = distance[place] + 1
                waiting.append(other)
    assert known.depths == [distance[place] for place in range(len(graph.nodes))]


# ---- what is known


class Failing(Rules):
    """A game whose rules fail at 2, and which gives 3 and 33 one name."""

    negamax = True
    initial = 1

    def moves(self, position):
        return {1: [2, 3, 4], 3: [], 4: [33]}[position]

    def score(self, position):
        return math.inf

    def name(self, position):
        return str(position)[:1]


@pytest.mark.parametrize(
    ("id", "message"),
    [
        ("2", r"^Failing: moves\(\) at position 2 failed.*KeyError"),
        ("3", r"^Failing: score\(\) at position 3 must give the score of a finished game: expected a finite number"),
        ("4", r"^Failing: name\(\) gives the different positions 3 and 33 the same name '3'"),
    ],
)
def test_rules_that_fail_change_nothing_and_are_named(id: str, message: str):
    known = PartialGraph(Failing())
    known.expand("1")
    before = known.graph(), bounds_known(known), list(known.expanded)
    with pytest.raises(GraphError, match=message):
        known.expand(id)
    assert (known.graph(), bounds_known(known), known.expanded) == before
