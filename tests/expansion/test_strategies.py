from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import times
from support.graphs import game, game_graphs, game_trees
from support.rule_games import bounds_afresh, number_game, quick, settled_value, wild_games

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


@quick
@given(wild_games)
def test_whichever_strategy_settles_a_game_without_end_finds_the_same_bounds(rules: Rules):
    ends = [ended(rules, name, test, most=40) for name in STRATEGIES for test in TESTS]
    assert len({known.bounds_of(known.root.id) for known in ends if known.is_settled}) <= 1


@pytest.mark.parametrize("test", TESTS)
def test_all_strategies_find_the_same_in_the_number_game(test: Test):
    for start in range(6, 6 + times(55)):
        ends = {name: ended(number_game(start), name, test) for name in STRATEGIES if name != "witness"}
        assert len({settled_value(known) for known in ends.values()}) == 1, start
        assert ends["smallest"].is_settled, start


@pytest.mark.parametrize("test", TESTS)
def test_so_does_the_one_that_looks_for_witnesses(test: Test):
    for start in (6, 13, 20, 37):
        known = ended(number_game(start), "witness", test)
        assert settled_value(known) == settled_value(ended(number_game(start), "smallest", test))


@every_strategy
@quick
@given(rules=wild_games, test=st.sampled_from(TESTS))
def test_a_strategy_always_chooses_a_candidate_and_says_why(name: str, rules: Rules, test: Test):
    known, choose = PartialGraph(rules, finality=test), STRATEGIES[name].make(3)
    for _ in range(12):
        found = candidates(known)
        if not found:
            return
        choice = choose(known, found)
        assert choice.candidate in found
        assert choice.why
        known.expand(choice.candidate.node.id)


# ---- each strategy


def test_the_smallest_number_is_chosen_not_the_first_word():
    known = expanded(number_game(11), "11")
    assert chosen(known, "smallest") == "13"
    known = expanded(number_game(9), "9", "13")
    assert {candidate.node.id for candidate in candidates(known)} >= {"11", "15", "3"}
    assert chosen(known, "smallest") == "3"


def test_where_names_are_no_numbers_the_first_discovered_is_the_smallest():
    graph = game("a", a="max z b", z=1, b=2)
    assert chosen(expanded(GraphRules(graph), "a"), "smallest") == "z"


def test_the_nearest_is_chosen_by_breadth():
    known = expanded(number_game(), "13", "15")
    assert chosen(known, "breadth") == "17"
    assert chosen(known, "smallest") == "3"


def test_chance_depends_on_the_seed_alone():
    orders = [ended(number_game(6), "random", "rule", seed=seed).expanded for seed in (1, 1, 2, 3, 4)]
    assert orders[0] == orders[1]
    assert len({tuple(order) for order in orders}) > 1


def test_a_witness_of_one_node_is_asked_before_one_of_two():
    graph = game("a", a="max b c", b="min s t", c="min u", s=1, t=1, u=1)
    known = expanded(GraphRules(graph), "a", "b", "c")
    choice = STRATEGIES["witness"].make(1)(known, candidates(known))
    assert choice.candidate.node.id == "u"
    assert str(choice.why) == "from a smallest set of open nodes that can change the lower bound: u"
    assert chosen(known, "breadth") == "s"


# ---- proof numbers


def test_proof_and_disproof_numbers_of_a_small_tree():
    graph = game("a", a="max b c", b="min s t", c="min u v w", s=1, t=1, u=1, v=1, w=1)
    known = expanded(GraphRules(graph), "a", "b", "c")
    numbers = proof_numbers(known, 0)
    assert numbers is not None
    assert (numbers.proof[0], numbers.disproof[0]) == (2, 2)
    assert known.nodes[numbers.most_proving()].id == "s"
    upper = proof_numbers(known, 1)  # Min can prove less than ∞ by one leaf below each of b and c
    assert upper is not None
    assert (upper.proof[1], upper.disproof[1]) == (2, 2)


def test_a_move_back_proves_nothing():
    graph = game("a", a="max b c", b="min a s", c="min u v", s=1, u=1, v=1)
    numbers = proof_numbers(expanded(GraphRules(graph), "a", "b", "c"), 0)
    assert numbers is not None
    assert numbers.proof[0] == 2  # by c: at b Min can go back to a


def test_what_is_held_to_the_worth_in_question_already_proves_nothing():
    """d, where Max can be sure of 1 and no more, keeps c from proving anything; so g and h both have to be good."""
    graph = game("a", a="max b c f", b=1, c="min d e", d="max d b", e=2, f="min g h", g=2, h=2)
    numbers = proof_numbers(expanded(GraphRules(graph), *"abcdf"), 0)
    assert numbers is not None
    assert (numbers.known.bounds.worth[0], numbers.proof[0]) == (1, 2)


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
