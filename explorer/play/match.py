"""A play: its moves from a start, its end, and the loop when it comes back to a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from explorer.model.errors import GraphError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.play.analysis import FIRST, Analysis
from explorer.play.verdicts import Judge, MoveVerdict
from explorer.solver.states import State


@dataclass(frozen=True)
class Match:
    """A play so far; it never changes, each move makes another one.

    Attributes
    ----------
    start : id of the node where play began; in a negamax graph `FIRST` moves there.
    moves : ids of the nodes after each move.
    is_endless : whether the players agreed to go on for ever.

    Examples
    --------
    >>> graph = GameGraph.from_json({"root": "a", "nodes": [{"id": "a", "player": "max"}, {"id": "b", "score": 3}],
    ...                              "moves": [["a", "b"]]})
    >>> match = Match("a").play(graph, "b")
    >>> match.ids, match.outcome(Analysis.of(graph)).score, match.take_back().ids
    (('a', 'b'), 3, ('a',))
    """

    start: str
    moves: tuple[str, ...] = ()
    is_endless: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """The nodes of the play, from the start on."""
        return self.start, *self.moves

    @property
    def here(self) -> str:
        """The node where play is."""
        return self.ids[-1]

    def play(self, graph: GameGraph, id: str) -> Match:
        """Return the play after one more move.

        Raises
        ------
        GraphError
            If the play is over, or there is no such move.
        """
        if self.is_endless:
            raise GraphError("the play is over: it goes on for ever; take a move back, or begin again")
        if id not in graph.ids_after(self.here):
            raise GraphError(
                f"there is no move from {quoted(graph.node(self.here).name)} to {quoted(id)}; choose one of its moves"
            )
        return replace(self, moves=(*self.moves, id))

    def take_back(self, count: int = 1) -> Match:
        """Return the play without its last moves, or without all of them if it has fewer."""
        kept = max(0, len(self.moves) - count)
        return replace(self, moves=self.moves[:kept], is_endless=False)

    def agreed_endless(self) -> Match:
        """Return the play, ended because it would go on for ever."""
        return replace(self, is_endless=True)

    def states(self, analysis: Analysis) -> list[State]:
        """Return the states of the play, from the start on."""
        index, sign = analysis.graph.index, analysis.graph.sign
        return [State(index[id], FIRST * sign**number) for number, id in enumerate(self.ids)]

    def state(self, analysis: Analysis) -> State:
        """Return the state where play is."""
        return State(analysis.graph.index[self.here], FIRST * analysis.graph.sign ** len(self.moves))

    def outcome(self, analysis: Analysis, rule_score: Score | None = None) -> PlayOutcome | None:
        """Return the outcome of the play; None while it goes on, or if it came to an open node.

        Parameters
        ----------
        rule_score : the score of the start by the rules of the game, if they give it.
        """
        score = analysis.graph.node(self.here).score
        if score is None and not self.is_endless:
            return None
        state = self.state(analysis)
        reached = analysis.endless if score is None else state.view * score
        rules, start = analysis.graph.rules, self.states(analysis)[0]
        if rules is None or not rules.judged_by_minimax:
            return PlayOutcome(reached, self.is_endless)
        known = analysis.assured_score(start, FIRST) if analysis.is_known(start) else rule_score
        return PlayOutcome(reached, self.is_endless, True, known)


class Ending(StrEnum):
    """The end of a play for one side: good, even or bad."""

    GOOD = "good"
    EVEN = "even"
    BAD = "bad"


@dataclass(frozen=True)
class PlayOutcome:
    """The outcome of a play that has ended: its score, and the winner.

    Attributes
    ----------
    score : the score, as Max or the first player sees it.
    is_endless : whether play went on for ever.
    is_compared : whether the game is judged by comparing the score with its minimax value (e-Valuate, section 1).
    minimax : that value, if it is known.
    """

    score: Score
    is_endless: bool = False
    is_compared: bool = False
    minimax: Score | None = None

    def gain(self, side: int) -> Score | None:
        """Return a side's gain over minimax in a game that is judged so, else its score; None if unknown."""
        if self.is_compared and self.minimax is None:
            return None
        return side * (self.score - (self.minimax or 0))

    @property
    def winner(self) -> int | None:
        """The side that won, 0 for neither, None if that is not known.

        In a game that is judged by minimax Max wins above that value and Min below (e-Valuate, section 1); in any other
        game that is the sign of the score.
        """
        gain = self.gain(FIRST)
        return None if gain is None else (gain > 0) - (gain < 0)

    def ending(self, side: int, worth: Score | None) -> Ending:
        """Return whether the end is good, even or bad for a side.

        In a game that is judged by minimax, the winner decides.  In any other one a positive score is good, and a
        negative one bad; it is even instead if the positive one is less than the value of the start, or the negative
        one is not.

        Parameters
        ----------
        worth : of the start, seen by the side; None if it is not known.
        """
        if self.is_compared:
            won = side * (self.winner or 0)
            return Ending.GOOD if won > 0 else Ending.BAD if won < 0 else Ending.EVEN
        got = side * self.score
        kept = worth is not None and got >= worth
        if got > 0:
            return Ending.GOOD if kept or worth is None else Ending.EVEN
        return Ending.BAD if got < 0 and not kept else Ending.EVEN


@dataclass(frozen=True)
class PlayLoop:
    """A play that came back to a state: the states before the loop, and those of the loop.

    Attributes
    ----------
    stem : the states before the loop, in order.
    cycle : the states of the loop, from the one that came back on; the last has a move to the first.
    returns : number of times that play has come back to that state.
    """

    stem: tuple[State, ...]
    cycle: tuple[State, ...]
    returns: int


@dataclass(frozen=True)
class LoopExit:
    """A move that leaves a loop: the state where it begins, and the verdict on it."""

    source: State
    verdict: MoveVerdict


def loop_of(states: Sequence[State]) -> PlayLoop | None:
    """Return the loop that the last state of a play closes; None if the state is new.

    The loop is the last one: since the state was there for the last time.
    """
    here = states[-1]
    earlier = [index for index, state in enumerate(states[:-1]) if state == here]
    if not earlier:
        return None
    return PlayLoop(tuple(states[: earlier[0]]), tuple(states[earlier[-1] : -1]), len(earlier))


def better_exit(judge: Judge, loop: PlayLoop, side: int) -> LoopExit | None:
    """Return a side's best move that leaves the loop with more than endless play assured; None if there is none.

    Moves count that make progress, so that they need not come back; of the same worth the soonest in the loop.
    """
    ways = [
        LoopExit(state, verdict)
        for state in loop.cycle
        if judge.analysis.to_move(state) == side
        for verdict in judge.best(state)[:1]
        if verdict.has_progress and not _stays_in_loop(loop, state, verdict.state)
    ]
    return max(ways, key=lambda way: way.verdict.worth[0], default=None)


def _stays_in_loop(loop: PlayLoop, state: State, after: State) -> bool:
    """Return whether a move leads to the next state of the loop, from one of its states."""
    index = loop.cycle.index(state)
    return after == loop.cycle[(index + 1) % len(loop.cycle)]
