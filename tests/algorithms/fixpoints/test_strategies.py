from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from support.examples import examples
from support.graphs import figure_1, game, game_graphs, thorough
from support.oracle import Position, Unfolded, scores_of, unfold

from explorer.algorithms import trace
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score
from explorer.solver import solve
from explorer.trace import Mark

MAX, MIN = 1, -1
KEYS = {MAX: "max", MIN: "min"}


def results(
    unfolded: Unfolded, player: int, choice: dict[str, str], here: Position, path: frozenset[Position]
) -> set[Score]:
    """Everything that can come of play from here while this player keeps to his choices and the other tries all."""
    if here in path:
        return {0}
    after = unfolded.moves[here]
    if not after:
        return {unfolded.score.get(here, 0)}
    if unfolded.player[here] == player:
        after = tuple(other for other in after if other[0] == choice[here[0]])
        assert len(after) == 1
    found: set[Score] = set()
    for other in after:
        found |= results(unfolded, player, choice, other, path | {here})
    return found


def verify(graph: GameGraph) -> None:
    """Play all replies to either strategy."""
    result, unfolded, root = trace(graph, "strategies").result, unfold(graph), (graph.root, 1)
    plus, minus = (results(unfolded, player, result[KEYS[player]], root, frozenset()) for player in (MAX, MIN))
    assert min(plus) == max(minus) == result["value"] == result["max_min"] == result["min_max"]


@examples(150)
@given(game_graphs(max_inner=4, max_degree=3, max_open=1))
def test_whatever_the_other_player_replies_either_strategy_is_sure_of_the_score(graph: GameGraph):
    verify(graph)
    assert trace(graph, "strategies").result["value"] == scores_of(graph)[graph.root]


@thorough
@given(game_graphs(max_inner=5))
def test_the_choices_are_good_from_every_node_and_those_of_the_solver(graph: GameGraph):
    result, best = trace(graph, "strategies").result, solve(graph).best
    assert result["max"] | result["min"] == best
    assert set(result["optimal"]) == set(best)
    for id, row in result["optimal"].items():
        assert best[id] in row
        scores, sign = scores_of(graph), graph.sign
        assert row == [other.id for other in graph.successors_of(id) if sign * scores[other.id] == scores[id]]


@thorough
@given(game_graphs())
def test_the_rank_falls_with_the_choice_of_whoever_is_better_off_and_does_not_rise_with_others(graph: GameGraph):
    result, scores = trace(graph, "strategies").result, scores_of(graph)
    rank = result["rank"]
    assert set(rank) == {id for id, score in scores.items() if score}
    for id, row in result["optimal"].items():
        gain = scores[id] * (-1 if graph.node(id).kind is Kind.MIN else 1)
        chosen = (result["max"] | result["min"])[id]
        if gain > 0:
            assert rank[chosen] < rank[id]
        elif gain < 0:
            assert all(rank[other] < rank[id] for other in row)


@thorough
@given(game_graphs())
def test_a_move_without_progress_keeps_a_won_score_and_lies_on_a_cycle_of_such_moves(graph: GameGraph):
    result, scores = trace(graph, "strategies").result, scores_of(graph)
    keeping = [(id, other) for id, row in result["optimal"].items() for other in row]
    ways = nx.DiGraph(keeping)
    expected = [
        [id, other]
        for id, other in keeping
        if scores[id] * (-1 if graph.node(id).kind is Kind.MIN else 1) > 0
        and result["rank"][other] >= result["rank"][id]
        and nx.has_path(ways, other, id)
    ]
    assert result["no_progress"] == expected


@thorough
@given(game_graphs(max_open=1))
def test_the_principal_variation_is_in_both_strategies(graph: GameGraph):
    run = trace(graph, "strategies")
    line = run.result["principal_variation"]
    both = run.result["max"] | run.result["min"]
    assert all(both[here] == there for here, there in pairwise(line))
    assert line[-1] not in both or line[-1] in line[:-1]
    assert len(set(line)) >= len(line) - 1


def test_figure_1_takes_the_leaf_and_marks_the_way_round():
    run = trace(figure_1(1, 2), "strategies")
    assert run.result["max"] == {"a": "b"}
    assert run.result["min"] == {"c": "a"}
    assert run.result["no_progress"] == [["a", "c"]]
    assert run.result["rank"] == {"a": 1, "b": 0, "c": 2, "d": 0}
    assert [step.caption for step in run][4:] == [
        ("T⁺, the strategy of Max, has 2 positions. Whatever Min does, play can end at b (1): Max gets at least 1."),
        (
            "T⁻, the strategy of Min, has 3 positions. Whatever Max does, play can end at b (1) or go on for "
            "ever (0): Max gets at most 1."
        ),
        "If both players follow their strategies, play is a → b: it ends at b.",
        (
            "max min = 1 and min max = 1: both equal the score of the root. T⁺ alone proves that Max gets at "
            "least 1, T⁻ that Max gets at most that; Max brings the end, 1 move away, nearer with "
            "every move."
        ),
    ]


def moves_of(graph: GameGraph, player: Kind, chosen: dict[str, str]) -> set[tuple[str, str]]:
    """All moves that play from the root can make while this player keeps to his choices."""
    whole, waiting = set[tuple[str, str]](), [str(graph.root)]
    while waiting:
        node = graph.node(waiting.pop())
        targets = [chosen[node.id]] if node.kind is player else [each.id for each in graph.successors_of(node.id)]
        fresh = {(node.id, to) for to in targets} - whole
        whole |= fresh
        waiting += [to for _, to in fresh]
    return whole


@pytest.mark.parametrize(("step", "player"), [(-4, Kind.MAX), (-3, Kind.MIN)])
@thorough
@given(graph=game_graphs(conventions=(Convention.MINIMAX,), max_inner=5))
def test_a_strategy_is_drawn_whole_with_every_reply_of_the_other_player(step: int, player: Kind, graph: GameGraph):
    run = trace(graph, "strategies")
    chosen = run.result["max" if player is Kind.MAX else "min"]
    drawn = {move for move, mark in run[step].marks.items() if mark is not Mark.STALLING}
    stalling = {move for move, mark in run[step].marks.items() if mark is Mark.STALLING}
    whole = moves_of(graph, player, chosen)
    assert drawn <= whole <= drawn | stalling


@examples(60)
@given(graph=game_graphs(conventions=(Convention.MINIMAX,), max_inner=5))
def test_hidden_are_the_moves_that_play_never_makes_and_pale_the_nodes_where_it_never_gets(graph: GameGraph):
    run, plain = trace(graph, "strategies", hide=True), trace(graph, "strategies")
    plus, minus = moves_of(graph, Kind.MAX, run.result["max"]), moves_of(graph, Kind.MIN, run.result["min"])
    winner = plus | minus if run.result["value"] == 0 else plus if run.result["value"] > 0 else minus
    for at, played in ((-4, plus), (-3, minus), (-2, winner), (-1, winner)):
        hidden = {move for move, mark in run[at].marks.items() if mark is Mark.UNPLAYED}
        assert hidden == set(graph.moves) - played
        assert run.pruned_at(len(run) + at) == set(graph.ids) - {str(graph.root), *(to for _, to in played)}
        others = {move: mark for move, mark in plain[at].marks.items() if move in played}
        assert {move: mark for move, mark in run[at].marks.items() if mark is not Mark.UNPLAYED} == others
    assert run.result == plain.result
    assert [step.marks for step in run][:-4] == [step.marks for step in plain][:-4]


def test_what_rests_on_an_open_node_is_said_to_count_it_as_endless_play():
    counted = ", with open nodes counted as endless play."
    run = trace(game("a", a="max x q", x=-1, q="open"), "strategies")
    assert [step.caption.endswith(counted) for step in run] == [False, False, True, True, False, True]
    sure = trace(game("a", a="max x b", b="min q y", x=1, y=-1, q="open"), "strategies")
    plus, minus = sure[-4].caption, sure[-3].caption
    assert (plus.endswith(counted), minus.endswith(counted)) == (False, "open node" in minus)
