"""Verdicts on moves: what they give away, how they tempt, which is best; against brute force."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from support.completions import random_completion, random_partly_open
from support.examples import times
from support.graphs import BOTH, game_graphs, thorough, worths
from support.oracle import unfold
from support.plays import position, positions, remotenesses, values_in

from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score
from explorer.play.analysis import Analysis
from explorer.play.verdicts import Judge, Standing


@thorough
@given(game_graphs(max_inner=6), worths)
def test_losses_tempting_replies_and_remoteness_are_those_of_brute_force(graph: GameGraph, endless: Score):
    analysis = Analysis.of(graph, endless=endless)
    judge, unfolded = Judge(analysis), unfold(graph)
    values = values_in(unfolded, endless)
    left = remotenesses(unfolded, values, endless)
    for here, state in positions(analysis).items():
        mover = unfolded.player[here]
        verdicts = judge.verdicts(state)
        assert [position(analysis, verdict.state) for verdict in verdicts] == list(unfolded.moves[here])
        for verdict in verdicts:
            after = position(analysis, verdict.state)
            worth, best = mover * values[after], mover * values[here]
            assert verdict.worth == (worth, worth)
            assert verdict.loss == ((0, 0) if worth == best else (best - worth, best - worth))
            assert verdict.remoteness == left.get(after)
            replies = unfolded.moves[after] if unfolded.player[after] == -mover else ()
            assert verdict.replies == len(replies)
            assert verdict.losing_replies == sum(mover * values[reply] > worth for reply in replies)


@thorough
@given(game_graphs(max_inner=6), worths)
def test_the_best_move_keeps_the_score_and_gets_on_or_holds_out_or_tempts(graph: GameGraph, endless: Score):
    analysis = Analysis.of(graph, endless=endless)
    judge, unfolded = Judge(analysis), unfold(graph)
    left = remotenesses(unfolded, values_in(unfolded, endless), endless)
    for here, state in positions(analysis).items():
        ranked = judge.best(state)
        assert sorted(verdict.state for verdict in ranked) == sorted(verdict.state for verdict in judge.verdicts(state))
        if not ranked:
            continue
        best, keeping = ranked[0], [verdict for verdict in ranked if verdict.keeps]
        assert best.keeps
        assert ranked[: len(keeping)] == keeping
        distances = [
            left[position(analysis, verdict.state)] for verdict in keeping if best.standing is not Standing.SAME
        ]
        if best.standing is Standing.BETTER:
            assert best.remoteness == min(distances, key=lambda each: each or 0)
            assert best.has_progress
            assert left[here] == (best.remoteness or 0) + 1
        elif best.standing is Standing.WORSE:
            assert best.remoteness == max(distances)
        else:
            assert best.losing_replies == max(verdict.losing_replies for verdict in keeping)
        for verdict in keeping:
            nearer = (left.get(position(analysis, verdict.state)) or 0) < (left.get(here) or 0)
            assert verdict.has_progress == (verdict.standing is Standing.BETTER and nearer)


@pytest.mark.parametrize("convention", BOTH)
def test_where_nodes_are_open_the_loss_lies_between_its_bounds(convention: Convention):
    for seed in range(times(30)):
        random = Random(seed)
        graph = random_partly_open(random, convention)
        judge = Judge(Analysis.of(graph))
        for _ in range(20):
            whole = random_completion(graph, random)
            values = values_in(unfold(whole), 0)
            for here, state in positions(judge.analysis).items():
                mover = judge.analysis.to_move(state)
                for verdict in judge.verdicts(state):
                    loss = mover * (values[here] - values[position(judge.analysis, verdict.state)])
                    assert verdict.loss[0] <= loss <= verdict.loss[1]
                    assert verdict.loses <= (loss > 0)
                    assert verdict.keeps <= (loss == 0)
