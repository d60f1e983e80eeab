from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game, game_graphs
from support.rule_games import number_game, quick

from explorer.expansion.candidates import candidates
from explorer.expansion.graph_rules import GraphRules
from explorer.expansion.optimum import TESTS, Fewest, compare, fewest, relevant_open_nodes
from explorer.expansion.partial import PartialGraph, Test
from explorer.expansion.strategies import STRATEGIES
from explorer.model.graph import GameGraph
from explorer.model.rules import Rules


def fewest_of_all_sets(rules: Rules, test: Test) -> int | None:
    """The least number of expansions, by trying every open node everywhere."""
    layer = {frozenset[str](): PartialGraph(rules, finality=test)}
    while layer:
        if any(known.is_settled for known in layer.values()):
            return len(next(iter(layer)))
        following: dict[frozenset[str], PartialGraph] = {}
        for ids, known in layer.items():
            for node in filter(known.can_expand, known.nodes):
                twin = known.copy()
                twin.expand(node.id)
                following[ids | {node.id}] = twin
        layer = following
    return None


@quick
@given(game_graphs(max_inner=4, max_leaves=3, max_open=1), st.sampled_from(TESTS))
def test_the_fewest_expansions_are_those_of_a_search_through_all_sets(graph: GameGraph, test: Test):
    rules = GraphRules(graph)
    found = fewest(rules, finality=test)
    assert found.expansions == fewest_of_all_sets(rules, test)
    assert found.can_be_settled == (found.expansions is not None)
    known = PartialGraph(rules, finality=test)
    for id in found.order:
        known.expand(id)
    assert known.is_settled == found.can_be_settled
    assert len(found.order) == (found.expansions or 0)


@quick
@given(game_graphs(max_inner=5, max_leaves=3))
def test_no_strategy_needs_fewer_than_the_fewest_and_the_exact_test_never_more(graph: GameGraph):
    rules = GraphRules(graph)
    least = {test: fewest(rules, finality=test).expansions for test in TESTS}
    assert all(row.expansions >= (least[row.finality] or 0) for row in compare(rules))
    assert (least["exact"] or 0) <= (least["rule"] or 0)


@quick
@given(game_graphs(max_inner=5, max_leaves=3), st.integers(0, 5))
def test_a_limit_ends_each_strategy_there_and_not_before(graph: GameGraph, most: int):
    free, limited = compare(GraphRules(graph)), compare(GraphRules(graph), most=most)
    assert [row.expansions for row in limited] == [min(most, row.expansions) for row in free]


def test_the_fewest_expansions_of_small_number_games():
    assert [fewest(number_game(start)).expansions for start in (6, 8, 10, 12)] == [5, 5, 5, 7]


def test_a_search_that_gives_up_says_how_far_it_is_certain():
    assert fewest(number_game(), most=6) == Fewest(None, 7, (), fewest(number_game(), most=6).tried)
    given_up = fewest(number_game(), work=100)
    assert given_up.expansions is None
    assert 5 < given_up.at_least < 25


def test_a_node_that_can_change_nothing_by_itself_may_still_settle_a_bound():
    """z cannot raise r, for x holds c down; but once z is known to be low, nothing behind c matters to r."""
    graph = game("r", r="max s r c", s=3, c="min x y", x="max u v", u=1, v="max v w", w=5, y="max k z", k=2, z=2)
    known = PartialGraph(GraphRules(graph))
    for id in ("r", "s", "c", "x", "u", "y", "k"):
        known.expand(id)
    assert [candidate.node.id for candidate in candidates(known)] == ["v"]
    assert relevant_open_nodes(known) == ["v", "z"]
    known.expand("z")
    assert known.is_settled


def test_where_one_bound_is_final_the_other_may_still_be_settled():
    """c is worth 1 at least, for Max, whatever q is; how much more Max can hope for there is what q decides."""
    rules = GraphRules(game("r", r="max c", c="min d g", d="max d e", e=1, g="max h q", h=1, q=2))
    known = PartialGraph(rules)
    for id in "rcdegh":
        known.expand(id)
    assert (known.is_final("c", "lower"), known.is_final("c", "upper")) == (True, False)
    assert relevant_open_nodes(known) == ["q"]
    assert fewest(rules).can_be_settled


def test_a_row_for_each_strategy_and_test():
    rows = compare(number_game())
    assert [(row.finality, row.strategy) for row in rows] == [(test, name) for test in TESTS for name in STRATEGIES]
    assert {(row.lower, row.upper, row.is_final) for row in rows} == {(3, 5, True)}
    assert {(row.finality, row.expansions) for row in rows if row.strategy == "smallest"} == {
        ("rule", 28),
        ("exact", 25),
    }
