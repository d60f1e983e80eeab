from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game, game_graphs
from support.rule_games import bounds_known, number_game, quick, wild_games

from explorer.expansion.candidates import Candidate, candidates, effect_caption, rising_causes
from explorer.expansion.claims import claim_of
from explorer.expansion.graph_rules import GraphRules
from explorer.expansion.partial import PartialGraph, Test
from explorer.model.graph import Node
from explorer.model.rules import Rules

both_tests = pytest.mark.parametrize("test", ["rule", "exact"])
games = st.one_of(game_graphs(max_inner=9, max_leaves=5).map(GraphRules), wild_games)


def chains(known: PartialGraph, candidate: Candidate) -> list[list[Node]]:
    """For each bound that a candidate can change, the positions from the root to it where it is not final."""
    found: list[list[Node]] = []
    for reached, number in candidate.routes:
        back = [number]
        while back[-1]:
            back.append(reached.before[back[-1]])
        found.append([known.nodes[reached.claims[each] >> 1] for each in reversed(back)])
    return found


def expanded_at_random(rules: Rules, test: Test, rng: Random) -> PartialGraph:
    """A partial graph after up to a dozen expansions of any open nodes."""
    known = PartialGraph(rules, finality=test)
    for _ in range(int(rng.random() * 12)):
        if ids := [node.id for node in known.open_nodes]:
            known.expand(rng.choice(ids))
    return known


@both_tests
@quick
@given(rules=games, seed=st.integers(0, 999))
def test_there_is_a_candidate_exactly_while_the_root_is_not_final(test: Test, rules: Rules, seed: int):
    known = expanded_at_random(rules, test, Random(seed))
    assert bool(candidates(known)) != known.is_settled


@both_tests
@quick
@given(rules=games, seed=st.integers(0, 999))
def test_an_open_node_that_is_no_candidate_cannot_change_the_roots_bounds(test: Test, rules: Rules, seed: int):
    rng = Random(seed)
    known = expanded_at_random(rules, test, rng)
    before = known.bounds_of(known.root.id)
    could = {candidate.node.id for candidate in candidates(known)}
    for _ in range(6):
        idle = [node.id for node in known.open_nodes if node.id not in could]
        if not idle:
            return
        known.expand(rng.choice(idle))
        assert known.bounds_of(known.root.id) == before
        assert {candidate.node.id for candidate in candidates(known)} <= could


@both_tests
@quick
@given(rules=games, seed=st.integers(0, 999))
def test_every_chain_leads_along_moves_and_bounds_that_are_not_final(test: Test, rules: Rules, seed: int):
    known = expanded_at_random(rules, test, Random(seed))
    moves = set(known.graph().moves)
    for candidate in candidates(known):
        assert all(not known.is_final(known.root.id, bound) for bound in candidate.bounds)
        for bound, chain in zip(candidate.bounds, chains(known, candidate), strict=True):
            assert (chain[0], chain[-1]) == (known.root, candidate.node)
            assert {(before.id, after.id) for before, after in pairwise(chain)} <= moves
            claim = claim_of(0, bound)
            for node in chain[1:]:
                places = {other >> 1: other for other in rising_causes(known, claim)}
                claim = places[known.index(node.id)]
                assert known.finality.can_change[claim]


def test_candidates_of_the_number_game_after_the_first_moves():
    known = PartialGraph(number_game())
    for id in ("13", "15", "3"):
        known.expand(id)
    assert [(each.node.id, each.bounds) for each in candidates(known)] == [
        ("17", ("lower", "upper")),
        ("5", ("lower",)),
        ("19", ("lower",)),
    ]
    assert bounds_known(known)["15"][0] == 3


@pytest.mark.parametrize(
    ("expanded", "id", "words"),
    [
        ([], "13", "can raise the lower bound of node 13 and lower its upper bound"),
        (["13"], "15", "can raise the lower bound of node 13 and lower its upper bound: node 13 → 15"),
        (["13", "15", "3"], "5", "can raise the lower bound of node 13: node 13 → 15 → 5"),
    ],
)
def test_the_power_names_bound_and_chain(expanded: list[str], id: str, words: str):
    known = PartialGraph(number_game())
    for each in expanded:
        known.expand(each)
    found = {candidate.node.id: candidate for candidate in candidates(known)}
    assert str(effect_caption(known, found[id])) == words


def test_an_open_node_that_can_only_make_a_move_as_good_as_another_is_no_candidate():
    """With d = 1 Min holds c to what b is worth to Max already; that c can still rise to it changes nothing at a."""
    graph = game("a", a="max b c f", b=1, c="min d e", d=1, e=1, f=1)
    known = PartialGraph(GraphRules(graph))
    for id in "abcd":
        known.expand(id)
    assert not known.is_final("c", "lower")
    assert [(each.node.id, each.bounds) for each in candidates(known)] == [("f", ("lower", "upper"))]
