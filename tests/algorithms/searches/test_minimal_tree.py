from __future__ import annotations

from hypothesis import given
from support.examples import examples
from support.game_searches import all_orders
from support.graphs import game, game_graphs, game_trees, thorough
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.algorithms.searches.minimal_tree import leaf_counts, shared_node
from explorer.model.graph import GameGraph, Kind


@examples(40)
@given(game_trees(max_nodes=8))
def test_the_minimal_tree_is_what_alpha_beta_reads_with_the_best_of_all_orders(graph: GameGraph):
    counts = leaf_counts(graph)
    fewest = min(trace(turned, "alpha-beta").result["leaves"] for turned in all_orders(graph))
    assert counts is not None
    assert counts.minimal == fewest


@thorough
@given(game_trees(max_nodes=20))
def test_the_counts_are_of_the_roots_score_and_of_all_leaves(graph: GameGraph):
    counts = leaf_counts(graph)
    assert counts is not None
    assert counts.value == scores_of(graph)["n0"]
    assert counts.all == sum(node.kind is Kind.LEAF for node in graph.nodes)
    assert min(counts.at_least, counts.at_most) >= 1
    assert max(counts.at_least, counts.at_most) <= counts.minimal <= counts.all


def test_in_a_tree_with_open_nodes_ends_of_paths_are_counted_and_not_leaves():
    graph = game("a", a="max b q", b=1, q="open")
    last = trace(graph, "alpha-beta")[-1].caption
    assert last.endswith(": 2 ends of paths read; minimax reads 2, and the smallest proof of this score has 2.")
    assert trace(graph, "proof-number", k=2).result["leaves"] == 2
    whole = trace(game("a", a="max b q", b=1, q=0), "alpha-beta")[-1].caption
    assert whole.endswith(": 2 leaves read; minimax reads 2, and the smallest proof of this score has 2.")


@thorough
@given(game_graphs())
def test_only_trees_have_a_minimal_tree(graph: GameGraph):
    reached = [graph.nodes[place].id for place in sorted(graph.reachable)]
    moves = [move for move in graph.moves if move[0] in reached]
    is_tree = len(moves) == len(reached) - 1
    assert (shared_node(graph) is None) == (leaf_counts(graph) is not None) == is_tree
