"""Loops are announced when a position comes back, and what is said of them is true."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, thorough, worths
from support.plays import SIDES

from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.play.analysis import FIRST, Analysis
from explorer.play.match import Match, better_exit, loop_of
from explorer.play.verdicts import Judge
from explorer.play.words import loop_words
from explorer.solver.states import State


def wandering(judge: Judge, start: str, seed: int, length: int = 25) -> list[list[State]]:
    """The states of a random play, after each of its moves."""
    random, match, graph = Random(seed), Match(start), judge.analysis.graph
    plays = [match.states(judge.analysis)]
    while len(plays) < length and graph.successors_of(match.here):
        match = match.play(graph, random.choice(graph.successors_of(match.here)).id)
        plays.append(match.states(judge.analysis))
    return plays


@thorough
@given(game_graphs(max_inner=6), worths, st.integers(0, 10**6))
def test_what_is_announced_is_true(graph: GameGraph, endless: Score, seed: int):
    judge = Judge(Analysis.of(graph, endless=endless))
    for states in wandering(judge, graph.root or "", seed):
        loop = loop_of(states)
        assert (loop is None) == (states[-1] not in states[:-1])
        if loop is None:
            continue
        assert loop.cycle[0] == states[-1]
        assert [*states[-len(loop.cycle) - 1 : -1]] == [*loop.cycle]
        assert loop.stem == tuple(states[: states.index(states[-1])])
        assert loop.returns == states[:-1].count(states[-1])
        assert states[-1] not in loop.cycle[1:]
        for side in SIDES:
            _check_exit(judge, loop.cycle, better_exit(judge, loop, side), side)


def _check_exit(judge: Judge, cycle: tuple[State, ...], way, side: int) -> None:
    analysis = judge.analysis
    own = [state for state in cycle if analysis.to_move(state) == side]
    most = max((analysis.assured_score(state, side) for state in own), default=None)
    if most is None or most <= analysis.endless_to(side):
        assert way is None
        return
    assert way is not None
    assert way.source in own
    assert way.verdict.state in analysis.after(way.source)
    assert way.verdict.worth[0] > analysis.endless_to(side)
    following = cycle[(cycle.index(way.source) + 1) % len(cycle)]
    assert way.verdict.state != following
    assert analysis.assured_score(way.verdict.state, side) == analysis.assured_score(way.source, side)


def test_a_loop_whose_moves_have_names_is_told_by_them():
    graph = load_sample("figure-1")
    judge = Judge(Analysis.of(graph, endless=0))
    loop = loop_of(Match("a").play(graph, "c").play(graph, "a").states(judge.analysis))
    assert loop is not None
    way = better_exit(judge, loop, FIRST)
    assert loop_words(judge, loop, way, FIRST, lambda here, after: f"{here} to {after}") == (
        "This position has occurred again: the loop of the moves “a to c”, “c to a” has the value 0. "
        "Leave it by “a to b” in place of “a to c”, with the score 1."
    )
