"""Plays: moves, taking back, how they end and who has won; and what is said of all that."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import figure_1, game, game_graphs

from explorer.games.from_rules import partial_graph
from explorer.model.graph import GameGraph
from explorer.model.rules import Owner, Rules
from explorer.play.analysis import FIRST, SECOND, Analysis
from explorer.play.match import Ending, Match, PlayOutcome
from explorer.play.verdicts import Judge
from explorer.play.words import (
    bounds_words,
    outcome_words,
    position_words,
    short_words,
    verdict_words,
    view_words,
)


class Bidding(Rules):
    """Max names a digit of a number, then Min one; the first digit counts ten times."""

    title = "Bidding"
    initial = ""
    judged_by_minimax = True

    def moves(self, position: str) -> list[str]:
        return [] if len(position) == 2 else [position + digit for digit in "123"]

    def score(self, position: str) -> int:
        return int(position)

    def owner(self, position: str) -> Owner:
        return "min" if len(position) else "max"

    def name(self, position: str) -> str:
        return position or "start"

    def value(self, position: str) -> int | None:
        return {0: 31, 1: int(position + "1") if position else 0, 2: int(position or 0)}[len(position)]


@pytest.mark.parametrize(
    ("moves", "gain", "winner", "said"),
    [
        (
            ("3", "33"),
            2,
            FIRST,
            "The play is over with score 33, and the minimax value of the start is 31. Max wins by 2.",
        ),
        (
            ("3", "31"),
            0,
            0,
            "The play is over with score 31, and the minimax value of the start is 31. The game is drawn.",
        ),
    ],
)
def test_a_play_that_is_judged_by_minimax(moves: tuple[str, ...], gain: int, winner: int, said: str):
    graph = partial_graph(Bidding(), 100)
    match = Match("start")
    for id in moves:
        match = match.play(graph, id)
    outcome = match.outcome(Analysis.of(graph))
    assert outcome is not None
    assert (outcome.gain(FIRST), outcome.gain(SECOND), outcome.winner) == (gain, -gain, winner)
    assert outcome_words(graph, outcome, FIRST) == said


@given(st.fractions(), st.fractions())
def test_the_winner_did_better_than_minimax(score: Fraction, minimax: Fraction):
    outcome = PlayOutcome(score, is_compared=True, minimax=minimax)
    assert outcome.winner == (score > minimax) - (score < minimax)
    assert outcome.gain(FIRST) == score - minimax
    assert outcome.gain(SECOND) == minimax - score
    assert PlayOutcome(score).winner == (score > 0) - (score < 0)


@given(game_graphs(max_inner=6), st.data())
def test_moves_are_made_and_taken_back(graph: GameGraph, data: st.DataObject):
    matches = [Match(graph.root or "")]
    while len(matches) < 8 and (after := graph.successors_of(matches[-1].here)):
        matches.append(matches[-1].play(graph, data.draw(st.sampled_from(after)).id))
    for count in range(len(matches)):
        assert matches[-1].take_back(count) == matches[-1 - count]
    assert matches[-1].take_back(100) == matches[0]
    analysis = Analysis.of(graph)
    assert [match.state(analysis) for match in matches] == matches[-1].states(analysis)
    for match in matches:
        leaf = graph.node(match.here).score
        outcome = match.outcome(analysis)
        assert (outcome is None) == (leaf is None)
        if outcome is not None:
            assert outcome.score == (leaf or 0) * match.state(analysis).view


def said(judge: Judge, id: str, view: int = FIRST, side: int = FIRST) -> dict[str, str]:
    """What is said of the moves of a node to whoever plays a side."""
    state = judge.analysis.state(id, view)
    return {
        judge.node(verdict.state).id: verdict_words(judge, state, verdict, side) for verdict in judge.verdicts(state)
    }


def test_verdicts_in_words():
    graph = game("a", a="max b c d e", b="min x", x=2, c="min d a", d=-1, e="min f g", f="max a", g="min x")
    judge = Judge(Analysis.of(graph))
    assert said(judge, "a") == {
        "b": "keeps 2; the end is 1 move away",
        "c": "gives away 3: from 2 to −1; d is the best reply",
        "d": "gives away 3: from 2 to −1",
        "e": "keeps 2, but makes no progress: the end is 4 moves away",
    }
    assert said(judge, "e") == {"f": "keeps 2; the end is 3 moves away", "g": "keeps 2; the end is 1 move away"}
    assert said(judge, "b") == {"x": "ends the play with 2"}
    here = judge.analysis.state("a")
    assert [short_words(judge, here, verdict, FIRST) for verdict in judge.verdicts(here)] == [
        "2; 1 to go",
        "−1; 1 to go",
        "−1; the end",
        "2; 4 to go",
    ]


def test_unknown_verdicts_in_words():
    graph = game("a", a="max b q c d", b=1, q="open", c="min q e", e=0, d="min q f", f=3)
    judge = Judge(Analysis.of(graph))
    assert said(judge, "a") == {
        "b": "1; a better move may exist",
        "q": "unknown",
        "c": "at most 0; gives away at least 1",
        "d": "at most 3",
    }
    assert position_words(judge, judge.analysis.state("a"), FIRST) == "The score is at least 1."
    assert position_words(judge, judge.analysis.state("q"), FIRST) == "The score is not known here."
    assert bounds_words((-1, 2)) == "between −1 and 2"


@pytest.mark.parametrize(
    ("graph", "at", "side", "expected"),
    [
        (figure_1(b=1, d=2), "c", SECOND, "The score is 1; best play ends in 2 moves."),
        (
            game("a", a="max b lost", lost=-1, b="min a"),
            "b",
            SECOND,
            "The score is 0; play may go on for ever; the other side has to avoid a mistake within 1 move.",
        ),
        (
            game("a", a="max b", b="min c", c=0),
            "a",
            FIRST,
            "The score is 0; the play can be ended in 2 moves, and neither side is ever close to a mistake.",
        ),
        (
            game("m", m="max lost n", lost=-1, n="min m o", o="max p n", p="min q", q="max p"),
            "o",
            FIRST,
            "The score is 0; play may go on for ever; you have to avoid a mistake now (draw level 1: it would "
            "not lower the score at once).",
        ),
    ],
)
def test_positions_in_words(graph: GameGraph, at: str, side: int, expected: str):
    judge = Judge(Analysis.of(graph))
    assert position_words(judge, judge.analysis.state(at), side) == expected


# ---- in whose view


def test_in_a_minimax_graph_all_scores_are_those_of_the_nodes_whoever_moves_and_whoever_is_told():
    judge = Judge(Analysis.of(figure_1(b=1, d=2)))
    for side in (FIRST, SECOND):
        assert said(judge, "a", side=side)["b"] == "ends the play with 1"
        assert said(judge, "c", side=side) == {
            "d": "gives away 1: from 1 to 2",
            "a": "keeps 1; the end is 1 move away",
        }
        assert position_words(judge, judge.analysis.state("c"), side).startswith("The score is 1;")
    assert [view_words(judge.analysis.graph, side) for side in (FIRST, SECOND)] == [
        "",
        "All scores are Max's: as Min, you want them small.",
    ]


def test_in_a_negamax_graph_all_scores_are_for_the_user_and_say_so():
    judge = Judge(Analysis.of(game("a", "negamax", a="mover b c", b=-1, c="mover d", d=-2)))
    gives = "gives away 3: from {} to {} for you; d is the best reply"
    assert said(judge, "a", side=FIRST) == {"b": "ends the play with 1 for you", "c": gives.format("1", "−2")}
    assert said(judge, "a", side=SECOND) == {"b": "ends the play with −1 for you", "c": gives.format("−1", "2")}
    assert position_words(judge, judge.analysis.state("b", SECOND), FIRST) == "The score is 1 for you."
    assert "elsewhere on this page, scores are for you" in view_words(judge.analysis.graph, SECOND)


# ---- good and bad ends


@pytest.mark.parametrize(
    ("score", "side", "worth", "ending", "expected"),
    [
        (1, FIRST, 1, Ending.GOOD, "The play is over: you get 1."),
        (1, FIRST, 2, Ending.EVEN, "The play is over: you get 1. The score of the start is 2."),
        (1, SECOND, -1, Ending.EVEN, "The play is over with score 1: you get −1 as Min."),
        (1, SECOND, 0, Ending.BAD, "The play is over with score 1: you get −1 as Min. The score of the start is 0."),
        (-1, SECOND, 0, Ending.GOOD, "The play is over with score −1: you get 1 as Min. The score of the start is 0."),
    ],
)
def test_an_end_is_good_or_bad_for_a_side(score: int, side: int, worth: int | None, ending: Ending, expected: str):
    outcome = PlayOutcome(score)
    assert outcome.ending(side, worth) is ending
    assert outcome_words(figure_1(), outcome, side, worth) == expected
