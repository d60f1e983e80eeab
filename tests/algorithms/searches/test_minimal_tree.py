from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.game_searches import all_orders
from support.graphs import game, game_graphs, game_trees, thorough
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.algorithms.searches.minimal_tree import leaf_counts, shared_node
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score


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
    assert last.endswith(": 2 leaves read; minimax reads 2, and a smallest proof reads 2.")
    assert trace(graph, "proof-number", k=2).result["leaves"] == 2
    whole = trace(game("a", a="max b q", b=1, q=0), "alpha-beta")[-1].caption
    assert whole.endswith(": 2 leaves read; minimax reads 2, and a smallest proof reads 2.")


@st.composite
def ranged_trees(draw: st.DrawFn) -> GameGraph:
    """A small tree of either convention, and a range that holds its scores."""
    graph = draw(game_trees(max_nodes=11))
    ends, room = graph.columns.scale, st.integers(0, 2)
    return graph.replace(score_range=(ends[0] - draw(room), ends[-1] + draw(room)))


def least_proof(graph: GameGraph, least: Score, most: Score) -> int:
    """The smallest number of leaves that settle the root, when all others may have any score in a range."""
    leaves = [node.id for node in graph.nodes if node.kind is Kind.LEAF]

    def root(known: set[str], rest: dict[str, Score]) -> Score:
        nodes = [replace(node, score=rest[node.id]) if node.id in {*leaves} - known else node for node in graph.nodes]
        return scores_of(graph.replace(nodes=tuple(nodes)))[str(graph.root)]

    view = {node: graph.sign ** depth_of(graph, node) for node in leaves}
    lows = {node: least if view[node] > 0 else most for node in leaves}
    highs = {node: most if view[node] > 0 else least for node in leaves}
    subsets = (set(some) for size in range(len(leaves) + 1) for some in combinations(leaves, size))
    return next(len(known) for known in subsets if root(known, lows) == root(known, highs))


def depth_of(graph: GameGraph, id: str) -> int:
    return next((1 + depth_of(graph, above) for above, below in graph.moves if below == id), 0)


@examples(60)
@given(ranged_trees())
def test_with_a_range_no_fewer_leaves_settle_the_root_whoever_is_to_move_at_them(graph: GameGraph):
    assert graph.score_range is not None
    for name in ("alpha-beta", "scout", "sss-star"):
        assert trace(graph, name).result["minimal_leaves"] == least_proof(graph, *graph.score_range)
    scores = [node.score for node in graph.nodes if node.score is not None]
    assert trace(graph, "mtd-f").result["minimal_leaves"] == least_proof(graph, min(scores), max(scores))
    wide = leaf_counts(graph)
    assert wide is not None
    assert trace(graph, "minimax").result["minimal_leaves"] == wide.minimal == least_proof(graph, -99, 99)


def test_minimax_says_that_it_does_not_use_the_range():
    graph = game("a", "negamax", a="mover b c", b=-1, c=1).replace(score_range=(-1, 1))
    assert "a smallest proof, where the range of scores is not used, reads 2;" in trace(graph, "minimax")[-1].caption
    assert "a smallest proof, where the range of scores is known, reads 1." in trace(graph, "alpha-beta")[-1].caption


@thorough
@given(game_graphs())
def test_only_trees_have_a_minimal_tree(graph: GameGraph):
    reached = [graph.nodes[place].id for place in sorted(graph.reachable)]
    moves = [move for move in graph.moves if move[0] in reached]
    is_tree = len(moves) == len(reached) - 1
    assert (shared_node(graph) is None) == (leaf_counts(graph) is not None) == is_tree
