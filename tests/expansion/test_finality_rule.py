"""The rule of the source: as it is told, sound, and right about its own examples."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.completions import random_partly_open, rule_word_by_word
from support.examples import examples
from support.graphs import BOTH, game, game_graphs, thorough

from explorer.expansion.claims import Claims
from explorer.expansion.exact import exact_finality, extremes
from explorer.expansion.finalities import Finalities
from explorer.expansion.finality_rule import BETTER, RuleFinality
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph


def rule_of(graph: GameGraph) -> RuleFinality:
    return RuleFinality(Claims.of(graph), extremes(graph).low)


def by_rule(graph: GameGraph) -> Finalities:
    rule = rule_of(graph)
    deque(rule.changes(), maxlen=0)
    return Finalities.of_claims([*map(rule.is_final, range(len(rule.claims)))])


large = st.builds(  # in which bounds of successors are often equal
    lambda seed, convention: random_partly_open(Random(seed), convention, inner_nodes=30),
    st.integers(0, 2**32),
    st.sampled_from(BOTH),
)


@examples(120)
@given(game_graphs(max_open=3, max_inner=7) | large | large)
def test_the_queue_finds_what_repeating_the_source_s_steps_finds(graph: GameGraph):
    found = by_rule(graph)
    assert (list(found.lower), list(found.upper)) == rule_word_by_word(graph, *extremes(graph).bounds)


@thorough
@given(game_graphs(max_open=3, max_inner=7))
def test_what_is_final_by_the_rule_is_final_by_the_exact_test(graph: GameGraph):
    rule, exact = by_rule(graph), exact_finality(graph)
    for side in (0, 1):
        assert all(other or not one for one, other in zip(rule.of(side), exact.of(side), strict=True))


@thorough
@given(game_graphs(max_open=2, max_inner=6))
def test_every_change_holds_when_it_is_made_and_no_bound_is_lost_twice(graph: GameGraph):
    rule = rule_of(graph)
    claims, lost = rule.claims, {claim for claim, is_open in enumerate(rule.claims.is_open) if is_open}
    for change in rule.changes():
        row = claims.successors[change.claim]
        assert change.claim not in lost
        assert change.cause in lost
        assert change.cause in row
        assert (change.rule == BETTER) == claims.chooses[change.claim]
        if change.rule == BETTER:
            assert -rule.worth[change.cause ^ 1] > rule.worth[change.claim]
        else:
            assert all(child in lost for child in row if rule.worth[child] == rule.worth[change.claim])
        lost.add(change.claim)
        assert {claim for claim in range(len(claims)) if not rule.is_final(claim)} == lost
    assert not any(map(rule.loses, range(len(claims))))


@pytest.mark.parametrize(
    ("name", "final"),
    [
        ("negamax-half-final", {"A": (False, True), "B": (True, False), "C": (False, False)}),
        ("negamax-revealed", {"A": (True, True), "B": (True, True), "C": (False, False)}),
        ("negamax-loop", {"A": (True, True), "B": (True, True)}),
    ],
)
def test_the_examples_of_the_source(name: str, final: dict[str, tuple[bool, bool]]):
    graph = load_sample(name)
    found = by_rule(graph)
    assert {id: (found.lower[graph.index[id]], found.upper[graph.index[id]]) for id in final} == final


def test_the_rule_misses_a_bound_that_only_a_loop_back_could_move():
    """q costs m its lower bound, and so the rule doubts that of a; but m can never give a more than a has itself."""
    graph = game("a", a="max x m", m="min a q", x=-2, q="open")
    assert by_rule(graph).lower == (False, False, True, False)
    assert exact_finality(graph).lower == (True, False, True, False)
