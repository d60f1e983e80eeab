"""Verdicts on moves: what they give away, how they tempt, which is best; against brute force."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from support.completions import random_completion, random_partly_open
from support.examples import times
from support.graphs import BOTH, game, game_graphs, thorough, worths
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
            assert verdict.losing == sum(mover * values[reply] > worth for reply in replies)


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
            assert best.losing == max(verdict.losing for verdict in keeping)
        for verdict in keeping:
            nearer = (left.get(position(analysis, verdict.state)) or 0) < (left.get(here) or 0)
            assert verdict.has_progress == (verdict.standing is Standing.BETTER and nearer)


@given(game_graphs(max_inner=6))
def test_the_best_reply_is_a_best_move(graph: GameGraph):
    judge = Judge(Analysis.of(graph))
    for state in positions(judge.analysis).values():
        for verdict in judge.verdicts(state):
            assert (verdict.best_reply is None) == (not judge.verdicts(verdict.state))
            if verdict.best_reply is not None:
                replies = {reply.state: reply for reply in judge.verdicts(verdict.state)}
                assert replies[verdict.best_reply].keeps


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


def test_nothing_is_made_up_of_open_nodes():
    graph = game("a", a="max b q", b=1, q="open")
    judge = Judge(Analysis.of(graph))
    to_leaf, to_open = judge.verdicts(judge.analysis.state("a"))
    assert (to_leaf.worth, to_leaf.loss) == ((1, 1), (0, math.inf))
    assert (to_open.worth, to_open.loss) == ((-math.inf, math.inf), (0, math.inf))
    assert to_open.best_reply is None
    assert judge.best(judge.analysis.state("a"))[0] == to_leaf
    assert judge.losing_moves(judge.analysis.state("a")) == 0


def test_where_all_moves_may_lose_the_longest_way_to_an_open_node_is_the_best():
    judge = Judge(Analysis.of(game("a", a="max q b", b="max c", c="max r", q="open", r="open")))
    assert [judge.node(verdict.state).id for verdict in judge.best(judge.analysis.state("a"))] == ["b", "q"]


def test_in_a_draw_the_move_that_presses_is_better_than_one_that_is_pressed():
    """All moves keep 0 and no reply loses at once: b presses Min later, c presses Max, and c2 does so later than c."""
    graph = game(
        "a",
        a="max c c2 d b",
        b="min e",
        e="max f",
        f="min a won",
        won=1,
        c="min g",
        c2="min i",
        i="max k",
        k="min g",
        g="max h lost",
        h="min d2",
        lost=-1,
        d="min d2",
        d2="max d3",
        d3="min d2",
    )
    judge = Judge(Analysis.of(graph))
    assert [judge.node(verdict.state).id for verdict in judge.best(judge.analysis.state("a"))] == ["b", "d", "c2", "c"]
