"""Whose turn it is, by walking through a graph with the player to move in hand."""

from __future__ import annotations

from hypothesis import given
from support.graphs import game_graphs

from explorer.comparison.turns import turns
from explorer.model.graph import GameGraph


def walked_turns(graph: GameGraph) -> dict[str, set[int]]:
    """Who is to move at each node on some walk: from the root, or in minimax from each inner node to leaves."""
    side = dict(zip(graph.ids, graph.orientation, strict=True))
    waiting = [(graph.root, 1)] if graph.sign < 0 else [(id, side[id]) for id in graph.ids if side[id]]
    seen = set(waiting)
    while waiting:
        id, mover = waiting.pop()
        after = [(each.id, -mover) for each in graph.successors_of(id) if graph.sign < 0 or not side[each.id]]
        waiting += {each for each in after if each not in seen}
        seen |= {*after}
    return {id: {mover for node, mover in seen if node == id} for id in graph.ids}


@given(game_graphs(max_inner=6, max_open=1))
def test_a_turn_is_told_where_every_walk_agrees_and_in_negamax_only_if_they_agree_everywhere(graph: GameGraph):
    walked = walked_turns(graph)
    is_known = graph.sign > 0 or all(len(movers) < 2 for movers in walked.values())
    known = [sum(movers) if is_known else 0 for movers in walked.values()]
    assert turns(graph).tolist() == known
