"""Loops are announced when a position comes back, and what is said of them is true."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from support.graphs import figure_1, game, game_graphs, thorough, worths
from support.plays import SIDES

from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.play.analysis import FIRST, SECOND, Analysis
from explorer.play.loops import better_exit, loop_of
from explorer.play.match import Match
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
    most = max((analysis.assured(state, side) for state in own), default=None)
    if most is None or most <= analysis.endless_to(side):
        assert way is None
        return
    assert way is not None
    assert way.source in own
    assert way.verdict.state in analysis.after(way.source)
    assert way.verdict.worth[0] > analysis.endless_to(side)
    following = cycle[(cycle.index(way.source) + 1) % len(cycle)]
    assert way.verdict.state != following
    assert analysis.assured(way.verdict.state, side) == analysis.assured(way.source, side)


def test_the_announcement_of_figure_1():
    graph = figure_1(b=1, d=2)
    judge = Judge(Analysis.of(graph))
    match = Match("a")
    for id in ("c", "a"):
        match = match.play(graph, id)
    loop = loop_of(match.states(judge.analysis))
    assert loop is not None
    assert loop_words(judge, loop, better_exit(judge, loop, FIRST), FIRST) == (
        "The position a has occurred again: the loop a → c → a has the value 0. Leave it by a → b, with the score 1."
    )
    assert loop_words(judge, loop, better_exit(judge, loop, SECOND), SECOND) == (
        "The position a has occurred again: the loop a → c → a has the value 0. No move of yours "
        "leaves it for a better score."
    )


def test_the_stem_leads_to_the_loop_and_the_last_round_is_told():
    graph = game("r", r="max a", a="max b c", b="max a", c="min a")
    judge = Judge(Analysis.of(graph))
    match = Match("r")
    for id in ("a", "b", "a", "c", "a"):
        match = match.play(graph, id)
    loop = loop_of(match.states(judge.analysis))
    assert loop is not None
    ids = [[judge.node(state).id for state in part] for part in (loop.stem, loop.cycle)]
    assert (ids, loop.returns) == ([["r"], ["a", "c"]], 2)


def test_with_open_nodes_nothing_better_is_known_rather_than_denied():
    graph = game("a", a="max b q", b="min a", q="open")
    judge = Judge(Analysis.of(graph))
    match = Match("a").play(graph, "b").play(graph, "a")
    loop = loop_of(match.states(judge.analysis))
    assert loop is not None
    assert better_exit(judge, loop, FIRST) is None
    assert "No move of yours is known to leave it for a better score." in loop_words(judge, loop, None, FIRST)
    assert "No move of yours leaves it for a better score." in loop_words(judge, loop, None, SECOND)


def test_in_a_negamax_graph_a_position_has_come_back_when_the_same_player_is_to_move():
    graph = game("a", "negamax", a="mover b", b="mover c", c="mover a")
    judge = Judge(Analysis.of(graph))
    match = Match("a")
    for id in ("b", "c", "a"):
        match = match.play(graph, id)
    assert loop_of(match.states(judge.analysis)) is None
    for id in ("b", "c", "a"):
        match = match.play(graph, id)
    loop = loop_of(match.states(judge.analysis))
    assert loop is not None
    assert len(loop.cycle) == 6
