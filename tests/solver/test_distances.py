"""Distances are those of backward induction over pairs of score and length, and paths those of networkx."""

from __future__ import annotations

import math
from itertools import pairwise

import networkx as nx
from hypothesis import given
from support.graphs import BOTH, game, game_graphs, thorough, worths

from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score
from explorer.solver import solve
from explorer.solver.paths import best_play, shortest_path

Outcome = tuple[Score, float]  # the score, and how much better than another of the same score


def outcomes(graph: GameGraph, endless: Score) -> dict[str, tuple[Score, float]]:
    """Score and number of moves: play of so many moves that nothing changes any more, worked out from its end.

    Who gets more than endless play is worth wants to be quick about it, who gets less wants to be slow.
    """
    negamax = graph.convention is Convention.NEGAMAX
    found: dict[str, tuple[Score, float]] = dict.fromkeys(graph.ids, (endless, math.inf))

    def key(outcome: tuple[Score, float]) -> Outcome:
        score, moves = outcome
        return score, -moves if score > endless else moves

    for _ in range(4 * len(graph.nodes) ** 2):
        after = {}
        for node in graph.nodes:
            if node.score is not None:
                after[node.id] = (node.score, 0.0)
                continue
            got = [found[other.id] for other in graph.successors_of(node.id)]
            pairs = [(-score if negamax else score, moves + 1) for score, moves in got]
            after[node.id] = (min if node.kind is Kind.MIN else max)(pairs, key=key)
        if after == found:
            break
        found = after
    return found


@thorough
@given(game_graphs(max_inner=6, conventions=BOTH), worths)
def test_a_decided_node_is_as_far_from_the_end_as_backward_induction_says(graph: GameGraph, endless: Score):
    worth = 0 if graph.convention is Convention.NEGAMAX else endless
    solution = solve(graph, endless=worth)
    for id, (score, moves) in outcomes(graph, worth).items():
        assert score == solution.scores[id]
        if score != worth:
            assert solution.distance[id] == moves


@thorough
@given(game_graphs(max_inner=6, conventions=(Convention.MINIMAX,)), worths)
def test_at_the_score_of_endless_play_it_is_how_soon_a_player_can_force_the_end(graph: GameGraph, endless: Score):
    solution = solve(graph, endless=endless)
    for id in (id for id, score in solution.scores.items() if score == endless):
        forced = [_forced(graph, id, endless, side) for side in (1, -1)]
        assert solution.distance[id] == min(forced)


def _forced(graph: GameGraph, id: str, worth: Score, side: int) -> float:
    """In how many moves a player can force an end that is at least this good, others of them being better for them."""
    inner = [node for node in graph.nodes if node.kind.is_inner]
    bounds = solve(graph).lower if side > 0 else solve(graph).upper
    better = {node.id for node in graph.nodes if side * bounds[node.id] > side * worth}
    there = better | {node.id for node in graph.nodes if node.score == worth}
    for moves in range(len(graph.nodes) + 1):
        if id in there:
            return moves
        wins = {Kind.MAX: any, Kind.MIN: all} if side > 0 else {Kind.MAX: all, Kind.MIN: any}
        there |= {node.id for node in inner if wins[node.kind](each in there for each in graph.ids_after(node.id))}
    return math.inf


def test_a_drawn_end_is_not_endless_and_open_nodes_leave_distances_unknown():
    drawn = solve(game("a", a="max b", b="min x y", x=0, y=3))
    assert drawn.distance == {"a": 2, "b": 1, "x": 0, "y": 0}
    assert solve(game("a", a="max a")).distance == {"a": math.inf}
    assert solve(game("a", a="max b q", b=1, q="open")).distance == {"b": 0}
    frame = solve(game("a", a="max a b", b=-1)).frame()
    assert (str(frame["distance"].dtype), frame["distance"].isna().tolist()) == ("Int64", [True, False])


@thorough
@given(game_graphs(max_inner=6))
def test_paths_are_as_short_as_those_of_networkx_and_best_ones_keep_the_score(graph: GameGraph):
    root, sign = str(graph.root), -1 if graph.convention is Convention.NEGAMAX else 1
    scores = solve(graph).scores
    whole = nx.DiGraph(graph.moves)
    whole.add_nodes_from(graph.ids)
    kept = nx.DiGraph([(one, other) for one, other in graph.moves if scores[one] == sign * scores[other]])
    kept.add_nodes_from(graph.ids)
    for id in graph.ids:
        for moves, best in ((whole, False), (kept, True)):
            found = shortest_path(graph, id, best=best)
            assert bool(found) == nx.has_path(moves, root, id)
            if found:
                assert (found[0], found[-1], len(found) - 1) == (root, id, nx.shortest_path_length(moves, root, id))
                assert nx.is_path(moves, found)


@thorough
@given(game_graphs(max_inner=6, conventions=BOTH), worths)
def test_a_line_of_best_play_keeps_the_score_and_is_as_long_as_the_distance(graph: GameGraph, endless: Score):
    worth = 0 if graph.convention is Convention.NEGAMAX else endless
    solution = solve(graph, endless=worth)
    for id in graph.ids:
        line, back = best_play(graph, id, endless=worth)
        ids = line if back is None else [*line, line[back]]
        for one, other in pairwise(ids):
            assert other in graph.ids_after(one)
            assert solution.scores[other] == graph.sign * solution.scores[one]
        if id in solution.distance:
            assert solution.distance[id] == (len(line) - 1 if back is None else math.inf)
            assert (back is None) == (graph.node(ids[-1]).score is not None)
        else:
            assert line == [id]
