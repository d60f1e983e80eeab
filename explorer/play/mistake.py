"""The mistake that decided a play: the last move after which a side could no longer get its best score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.play.match import PlayOutcome
from explorer.play.verdicts import Judge, MoveVerdict
from explorer.play.words import bounds_seen_by, user_bounds_words, view_of
from explorer.solver.states import State

_RESULTS = {1: "You won", 0: "The game is drawn", -1: "You lost"}


@dataclass(frozen=True)
class Mistake:
    """A move that gave away score.

    Attributes
    ----------
    number : number of moves before it.
    better : the verdict on the best move in its place.
    """

    number: int
    better: MoveVerdict


def mistake_of(judge: Judge, states: Sequence[State], side: int, outcome: PlayOutcome) -> Mistake | None:
    """Return a side's last move in an ended play before which it could have got more; None if there is none.

    Parameters
    ----------
    states : of the play, from the start on.
    """
    got = side * outcome.score
    for number in range(len(states) - 2, -1, -1):
        before, after = states[number : number + 2]
        if judge.analysis.to_move(before) == side:
            verdict = next(each for each in judge.verdicts(before) if each.state == after)
            better = judge.best(before)[0]
            if verdict.loses and better.worth[0] > got:
                return Mistake(number, better)
    return None


def result_words(graph: GameGraph, outcome: PlayOutcome, side: int) -> str:
    """Return the result for a side in a game that is won, drawn or lost, "" in any other game."""
    if outcome.is_compared or outcome.score not in _RESULTS or not is_won_or_lost(graph):
        return ""
    result = _RESULTS[side * int(outcome.score)]
    return f"{result}: play repeats for ever" if outcome.is_endless else result


def better_words(graph: GameGraph, mistake: Mistake, side: int) -> str:
    """Return the effect of the better move, as in "would have drawn"."""
    worth = mistake.better.worth[0]
    least = "" if mistake.better.is_known else "at least "
    if is_won_or_lost(graph) and worth >= 0:
        return f"would have {'won' if worth > 0 else f'{least}drawn'}"
    seen = bounds_seen_by((worth, worth), side, view_of(graph, side))
    return f"would have kept the score {user_bounds_words(graph, seen)}"


def is_won_or_lost(graph: GameGraph) -> bool:
    """Return whether all scores are -1, 0 and 1, a loss among them and a win: by its range, or else by its leaves."""
    scores: set[Score] = {node.score for node in graph.nodes if node.kind is Kind.LEAF and node.score is not None}
    ends = set(graph.score_range or ()) or scores
    return scores <= {-1, 0, 1} and ends <= {-1, 0, 1} and (-1 in ends or 1 in ends)
