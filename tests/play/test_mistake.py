"""The mistake that decided a play, by brute force on the unfolded game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game, game_graphs, thorough, worths
from support.oracle import unfold
from support.plays import position, values_in

from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.play.analysis import FIRST, SECOND, Analysis
from explorer.play.match import Match, PlayOutcome
from explorer.play.mistake import better_words, is_won_or_lost, mistake_of, result_words
from explorer.play.verdicts import Judge


def random_match(graph: GameGraph, chance: Random) -> Match:
    """A play of at most 8 moves, endless if it has not come to an end by then."""
    match = Match(graph.root or "")
    for _ in range(8):
        if not (after := graph.ids_after(match.here)):
            return match
        match = match.play(graph, chance.choice(after))
    return match.agreed_endless() if graph.ids_after(match.here) else match


@thorough
@given(game_graphs(max_inner=6), worths, st.integers(0, 99), st.sampled_from([FIRST, SECOND]))
def test_the_mistake_is_the_last_move_that_gave_away_more_than_the_side_got(
    graph: GameGraph, endless: Score, seed: int, side: int
):
    judge = Judge(Analysis.of(graph, endless=endless))
    match, unfolded = random_match(graph, Random(seed)), unfold(graph)
    outcome = match.outcome(judge.analysis)
    assert outcome is not None
    values = values_in(unfolded, endless)
    places = [position(judge.analysis, state) for state in match.states(judge.analysis)]
    worth = [side * values[place] for place in places]
    costly = [
        number
        for number in range(len(places) - 1)
        if unfolded.player[places[number]] == side and worth[number + 1] < worth[number] > side * outcome.score
    ]
    found = mistake_of(judge, match.states(judge.analysis), side, outcome)
    assert (None if found is None else found.number) == max(costly, default=None)
    if found is not None:
        assert side * values[position(judge.analysis, found.better.state)] == worth[found.number]


@pytest.mark.parametrize(
    ("scores", "side", "moves", "result", "better"),
    [
        ({"b": -1, "c": 0, "d": 1}, FIRST, "b", "You lost", "would have won"),
        ({"b": -1, "c": 0}, FIRST, "b", "You lost", "would have drawn"),
        ({"b": 1, "c": 0}, FIRST, "c", "The game is drawn", "would have won"),
        ({"b": 3, "c": 5}, FIRST, "b", "", "would have kept the score 5"),
    ],
)
def test_what_was_to_be_had_is_said_as_a_result_or_a_score(
    scores: dict[str, Score], side: int, moves: str, result: str, better: str
):
    graph = game("a", a=f"max {' '.join(scores)}", **scores)
    judge = Judge(Analysis.of(graph))
    match = Match("a").play(graph, moves)
    outcome = match.outcome(judge.analysis)
    assert outcome is not None
    assert result_words(graph, outcome, side) == result
    mistake = mistake_of(judge, match.states(judge.analysis), side, outcome)
    assert mistake is not None
    assert better_words(graph, mistake, side) == better


def test_other_scores_and_other_worths_of_endless_play_are_no_results():
    graph = game("a", a="max b c", b=-1, c=1)
    assert is_won_or_lost(graph)
    assert not is_won_or_lost(game("a", a="max b", b=2))
    assert not is_won_or_lost(game("a", a="max b", b=0))
    assert result_words(graph, PlayOutcome(0.5, is_endless=True), FIRST) == ""
    assert result_words(graph, PlayOutcome(0, is_endless=True), FIRST) == "The game is drawn: play repeats for ever"
    assert result_words(graph, PlayOutcome(1), SECOND) == "You lost"
