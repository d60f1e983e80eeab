"""The exact solver against the operator A, against attractors found another way, and by playing its moves."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import example, given
from support.graphs import game, game_graphs, long_path, thorough, worths
from support.oracle import Position, scores_of, unfold

from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score
from explorer.solver import solve
from explorer.solver.retrograde import limit_scores

graphs = game_graphs(max_inner=6, max_leaves=4, max_open=1)


def worst_outcome(graph: GameGraph, best: dict[str, str], start: Position, player: int, endless: Score) -> Score:
    """What the opponent of a player who plays `best` can do at most, from the player's view."""
    unfolded = unfold(graph)
    play = nx.DiGraph()
    play.add_node(start)
    for here, moves in unfolded.moves.items():
        mine = [after for after in moves if after[0] == best[here[0]]] if unfolded.player[here] == player else moves
        play.add_edges_from((here, after) for after in mine)
    reached = play.subgraph({start} | nx.descendants(play, start))
    ends = [player * unfolded.score.get(here, endless) for here in reached if not unfolded.moves[here]]
    return min(ends + ([] if nx.is_directed_acyclic_graph(reached) else [player * endless]))


@thorough
@given(graphs, worths)
@example(game("a", a="max a"), 0)
def test_scores_are_the_limit_of_the_operator(graph, endless):
    ids = [node.id for node in graph.nodes]
    assert solve(graph, endless=endless).scores == dict(zip(ids, limit_scores(graph, endless), strict=True))


@thorough
@given(graphs, worths)
def test_scores_and_bounds_are_what_the_players_can_force(graph, endless):
    solution = solve(graph, endless=endless)
    assert solution.scores == scores_of(graph, endless)
    assert solution.lower == scores_of(graph, -math.inf)
    assert solution.upper == scores_of(graph, math.inf)
    assert (solution.root, solution.score) == (graph.root, solution.scores[graph.root])


@thorough
@given(graphs, worths)
def test_best_moves_get_the_score_against_every_opponent(graph, endless):
    solution = solve(graph, endless=endless)
    players = (1,) if graph.convention is Convention.NEGAMAX else (1, -1)
    for id, score in solution.scores.items():
        for player in players:
            assert worst_outcome(graph, solution.best, (id, 1), player, endless) >= player * score


def test_a_won_player_takes_the_quickest_way_and_among_equals_the_first_move():
    long_way = game("a", a="max p q r", p="min s", s="max win", q="min win", r="min win", win=1)
    assert solve(long_way).best["a"] == "q"


def test_a_player_who_is_better_off_ends_the_game_though_going_round_keeps_the_score_for_a_move():
    graph = game("a", a="max c b", b=1, c="min a d", d=2)
    assert solve(graph).best == {"a": "b", "c": "a"}


def test_a_player_who_is_worse_off_keeps_the_score_by_the_first_move():
    graph = game("a", a="max low c also", low=-2, c="min l", l=-1, also=-1)
    assert solve(graph).best["a"] == "c"


def test_bounds_of_the_loops_of_part_1():
    two = game("A", "negamax", A="mover x B", x=1, B="mover y A", y=2)
    three = game("A", "negamax", A="mover x B C", x=1, B="mover y C", y=-2, C="mover z A", z=3)
    bounds = [{id: (s.lower[id], s.upper[id]) for id in s.best} for s in (solve(two), solve(three))]
    assert bounds == [{"A": (-1, 2), "B": (-2, 1)}, {"A": (-1, 3), "B": (2, 3), "C": (-3, 1)}]


def test_partial_graph_of_loops_part_2():
    graph = game("A", "negamax", A="mover x B C", x=-1, B="mover y A", y=2, C="mover z q r", z=2, q="open", r="open")
    solution = solve(graph)
    assert (solution.lower["A"], solution.upper["A"]) == (1, 2)
    assert (solution.lower["B"], solution.upper["B"]) == (-2, -1)


@pytest.mark.large
@pytest.mark.parametrize("back", [False, True])
def test_a_path_of_100_000_nodes_is_solved(back):
    graph = long_path(100_000, back=back)
    solution = solve(graph)
    assert solution.score == (0 if back else 1)  # its last node is a Min node, which goes back rather than give 1
    assert len(solution.best) == 100_000


def test_the_solution_as_json_is_strict_and_exact():
    graph = game("a", a="max b c", b=Fraction(16, 3), c="min c")
    text = json.dumps(solve(graph).to_json(), allow_nan=False)
    assert json.loads(text) == {
        "version": 1,
        "root": "a",
        "score": "16/3",
        "interval": ["16/3", "16/3"],
        "scores": {"a": "16/3", "b": "16/3", "c": 0},
        "lower": {"a": "16/3", "b": "16/3", "c": "-inf"},
        "upper": {"a": "inf", "b": "16/3", "c": "inf"},
        "best": {"a": "b", "c": "c"},
        "distance": {"a": 1, "b": 0, "c": "endless"},
    }
