"""Opponents: the exact one never gets less than the score, the weak ones err as they say, all repeat themselves."""

from __future__ import annotations

from random import Random

from hypothesis import example, given
from hypothesis import strategies as st
from support.graphs import game, game_graphs, thorough, worths
from support.oracle import Unfolded, tree_value, unfold
from support.plays import SIDES, position, positions, values_in

from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.play.analysis import Analysis
from explorer.play.match import Match
from explorer.play.opponents import OPPONENTS, choose
from explorer.play.verdicts import Judge


@thorough
@given(game_graphs(max_inner=6), worths)
def test_whatever_the_other_side_does_the_exact_opponent_gets_the_score_from_everywhere(
    graph: GameGraph, endless: Score
):
    """With the moves of one side fixed to those of the exact opponent, the best that the other can do is the score."""
    judge, unfolded = Judge(Analysis.of(graph, endless=endless)), unfold(graph)
    values = values_in(unfolded, endless)
    states = positions(judge.analysis)
    for side in SIDES:
        chosen = {
            here: (position(judge.analysis, judge.best(states[here])[0].state),)
            for here, after in unfolded.moves.items()
            if after and unfolded.player[here] == side
        }
        assert values_in(Unfolded(unfolded.player, {**unfolded.moves, **chosen}, unfolded.score), endless) == values


@given(game_graphs(max_inner=6), worths, st.sampled_from(sorted(OPPONENTS)), st.integers(0, 10**6))
def test_the_exact_opponent_never_gets_less_against_any_other(graph: GameGraph, endless: Score, other: str, seed: int):
    judge = Judge(Analysis.of(graph, endless=endless))
    match = Match(graph.root or "")
    start = match.state(judge.analysis)
    promised = {side: judge.analysis.assured_score(start, side) for side in SIDES}
    for exact_side in SIDES:
        played = match
        for _ in range(60):
            mover = judge.analysis.to_move(played.state(judge.analysis))
            if not mover:
                break
            name = "exact" if mover == exact_side else other
            played = played.play(graph, choose(name, judge, played, seed=seed))
            assert judge.analysis.assured_score(played.state(judge.analysis), exact_side) >= promised[exact_side]
        outcome = played.outcome(judge.analysis)
        if outcome is not None:
            assert exact_side * outcome.score >= promised[exact_side]


@given(game_graphs(max_inner=6), st.sampled_from(sorted(OPPONENTS)), st.integers(0, 3), st.integers(0, 10))
def test_the_same_play_gets_the_same_reply(graph: GameGraph, name: str, seed: int, skill: int):
    match = Match(graph.root or "")
    judges = [Judge(Analysis.of(graph)) for _ in range(2)]
    if not judges[0].analysis.to_move(match.state(judges[0].analysis)):
        return
    first, second = (choose(name, judge, match, skill=skill, seed=seed) for judge in judges)
    assert first == second
    assert first in [node.id for node in graph.successors_of(match.here)]


@given(game_graphs(max_inner=5), st.integers(1, 5))
@example(game("a", a="max b c", b=1, c="max d", d=2), 2)
def test_the_short_sighted_opponent_makes_a_best_move_of_its_tree(graph: GameGraph, depth: int):
    judge, unfolded = Judge(Analysis.of(graph)), unfold(graph)
    for here, state in positions(judge.analysis).items():
        if not unfolded.moves[here]:
            continue
        seen = [(id, view * tree_value(graph, id, depth - 1, lambda: 0)) for id, view in unfolded.moves[here]]
        values = {id: unfolded.player[here] * value for id, value in seen}
        chosen = {
            judge.node(OPPONENTS["short-sighted"].choose(judge, state, depth, Random(seed)).state).id
            for seed in range(12)
        }
        assert all(values[id] == max(values.values()) for id in chosen)
