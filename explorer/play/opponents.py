"""Opponents of the user, which choose moves; the same seed gives the same moves.

An opponent is a function of the judge, the play and a number that stands for chance, so that a move that is taken back
and made again gets the same reply.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from explorer.model.errors import GraphError, UnknownNameError, quoted
from explorer.play.match import Match
from explorer.play.verdicts import Judge, MoveVerdict
from explorer.solver.states import State

MOST_SKILL = 10
_COLDEST = 0.02  # of the range of scores: the temperature of the largest skill
_HOTTEST = 2.0

Choose = Callable[[Judge, State, int, Random], MoveVerdict]


@dataclass(frozen=True)
class Opponent:
    """A way in which the program chooses its moves in a play.

    Attributes
    ----------
    title : as the page shows it.
    help : a sentence on how it plays.
    choose : one of the verdicts on the moves of a state, given a skill from 0 to `MOST_SKILL` and chance.
    skill : the name of the skill, with its least and its largest number; None if it has none.
    """

    title: str
    help: str
    choose: Choose
    skill: tuple[str, int, int] | None = None


def choose(name: str, judge: Judge, match: Match, *, skill: int = 5, seed: int = 1) -> str:
    """Return the id of the node to which an opponent moves.

    Raises
    ------
    UnknownNameError
        If there is no such opponent.
    GraphError
        If there is no move.
    """
    if name not in OPPONENTS:
        raise UnknownNameError(f"there is no opponent {quoted(name)}; choose one of {', '.join(OPPONENTS)}")
    state = match.state(judge.analysis)
    if not judge.verdicts(state):
        raise GraphError(f"there is no move at {quoted(judge.node(state).name)}: the play ends there")
    chance = Random(f"{seed}/{'/'.join(match.ids)}")
    return judge.node(OPPONENTS[name].choose(judge, state, skill, chance).state).id


def best_move(judge: Judge, state: State, skill: int, chance: Random) -> MoveVerdict:
    """Return the best move of the position, by the order of `explorer.play.verdicts`."""
    return judge.best(state)[0]


def random_move_by_loss(judge: Judge, state: State, skill: int, chance: Random) -> MoveVerdict:
    """Return a random move, less likely the more it is known to give away: a softmax of the loss.

    The temperature is a share of the range of scores, which falls with the skill from 2 to 0.02: at skill 0 a move that
    gives away the whole range is made 0.6 times as often as the best one, at skill 10 hardly ever.
    """
    ranked = judge.best(state)
    heat = _HOTTEST * (_COLDEST / _HOTTEST) ** (skill / MOST_SKILL) * (judge.analysis.span or 1.0)
    weights = [math.exp(-float(verdict.loss[0]) / heat) for verdict in ranked]
    return chance.choices(ranked, weights)[0]


def best_move_to_search(judge: Judge, state: State, skill: int, chance: Random) -> MoveVerdict:
    """Return a move that looks best to a search `skill` moves deep, with all farther positions taken for 0.

    Among moves that look alike, chance.
    """
    analysis = judge.analysis
    seen = analysis.approximation(max(0, skill - 1))
    mover = analysis.to_move(state)
    verdicts = judge.verdicts(state)
    looks = [mover * verdict.state.view * int(seen[verdict.state.node]) for verdict in verdicts]
    return chance.choice([verdict for verdict, look in zip(verdicts, looks, strict=True) if look == max(looks)])


def random_move(judge: Judge, state: State, skill: int, chance: Random) -> MoveVerdict:
    """Return a random move of the position, each with the same chance."""
    return chance.choice(judge.verdicts(state))


OPPONENTS: dict[str, Opponent] = {
    "exact": Opponent(
        "Exact",
        "Plays optimally: keeps the score, makes progress where it wins, delays the end where it loses, and sets traps "
        "in a draw.",
        best_move,
    ),
    "erring": Opponent(
        "Weak: makes mistakes",
        "Knows the scores but makes mistakes: the more a move gives away, the less likely it is.",
        random_move_by_loss,
        ("Skill", 0, MOST_SKILL),
    ),
    "short-sighted": Opponent(
        "Weak: short-sighted",
        "Looks a number of moves ahead and counts everything beyond as 0.",
        best_move_to_search,
        ("Moves ahead", 1, MOST_SKILL),
    ),
    "random": Opponent("Random", "Plays a random move.", random_move),
}
