from __future__ import annotations

import pytest
from hypothesis import given
from support.graphs import game, game_graphs, thorough
from support.oracle import scores_of

from explorer.algorithms.searches.ordering import ORDERS, Ordering
from explorer.model.graph import GameGraph

WIDE = game("a", a="min b c d", b="max x", c="max x y", d=2, x=1, y=3)


@pytest.mark.parametrize("order", ORDERS)
@thorough
@given(graph=game_graphs())
def test_every_order_tries_every_move_once(order: str, graph: GameGraph):
    ordering = Ordering(graph, order, seed=3)
    for place, row in enumerate(graph.successors):
        assert sorted(ordering.moves(place, 0)) == sorted(row)
        if row:
            ordering.record_cutoff(place, 0, row[-1])
            assert sorted(ordering.moves(place, 0)) == sorted(row)


@thorough
@given(game_graphs())
def test_best_first_begins_with_a_move_that_keeps_the_score_and_worst_first_is_it_backwards(graph: GameGraph):
    truth = list(scores_of(graph).values())
    best, worst = Ordering(graph, "best"), Ordering(graph, "worst")
    for place, row in enumerate(graph.successors):
        if row:
            assert graph.sign * truth[best.moves(place, 0)[0]] == truth[place]
            falling = [truth[other] for other in best.moves(place, 0)]
            assert falling == [truth[other] for other in worst.moves(place, 0)][::-1]


def test_a_killer_is_tried_first_at_its_depth_only():
    ordering = Ordering(WIDE, "killer")
    ordering.record_cutoff(0, 1, 3)
    assert list(ordering.moves(0, 1)) == [3, 1, 2]
    assert list(ordering.moves(0, 2)) == [1, 2, 3]


def test_history_counts_the_cuts_of_a_moves_number():
    ordering = Ordering(WIDE, "history")
    for target in (3, 2, 2):
        ordering.record_cutoff(0, 1, target)
    assert list(ordering.moves(0, 4)) == [2, 3, 1]
