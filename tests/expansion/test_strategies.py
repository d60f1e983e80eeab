from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import times
from support.graphs import game, game_graphs, game_trees
from support.rule_games import bounds_afresh, number_game, quick, settled_value

from explorer.expansion.candidates import candidates
from explorer.expansion.graph_rules import GraphRules
from explorer.expansion.optimum import TESTS, expand_on
from explorer.expansion.partial import PartialGraph, Test
from explorer.expansion.proof_numbers import proof_numbers
from explorer.expansion.strategies import STRATEGIES
from explorer.model.graph import GameGraph
from explorer.model.rules import Rules

every_strategy = pytest.mark.parametrize("name", STRATEGIES)
both_tests = pytest.mark.parametrize("test", ["rule", "exact"])


def ended(rules: Rules, name: str, test: Test, *, seed: int = 1, most: int = 400) -> PartialGraph:
    """What is known after a strategy has done its work."""
    known = PartialGraph(rules, finality=test)
    expand_on(known, STRATEGIES[name].make(seed), most)
    return known


def chosen(known: PartialGraph, name: str) -> str:
    return STRATEGIES[name].make(1)(known, candidates(known)).candidate.node.id


def expanded(rules: Rules, *ids: str) -> PartialGraph:
    known = PartialGraph(rules)
    for id in ids:
        known.expand(id)
    return known


# ---- all strategies


@every_strategy
@both_tests
@quick
@given(graph=game_graphs(max_inner=8, max_leaves=4))
def test_every_strategy_settles_a_drawn_graph_at_its_true_bounds(name: str, test: Test, graph: GameGraph):
    known = ended(GraphRules(graph), name, test)
    assert settled_value(known) == (*bounds_afresh(graph)[str(graph.root)], True)


@pytest.mark.parametrize("test", TESTS)
def test_all_strategies_find_the_same_in_the_number_game(test: Test):
    for start in range(6, 6 + times(55)):
        ends = {name: ended(number_game(start), name, test) for name in STRATEGIES if name != "witness"}
        assert len({settled_value(known) for known in ends.values()}) == 1, start
        assert ends["smallest"].is_settled, start


# ---- each strategy


def test_the_smallest_number_is_chosen_not_the_first_word():
    known = expanded(number_game(11), "11")
    assert chosen(known, "smallest") == "13"
    known = expanded(number_game(9), "9", "13")
    assert {candidate.node.id for candidate in candidates(known)} >= {"11", "15", "3"}
    assert chosen(known, "smallest") == "3"


def test_the_nearest_is_chosen_by_breadth():
    known = expanded(number_game(), "13", "15")
    assert chosen(known, "breadth") == "17"
    assert chosen(known, "smallest") == "3"


# ---- proof numbers


def test_a_move_back_proves_nothing():
    graph = game("a", a="max b c", b="min a s", c="min u v", s=1, u=1, v=1)
    numbers = proof_numbers(expanded(GraphRules(graph), "a", "b", "c"), 0)
    assert numbers is not None
    assert numbers.proof[0] == 2  # by c: at b Min can go back to a


@quick
@given(game_trees(max_nodes=14), st.integers(0, 99))
def test_in_a_tree_the_proof_number_is_the_least_number_of_good_open_nodes(graph: GameGraph, seed: int):
    known = PartialGraph(GraphRules(graph), finality="exact")
    expand_on(known, STRATEGIES["random"].make(seed), 6)
    for root in (0, 1):
        numbers = proof_numbers(known, root)
        assert (numbers is None) == known.finality.is_final(root)
        if numbers is not None:
            assert numbers.proof[root] == _fewest_good(known, root, known.bounds.worth[root])


def _fewest_good(known: PartialGraph, claim: int, k: object) -> float:
    """How many open nodes must be above k for a claim to be; for trees."""
    if known.claims.is_open[claim]:
        return 1
    score = known.claims.scores[claim]
    if score is not None:
        return 0 if score > k else float("inf")
    numbers = [_fewest_good(known, other, k) for other in known.claims.successors[claim]]
    return min(numbers) if known.claims.chooses[claim] else sum(numbers)
