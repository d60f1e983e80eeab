from __future__ import annotations

import pytest
from hypothesis import given
from support.claims import values_of
from support.game_searches import leaves_read
from support.graphs import figure_1, game, game_trees, thorough
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.algorithms.searches.ordering import Ordering
from explorer.algorithms.searches.sss_star import OrderedTree
from explorer.games.samples import load_sample
from explorer.model.errors import GraphError
from explorer.model.graph import GameGraph
from explorer.trace import Finality


@thorough
@given(game_trees(max_nodes=25))
def test_every_leaf_that_is_read_alpha_beta_reads_too(graph: GameGraph):
    for order in ("drawn", "worst"):
        read = leaves_read(trace(graph, "sss-star", order=order))
        assert len(read) == len(set(read))
        assert set(read) <= set(leaves_read(trace(graph, "alpha-beta", order=order)))


@thorough
@given(game_trees(max_nodes=25))
def test_the_merit_never_rises_and_ends_as_the_score(graph: GameGraph):
    run = trace(graph, "sss-star")
    numbers = [values_of(step)[0].number for step in run.steps[1:-1]]
    assert numbers == sorted(numbers, reverse=True)
    assert run.result["value"] == scores_of(graph)["n0"]


def test_a_shared_node_is_refused_by_name():
    with pytest.raises(GraphError, match="SSS\\* needs a tree, but several moves lead to d; unwind the graph first"):
        trace(game("a", a="max b c", b="min d", c="min d", d=1), "sss-star")
    with pytest.raises(GraphError, match="a move leads back to the root a"):
        trace(figure_1(), "sss-star")


def test_what_is_dropped_below_a_node_is_told_once_from_left_to_right():
    graph = load_sample("alpha-beta-tree")
    tree = OrderedTree(graph, Ordering(graph))
    dropped = [[graph.nodes[place].id for place in tree.drop_below(graph.index[id])] for id in ("D", "A", "C")]
    assert dropped == [["d1", "d2"], ["C", "c1", "c2", "D"], []]


def test_a_score_that_open_nodes_may_change_is_said_to_count_them():
    run = trace(game("a", a="max x q", x=-1, q="open"), "sss-star")
    assert run[-1].caption.startswith(
        "The score of the root, a, is 0, with open nodes counted as endless play: 2 leaves"
    )
    run = trace(game("a", a="max b c", b="min x q", c="min y z", x=1, q="open", y=3, z=-1), "sss-star")
    shown = {run.finality_at(number)[id] for number in range(len(run)) for id in "abc"}
    assert shown == {Finality.UNKNOWN, Finality.TENTATIVE}
