"""Opponents: the exact one never gets less than the score, the weak ones err as they say, all repeat themselves."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import mean

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.graphs import game, game_graphs, thorough, worths
from support.oracle import Unfolded, tree_value, unfold
from support.plays import SIDES, position, positions, values_in

from explorer.model.errors import GraphError, UnknownNameError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.play.analysis import FIRST, Analysis
from explorer.play.match import Match
from explorer.play.opponents import MOST_SKILL, OPPONENTS, choose, erring
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
    promised = {side: judge.analysis.assured(start, side) for side in SIDES}
    for exact_side in SIDES:
        played = match
        for _ in range(60):
            mover = judge.analysis.to_move(played.state(judge.analysis))
            if not mover:
                break
            name = "exact" if mover == exact_side else other
            played = played.play(graph, choose(name, judge, played, seed=seed))
            assert judge.analysis.assured(played.state(judge.analysis), exact_side) >= promised[exact_side]
        outcome = played.outcome(judge.analysis)
        if outcome is not None:
            assert exact_side * outcome.score >= promised[exact_side]


@given(game_graphs(max_inner=6), worths)
def test_two_exact_players_reach_the_score_of_the_solver_or_play_for_ever_where_that_is_it(
    graph: GameGraph, endless: Score
):
    judge = Judge(Analysis.of(graph, endless=endless))
    match = Match(graph.root or "")
    score = judge.analysis.assured(match.state(judge.analysis), FIRST)
    while match.outcome(judge.analysis) is None:
        match = match.play(graph, choose("exact", judge, match))
        states = match.states(judge.analysis)
        if states[-1] in states[:-1]:
            assert score == endless  # they do the same at the same position, so play goes on for ever
            return
    outcome = match.outcome(judge.analysis)
    assert outcome is not None
    assert outcome.score == score


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


def test_a_skilled_opponent_errs_less():
    graph = game("a", a="max b c d e", b=3, c=2, d=0, e=-3)
    judge = Judge(Analysis.of(graph))
    state = judge.analysis.state("a")
    losses = [
        mean(float(erring(judge, state, skill, Random(seed)).loss[0]) for seed in range(400))
        for skill in range(MOST_SKILL + 1)
    ]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 1.5
    assert losses[-1] == 0


def test_the_random_opponent_makes_every_move_about_as_often():
    graph = game("a", a="max b c d", b=3, c=2, d=0)
    judge = Judge(Analysis.of(graph))
    counts = Counter(choose("random", judge, Match("a"), seed=seed) for seed in range(600))
    assert set(counts) == {"b", "c", "d"}
    assert min(counts.values()) > 150


def test_an_infinite_loss_is_never_chosen_by_mistake():
    graph = game("a", a="max round b", round="min round", b=-1)
    judge = Judge(Analysis.of(graph, endless=float("-inf")))
    assert {choose("erring", judge, Match("a"), skill=0, seed=seed) for seed in range(50)} == {"b"}
    assert judge.verdicts(judge.analysis.state("a"))[0].loss == (float("inf"), float("inf"))


def test_a_move_that_is_not_known_to_lose_is_made_as_often_as_any():
    judge = Judge(Analysis.of(game("a", a="max b q c", b=1, q="open", c=0)))
    chosen = {choose("erring", judge, Match("a"), skill=MOST_SKILL, seed=seed) for seed in range(50)}
    assert chosen == {"b", "q"}


def test_what_cannot_be_chosen_is_said():
    judge = Judge(Analysis.of(game("a", a=1)))
    with pytest.raises(GraphError, match="there is no move at 'a'"):
        choose("exact", judge, Match("a"))
    with pytest.raises(UnknownNameError, match="no opponent 'perfect'; choose one of exact"):
        choose("perfect", judge, Match("a"))
